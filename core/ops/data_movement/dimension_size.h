// Attributes of get-dimension-size and set-dimension-size.
#ifndef HLOOM_OPS_DATA_MOVEMENT_DIMENSION_SIZE_H_
#define HLOOM_OPS_DATA_MOVEMENT_DIMENSION_SIZE_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

struct DimensionSizeAttributes {
  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions",
       .proto_field = 14,
       .doc = "the one dimension whose size is read or "
              "set"},
      dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_DIMENSION_SIZE_H_
