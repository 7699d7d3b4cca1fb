#include "kernels/reshape.h"

#include <algorithm>

#include "kernels/copy.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

struct Extent {
  int64_t size;
  int64_t stride;
};

// The dimensions, without those of size 1; merges neighbors that are walked as one.
std::vector<Extent> Merged(Span<const int64_t> sizes, Span<const int64_t> strides) {
  std::vector<Extent> merged;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    const bool joins = !merged.empty() && merged.back().stride == strides[d] * sizes[d];
    if (joins) {
      merged.back() = {merged.back().size * sizes[d], strides[d]};
    } else {
      merged.push_back({sizes[d], strides[d]});
    }
  }
  return merged;
}

// Takes the `size` innermost indices off the last dimension.
void TakeInnermost(std::vector<Extent>& extents, int64_t size) {
  Extent& last = extents.back();
  last = {last.size / size, last.stride * size};
  if (last.size == 1) extents.pop_back();
}

// Loops that walk both sides in row-major order, outermost first; nullopt if there are none. With
// both in column-major order, loops of {2,2,6} walk [4,6] and [2,12], and no loops walk [4,6] and
// [3,8]. No size may be 0.
std::optional<std::vector<StridedLoop>> CommonLoops(Span<const int64_t> to_sizes,
                                                    Span<const int64_t> to_strides,
                                                    Span<const int64_t> from_sizes,
                                                    Span<const int64_t> from_strides) {
  std::vector<Extent> to = Merged(to_sizes, to_strides);
  std::vector<Extent> from = Merged(from_sizes, from_strides);
  std::vector<StridedLoop> loops;
  while (!to.empty() && !from.empty()) {
    const Extent& a = to.back();
    const Extent& b = from.back();
    const int64_t size = std::min(a.size, b.size);
    if (a.size % size != 0 || b.size % size != 0) return std::nullopt;
    loops.push_back({size, a.stride, b.stride});
    TakeInnermost(to, size);
    TakeInnermost(from, size);
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

using Numbers = std::vector<int64_t>;

Kernel ReshapeThroughRowMajor(Numbers to_sizes, std::byte* to, Numbers to_strides,
                              Numbers from_sizes, const std::byte* from, Numbers from_strides,
                              int64_t width) {
  std::byte* const room = co_await Scratch<std::byte>(ElementCount(to_sizes) * width);
  const Numbers in_strides = RowMajorStrides(from_sizes);
  co_await CopyStrided(from_sizes, room, in_strides, from, from_strides, width);
  const Numbers out_strides = RowMajorStrides(to_sizes);
  co_await CopyStrided(to_sizes, to, to_strides, room, out_strides, width);
  co_return OkStatus();
}

}  // namespace

Kernel ReshapeInto(Span<const int64_t> to_sizes, std::byte* to, Span<const int64_t> to_strides,
                   Span<const int64_t> from_sizes, const std::byte* from,
                   Span<const int64_t> from_strides, int64_t width) {
  if (ElementCount(to_sizes) == 0) return {};
  const auto copy = ReshapeAsCopy(to_sizes, to_strides, from_sizes, from_strides);
  if (!copy.has_value()) {
    return ReshapeThroughRowMajor(to_sizes.ToVector(), to, to_strides.ToVector(),
                                  from_sizes.ToVector(), from, from_strides.ToVector(), width);
  }
  return CopyStrided(copy->sizes, to, copy->to_strides, from, copy->from_strides, width);
}

std::optional<ReshapeCopy> ReshapeAsCopy(Span<const int64_t> to_sizes,
                                         Span<const int64_t> to_strides,
                                         Span<const int64_t> from_sizes,
                                         Span<const int64_t> from_strides) {
  const auto loops = CommonLoops(to_sizes, to_strides, from_sizes, from_strides);
  if (!loops.has_value()) return std::nullopt;
  ReshapeCopy copy;
  for (const StridedLoop& loop : *loops) {
    copy.sizes.push_back(loop.size);
    copy.to_strides.push_back(loop.to);
    copy.from_strides.push_back(loop.from);
  }
  return copy;
}

bool LieAlike(Span<const int64_t> sizes, Span<const int64_t> strides,
              Span<const int64_t> other_sizes, Span<const int64_t> other_strides) {
  if (ElementCount(sizes) == 0) return true;
  const auto loops = CommonLoops(sizes, strides, other_sizes, other_strides);
  return loops.has_value() && std::all_of(loops->begin(), loops->end(),
                                          [](const StridedLoop& l) { return l.to == l.from; });
}

}  // namespace hloom
