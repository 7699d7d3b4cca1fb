// Computed starts of slices.
#ifndef HLOOM_OPS_INDEXING_INDEXING_EXPLAIN_H_
#define HLOOM_OPS_INDEXING_INDEXING_EXPLAIN_H_

#include "ops/op_explain.h"

namespace hloom {

// Reads an element of an array of integers, as the nearest int64.
int64_t ReadIndex(const Literal& indices, Span<const int64_t> at);

// The clamped start along a dimension, for a slice size and a dimension size.
SliceStart ClampedStart(int64_t dimension, int64_t asked, int64_t taken, int64_t size);

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_INDEXING_EXPLAIN_H_
