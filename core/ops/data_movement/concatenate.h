#ifndef HLOOM_OPS_DATA_MOVEMENT_CONCATENATE_H_
#define HLOOM_OPS_DATA_MOVEMENT_CONCATENATE_H_

#include "hlo/attribute.h"

namespace hloom {

struct ConcatenateAttributes {
  // HLO text and bytes have it as a list of exactly one entry.
  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions",
       .proto_field = 14,
       .doc = "the one dimension along which the operands are concatenated"},
      dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_CONCATENATE_H_
