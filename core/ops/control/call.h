// Attributes of call.
#ifndef HLOOM_OPS_CONTROL_CALL_H_
#define HLOOM_OPS_CONTROL_CALL_H_

#include "hlo/attribute.h"

namespace hloom {

struct CallAttributes {
  bool is_composite = false;

  template <typename V>
  void visit(V& v) {
    v({.name = "is_composite",
       .proto_field = 89,
       .doc = "whether the computation stands for an operation of a higher level, which "
              "frontend_attributes name: composite.name, composite.attributes, composite.version",
       .after_callees = true,
       .omit_default = true},
      is_composite);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_CALL_H_
