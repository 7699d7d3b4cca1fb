// The elements of a window, in two arrays.
#ifndef HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_
#define HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_

#include <algorithm>
#include <vector>

#include "kernels/copy.h"

namespace hloom {

// Runs of elements that are equally far apart in both arrays. A window {3,8} of f32[16,11] whose
// elements lie one after the other where it is kept has 3 runs of 8.
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
  // Whether elements that are neighbours in a run are not so in memory.
  bool apart() const { return loops_.back().to != 1; }

  // Calls f(run, offset in `to`, offset in `from`) for elements `begin` up to `end`, in the order
  // of the runs.
  template <typename F>
  void ForEach(int64_t begin, int64_t end, F f) const {
    if (loops_.size() == 1) {
      const StridedLoop& whole = loops_[0];
      f(StridedLoop{end - begin, whole.to, whole.from}, begin * whole.to, begin * whole.from);
      return;
    }
    constexpr size_t kMostLoops = 64;  // of more there would be more than 2^63 elements
    int64_t index[kMostLoops];
    int64_t to = 0;
    int64_t from = 0;
    int64_t rest = begin;
    for (size_t d = loops_.size(); d-- > 0;) {
      index[d] = rest == 0 ? 0 : rest % loops_[d].size;
      rest = rest == 0 ? 0 : rest / loops_[d].size;
      to += index[d] * loops_[d].to;
      from += index[d] * loops_[d].from;
    }
    const size_t inner = loops_.size() - 1;
    StridedLoop run = loops_[inner];
    while (true) {
      run.size = std::min(end - begin, loops_[inner].size - index[inner]);
      f(run, to, from);
      if ((begin += run.size) == end) return;
      to -= index[inner] * run.to;
      from -= index[inner] * run.from;
      index[inner] = 0;
      for (size_t d = inner; d-- > 0;) {
        to += loops_[d].to;
        from += loops_[d].from;
        if (++index[d] < loops_[d].size) break;
        to -= loops_[d].to * loops_[d].size;
        from -= loops_[d].from * loops_[d].size;
        index[d] = 0;
      }
    }
  }

 private:
  std::vector<StridedLoop> loops_;
  int64_t elements_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_WINDOW_RUNS_H_
