// Builder functions that take or write elements at computed start indices.
#ifndef HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {

// Takes a box of `slice_sizes` that starts at `start_indices`, an integer scalar for each
// dimension, or one vector of them. Starts are clamped so that the box stays in bounds.
XlaOp DynamicSlice(XlaOp operand, Span<const XlaOp> start_indices, Span<const int64_t> slice_sizes);
XlaOp DynamicSlice(XlaOp operand, XlaOp start_indices, Span<const int64_t> slice_sizes);

// The operand with `update` written over the box of its sizes that starts there.
XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, Span<const XlaOp> start_indices);
XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, XlaOp start_indices);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_INDEX_FUNCTIONS_H_
