#ifndef HLOOM_OPS_DATA_MOVEMENT_SLICE_H_
#define HLOOM_OPS_DATA_MOVEMENT_SLICE_H_

#include "hlo/attributes/slice_ranges.h"

namespace hloom {

struct SliceAttributes {
  SliceRanges slice;

  template <typename V>
  void visit(V& v) {
    v({.name = "slice",
       .proto_field = 17,
       .doc = "for each dimension, the range [start:limit:stride] of indices to take"},
      slice);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_SLICE_H_
