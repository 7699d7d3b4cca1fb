// A kind that no operation has yet, in the one file that it takes: DotDimensionNumbers, XLA's
// message of how the dimensions of a product's operands go together. A record: HLO text and bytes
// have its fields.
#ifndef HLOOM_TESTS_HLO_NEXT_KINDS_DOT_DIMENSION_NUMBERS_H_
#define HLOOM_TESTS_HLO_NEXT_KINDS_DOT_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "hlo/kinds/record_kind.h"

namespace hloom {

struct DotDimensionNumbers {
  static constexpr int kProtoField = 30;  // of HloInstructionProto

  std::vector<int64_t> lhs_batch_dims;
  std::vector<int64_t> rhs_batch_dims;
  std::vector<int64_t> lhs_contracting_dims;
  std::vector<int64_t> rhs_contracting_dims;

  // The order is that of XLA's text.
  template <typename V>
  void visit(V& v) {
    v({.name = "lhs_batch_dims",
       .proto_field = 3,
       .proto_message = kProtoField,
       .doc = "the dimensions of lhs that go along with those of rhs_batch_dims",
       .omit_default = true},
      lhs_batch_dims);
    v({.name = "lhs_contracting_dims",
       .proto_field = 1,
       .proto_message = kProtoField,
       .doc = "the dimensions of lhs that are summed over",
       .omit_default = true},
      lhs_contracting_dims);
    v({.name = "rhs_batch_dims",
       .proto_field = 4,
       .proto_message = kProtoField,
       .doc = "for each of lhs_batch_dims the dimension of rhs",
       .omit_default = true},
      rhs_batch_dims);
    v({.name = "rhs_contracting_dims",
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "for each of lhs_contracting_dims the dimension of rhs",
       .omit_default = true},
      rhs_contracting_dims);
  }

  friend bool operator==(const DotDimensionNumbers&, const DotDimensionNumbers&) = default;
};

inline constexpr JsForm kDotDimensionNumbersForm = RecordForm<DotDimensionNumbers>(
    "DotDimensionNumbers", "How the dimensions of a product's operands go together.");
inline constexpr AttributeKind kDotDimensionNumbersKind =
    RecordKind<DotDimensionNumbers, kDotDimensionNumbersForm>();

template <>
inline const AttributeKind& AttributeKindOf<DotDimensionNumbers>() {
  return kDotDimensionNumbersKind;
}

}  // namespace hloom

#endif  // HLOOM_TESTS_HLO_NEXT_KINDS_DOT_DIMENSION_NUMBERS_H_
