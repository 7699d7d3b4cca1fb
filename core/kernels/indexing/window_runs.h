// The elements of a window, in two arrays.
#ifndef HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_
#define HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_

#include <utility>
#include <vector>

#include "kernels/copy.h"

namespace hloom {

// Runs of elements that are equally far apart in both arrays. A window {3,8} of f32[16,11] that is
// stored contiguously elsewhere has 3 runs of 8.
class WindowRuns {
 public:
  // No size is 0. Strides are in elements.
  WindowRuns(Span<const int64_t> sizes, Span<const int64_t> to_strides,
             Span<const int64_t> from_strides)
      : loops_(SimplifyLoops(sizes, to_strides, from_strides)) {
    if (loops_.empty()) loops_.push_back({1, 1, 1});
    for (const StridedLoop& loop : loops_) elements_ *= loop.size;
  }

  int64_t elements() const { return elements_; }
  // True if neighbors in a run are not neighbors in memory.
  bool apart() const { return loops_.back().to != 1; }
  // True if all elements are neighbors in memory, in both arrays.
  bool together() const { return loops_.size() == 1 && loops_[0].to == 1 && loops_[0].from == 1; }

  // Calls f(run, offset in `to`, offset in `from`) for elements `begin` up to `end`, in the order
  // of the runs.
  template <typename F>
  void ForEach(int64_t begin, int64_t end, F f) const {
    ForEachRun(loops_, begin, end, std::move(f));
  }

 private:
  std::vector<StridedLoop> loops_;
  int64_t elements_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_
