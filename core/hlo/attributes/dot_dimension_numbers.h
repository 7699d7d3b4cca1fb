// The batch and contracting dimensions of the two arrays of a product. Names as in XLA's
// DotDimensionNumbers, field numbers as in its proto.
#ifndef HLOOM_HLO_ATTRIBUTES_DOT_DIMENSION_NUMBERS_H_
#define HLOOM_HLO_ATTRIBUTES_DOT_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

class DotDimensionNumbers {
 public:
  using Dims = std::vector<int64_t>;
  static constexpr int kProtoField = 30;  // of HloInstructionProto

  const Dims& lhs_batch_dimensions() const { return lhs_batch_; }
  const Dims& lhs_contracting_dimensions() const { return lhs_contracting_; }
  const Dims& rhs_batch_dimensions() const { return rhs_batch_; }
  const Dims& rhs_contracting_dimensions() const { return rhs_contracting_; }

  void add_lhs_batch_dimensions(int64_t dim) { lhs_batch_.push_back(dim); }
  void add_lhs_contracting_dimensions(int64_t dim) { lhs_contracting_.push_back(dim); }
  void add_rhs_batch_dimensions(int64_t dim) { rhs_batch_.push_back(dim); }
  void add_rhs_contracting_dimensions(int64_t dim) { rhs_contracting_.push_back(dim); }

  Dims* mutable_lhs_batch_dimensions() { return &lhs_batch_; }
  Dims* mutable_lhs_contracting_dimensions() { return &lhs_contracting_; }
  Dims* mutable_rhs_batch_dimensions() { return &rhs_batch_; }
  Dims* mutable_rhs_contracting_dimensions() { return &rhs_contracting_; }

  // HLO text shortens the names; the order is its order.
  template <typename V>
  void visit(V& v) {
    VisitIn(v, kProtoField, 0);
  }
  // The same, where bytes have the message within another one.
  template <typename V>
  void VisitIn(V& v, int proto_message, int proto_submessage) {
    Visit(v, kTextNames, proto_message, proto_submessage);
  }
  // The same fields with XLA's names of them, as JavaScript has them.
  template <typename V>
  void VisitByName(V& v) {
    Visit(v, kNames, kProtoField, 0);
  }

  friend bool operator==(const DotDimensionNumbers&, const DotDimensionNumbers&) = default;

 private:
  struct Names {
    std::string_view lhs_batch, lhs_contracting, rhs_batch, rhs_contracting;
  };
  static constexpr Names kTextNames = {"lhs_batch_dims", "lhs_contracting_dims", "rhs_batch_dims",
                                       "rhs_contracting_dims"};
  static constexpr Names kNames = {"lhs_batch_dimensions", "lhs_contracting_dimensions",
                                   "rhs_batch_dimensions", "rhs_contracting_dimensions"};

  template <typename V>
  void Visit(V& v, const Names& names, int message, int submessage) {
    v({.name = names.lhs_batch,
       .proto_field = 3,
       .proto_message = message,
       .proto_submessage = submessage,
       .doc = "the dimensions of lhs that go along with dimensions of rhs and stay",
       .omit_default = true},
      lhs_batch_);
    v({.name = names.lhs_contracting,
       .proto_field = 1,
       .proto_message = message,
       .proto_submessage = submessage,
       .doc = "the dimensions of lhs that are summed over",
       .optional_in_text = true},
      lhs_contracting_);
    v({.name = names.rhs_batch,
       .proto_field = 4,
       .proto_message = message,
       .proto_submessage = submessage,
       .doc = "for each batch dimension of lhs the dimension of rhs that it goes along with",
       .omit_default = true},
      rhs_batch_);
    v({.name = names.rhs_contracting,
       .proto_field = 2,
       .proto_message = message,
       .proto_submessage = submessage,
       .doc = "for each contracting dimension of lhs the dimension of rhs that it meets",
       .optional_in_text = true},
      rhs_contracting_);
  }

  Dims lhs_batch_;
  Dims lhs_contracting_;
  Dims rhs_batch_;
  Dims rhs_contracting_;
};

template <>
const AttributeKind& AttributeKindOf<DotDimensionNumbers>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_DOT_DIMENSION_NUMBERS_H_
