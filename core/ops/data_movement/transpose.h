#ifndef HLOOM_OPS_DATA_MOVEMENT_TRANSPOSE_H_
#define HLOOM_OPS_DATA_MOVEMENT_TRANSPOSE_H_

#include "hlo/attribute.h"

namespace hloom {

struct TransposeAttributes {
  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions",
       .proto_field = 14,
       .doc = "the permutation: for each dimension of the result, the dimension of the operand "
              "that it comes from"},
      dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_TRANSPOSE_H_
