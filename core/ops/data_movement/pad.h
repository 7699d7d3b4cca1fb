#ifndef HLOOM_OPS_DATA_MOVEMENT_PAD_H_
#define HLOOM_OPS_DATA_MOVEMENT_PAD_H_

#include "hlo/attributes/padding_config.h"

namespace hloom {

struct PadAttributes {
  PaddingConfig padding;

  template <typename V>
  void visit(V& v) {
    v({.name = "padding",
       .proto_field = 21,
       .doc = "for each dimension, low_high or low_high_interior: the number of values added "
              "before the first element, after the last one, and between every two",
       .always_write = true},
      padding);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_PAD_H_
