// Pooling of pictures, of XLA's client library: the greatest element or the mean of each window.
//
// kernel_size and stride have an entry for each dimension of the operand, 1 for the batch and, as a
// rule, for the features: pool.c1. data_format says which dimension is which: pool.c2. Padding is
// no element: it is never the greatest, and is counted by a mean only where that is asked for.
#ifndef HLOOM_BUILDER_LIB_POOLING_POOLING_H_
#define HLOOM_BUILDER_LIB_POOLING_POOLING_H_

#include <optional>
#include <utility>
#include <vector>

#include "builder/kinds/tensor_format.h"
#include "builder/kinds/window_padding.h"
#include "builder/xla_builder.h"

namespace hloom {

// The greatest element of each window; NaN where one is NaN.
//   f32[1,4,1] {{{1}, {3}, {2}, {0}}}, kernel {1, 2, 1}, stride {1, 2, 1}: {{{3}, {2}}}
XlaOp MaxPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Padding padding, const TensorFormat& data_format);

// The mean of each window, with the low and high padding of each dimension of space: pool.c3. With
// counts_include_padding, the sum is divided by the size of the window, whatever lies in it. Types
// narrower than F32 are computed in F32 and rounded once.
XlaOp AvgPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Span<const std::pair<int64_t, int64_t>> padding, const TensorFormat& data_format,
              bool counts_include_padding);

// The low and high padding of each dimension of space that `padding` means.
std::vector<std::pair<int64_t, int64_t>> MakeSpatialPadding(Span<const int64_t> input_size,
                                                            Span<const int64_t> kernel_size,
                                                            Span<const int64_t> stride,
                                                            Padding padding,
                                                            const TensorFormat& data_format);

// The gradient of AvgPool: what is given for each mean, shared by the elements that it was of.
// gradients_size are the sizes of what was pooled. pool.c4: out_backprop is static, and there is a
// size for each dimension. conv_grad.c1: it has the sizes that pooling gives.
XlaOp AvgPoolGrad(XlaOp out_backprop, Span<const int64_t> gradients_size,
                  Span<const int64_t> kernel_size, Span<const int64_t> stride,
                  Span<const std::pair<int64_t, int64_t>> spatial_padding,
                  const TensorFormat& data_format, bool counts_include_padding);

namespace pooling_internal {

// The arguments as JavaScript gives them: any padding, and without a format the batch comes first
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
