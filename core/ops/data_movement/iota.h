#ifndef HLOOM_OPS_DATA_MOVEMENT_IOTA_H_
#define HLOOM_OPS_DATA_MOVEMENT_IOTA_H_

#include "hlo/attribute.h"

namespace hloom {

struct IotaAttributes {
  static constexpr AttributeField kIotaDimension = {
      .name = "iota_dimension",
      .proto_field = 14,
      .doc = "the dimension along which the values increase",
      .always_write = true};

  int64_t iota_dimension = 0;

  template <typename V>
  void visit(V& v) {
    v(kIotaDimension, iota_dimension);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_IOTA_H_
