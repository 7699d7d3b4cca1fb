#ifndef HLOOM_OPS_WINDOWS_WINDOW_PICK_H_
#define HLOOM_OPS_WINDOWS_WINDOW_PICK_H_

#include "hlo/attributes/window.h"
#include "ops/op_eval.h"

namespace hloom {

// For each position of a window over a row-major array the offset of the element that it picks, as
// S64: elements in row-major order, the pick replaced by the next one where select(pick, next) is
// false; -1 where the window lies in padding altogether.
StatusOr<Literal> PickElements(EvalContext& context, const HloComputation& select,
                               const Window& window, const Literal& array,
                               Span<const int64_t> output_sizes);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_PICK_H_
