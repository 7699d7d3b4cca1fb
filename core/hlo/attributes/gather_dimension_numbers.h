// The dimensions by which gather finds its slices and arranges them. Names as in XLA's
// GatherDimensionNumbers, field numbers as in its proto.
#ifndef HLOOM_HLO_ATTRIBUTES_GATHER_DIMENSION_NUMBERS_H_
#define HLOOM_HLO_ATTRIBUTES_GATHER_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

class GatherDimensionNumbers {
 public:
  using Dims = std::vector<int64_t>;
  static constexpr int kProtoField = 33;  // of HloInstructionProto

  const Dims& offset_dims() const { return offset_dims_; }
  const Dims& collapsed_slice_dims() const { return collapsed_slice_dims_; }
  const Dims& start_index_map() const { return start_index_map_; }
  const Dims& operand_batching_dims() const { return operand_batching_dims_; }
  const Dims& start_indices_batching_dims() const { return start_indices_batching_dims_; }
  int64_t index_vector_dim() const { return index_vector_dim_; }

  void add_offset_dims(int64_t dim) { offset_dims_.push_back(dim); }
  void add_collapsed_slice_dims(int64_t dim) { collapsed_slice_dims_.push_back(dim); }
  void add_start_index_map(int64_t dim) { start_index_map_.push_back(dim); }
  void add_operand_batching_dims(int64_t dim) { operand_batching_dims_.push_back(dim); }
  void add_start_indices_batching_dims(int64_t dim) { start_indices_batching_dims_.push_back(dim); }
  void set_index_vector_dim(int64_t dim) { index_vector_dim_ = dim; }

  Dims* mutable_offset_dims() { return &offset_dims_; }
  Dims* mutable_collapsed_slice_dims() { return &collapsed_slice_dims_; }
  Dims* mutable_start_index_map() { return &start_index_map_; }
  Dims* mutable_operand_batching_dims() { return &operand_batching_dims_; }
  Dims* mutable_start_indices_batching_dims() { return &start_indices_batching_dims_; }

  // The order is that of XLA's text.
  template <typename V>
  void visit(V& v) {
    v({.name = "offset_dims",
       .proto_field = 1,
       .proto_message = kProtoField,
       .doc = "the dimensions of the result that count within a slice, ascending"},
      offset_dims_);
    v({.name = "collapsed_slice_dims",
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "the dimensions of the operand, sliced to size 1, that the result does not have, "
              "ascending"},
      collapsed_slice_dims_);
    v({.name = "start_index_map",
       .proto_field = 3,
       .proto_message = kProtoField,
       .doc = "for each component of an index vector the dimension of the operand that it is for"},
      start_index_map_);
    v({.name = "operand_batching_dims",
       .proto_field = 5,
       .proto_message = kProtoField,
       .doc = "the dimensions of the operand, sliced to size 1, in which a slice starts where its "
              "index vector is in start_indices, ascending",
       .omit_default = true},
      operand_batching_dims_);
    v({.name = "start_indices_batching_dims",
       .proto_field = 6,
       .proto_message = kProtoField,
       .doc = "for each of operand_batching_dims the dimension of start_indices that it goes along "
              "with",
       .omit_default = true},
      start_indices_batching_dims_);
    v({.name = "index_vector_dim",
       .proto_field = 4,
       .proto_message = kProtoField,
       .doc = "the dimension of start_indices that holds the index vectors; its rank where "
              "each index is a vector of one"},
      index_vector_dim_);
  }

  friend bool operator==(const GatherDimensionNumbers&, const GatherDimensionNumbers&) = default;

 private:
  Dims offset_dims_;
  Dims collapsed_slice_dims_;
  Dims start_index_map_;
  Dims operand_batching_dims_;
  Dims start_indices_batching_dims_;
  int64_t index_vector_dim_ = 0;
};

template <>
const AttributeKind& AttributeKindOf<GatherDimensionNumbers>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_GATHER_DIMENSION_NUMBERS_H_
