#ifndef HLOOM_OPS_DATA_MOVEMENT_IOTA_H_
#define HLOOM_OPS_DATA_MOVEMENT_IOTA_H_

#include "hlo/attribute.h"

namespace hloom {

struct IotaAttributes {
  int64_t iota_dimension = 0;

  template <typename V>
  void visit(V& v) {
    v({.name = "iota_dimension",
       .proto_field = 14,
       .doc = "the dimension along which the values increase",
       .always_write = true},
      iota_dimension);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_IOTA_H_
