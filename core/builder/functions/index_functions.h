// Builder functions that take or put elements at places which are computed.
#ifndef HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {

// A box of `slice_sizes` that starts at `start_indices`, an integer scalar for each dimension; or at
// the elements of one vector. Starts are moved so that the box lies inside of the operand.
XlaOp DynamicSlice(XlaOp operand, Span<const XlaOp> start_indices, Span<const int64_t> slice_sizes);
XlaOp DynamicSlice(XlaOp operand, XlaOp start_indices, Span<const int64_t> slice_sizes);

// The operand with `update` written over it there.
XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, Span<const XlaOp> start_indices);
XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, XlaOp start_indices);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_
