#ifndef HLOOM_OPS_DATA_MOVEMENT_BROADCAST_H_
#define HLOOM_OPS_DATA_MOVEMENT_BROADCAST_H_

#include "hlo/attribute.h"

namespace hloom {

struct BroadcastAttributes {
  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions",
       .proto_field = 14,
       .doc = "for each dimension of the operand, the dimension of the result that it becomes",
       .optional_in_text = true},
      dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_BROADCAST_H_
