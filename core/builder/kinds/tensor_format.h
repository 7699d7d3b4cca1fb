// Kind tensor_format: the order of the dimensions of an array of pictures. Names as in XLA's
// TensorFormat. Only arguments of builder functions have it.
#ifndef HLOOM_BUILDER_KINDS_TENSOR_FORMAT_H_
#define HLOOM_BUILDER_KINDS_TENSOR_FORMAT_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

class TensorFormat {
 public:
  TensorFormat() = default;
  TensorFormat(int64_t batch_dimension, int64_t feature_dimension,
               Span<const int64_t> spatial_dimensions)
      : batch_dimension_(batch_dimension),
        feature_dimension_(feature_dimension),
        spatial_dimensions_(spatial_dimensions.ToVector()) {}

  int64_t batch_dimension() const { return batch_dimension_; }
  int64_t feature_dimension() const { return feature_dimension_; }
  int64_t spatial_dimension(int64_t i) const { return spatial_dimensions_[static_cast<size_t>(i)]; }
  int64_t num_spatial_dims() const { return static_cast<int64_t>(spatial_dimensions_.size()); }

  template <typename V>
  void visit(V& v) {
    v({.name = "batch_dimension", .doc = "the batch dimension"}, batch_dimension_);
    v({.name = "feature_dimension", .doc = "the feature dimension"}, feature_dimension_);
    v({.name = "spatial_dimensions", .doc = "the spatial dimensions, such as rows and columns"},
      spatial_dimensions_);
  }

  friend bool operator==(const TensorFormat&, const TensorFormat&) = default;

 private:
  int64_t batch_dimension_ = 0;
  int64_t feature_dimension_ = 0;
  std::vector<int64_t> spatial_dimensions_;
};

template <>
const AttributeKind& AttributeKindOf<TensorFormat>();

}  // namespace hloom

#endif  // HLOOM_BUILDER_KINDS_TENSOR_FORMAT_H_
