#include "kernels/indexing/gather.h"

#include <algorithm>

namespace hloom {

namespace {

constexpr int64_t kGatherBlock = IndexReader::kBlock;
// The number of elements per task.
constexpr int64_t kGatherGrain = 1 << 15;

// Reads memory, so that it is in a cache soon after.
void Touch(const void* memory) { (void)*static_cast<const volatile char*>(memory); }

}  // namespace

GatherTasks::GatherTasks(const GatherArrays& arrays)
    : width_(arrays.width),
      reader_(arrays.indices),
      to_(arrays.indices.sizes, arrays.result_strides),
      slice_(arrays.sizes, arrays.to_strides, arrays.from_strides) {
  for (size_t c = 0; c < arrays.indices.components.size(); ++c) {
    const size_t d = arrays.indices.components[c].dimension;
    // Slices that fill the dimension start at 0.
    if (arrays.last_starts[d] == 0) continue;
    starts_.push_back({c, arrays.last_starts[d], arrays.operand_strides[d]});
  }
  // If the elements of a slice are apart, those of many slices may be contiguous.
  const int64_t least = slice_.apart() ? kGatherBlock : 1;
  slices_ =
      std::clamp<int64_t>(std::max(least, kGatherGrain / slice_.elements()), 1, reader_.count());
  elements_ = std::min(slice_.elements(), std::max<int64_t>(1, kGatherGrain / slices_));
  pieces_ = TaskCount(slice_.elements(), elements_);
}

void GatherTasks::Run(int64_t task, const std::byte* indices, const std::byte* operand,
                      std::byte* result) const {
  const int64_t first = task % pieces_ * elements_;
  const int64_t last = std::min(slice_.elements(), first + elements_);
  const int64_t begin = task / pieces_ * slices_;
  const int64_t end = std::min(reader_.count(), begin + slices_);
  int64_t to[kGatherBlock];
  int64_t from[kGatherBlock];
  for (int64_t at = begin; at < end; at += kGatherBlock) {
    const int64_t count = std::min(kGatherBlock, end - at);
    to_.Take(at, count, to);
    FindSlices(indices, at, count, from);
    if (slice_.elements() > 1 && slice_.together()) {
      CopyRuns(result, to, operand, from, count, first, last);
      continue;
    }
    DispatchWidth(width_, [&]<typename T>() {
      CopySlices(reinterpret_cast<T*>(result), to, reinterpret_cast<const T*>(operand), from, count,
                 first, last);
    });
  }
}

// Finds the places of `count` slices in the operand.
void GatherTasks::FindSlices(const std::byte* indices, int64_t begin, int64_t count,
                             int64_t* from) const {
  std::fill_n(from, count, 0);
  int64_t values[kGatherBlock];
  for (const Start& start : starts_) {
    reader_.Read(indices, start.component, begin, count, values);
    for (int64_t k = 0; k < count; ++k) {
      from[k] += std::clamp<int64_t>(values[k], 0, start.last) * start.stride;
    }
  }
}

// Copies elements `first` up to `last` of `count` slices whose elements are neighbors.
void GatherTasks::CopyRuns(std::byte* to, const int64_t* to_offsets, const std::byte* from,
                           const int64_t* from_offsets, int64_t count, int64_t first,
                           int64_t last) const {
  // The slices are anywhere in memory, so that the processor waits for the first line of each. It
  // waits for many at the same time if nothing comes between them.
  constexpr int64_t kTogether = 16;
  const int64_t bytes = (last - first) * width_;
  for (int64_t begin = 0; begin < count; begin += kTogether) {
    const int64_t end = std::min(count, begin + kTogether);
    for (int64_t k = begin; k < end; ++k) Touch(from + (from_offsets[k] + first) * width_);
    for (int64_t k = begin; k < end; ++k) {
      CopyBytes(from + (from_offsets[k] + first) * width_, to + (to_offsets[k] + first) * width_,
                bytes);
    }
  }
}

// Copies elements `first` up to `last` of `count` slices.
template <typename T>
void GatherTasks::CopySlices(T* to, const int64_t* to_offsets, const T* from,
                             const int64_t* from_offsets, int64_t count, int64_t first,
                             int64_t last) const {
  constexpr int64_t kMany = 8;
  if (slice_.elements() == 1) {
    for (int64_t k = 0; k < count; ++k) to[to_offsets[k]] = from[from_offsets[k]];
  } else if (slice_.apart() && count >= kMany) {
    slice_.ForEach(first, last, [&](const StridedLoop& run, int64_t t, int64_t f) {
      for (int64_t i = 0; i < run.size; ++i, t += run.to, f += run.from) {
        for (int64_t k = 0; k < count; ++k) to[to_offsets[k] + t] = from[from_offsets[k] + f];
      }
    });
  } else {
    // The slices are anywhere: the first line of a later one is fetched while others are copied.
    constexpr int64_t kAhead = 8;
    for (int64_t k = 0; k < count; ++k) {
      Touch(from + from_offsets[std::min(k + kAhead, count - 1)]);
      slice_.ForEach(first, last, [&](const StridedLoop& run, int64_t t, int64_t f) {
        CopyRun(run, to + to_offsets[k] + t, from + from_offsets[k] + f);
      });
    }
  }
}

namespace {

Kernel GatherInTasks(const GatherTasks& tasks, const std::byte* indices, const std::byte* operand,
                     std::byte* result) {
  const auto task = [&](int64_t i, std::byte*) { tasks.Run(i, indices, operand, result); };
  co_await Tasks(tasks.count(), task);
  co_return OkStatus();
}

}  // namespace

Kernel GatherByTasks(const GatherTasks& tasks, const std::byte* indices, const std::byte* operand,
                     std::byte* result) {
  if (tasks.count() > 1) return GatherInTasks(tasks, indices, operand, result);
  tasks.Run(0, indices, operand, result);
  return {};
}

}  // namespace hloom
