// Builder functions about arrays of dynamic size.
#ifndef HLOOM_BUILDER_FUNCTIONS_DYNAMIC_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_DYNAMIC_FUNCTIONS_H_

#include <vector>

#include "builder/xla_builder.h"

namespace hloom {

// The live size of a dimension, S32[].
XlaOp GetDimensionSize(XlaOp operand, int64_t dimension);
// The operand with `size`, S32[], as the live size of a dimension, which becomes dynamic, or static
// if the size is a constant that equals the bound.
XlaOp SetDimensionSize(XlaOp operand, XlaOp size, int64_t dimension);
// Makes the dimension static again: all elements up to the bound are live.
XlaOp RemoveDynamicDimension(XlaOp operand, int64_t dimension);
// The live elements of `operand` in row-major order under the live sizes `dim_sizes`, S32[] each.
// `new_size_bounds` are their bounds, `dims_are_dynamic` is true for the sizes that may differ.
XlaOp DynamicReshape(XlaOp operand, Span<const XlaOp> dim_sizes,
                     Span<const int64_t> new_size_bounds,
                     const std::vector<bool>& dims_are_dynamic);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_DYNAMIC_FUNCTIONS_H_
