#ifndef HLOOM_OPS_DATA_MOVEMENT_REVERSE_H_
#define HLOOM_OPS_DATA_MOVEMENT_REVERSE_H_

#include "hlo/attribute.h"

namespace hloom {

struct ReverseAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions", .proto_field = 14, .doc = "the dimensions to reverse"};

  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v(kDimensions, dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_REVERSE_H_
