// Attributes of fusion.
#ifndef HLOOM_OPS_FUSION_H_
#define HLOOM_OPS_FUSION_H_

#include "hlo/attributes/fusion_kind.h"

namespace hloom {

struct FusionAttributes {
  FusionKind kind = FusionKind::kLoop;

  template <typename V>
  void visit(V& v) {
    v({.name = "kind",
       .proto_field = 11,
       .doc = "how a compiler means to run it: kLoop, kInput, kOutput or kCustom",
       .always_write = true},
      kind);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_FUSION_H_
