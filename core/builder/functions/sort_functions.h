// Builder functions that map and sort.
#ifndef HLOOM_BUILDER_FUNCTIONS_SORT_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_SORT_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {

// Applies a computation of scalars to each element of the operands, along all of their dimensions:
// `dimensions` is {0, 1, ..., rank-1}. Static operands are scalars that come after the elements,
// the same for each.
XlaOp Map(XlaBuilder* builder, Span<const XlaOp> operands, const XlaComputation& computation,
          Span<const int64_t> dimensions, Span<const XlaOp> static_operands = {});

// Sorts the operands in step along a dimension, -1 being the last; several give a tuple. The
// comparator takes two elements of each operand, and returns whether the first elements go before
// the second ones. The sort is always stable.
XlaOp Sort(Span<const XlaOp> operands, const XlaComputation& comparator, int64_t dimension = -1,
           bool is_stable = false);
// Sorts as above; an empty list is an error.
XlaOp Sort(XlaBuilder* builder, Span<const XlaOp> operands, const XlaComputation& comparator,
           int64_t dimension = -1, bool is_stable = false);

// Returns the k largest elements of each row along the last dimension, in descending order, or the
// k smallest in ascending order, and their indices in the row, S32. Floats compare in the total
// order; of equal elements those of lower indices come first.
XlaOp TopK(XlaOp operand, int64_t k, bool largest = true);
// The k largest with indices of another type, as in XLA. An index that does not fit an integer type
// wraps around. type.c1: the type is numeric.
XlaOp TopK(XlaOp input, int64_t k, PrimitiveType index_type);
// Returns the result of TopK. XLA has this form to split rows into parts, which does not change the
// result.
// topk.b1: there is at least one part.
XlaOp TopKWithPartitions(XlaOp input, int64_t k, int64_t num_partitions = 1,
                         PrimitiveType index_type = S32);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_SORT_FUNCTIONS_H_
