#ifndef HLOOM_OPS_WINDOWS_WINDOW_FOLD_H_
#define HLOOM_OPS_WINDOWS_WINDOW_FOLD_H_

#include "hlo/attributes/window.h"
#include "ops/op_eval.h"

namespace hloom {

// Folds the windows over an array with an operation that knows how to combine many elements at a
// time. `array` is row-major and of a compute type, as are `init` and the result. Each output takes
// its elements in row-major order of the window's positions. Where `rounding` is not the array's
// type, accumulators are rounded to it after each element.
StatusOr<Literal> FoldWindows(EvalContext& context, const FoldKernel& kernel, const Window& window,
                              const Literal& array, const Literal& init,
                              Span<const int64_t> output_sizes, PrimitiveType rounding);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_FOLD_H_
