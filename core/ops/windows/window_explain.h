// Explains windows, and folds of their elements.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_
#define HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_

#include <string>
#include <vector>

#include "kernels/windows/window_axis.h"
#include "ops/op_explain.h"

namespace hloom {

// The elements of a window along one dimension at an output, and its positions: the range on
// elements, and the element of each position.
struct WindowTouch {
  IndexRange elements;
  IndexRange positions;
  WindowPositions where;
};
WindowTouch TouchOf(const WindowAxis& axis, int64_t output);

// The live size of a dimension in operands 0 to n - 1. They agree; static ones are cut.
int64_t LiveSize(const ExecutedOp& op, size_t n, int64_t dimension);

// "init + x[0] + x[1]", "maximum(init, x[0])": the text of a computation of two values applied to
// texts of values, if it is one operation; otherwise "fold(init, x[0])", with the computation's
// name. `terms` have already been joined.
std::string_view SeparatorOf(const HloComputation& fold);
std::string Folded(const HloComputation& fold, const std::string& terms);

// Appends the arrays, operands 0 to n - 1, in this box, and their n initial values behind them.
void AddFolded(size_t n, const ElementBox& box, const std::vector<WindowPositions>& window,
               std::vector<Source>& sources);
// The arithmetic of the sources from AddFolded.
std::string FoldArithmetic(const ExecutedOp& op, const ElementPlace& at,
                           const std::vector<Source>& sources, const ElementNames& names);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_
