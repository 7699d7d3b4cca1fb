// Windows, and what folds the elements in them.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_
#define HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_

#include <string>
#include <vector>

#include "kernels/windows/window_axis.h"
#include "ops/op_explain.h"

namespace hloom {

// The elements that a window takes along one dimension at an output, and its positions: those on
// elements, and where all of them fall.
struct WindowTouch {
  IndexRange elements;
  IndexRange positions;
  WindowPositions where;
};
WindowTouch TouchOf(const WindowAxis& axis, int64_t output);

// The live size of a dimension in operands 0 to n - 1. They agree; where some are static, they are
// cut.
int64_t LiveSize(const ExecutedOp& op, size_t n, int64_t dimension);

// "init + x[0] + x[1]", "maximum(init, x[0])": what a computation of two values makes of texts of
// values, where it is one operation; and otherwise "fold(init, x[0])", by the computation's name.
// `terms`, with the place between two, has been put together.
std::string_view SeparatorOf(const HloComputation& fold);
std::string Folded(const HloComputation& fold, const std::string& terms);

// Appends the arrays, operands 0 to n - 1, in this box, and their n initial values behind them.
void AddFolded(size_t n, const ElementBox& box, const std::vector<WindowPositions>& window,
               std::vector<Source>& sources);
// The arithmetic of what AddFolded appends.
std::string FoldArithmetic(const ExecutedOp& op, const ElementPlace& at,
                           const std::vector<Source>& sources, const ElementNames& names);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_EXPLAIN_H_
