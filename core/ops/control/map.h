// Attributes of map.
#ifndef HLOOM_OPS_CONTROL_MAP_H_
#define HLOOM_OPS_CONTROL_MAP_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

struct MapAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions",
      .proto_field = 14,
      .doc = "all dimensions of the arrays, in order: 0, 1, ..., rank-1",
      .optional_in_text = true};

  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v(kDimensions, dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_MAP_H_
