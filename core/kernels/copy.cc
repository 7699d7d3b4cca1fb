#include "kernels/copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace hloom {

namespace {

template <typename T>
void CopyRun(const StridedLoop& run, T* to, const T* from) {
  if (run.to == 1 && run.from == 1) {
    std::memcpy(to, from, static_cast<size_t>(run.size) * sizeof(T));
  } else if (run.to == 1 && run.from == 0) {
    std::fill_n(to, run.size, *from);
  } else {
    for (int64_t i = 0; i < run.size; ++i) to[i * run.to] = from[i * run.from];
  }
}

}  // namespace

std::vector<StridedLoop> SimplifyLoops(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                       Span<const int64_t> from_strides) {
  std::vector<StridedLoop> loops;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != 1) loops.push_back({sizes[i], to_strides[i], from_strides[i]});
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const StridedLoop& a, const StridedLoop& b) { return a.to > b.to; });
  std::vector<StridedLoop> merged;
  for (const StridedLoop& loop : loops) {
    if (!merged.empty()) {
      StridedLoop& outer = merged.back();
      if (outer.to == loop.to * loop.size && outer.from == loop.from * loop.size) {
        outer = {outer.size * loop.size, loop.to, loop.from};
        continue;
      }
    }
    merged.push_back(loop);
  }
  return merged;
}

StridedCopier::StridedCopier(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                             Span<const int64_t> from_strides, int64_t width)
    : width_(width), empty_(std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
  if (empty_) return;  // the other sizes may multiply to anything
  loops_ = SimplifyLoops(sizes, to_strides, from_strides);
  if (!loops_.empty()) index_.resize(loops_.size() - 1);
}

void StridedCopier::Copy(std::byte* to, const std::byte* from) {
  constexpr int64_t kHere = 0;
  CopyEach(to, &kHere, from, &kHere, 1);
}

void StridedCopier::CopyEach(std::byte* to, const int64_t* to_offsets, const std::byte* from,
                             const int64_t* from_offsets, int64_t count) {
  if (empty_) return;
  DispatchWidth(width_, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to);
    const T* const source = reinterpret_cast<const T*>(from);
    if (loops_.empty()) {
      for (int64_t k = 0; k < count; ++k) target[to_offsets[k]] = source[from_offsets[k]];
      return;
    }
    for (int64_t k = 0; k < count; ++k) {
      T* const t = target + to_offsets[k];
      const T* const f = source + from_offsets[k];
      ForEachRun(loops_, index_,
                 [&](const StridedLoop& run, int64_t to_offset, int64_t from_offset) {
                   CopyRun(run, t + to_offset, f + from_offset);
                 });
    }
  });
}

void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  StridedCopier(sizes, to_strides, from_strides, width).Copy(to, from);
}

namespace {

// So many elements make a task.
constexpr int64_t kGrain = 1 << 15;

Kernel CopyInTasks(StridedCopyTasks tasks, std::byte* to, const std::byte* from) {
  const auto task = [&](int64_t i, std::byte*) { tasks.Run(i, to, from); };
  co_await Tasks(tasks.count(), task);
  co_return OkStatus();
}

}  // namespace

StridedCopyTasks::StridedCopyTasks(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                   Span<const int64_t> from_strides, int64_t width)
    : width_(width) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  loops_ = SimplifyLoops(sizes, to_strides, from_strides);
  if (loops_.empty()) loops_.push_back({1, 1, 1});
  runs_ = 1;
  for (size_t d = 0; d + 1 < loops_.size(); ++d) runs_ *= loops_[d].size;
  const int64_t run = loops_.back().size;
  pieces_ = TaskCount(run, kGrain);
  runs_each_ = std::max<int64_t>(1, kGrain / run);
  tasks_ = pieces_ > 1 ? runs_ * pieces_ : TaskCount(runs_, runs_each_);
}

// With runs of 100000 elements there are 4 pieces a run, and task 6 is the third piece of run 1;
// with runs of 8 there are 4096 runs a task.
void StridedCopyTasks::Run(int64_t task, std::byte* to, const std::byte* from) const {
  StridedLoop inner = loops_.back();
  int64_t first = pieces_ > 1 ? task / pieces_ : task * runs_each_;
  const int64_t last = pieces_ > 1 ? first + 1 : std::min(runs_, first + runs_each_);
  int64_t to_offset = 0;
  int64_t from_offset = 0;
  if (pieces_ > 1) {
    const int64_t begin = task % pieces_ * kGrain;
    to_offset = begin * inner.to;
    from_offset = begin * inner.from;
    inner.size = std::min(kGrain, inner.size - begin);
  }
  // The index of run `first`, from the innermost of the outer loops outwards.
  constexpr size_t kMostLoops = 64;  // more dimensions than that have no more than 2^63 elements
  int64_t index[kMostLoops] = {};
  const size_t outer = loops_.size() - 1;
  for (size_t d = outer; d-- > 0; first /= loops_[d].size) {
    index[d] = first % loops_[d].size;
    to_offset += index[d] * loops_[d].to;
    from_offset += index[d] * loops_[d].from;
  }
  const int64_t count = last - (pieces_ > 1 ? task / pieces_ : task * runs_each_);
  DispatchWidth(width_, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to);
    const T* const source = reinterpret_cast<const T*>(from);
    for (int64_t run = 0; run < count; ++run) {
      CopyRun(inner, target + to_offset, source + from_offset);
      for (size_t d = outer; d-- > 0;) {
        to_offset += loops_[d].to;
        from_offset += loops_[d].from;
        if (++index[d] < loops_[d].size) break;
        to_offset -= loops_[d].to * loops_[d].size;
        from_offset -= loops_[d].from * loops_[d].size;
        index[d] = 0;
      }
    }
  });
}

Kernel CopyStrided(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                   const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  StridedCopyTasks tasks(sizes, to_strides, from_strides, width);
  if (tasks.count() > 1) return CopyInTasks(std::move(tasks), to, from);
  if (tasks.count() == 1) tasks.Run(0, to, from);
  return {};
}

}  // namespace hloom
