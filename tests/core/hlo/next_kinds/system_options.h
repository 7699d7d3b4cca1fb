// A kind that no operation has, in the one file that it takes: how a system of equations is solved,
// as a message in bytes. A record: HLO text and bytes have its fields.
#ifndef HLOOM_TESTS_HLO_NEXT_KINDS_SYSTEM_OPTIONS_H_
#define HLOOM_TESTS_HLO_NEXT_KINDS_SYSTEM_OPTIONS_H_

#include "hlo/kinds/record_codec.h"

namespace hloom {

struct SystemOptions {
  static constexpr int kProtoField = 59;  // of HloInstructionProto

  bool left_side = false;
  bool lower = false;
  bool unit_diagonal = false;

  template <typename V>
  void visit(V& v) {
    v({.name = "left_side",
       .proto_field = 1,
       .proto_message = kProtoField,
       .doc = "whether the triangular matrix stands on the left",
       .omit_default = true},
      left_side);
    v({.name = "lower",
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "whether it is the lower triangle",
       .omit_default = true},
      lower);
    v({.name = "unit_diagonal",
       .proto_field = 3,
       .proto_message = kProtoField,
       .doc = "whether its diagonal is taken to be all ones",
       .omit_default = true},
      unit_diagonal);
  }

  friend bool operator==(const SystemOptions&, const SystemOptions&) = default;
};

inline constexpr JsForm kSystemOptionsForm =
    RecordForm<SystemOptions>("SystemOptions", "How a triangular system is solved.");
inline constexpr Codec<SystemOptions> kSystemOptions =
    RecordCodec<SystemOptions, kSystemOptionsForm>();

template <>
inline const AttributeKind& AttributeKindOf<SystemOptions>() {
  return MakeKind<kSystemOptions>();
}

}  // namespace hloom

#endif  // HLOOM_TESTS_HLO_NEXT_KINDS_SYSTEM_OPTIONS_H_
