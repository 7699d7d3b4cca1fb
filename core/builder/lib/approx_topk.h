// ApproxTopK, of XLA's client library, whose results may be approximate. In hloom they are exact.
#ifndef HLOOM_BUILDER_LIB_APPROX_TOPK_H_
#define HLOOM_BUILDER_LIB_APPROX_TOPK_H_

#include <utility>

#include "builder/xla_builder.h"

namespace hloom {

// Sorts arrays in step along `reduction_dim` by a comparator of Sort, and returns the tuple of
// their first `top_k` elements. Without `aggregate_to_topk` there are as many as XLA's TPUs keep,
// see below. On TPUs, XLA may miss some of the first elements, as long as it finds the fraction
// `recall_target` of them on average; hloom finds all, so the target and the initial values do not
// change the result. `reduction_input_size_override` is the size of the dimension of the whole
// array, of which a device has a part; it is negative if that is the dimension itself.
//   approx_topk.c1: there are operands, and an initial value of the same type for each
//   approx_topk.c2: reduction_dim is a dimension; approx_topk.c3: it has top_k elements
//   approx_topk.c4: the target is in (0, 1]; approx_topk.c5: the override is at least the size
XlaOp ApproxTopK(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
                 int64_t top_k, int64_t reduction_dim, const XlaComputation& comparator,
                 float recall_target = 0.9f, bool aggregate_to_topk = true,
                 int64_t reduction_input_size_override = -1);
// XLA's name of the form that sorts on every back end.
inline XlaOp ApproxTopKFallback(XlaBuilder* builder, Span<const XlaOp> operands,
                                Span<const XlaOp> init_values, int64_t top_k, int64_t reduction_dim,
                                const XlaComputation& comparator, float recall_target = 0.9f,
                                bool aggregate_to_topk = true,
                                int64_t reduction_input_size_override = -1) {
  return ApproxTopK(builder, operands, init_values, top_k, reduction_dim, comparator, recall_target,
                    aggregate_to_topk, reduction_input_size_override);
}

// The number of elements that ApproxTopK returns for `input_size`, and the logarithm to base 2 of
// the size of the parts from which XLA's TPUs keep one element each, or -1 if top_k remain. The
// parts are as large as the recall allows: with m of them, each of k elements is in a part of its
// own by
//   (1 - 1/m)^(k-1) = exp((1-k)/m), about, which makes m = (1-k)/log(recall_target).
// Sizes are multiples of a TPU's tile, 1024 for vectors and 128 for other arrays.
StatusOr<std::pair<int64_t, int64_t>> ApproxTopKReductionOutputSize(
    int64_t input_size, int64_t rank, int64_t top_k, float recall_target, bool aggregate_to_topk,
    int64_t input_size_override = -1);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_APPROX_TOPK_H_
