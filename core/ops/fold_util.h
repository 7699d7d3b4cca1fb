// What operations share that fold elements with a computation.
#ifndef HLOOM_OPS_FOLD_UTIL_H_
#define HLOOM_OPS_FOLD_UTIL_H_

#include "ops/op_def.h"

namespace hloom {

// The kernel of the operation that the computation is, when it is just f(accumulator, x) =
// op(accumulator, x) and op knows how to fold; else null.
const FoldKernel* RecognizeFold(const HloComputation& computation);
// The same of a computation of n accumulators and n values that combines each accumulator with its
// own value: one kernel for each, or none at all.
std::vector<const FoldKernel*> RecognizeFolds(const HloComputation& computation, size_t n);

// Asks whether the run was cancelled, now and then.
class Poller {
 public:
  explicit Poller(EvalContext& context) : context_(context) {}
  Status After(int64_t elements) {
    constexpr int64_t kEvery = 1 << 16;
    if ((since_ += elements) < kEvery) return OkStatus();
    since_ = 0;
    return context_.Poll();
  }

 private:
  EvalContext& context_;
  int64_t since_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_OPS_FOLD_UTIL_H_
