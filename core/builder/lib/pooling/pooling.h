// Pooling of pictures, of XLA's client library: the greatest element or the mean of each window.
//
// kernel_size and stride have an entry for each dimension of the operand, 1 for the batch and, as a
// rule, for the features: pool.c1. data_format has the order of the dimensions: pool.c2. Padding is
// never the greatest element, and a mean counts it only if requested.
#ifndef HLOOM_BUILDER_LIB_POOLING_POOLING_H_
#define HLOOM_BUILDER_LIB_POOLING_POOLING_H_

#include <optional>
#include <utility>
#include <vector>

#include "builder/kinds/tensor_format.h"
#include "builder/kinds/window_padding.h"
#include "builder/xla_builder.h"

namespace hloom {

// The greatest element of each window; NaN if one is NaN.
//   f32[1,4,1] {{{1}, {3}, {2}, {0}}}, kernel {1, 2, 1}, stride {1, 2, 1}: {{{3}, {2}}}
XlaOp MaxPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Padding padding, const TensorFormat& data_format);

// The mean of each window, with the low and high padding of each spatial dimension: pool.c3. With
// counts_include_padding, the sum is always divided by the size of the window. Types narrower than
// F32 are computed in F32 and rounded once.
XlaOp AvgPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Span<const std::pair<int64_t, int64_t>> padding, const TensorFormat& data_format,
              bool counts_include_padding);

// The low and high padding of each spatial dimension for `padding`.
std::vector<std::pair<int64_t, int64_t>> MakeSpatialPadding(Span<const int64_t> input_size,
                                                            Span<const int64_t> kernel_size,
                                                            Span<const int64_t> stride,
                                                            Padding padding,
                                                            const TensorFormat& data_format);

// The gradient of AvgPool: the gradient of each mean, divided among the elements of its window.
// gradients_size has the sizes of the pooled array. pool.c4: out_backprop is static, and there is a
// size for each dimension. conv_grad.c1: it has the sizes that pooling gives.
XlaOp AvgPoolGrad(XlaOp out_backprop, Span<const int64_t> gradients_size,
                  Span<const int64_t> kernel_size, Span<const int64_t> stride,
                  Span<const std::pair<int64_t, int64_t>> spatial_padding,
                  const TensorFormat& data_format, bool counts_include_padding);

namespace pooling_internal {

// The arguments in the form of JavaScript: any padding, and without a format the batch comes first
// and features last.
struct PoolArguments {
  Span<const int64_t> kernel_size;
  Span<const int64_t> stride;
  WindowPadding padding;
  std::optional<TensorFormat> data_format;
  bool counts_include_padding = false;
};
XlaOp MaxPool(XlaOp operand, const PoolArguments& pool);
XlaOp AvgPool(XlaOp operand, const PoolArguments& pool);
XlaOp AvgPoolGrad(XlaOp out_backprop, Span<const int64_t> gradients_size,
                  const PoolArguments& pool);
Span<const Rule> PoolRules();
Span<const Rule> AvgPoolGradRules();

}  // namespace pooling_internal

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_POOLING_POOLING_H_
