// Attributes of map.
#ifndef HLOOM_OPS_CONTROL_MAP_H_
#define HLOOM_OPS_CONTROL_MAP_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

struct MapAttributes {
  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions",
       .proto_field = 14,
       .doc = "all dimensions of the arrays, {0, 1, ..., rank-1}",
       .optional_in_text = true},
      dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_MAP_H_
