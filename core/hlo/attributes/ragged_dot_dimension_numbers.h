// The batch, contracting and group dimensions of the two arrays of a product of groups. Names as in
// XLA's RaggedDotDimensionNumbers, field numbers as in its proto.
#ifndef HLOOM_HLO_ATTRIBUTES_RAGGED_DOT_DIMENSION_NUMBERS_H_
#define HLOOM_HLO_ATTRIBUTES_RAGGED_DOT_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "hlo/attributes/dot_dimension_numbers.h"

namespace hloom {

class RaggedDotDimensionNumbers {
 public:
  using Dims = std::vector<int64_t>;
  static constexpr int kProtoField = 90;  // of HloInstructionProto

  const DotDimensionNumbers& dot_dimension_numbers() const { return dot_; }
  const Dims& lhs_ragged_dimensions() const { return lhs_ragged_; }
  const Dims& rhs_group_dimensions() const { return rhs_group_; }

  DotDimensionNumbers* mutable_dot_dimension_numbers() { return &dot_; }
  Dims* mutable_lhs_ragged_dimensions() { return &lhs_ragged_; }
  Dims* mutable_rhs_group_dimensions() { return &rhs_group_; }
  void add_lhs_ragged_dimensions(int64_t dim) { lhs_ragged_.push_back(dim); }
  void add_rhs_group_dimensions(int64_t dim) { rhs_group_.push_back(dim); }

  // HLO text shortens the names, and writes dot's fields next to the others.
  template <typename V>
  void visit(V& v) {
    dot_.VisitIn(v, kProtoField, /*proto_submessage=*/1);
    VisitOwn(v, "lhs_ragged_dims", "rhs_group_dims");
  }
  // The fields with XLA's names of them, as JavaScript has them.
  template <typename V>
  void VisitByName(V& v) {
    v({.name = "dot_dimension_numbers", .doc = "the dimension numbers without the groups"}, dot_);
    VisitOwn(v, "lhs_ragged_dimensions", "rhs_group_dimensions");
  }

  friend bool operator==(const RaggedDotDimensionNumbers&,
                         const RaggedDotDimensionNumbers&) = default;

 private:
  template <typename V>
  void VisitOwn(V& v, std::string_view lhs_ragged, std::string_view rhs_group) {
    v({.name = lhs_ragged,
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "the one dimension of lhs that is divided into groups"},
      lhs_ragged_);
    v({.name = rhs_group,
       .proto_field = 3,
       .proto_message = kProtoField,
       .doc = "if that dimension is neither batch nor contracting, the one dimension of rhs that "
              "has an entry for each group",
       .omit_default = true},
      rhs_group_);
  }

  DotDimensionNumbers dot_;
  Dims lhs_ragged_;
  Dims rhs_group_;
};

template <>
const AttributeKind& AttributeKindOf<RaggedDotDimensionNumbers>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_RAGGED_DOT_DIMENSION_NUMBERS_H_
