// Computations that are folds.
#ifndef HLOOM_OPS_WINDOWS_FOLD_EVAL_H_
#define HLOOM_OPS_WINDOWS_FOLD_EVAL_H_

#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// The kernel of the operation that the computation is, when it is just f(accumulator, x) =
// op(accumulator, x), perhaps in computations that it calls, and op can fold; otherwise null.
const FoldKernel* RecognizeFold(const HloComputation& computation);
// Does the same for a computation of n accumulators and n values that combines each accumulator
// with its own value: returns one kernel for each, or none at all.
std::vector<const FoldKernel*> RecognizeFolds(const HloComputation& computation, size_t n);

// JAX wraps a region in a call: returns the computation that is called with the parameters in their
// order and whose result is the region's, or the region itself if there is none.
const HloComputation& InnermostCalled(const HloComputation& region);

// Returns true if the computation, of two numbers, is log(exp(a) + exp(b)) as JAX writes it:
//   max(a, b) + log1p(exp(-abs(a - b)))
// and, if that difference is NaN, a + b instead; or without that.
bool IsLogAddExp(const HloComputation& computation);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_FOLD_EVAL_H_
