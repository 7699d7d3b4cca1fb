// A kind that no operation has yet, in the one file that it takes: TriangularSolveOptions, XLA's
// message of how a triangular system is solved. A record: HLO text and bytes have its fields.
#ifndef HLOOM_TESTS_HLO_NEXT_KINDS_TRIANGULAR_SOLVE_OPTIONS_H_
#define HLOOM_TESTS_HLO_NEXT_KINDS_TRIANGULAR_SOLVE_OPTIONS_H_

#include "hlo/kinds/record_kind.h"

namespace hloom {

struct TriangularSolveOptions {
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

  friend bool operator==(const TriangularSolveOptions&, const TriangularSolveOptions&) = default;
};

inline constexpr JsForm kTriangularSolveOptionsForm = RecordForm<TriangularSolveOptions>(
    "TriangularSolveOptions", "How a triangular system is solved.");
inline constexpr AttributeKind kTriangularSolveOptionsKind =
    RecordKind<TriangularSolveOptions, kTriangularSolveOptionsForm>();

template <>
inline const AttributeKind& AttributeKindOf<TriangularSolveOptions>() {
  return kTriangularSolveOptionsKind;
}

}  // namespace hloom

#endif  // HLOOM_TESTS_HLO_NEXT_KINDS_TRIANGULAR_SOLVE_OPTIONS_H_
