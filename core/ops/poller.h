// Asks whether the run was cancelled, now and then.
#ifndef HLOOM_OPS_POLLER_H_
#define HLOOM_OPS_POLLER_H_

#include "ops/eval_context.h"

namespace hloom {

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

#endif  // HLOOM_OPS_POLLER_H_
