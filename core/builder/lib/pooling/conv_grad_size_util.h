// The padding with which the gradient of a convolution is a convolution, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_POOLING_CONV_GRAD_SIZE_UTIL_H_
#define HLOOM_BUILDER_LIB_POOLING_CONV_GRAD_SIZE_UTIL_H_

#include "base/status.h"
#include "builder/kinds/window_padding.h"
#include "ops/op_def.h"

namespace hloom {

// For a spatial dimension: the number of elements of the output when it is spread by the stride,
// and its padding, so that a window of stride 1 computes the input's gradient.
struct SpatialDimensionOutputSizeAndPadding {
  int64_t output_size;
  int64_t pad_before;
  int64_t pad_after;
};

inline constexpr Rule kConvGradC1 = {
    "conv_grad.c1",
    "stride and dilation are 1 or more, and the output is as large as the convolution of the input "
    "by the filter gives it"};

// conv_grad.c1
//   input 5, filter 3, output 2, dilation 1, stride 2, Padding::kValid: {3, 2, 2}
StatusOr<SpatialDimensionOutputSizeAndPadding> ConvGradExtractAndVerifyDimension(
    int64_t input_size, int64_t filter_size, int64_t output_size, int64_t dilation, int64_t stride,
    Padding padding);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_POOLING_CONV_GRAD_SIZE_UTIL_H_
