// Builder functions that move a kernel over an array and sum the products.
#ifndef HLOOM_BUILDER_FUNCTIONS_CONVOLUTION_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_CONVOLUTION_FUNCTIONS_H_

#include <optional>
#include <utility>
#include <vector>

#include "builder/kinds/window_padding.h"
#include "builder/xla_builder.h"
#include "hlo/attributes/convolution_dimension_numbers.h"
#include "hlo/attributes/enumerations.h"
#include "hlo/attributes/precision_config.h"

namespace hloom {

enum class DynamicConvolution : uint8_t;  // ops/contractions/dynamic_convolution.h

// In all of these, `lhs` is the input and `rhs` the kernel. Lists have an entry for each spatial
// dimension, or none: then strides and dilations are 1, and there is no padding. The input's
// features, or its batch, may be divided into groups. `precision_config` is a hint for back ends,
// which is kept and never changes a result; null is no hint. The result has
// `preferred_element_type`; without that, it has the higher type of the operands'.

// The dimension numbers of Conv and ConvWithGeneralPadding, bf01_oi01->bf01: batch, features,
// space; output features, input features, space.
ConvolutionDimensionNumbers CreateDefaultConvDimensionNumbers(int64_t num_spatial_dims = 2);

// Pads for ceil(size / stride) outputs, or not at all. With f32[1,3,8,8] and a kernel
// f32[16,3,3,3]:
//
//   Conv(x, w, {1, 1}, Padding::kSame)   // f32[1,16,8,8]
//   Conv(x, w, {1, 1}, Padding::kValid)  // f32[1,16,6,6]
XlaOp Conv(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides, Padding padding,
           int64_t feature_group_count = 1, int64_t batch_group_count = 1,
           const PrecisionConfig* precision_config = nullptr,
           std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// The same with the low and high padding of each spatial dimension, which may be negative.
XlaOp ConvWithGeneralPadding(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                             Span<const std::pair<int64_t, int64_t>> padding,
                             int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                             const PrecisionConfig* precision_config = nullptr,
                             std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Like Conv, with dimensions in any order.
XlaOp ConvWithGeneralDimensions(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                                Padding padding,
                                const ConvolutionDimensionNumbers& dimension_numbers,
                                int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                                const PrecisionConfig* precision_config = nullptr,
                                std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Takes any padding, and dimensions in any order.
XlaOp ConvGeneral(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                  Span<const std::pair<int64_t, int64_t>> padding,
                  const ConvolutionDimensionNumbers& dimension_numbers,
                  int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                  const PrecisionConfig* precision_config = nullptr,
                  std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Takes dilations too, which put holes between the elements of lhs or of rhs, and may reverse the
// kernel along some dimensions.
XlaOp ConvGeneralDilated(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                         Span<const std::pair<int64_t, int64_t>> padding,
                         Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                         const ConvolutionDimensionNumbers& dimension_numbers,
                         int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                         const PrecisionConfig* precision_config = nullptr,
                         std::optional<PrimitiveType> preferred_element_type = std::nullopt,
                         std::optional<std::vector<bool>> window_reversal = std::nullopt);

// Convolutions of dynamic sizes, which are custom calls. With PADDING_SAME each dynamic dimension
// is padded by its live size, for ceil(size / stride) outputs, and `padding` applies to the other
// dimensions; with PADDING_VALID `padding` applies to all.
XlaOp DynamicConvForward(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                         Span<const std::pair<int64_t, int64_t>> padding,
                         Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                         const ConvolutionDimensionNumbers& dimension_numbers,
                         int64_t feature_group_count, int64_t batch_group_count,
                         const PrecisionConfig* precision_config, PaddingType padding_type,
                         std::optional<PrimitiveType> preferred_element_type = std::nullopt);
// The gradient of DynamicConvForward's input: `lhs` is that of the output, spread by lhs_dilation,
// the strides, and `rhs` the kernel, reversed. The live sizes of the result are `input_sizes`, s32
// for each dimension. custom_call.c15: they are at most its bounds.
XlaOp DynamicConvInputGrad(XlaOp input_sizes, XlaOp lhs, XlaOp rhs,
                           Span<const int64_t> window_strides,
                           Span<const std::pair<int64_t, int64_t>> padding,
                           Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                           const ConvolutionDimensionNumbers& dimension_numbers,
                           int64_t feature_group_count, int64_t batch_group_count,
                           const PrecisionConfig* precision_config, PaddingType padding_type,
                           std::optional<PrimitiveType> preferred_element_type = std::nullopt);
// The gradient of DynamicConvForward's kernel, a static array: `gradients` is that of the output,
// spread by rhs_dilation, the strides, and moves over the input.
XlaOp DynamicConvKernelGrad(XlaOp activations, XlaOp gradients, Span<const int64_t> window_strides,
                            Span<const std::pair<int64_t, int64_t>> padding,
                            Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                            const ConvolutionDimensionNumbers& dimension_numbers,
                            int64_t feature_group_count, int64_t batch_group_count,
                            const PrecisionConfig* precision_config, PaddingType padding_type,
                            std::optional<PrimitiveType> preferred_element_type = std::nullopt);

namespace convolution_internal {

// The arguments of the functions above. conv_function.c1: lists have an entry for each spatial
// dimension, or none.
struct ConvolutionArguments {
  Span<const int64_t> window_strides;
  WindowPadding padding;
  Span<const int64_t> lhs_dilation = {};
  Span<const int64_t> rhs_dilation = {};
  // The default ones if there are none, for the rank of lhs.
  const ConvolutionDimensionNumbers* dimension_numbers = nullptr;
  int64_t feature_group_count = 1;
  int64_t batch_group_count = 1;
  const PrecisionConfig* precision_config = nullptr;
  std::optional<PrimitiveType> preferred_element_type = std::nullopt;
  std::vector<bool> window_reversal = {};
};
XlaOp Convolve(XlaOp lhs, XlaOp rhs, const ConvolutionArguments& arguments);
// The same for a custom call; the arguments have dimension numbers.
XlaOp ConvolveDynamic(DynamicConvolution kind, Span<const XlaOp> operands,
                      const ConvolutionArguments& arguments, PaddingType padding_type);

}  // namespace convolution_internal

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_CONVOLUTION_FUNCTIONS_H_
