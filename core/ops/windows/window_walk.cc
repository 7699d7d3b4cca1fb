#include "ops/windows/window_walk.h"

#include <tuple>

namespace hloom {

WindowWalk::WindowWalk(const Window& window, Span<const int64_t> base_sizes,
                       Span<const int64_t> output_sizes) {
  dimensions_.resize(base_sizes.size());
  // Unsigned: where another size is 0 the others may multiply to anything, and nobody asks.
  uint64_t element_stride = 1;
  uint64_t output_stride = 1;
  for (size_t d = dimensions_.size(); d-- > 0;) {
    Dimension& dimension = dimensions_[d];
    dimension.window = window.dimensions(static_cast<int64_t>(d));
    dimension.size = base_sizes[d];
    dimension.outputs = output_sizes[d];
    dimension.element_stride = static_cast<int64_t>(element_stride);
    dimension.output_stride = static_cast<int64_t>(output_stride);
    element_stride *= static_cast<uint64_t>(dimension.size);
    output_stride *= static_cast<uint64_t>(dimension.outputs);
    std::tie(dimension.begin, dimension.end) =
        PositionRange(dimension.window, dimension.size, 0, dimension.outputs);
    if (dimension.begin >= dimension.end) has_position_ = false;
  }
  if (has_position_) StartPosition(0);
}

// Dimensions from `from` on start over.
void WindowWalk::StartPosition(size_t from) {
  for (size_t d = from; d < dimensions_.size(); ++d) {
    dimensions_[d].position = dimensions_[d].begin;
  }
  for (size_t d = from > 0 ? from - 1 : 0; d < dimensions_.size(); ++d) {
    Dimension& dimension = dimensions_[d];
    dimension.overlap = OutputsOnElements(dimension.window, dimension.size, 0, dimension.outputs,
                                          dimension.position);
  }
  StartRuns();
}

void WindowWalk::StartRuns() {
  has_run_ = true;
  for (Dimension& dimension : dimensions_) {
    dimension.at = 0;
    if (dimension.overlap.count == 0) has_run_ = false;
  }
}

void WindowWalk::NextPosition() {
  // Where no output meets a position in one dimension, those in the dimensions behind it are all
  // in vain.
  size_t d = dimensions_.size();
  for (size_t i = 0; i < dimensions_.size(); ++i) {
    if (dimensions_[i].overlap.count > 0) continue;
    d = i + 1;
    break;
  }
  while (d-- > 0) {
    if (++dimensions_[d].position < dimensions_[d].end) {
      StartPosition(d + 1);
      return;
    }
  }
  has_position_ = false;
}

bool WindowWalk::NextRun(WindowRun* run) {
  if (!has_run_) return false;
  *run = WindowRun();
  run->count = 1;
  for (const Dimension& dimension : dimensions_) {
    const Overlap& overlap = dimension.overlap;
    run->output += (overlap.first + dimension.at * overlap.step) * dimension.output_stride;
    run->element += (overlap.index + dimension.at * overlap.index_step) * dimension.element_stride;
  }
  has_run_ = false;
  if (dimensions_.empty()) return true;
  const Overlap& last = dimensions_.back().overlap;
  run->count = last.count;
  run->output_step = last.step;
  run->element_step = last.index_step;
  for (size_t d = dimensions_.size() - 1; d-- > 0;) {
    if (++dimensions_[d].at < dimensions_[d].overlap.count) {
      has_run_ = true;
      break;
    }
    dimensions_[d].at = 0;
  }
  return true;
}

}  // namespace hloom
