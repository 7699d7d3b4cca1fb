// ApproxTopK, of XLA's client library, whose results may be approximate. In hloom they are exact.
#ifndef HLOOM_BUILDER_LIB_APPROX_TOPK_H_
#define HLOOM_BUILDER_LIB_APPROX_TOPK_H_

#include <utility>

#include "builder/xla_builder.h"

namespace hloom {

// Sorts arrays in step along `reduction_dim`, as a comparator of Sort says, and gives the tuple of
// their first elements: `top_k` of them. Without `aggregate_to_topk` it is as many as XLA's TPUs
// leave over, see below. XLA may leave some of the first out, on TPUs, as long as of all runs the
// part `recall_target` of them is there on average; here all are there, so that the target and the
// initial values change no element. `reduction_input_size_override` says how large the dimension of
// the whole array is, of which a device has a part; it is negative where that is the dimension
// itself.
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

// How many elements ApproxTopK gives of `input_size`, and the logarithm to base 2 of the size of
// the parts from which XLA's TPUs keep one element each, or -1 where top_k are left. The parts are
// as large as the recall allows: with m of them, each of k elements is in a part of its own by
//   (1 - 1/m)^(k-1) = exp((1-k)/m), about, which makes m = (1-k)/log(recall_target).
// Sizes are multiples of a TPU's tile, 1024 for vectors and 128 for other arrays.
StatusOr<std::pair<int64_t, int64_t>> ApproxTopKReductionOutputSize(
    int64_t input_size, int64_t rank, int64_t top_k, float recall_target, bool aggregate_to_topk,
    int64_t input_size_override = -1);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_APPROX_TOPK_H_
