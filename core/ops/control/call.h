// Attributes of call.
#ifndef HLOOM_OPS_CONTROL_CALL_H_
#define HLOOM_OPS_CONTROL_CALL_H_

#include "hlo/attributes/custom_call.h"

namespace hloom {

struct CallAttributes {
  OutputOperandAliasing output_to_operand_aliasing;
  bool is_composite = false;

  template <typename V>
  void visit(V& v) {
    v({.name = "output_to_operand_aliasing",
       .proto_field = 74,
       .doc = "the parts of the result that share memory with parts of the operands",
       .omit_default = true},
      output_to_operand_aliasing);
    v({.name = "is_composite",
       .proto_field = 89,
       .doc = "true if the computation implements a higher-level operation, which "
              "frontend_attributes describe: composite.name, composite.attributes, "
              "composite.version",
       .after_callees = true,
       .omit_default = true},
      is_composite);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_CALL_H_
