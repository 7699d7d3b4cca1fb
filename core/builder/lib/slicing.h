// Slices by the last dimensions, and elements by their indices, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_SLICING_H_
#define HLOOM_BUILDER_LIB_SLICING_H_

#include <functional>

#include "builder/xla_builder.h"

namespace hloom {

// Take or write a box of the last dimensions, one for each start, and all of the other dimensions.
// minor_dims.c1: there are as many starts as limits or sizes, and at most as many as x has
// dimensions.
//   f32[5,2,3], {1}, {3}: f32[5,2,2]
XlaOp SliceInMinorDims(XlaOp x, Span<const int64_t> start, Span<const int64_t> end);
XlaOp DynamicSliceInMinorDims(XlaOp x, Span<const XlaOp> starts, Span<const int64_t> sizes);
XlaOp DynamicUpdateSliceInMinorDims(XlaOp x, XlaOp update, Span<const XlaOp> starts);
// Starts are clamped, as in DynamicUpdateSlice, so that the update stays in bounds.
XlaOp UpdateSliceInMinorDims(XlaOp x, XlaOp update, Span<const int64_t> start);
// The same with a start for each dimension: update_slice.c1.
XlaOp UpdateSlice(XlaOp x, XlaOp update, Span<const int64_t> start);

// Elements of a box of these sizes, with strides, at computed start indices. Starts are clamped as
// in DynamicSlice.
//   f32[6] {0, 1, 2, 3, 4, 5}, {1}, sizes {4}, strides {2}: {1, 3}
XlaOp DynamicStridedSlice(XlaOp input, Span<const XlaOp> base_indices,
                          Span<const int64_t> window_sizes, Span<const int64_t> strides);

// An element of the input for each element of `index`, integers with the same number of dimensions:
// its index along `dim` is the given one, and along the other dimensions it is that of the index
// itself.
//   input {{1, 2}, {3, 4}}, index {{1, 0}}, dim 0: {{3, 2}}
// Indices are clamped to the input. torch_gather.c1: dim is a dimension of the input;
// torch_gather.c2: other dimensions of the index are at most as large as the input's. `sparse` is a
// hint for back ends.
XlaOp TorchGather(XlaOp input, XlaOp index, int64_t dim, bool sparse = true);

// The inverse of TorchGather: each element of src is combined with the element of the input that
// its index selects, combiner(element, src), in row-major order. Indices out of bounds are skipped.
//   input {{1, 2}, {3, 4}}, index {{1, 1}}, src {{10, 20}}, dim 0, Add: {{1, 2}, {13, 24}}
// torch_scatter.c1: dim is a dimension of the input, and index and src have as many dimensions;
// torch_scatter.c2: other dimensions of the index are at most as large as the input's;
// torch_scatter.c3: src has the sizes of the index.
XlaOp TorchScatterDense(XlaOp input, XlaOp index, XlaOp src, int64_t dim,
                        const std::function<XlaOp(XlaOp, XlaOp)>& combiner);
XlaOp TorchScatterDense(XlaOp input, XlaOp index, XlaOp src, int64_t dim,
                        const XlaComputation& combiner);

// Slices of the input along `dim`, one for each index, in place of that dimension. The first
// `batch_dims` dimensions of input and index are paired.
//   f32[5,7], index s32[3], dim 1: f32[5,3]   index s32[3,2], dim 0: f32[3,2,7]
//   f32[5,7], index s32[5,2], dim 1, batch_dims 1: f32[5,2]
// Indices are clamped to the input. torch_index_select.c1: dim is a dimension of the input, after
// the batch dimensions; torch_index_select.c2: these are dimensions of the index too, of the same
// sizes.
XlaOp TorchIndexSelect(XlaOp input, XlaOp index, int64_t dim, int64_t batch_dims = 0);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SLICING_H_
