// Copies between strided N-dimensional regions: the one loop behind broadcast, relayout, reshape
// across layouts, and all other operations that move elements without changing them.
#ifndef HLOOM_KERNELS_COPY_H_
#define HLOOM_KERNELS_COPY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "base/span.h"
#include "kernels/copy_bytes.h"
#include "kernels/copy_tiles.h"
#include "kernels/kernel.h"
#include "kernels/loop_hints.h"

namespace hloom {

// 16 bytes that are only moved: a C128.
struct WideElement {
  uint64_t low, high;
};

// Calls `f.template operator()<T>()` with T an unsigned type of `width` bytes: 1, 2, 4, 8 or 16.
template <typename F>
decltype(auto) DispatchWidth(int64_t width, F&& f) {
  switch (width) {
    case 1:
      return f.template operator()<uint8_t>();
    case 2:
      return f.template operator()<uint16_t>();
    case 4:
      return f.template operator()<uint32_t>();
    case 8:
      return f.template operator()<uint64_t>();
    default:
      return f.template operator()<WideElement>();
  }
}

// One dimension of a walk through two arrays at a time, with its strides.
struct StridedLoop {
  int64_t size;
  int64_t to;
  int64_t from;
};

// Drops loops of size 1, puts the one with the smallest stride in `to` innermost, and merges
// neighbors that walk memory as one: [4096,4096] to [4096,4096] becomes a single run.
std::vector<StridedLoop> SimplifyLoops(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                       Span<const int64_t> from_strides);

// Goes through nested loops, the last of them innermost, from element `begin` up to `end` in
// row-major order: calls f(part of the innermost loop, offset in `to`, offset in `from`). There
// must be a loop, and no size may be 0.
template <typename F>
void ForEachRun(const std::vector<StridedLoop>& loops, int64_t begin, int64_t end, F f) {
  if (loops.size() == 1) {
    const StridedLoop& whole = loops[0];
    f(StridedLoop{end - begin, whole.to, whole.from}, begin * whole.to, begin * whole.from);
    return;
  }
  constexpr size_t kMostLoops = 64;  // of more there would be more than 2^63 elements
  int64_t index[kMostLoops];
  int64_t to = 0;
  int64_t from = 0;
  int64_t rest = begin;
  for (size_t d = loops.size(); d-- > 0;) {
    index[d] = rest == 0 ? 0 : rest % loops[d].size;
    rest = rest == 0 ? 0 : rest / loops[d].size;
    to += index[d] * loops[d].to;
    from += index[d] * loops[d].from;
  }
  const size_t inner = loops.size() - 1;
  StridedLoop run = loops[inner];
  while (true) {
    run.size = std::min(end - begin, loops[inner].size - index[inner]);
    f(run, to, from);
    if ((begin += run.size) == end) return;
    to -= index[inner] * run.to;
    from -= index[inner] * run.from;
    index[inner] = 0;
    for (size_t d = inner; d-- > 0;) {
      to += loops[d].to;
      from += loops[d].from;
      if (++index[d] < loops[d].size) break;
      to -= loops[d].to * loops[d].size;
      from -= loops[d].from * loops[d].size;
      index[d] = 0;
    }
  }
}

template <typename T>
void CopyRun(const StridedLoop& run, T* to, const T* from) {
  if (run.to == 1 && run.from == 1) {
    CopyBytes(reinterpret_cast<const std::byte*>(from), reinterpret_cast<std::byte*>(to),
              run.size * static_cast<int64_t>(sizeof(T)));
  } else if (run.to == 1 && run.from == 0) {
    const T element = *from;
    HLOOM_INTERLEAVED
    for (int64_t i = 0; i < run.size; ++i) to[i] = element;
  } else {
    for (int64_t i = 0; i < run.size; ++i) to[i * run.to] = from[i * run.from];
  }
}

// Sets to[i . to_strides] = from[i . from_strides] for every index i within `sizes`: elements of
// `width` bytes (1, 2, 4, 8 or 16), strides in elements. A from_stride of 0 repeats. Broadcasting
// f32[3] over the rows of f32[2,3]:
//   sizes {2,3}, to_strides {3,1}, from_strides {0,1}
void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width);

// Contiguous rows of `bytes` bytes, and the distances of neighbors, in bytes. Writing f32[4,3] into
// the first columns of f32[4,8]: rows 4, bytes 12, to 32, from 12.
struct CopiedRows {
  int64_t rows;
  int64_t bytes;
  int64_t to, from;
};

// A copy in tasks, which are independent of each other: long runs of contiguous elements are cut,
// and short ones are joined. If neighbors come from far apart, but those of another loop are close
// together, as in a transpose, a run is a plane of both loops, and is copied by tiles.
class StridedCopyTasks {
 public:
  StridedCopyTasks(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                   Span<const int64_t> from_strides, int64_t width);

  int64_t count() const { return tasks_; }
  int64_t elements() const { return runs_ * RunSize(); }
  // The rows, if it copies contiguous rows at equal distances, and cuts none of them.
  std::optional<CopiedRows> AsRows() const;
  void Run(int64_t task, std::byte* to, const std::byte* from) const;

 private:
  int64_t RunSize() const { return inner_.size * across_.size; }
  TransposedPlane Plane() const;
  void FindPlane();
  void CutPlanes();
  void RunPlanes(int64_t task, std::byte* to, const std::byte* from) const;

  std::vector<StridedLoop> loops_;  // around runs
  StridedLoop inner_ = {1, 1, 1};   // a run
  StridedLoop across_ = {1, 0, 0};  // the other loop of a plane; one step if there is none
  int64_t piece_rows_ = 0;          // of a plane
  int64_t piece_columns_ = 0;
  int64_t width_;
  int64_t runs_ = 0;
  int64_t pieces_ = 1;     // of a run
  int64_t runs_each_ = 1;  // in a task
  int64_t tasks_ = 0;
};

// StridedCopy as a kernel. Small copies are done immediately.
Kernel CopyStrided(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                   const std::byte* from, Span<const int64_t> from_strides, int64_t width);

// The same by tasks that were made before, and outlive the kernel.
Kernel CopyByTasks(const StridedCopyTasks& tasks, std::byte* to, const std::byte* from);

// One of several copies.
struct StridedCopyPart {
  StridedCopyTasks tasks;
  std::byte* to;
  const std::byte* from;
};

// Copies in any order: none writes where another one reads or writes. Short ones make a task
// together, and so do rows that are side by side, as in a concatenation of columns.
Kernel CopyParts(std::vector<StridedCopyPart> parts);

}  // namespace hloom

#endif  // HLOOM_KERNELS_COPY_H_
