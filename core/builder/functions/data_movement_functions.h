// Builder functions that move elements without computing: slices, pads, transposes, reshapes.
#ifndef HLOOM_BUILDER_FUNCTIONS_DATA_MOVEMENT_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_DATA_MOVEMENT_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/padding_config.h"

namespace hloom {

// Reshapes the elements, read in the order of `dimensions`, from the slowest to the fastest; {0, 1,
// ..., rank - 1} is row-major order.
XlaOp Reshape(XlaOp operand, Span<const int64_t> dimensions, Span<const int64_t> new_sizes);
// Reshapes to a shape, whose element type must be the operand's. The result has that shape's
// layout.
XlaOp Reshape(const Shape& shape, XlaOp operand);
// Reshapes f32[<=6] to {2, 3}: to f32[<=2,3] with inferred_dimension 0, to f32[2,<=3] with 1.
XlaOp ReshapeWithInferredDimension(XlaOp operand, Span<const int64_t> new_sizes,
                                   int64_t inferred_dimension);
// Combines consecutive dimensions, in order: {0, 1} of [4, 2, 3] gives [8, 3]. Fewer than two have
// no effect.
XlaOp Collapse(XlaOp operand, Span<const int64_t> dimensions);

// Dimension i of the result is dimension permutation[i] of the operand.
XlaOp Transpose(XlaOp operand, Span<const int64_t> permutation);
XlaOp Rev(XlaOp operand, Span<const int64_t> dimensions);

// Takes the indices start, start + stride ... below the limit along each dimension. Without strides
// all are 1.
XlaOp Slice(XlaOp operand, Span<const int64_t> start_indices, Span<const int64_t> limit_indices,
            Span<const int64_t> strides = {});
// Slices along one dimension, and takes the others as a whole.
XlaOp SliceInDim(XlaOp operand, int64_t start_index, int64_t limit_index, int64_t stride,
                 int64_t dimno);

XlaOp Pad(XlaOp operand, XlaOp padding_value, const PaddingConfig& padding_config);
// Pads the edges of one dimension.
XlaOp PadInDim(XlaOp operand, XlaOp padding_value, int64_t dimno, int64_t pad_lo, int64_t pad_hi);

XlaOp ConcatInDim(XlaBuilder* builder, Span<const XlaOp> operands, int64_t dimension);

XlaOp Copy(XlaOp operand);
// `operand` may be a tuple.
XlaOp OptimizationBarrier(XlaOp operand);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_DATA_MOVEMENT_FUNCTIONS_H_
