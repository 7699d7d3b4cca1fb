// Builder functions that take many windows of arrays at places which are computed, or update them.
#ifndef HLOOM_BUILDER_GATHER_FUNCTIONS_H_
#define HLOOM_BUILDER_GATHER_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/gather_dimension_numbers.h"
#include "hlo/attributes/scatter_dimension_numbers.h"

namespace hloom {

// Slices of `slice_sizes`, one for each index vector in `start_indices`. Rows 2 and 0 of f32[3,4]:
//
//   GatherDimensionNumbers numbers;
//   numbers.add_offset_dims(1);           // dimension 1 of the result counts within a row
//   numbers.add_collapsed_slice_dims(0);  // a slice is [1,4], a row of the result [4]
//   numbers.add_start_index_map(0);       // the only component of an index is that of dimension 0
//   numbers.set_index_vector_dim(1);      // s32[2]: one component, a dimension that is not there
//   Gather(x, ConstantR1<int32_t>(b, {2, 0}), numbers, {1, 4});
XlaOp Gather(XlaOp input, XlaOp start_indices, const GatherDimensionNumbers& dimension_numbers,
             Span<const int64_t> slice_sizes, bool indices_are_sorted = false);

}  // namespace hloom

#endif  // HLOOM_BUILDER_GATHER_FUNCTIONS_H_
