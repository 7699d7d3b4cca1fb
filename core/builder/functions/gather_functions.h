// Builder functions that take or update many windows of arrays at computed start indices.
#ifndef HLOOM_BUILDER_FUNCTIONS_GATHER_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_GATHER_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/gather_dimension_numbers.h"
#include "hlo/attributes/scatter_dimension_numbers.h"

namespace hloom {

// Gathers slices of `slice_sizes` from the input, one for each index vector in `start_indices`, and
// stacks them in the result. This takes rows 2 and 0 of f32[3,4]:
//
//   GatherDimensionNumbers numbers;
//   numbers.add_offset_dims(1);           // dimension 1 of the result counts within a row
//   numbers.add_collapsed_slice_dims(0);  // a slice is [1,4], a row of the result [4]
//   numbers.add_start_index_map(0);       // the only component of an index is that of dimension 0
//   numbers.set_index_vector_dim(1);      // s32[2]: one component, a dimension that is not there
//   Gather(x, ConstantR1<int32_t>(b, {2, 0}), numbers, {1, 4});
XlaOp Gather(XlaOp input, XlaOp start_indices, const GatherDimensionNumbers& dimension_numbers,
             Span<const int64_t> slice_sizes, bool indices_are_sorted = false);

// Updates windows of the input: each element of a window becomes update_computation(value, update).
// This adds the rows of updates f32[2,4] to rows 2 and 0 of f32[3,4]:
//
//   ScatterDimensionNumbers numbers;
//   numbers.add_update_window_dims(1);            // dimension 1 of the updates counts within a row
//   numbers.add_inserted_window_dims(0);          // a row [4] of the updates is a window [1,4]
//   numbers.add_scatter_dims_to_operand_dims(0);  // the only component is that of dimension 0
//   numbers.set_index_vector_dim(1);              // s32[2]: one component
//   Scatter(x, ConstantR1<int32_t>(b, {2, 0}), updates, add, numbers);
XlaOp Scatter(XlaOp input, XlaOp scatter_indices, XlaOp updates,
              const XlaComputation& update_computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted = false,
              bool unique_indices = false);
// Updates several inputs in step; the result is a tuple.
XlaOp Scatter(Span<const XlaOp> inputs, XlaOp scatter_indices, Span<const XlaOp> updates,
              const XlaComputation& update_computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted = false,
              bool unique_indices = false);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_GATHER_FUNCTIONS_H_
