// The dimensions by which scatter finds its windows and their updates. Names as in XLA's
// ScatterDimensionNumbers, field numbers as in its proto.
#ifndef HLOOM_HLO_ATTRIBUTES_SCATTER_DIMENSION_NUMBERS_H_
#define HLOOM_HLO_ATTRIBUTES_SCATTER_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

class ScatterDimensionNumbers {
 public:
  using Dims = std::vector<int64_t>;
  static constexpr int kProtoField = 48;  // of HloInstructionProto

  const Dims& update_window_dims() const { return update_window_dims_; }
  const Dims& inserted_window_dims() const { return inserted_window_dims_; }
  const Dims& scatter_dims_to_operand_dims() const { return scatter_dims_to_operand_dims_; }
  const Dims& input_batching_dims() const { return input_batching_dims_; }
  const Dims& scatter_indices_batching_dims() const { return scatter_indices_batching_dims_; }
  int64_t index_vector_dim() const { return index_vector_dim_; }

  void add_update_window_dims(int64_t dim) { update_window_dims_.push_back(dim); }
  void add_inserted_window_dims(int64_t dim) { inserted_window_dims_.push_back(dim); }
  void add_scatter_dims_to_operand_dims(int64_t dim) {
    scatter_dims_to_operand_dims_.push_back(dim);
  }
  void add_input_batching_dims(int64_t dim) { input_batching_dims_.push_back(dim); }
  void add_scatter_indices_batching_dims(int64_t dim) {
    scatter_indices_batching_dims_.push_back(dim);
  }
  void set_index_vector_dim(int64_t dim) { index_vector_dim_ = dim; }

  Dims* mutable_update_window_dims() { return &update_window_dims_; }
  Dims* mutable_inserted_window_dims() { return &inserted_window_dims_; }
  Dims* mutable_scatter_dims_to_operand_dims() { return &scatter_dims_to_operand_dims_; }
  Dims* mutable_input_batching_dims() { return &input_batching_dims_; }
  Dims* mutable_scatter_indices_batching_dims() { return &scatter_indices_batching_dims_; }

  // The order is that of XLA's text.
  template <typename V>
  void visit(V& v) {
    v({.name = "update_window_dims",
       .proto_field = 1,
       .proto_message = kProtoField,
       .doc = "the dimensions of the updates that count within a window, ascending"},
      update_window_dims_);
    v({.name = "inserted_window_dims",
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "the dimensions of the operand that the updates do not have: a window has size 1 "
              "there; ascending"},
      inserted_window_dims_);
    v({.name = "scatter_dims_to_operand_dims",
       .proto_field = 3,
       .proto_message = kProtoField,
       .doc = "for each component of an index vector the dimension of the operand that it is for"},
      scatter_dims_to_operand_dims_);
    v({.name = "input_batching_dims",
       .proto_field = 5,
       .proto_message = kProtoField,
       .doc = "the dimensions of the operand in which a window of size 1 starts where its index "
              "vector is in scatter_indices, ascending",
       .omit_default = true},
      input_batching_dims_);
    v({.name = "scatter_indices_batching_dims",
       .proto_field = 6,
       .proto_message = kProtoField,
       .doc = "for each of input_batching_dims the dimension of scatter_indices that it goes along "
              "with",
       .omit_default = true},
      scatter_indices_batching_dims_);
    v({.name = "index_vector_dim",
       .proto_field = 4,
       .proto_message = kProtoField,
       .doc = "the dimension of scatter_indices that holds the index vectors; its rank where "
              "each index is a vector of one"},
      index_vector_dim_);
  }

  friend bool operator==(const ScatterDimensionNumbers&, const ScatterDimensionNumbers&) = default;

 private:
  Dims update_window_dims_;
  Dims inserted_window_dims_;
  Dims scatter_dims_to_operand_dims_;
  Dims input_batching_dims_;
  Dims scatter_indices_batching_dims_;
  int64_t index_vector_dim_ = 0;
};

template <>
const AttributeKind& AttributeKindOf<ScatterDimensionNumbers>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_SCATTER_DIMENSION_NUMBERS_H_
