// Attributes of fusion.
#ifndef HLOOM_OPS_CONTROL_FUSION_H_
#define HLOOM_OPS_CONTROL_FUSION_H_

#include "hlo/attributes/custom_call.h"
#include "hlo/attributes/enumerations.h"

namespace hloom {

struct FusionAttributes {
  FusionKind kind = FusionKind::kLoop;
  OutputOperandAliasing output_to_operand_aliasing;

  template <typename V>
  void visit(V& v) {
    v({.name = "kind",
       .proto_field = 11,
       .doc = "the way a compiler intends to run it: kLoop, kInput, kOutput or kCustom",
       .always_write = true},
      kind);
    v({.name = "output_to_operand_aliasing",
       .proto_field = 74,
       .doc = "the parts of the result that share memory with parts of operands",
       .omit_default = true},
      output_to_operand_aliasing);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_FUSION_H_
