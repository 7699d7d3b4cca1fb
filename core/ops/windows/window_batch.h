// Collects elements on which a window lies, to apply a computation to many of them at once.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_BATCH_H_
#define HLOOM_OPS_WINDOWS_WINDOW_BATCH_H_

#include <algorithm>

#include "ops/eval_context.h"
#include "ops/windows/window_walk.h"

namespace hloom {

// f(accumulators..., values...) -> accumulators, for arrays of accumulators (one for each output) and
// of values, both row-major. What is applied together must be of different outputs.
class WindowBatch {
 public:
  void AddArray(std::byte* accumulators, const std::byte* values, int64_t width) {
    arrays_.push_back({accumulators, values, width, {}, {}});
  }
  // Applied at the latest when Flush is called.
  Status Add(WindowRun run, ComputationCaller& caller);
  Status Flush(ComputationCaller& caller);

 private:
  struct Array {
    std::byte* accumulators;
    const std::byte* values;
    int64_t width;
    std::vector<std::byte> taken_accumulators;
    std::vector<std::byte> taken_values;
  };
  // How many elements of each array are applied together: enough to pay for the call, and few enough
  // to stay in the cache, however many arrays there are.
  int64_t capacity() const {
    const int64_t share = (int64_t{1} << 16) / static_cast<int64_t>(arrays_.size());
    return std::clamp<int64_t>(share, 1, 4096);
  }

  std::vector<Array> arrays_;
  std::vector<WindowRun> runs_;
  int64_t taken_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_BATCH_H_
