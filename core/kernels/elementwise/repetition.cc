#include "kernels/elementwise/repetition.h"

namespace hloom {

namespace {

// Shorter runs do not pay for their calls.
constexpr int64_t kShortestRun = 128;

}  // namespace

std::optional<Repetition> Repetition::Of(Span<const int64_t> sizes, Span<const int64_t> strides,
                                         Span<const int64_t> from_strides) {
  const std::vector<StridedLoop> loops = SimplifyLoops(sizes, strides, from_strides);
  if (loops.empty() || loops.size() > kMostLoops) return std::nullopt;
  Repetition repetition;
  for (size_t d = 0; d < loops.size(); ++d) {
    repetition.loops_[d] = {loops[d].size, loops[d].from};
    // Neighbors were merged, so that only the outermost loop repeats all of the others.
    if (d > 0 || loops[d].from != 0) repetition.period_ *= loops[d].size;
  }
  repetition.inner_ = loops.size() - 1;
  const StridedLoop& run = loops.back();
  if (repetition.period_ <= kShortPeriod && (run.from == 0 || run.from == 1)) return repetition;
  if (run.from != 0 && run.from != 1) return std::nullopt;
  if (run.size < kShortestRun) return std::nullopt;
  return repetition;
}

Repetition::Cursor::Cursor(const Repetition& repetition, int64_t begin) : repetition_(&repetition) {
  const size_t inner = repetition.inner_;
  for (size_t d = inner + 1; d-- > 0;) {
    const Loop& loop = repetition.loops_[d];
    index_[d] = begin % loop.size;
    begin /= loop.size;
    at_ += index_[d] * loop.from;
  }
  left_ = repetition.loops_[inner].size - index_[inner];
}

void Repetition::Cursor::NextRun() {
  const Loop* const loops = repetition_->loops_;
  size_t d = repetition_->inner_;
  left_ = loops[d].size;
  at_ -= left_ * loops[d].from;
  while (d-- > 0) {
    at_ += loops[d].from;
    if (++index_[d] < loops[d].size) return;
    at_ -= loops[d].size * loops[d].from;
    index_[d] = 0;
  }
}

}  // namespace hloom
