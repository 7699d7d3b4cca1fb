// Builder functions of windows that move over arrays.
//
// A window has an entry for each dimension of the array. Strides and dilations may be left empty:
// then all are 1. Dilations put holes between the elements of the array (base) or of the window.
#ifndef HLOOM_BUILDER_FUNCTIONS_WINDOW_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_WINDOW_FUNCTIONS_H_

#include <utility>
#include <vector>

#include "builder/kinds/window_padding.h"
#include "builder/xla_builder.h"

namespace hloom {

class WindowDimension;

// Returns the (low, high) padding of `padding` for each dimension. An omitted window or stride is
// 1; if one is less than 1, the padding is (0, 0).
std::vector<std::pair<int64_t, int64_t>> MakePadding(Span<const int64_t> input_dimensions,
                                                     Span<const int64_t> window_dimensions,
                                                     Span<const int64_t> window_strides,
                                                     Padding padding);

// Folds the elements of each window of the operand with the computation, starting from init_value;
// N operands are folded in step, and return a tuple of N arrays.
XlaOp ReduceWindow(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
                   Span<const int64_t> window_dimensions, Span<const int64_t> window_strides,
                   Padding padding);
XlaOp ReduceWindow(Span<const XlaOp> operands, Span<const XlaOp> init_values,
                   const XlaComputation& computation, Span<const int64_t> window_dimensions,
                   Span<const int64_t> window_strides, Padding padding);
XlaOp ReduceWindowWithGeneralPadding(XlaOp operand, XlaOp init_value,
                                     const XlaComputation& computation,
                                     Span<const int64_t> window_dimensions,
                                     Span<const int64_t> window_strides,
                                     Span<const int64_t> base_dilations,
                                     Span<const int64_t> window_dilations,
                                     Span<const std::pair<int64_t, int64_t>> padding);
XlaOp ReduceWindowWithGeneralPadding(Span<const XlaOp> operands, Span<const XlaOp> init_values,
                                     const XlaComputation& computation,
                                     Span<const int64_t> window_dimensions,
                                     Span<const int64_t> window_strides,
                                     Span<const int64_t> base_dilations,
                                     Span<const int64_t> window_dilations,
                                     Span<const std::pair<int64_t, int64_t>> padding);

// Selects an element in each window of the operand with select(selected, next), which is true if
// the selected one stays, and combines the values of source at the positions of the selected
// elements with scatter(current, value), starting from init_value: the gradient of pooling.
XlaOp SelectAndScatter(XlaOp operand, const XlaComputation& select,
                       Span<const int64_t> window_dimensions, Span<const int64_t> window_strides,
                       Padding padding, XlaOp source, XlaOp init_value,
                       const XlaComputation& scatter);
XlaOp SelectAndScatterWithGeneralPadding(XlaOp operand, const XlaComputation& select,
                                         Span<const int64_t> window_dimensions,
                                         Span<const int64_t> window_strides,
                                         Span<const std::pair<int64_t, int64_t>> padding,
                                         XlaOp source, XlaOp init_value,
                                         const XlaComputation& scatter);

namespace window_internal {

// The list arguments of the functions above. window.c1: each has as many entries as
// window_dimensions.
struct WindowArguments {
  Span<const int64_t> dimensions;
  Span<const int64_t> strides;
  Span<const int64_t> base_dilations = {};
  Span<const int64_t> window_dilations = {};
  WindowPadding padding;
};
XlaOp ReduceWindow(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
                   const XlaComputation& computation, const WindowArguments& window);
XlaOp SelectAndScatter(XlaOp operand, const XlaComputation& select, const WindowArguments& window,
                       XlaOp source, XlaOp init_value, const XlaComputation& scatter);
Span<const Rule> WindowFunctionRules();

// Returns the requested padding along dimension `i`, which has `size` elements. Returns 0 for
// invalid sizes of windows, which shape inference reports.
std::pair<int64_t, int64_t> PaddingOf(const WindowPadding& padding, size_t i, int64_t size,
                                      const WindowDimension& window);

}  // namespace window_internal

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_WINDOW_FUNCTIONS_H_
