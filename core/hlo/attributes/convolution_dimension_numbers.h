// Kind convolution_dimension_numbers: the roles of the dimensions of a convolution's input, kernel
// and output: batch, features and space. Names and field numbers as in XLA's
// ConvolutionDimensionNumbers.
//
// HLO text labels the dimensions of each, dim_labels=b01f_01io->b01f:
//   input and output: b batch, f feature; kernel: i input feature, o output feature
//   0, 1 ...: the spatial dimensions, in the order in which the window numbers them
//   ?: a dimension of another kind; those behind the last label are not kept, as in XLA
// Here b01f means that the input is [batch, y, x, feature]: input_batch_dimension 0,
// input_spatial_dimensions {1, 2}, input_feature_dimension 3. JavaScript takes the same labels, or
// an object with XLA's names.
#ifndef HLOOM_HLO_ATTRIBUTES_CONVOLUTION_DIMENSION_NUMBERS_H_
#define HLOOM_HLO_ATTRIBUTES_CONVOLUTION_DIMENSION_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/span.h"
#include "hlo/attribute.h"

namespace hloom {

// The dimension numbers of one of the three arrays.
struct ConvolutionLabels {
  int64_t batch = 0;    // in a kernel, its input features
  int64_t feature = 0;  // in a kernel, its output features
  std::vector<int64_t> spatial;

  friend bool operator==(const ConvolutionLabels&, const ConvolutionLabels&) = default;
};

class ConvolutionDimensionNumbers {
 public:
  // A label is one character.
  static constexpr int64_t kMaxSpatial = 10;

  int64_t input_batch_dimension() const { return input_.batch; }
  int64_t input_feature_dimension() const { return input_.feature; }
  Span<const int64_t> input_spatial_dimensions() const { return input_.spatial; }
  int64_t kernel_input_feature_dimension() const { return kernel_.batch; }
  int64_t kernel_output_feature_dimension() const { return kernel_.feature; }
  Span<const int64_t> kernel_spatial_dimensions() const { return kernel_.spatial; }
  int64_t output_batch_dimension() const { return output_.batch; }
  int64_t output_feature_dimension() const { return output_.feature; }
  Span<const int64_t> output_spatial_dimensions() const { return output_.spatial; }

  void set_input_batch_dimension(int64_t dim) { input_.batch = dim; }
  void set_input_feature_dimension(int64_t dim) { input_.feature = dim; }
  void add_input_spatial_dimensions(int64_t dim) { input_.spatial.push_back(dim); }
  void set_kernel_input_feature_dimension(int64_t dim) { kernel_.batch = dim; }
  void set_kernel_output_feature_dimension(int64_t dim) { kernel_.feature = dim; }
  void add_kernel_spatial_dimensions(int64_t dim) { kernel_.spatial.push_back(dim); }
  void set_output_batch_dimension(int64_t dim) { output_.batch = dim; }
  void set_output_feature_dimension(int64_t dim) { output_.feature = dim; }
  void add_output_spatial_dimensions(int64_t dim) { output_.spatial.push_back(dim); }

  const ConvolutionLabels& input() const { return input_; }
  const ConvolutionLabels& kernel() const { return kernel_; }
  const ConvolutionLabels& output() const { return output_; }
  ConvolutionLabels* mutable_input() { return &input_; }
  ConvolutionLabels* mutable_kernel() { return &kernel_; }
  ConvolutionLabels* mutable_output() { return &output_; }

  // dim_labels.c1: the dimensions of each array differ, and are 0 or more and below the largest
  // rank; all three arrays have the same number of spatial ones, kMaxSpatial at most. Operations
  // call it, because builders and bytes may contain any numbers.
  Status Validate() const;

  // "b01f_01io->b01f". The numbers must be valid.
  std::string ToString() const;

  // The fields as JavaScript has them, in XLA's names.
  template <typename V>
  void VisitByName(V& v) {
    v({.name = "input_batch_dimension", .doc = "the dimension of the input that is the batch"},
      input_.batch);
    v({.name = "input_feature_dimension", .doc = "the dimension of the input's features"},
      input_.feature);
    v({.name = "input_spatial_dimensions",
       .doc = "the spatial dimensions of the input, in the order in which the window numbers them",
       .omit_default = true},
      input_.spatial);
    v({.name = "kernel_input_feature_dimension",
       .doc = "the dimension of the kernel with the features that it takes"},
      kernel_.batch);
    v({.name = "kernel_output_feature_dimension",
       .doc = "the dimension of the kernel with the features that it returns"},
      kernel_.feature);
    v({.name = "kernel_spatial_dimensions",
       .doc = "the spatial dimensions of the kernel, in the same order",
       .omit_default = true},
      kernel_.spatial);
    v({.name = "output_batch_dimension", .doc = "the dimension of the output that is the batch"},
      output_.batch);
    v({.name = "output_feature_dimension", .doc = "the dimension of the output's features"},
      output_.feature);
    v({.name = "output_spatial_dimensions",
       .doc = "the spatial dimensions of the output, in the same order",
       .omit_default = true},
      output_.spatial);
  }

  friend bool operator==(const ConvolutionDimensionNumbers&,
                         const ConvolutionDimensionNumbers&) = default;

 private:
  ConvolutionLabels input_;
  ConvolutionLabels kernel_;
  ConvolutionLabels output_;
};

template <>
const AttributeKind& AttributeKindOf<ConvolutionDimensionNumbers>();
// The kind for operations that need not have them.
template <>
const AttributeKind& AttributeKindOf<std::optional<ConvolutionDimensionNumbers>>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_CONVOLUTION_DIMENSION_NUMBERS_H_
