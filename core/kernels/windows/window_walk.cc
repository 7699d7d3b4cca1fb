#include "kernels/windows/window_walk.h"

#include <tuple>

namespace hloom {

WindowWalk::WindowWalk(std::vector<WindowAxis> axes, std::vector<WindowStrides> arrays)
    : arrays_(std::move(arrays)) {
  for (const WindowAxis& axis : axes) {
    const auto [begin, end] = PositionRange(axis, 0, axis.outputs);
    dimensions_.push_back({axis, begin, end, begin, {}});
    if (begin >= end) has_position_ = false;
  }
  has_run_ = has_position_;
  if (has_position_) StartPosition(0);
}

// Lets the dimensions from `from` on start over.
void WindowWalk::StartPosition(size_t from) {
  for (size_t d = from; d < dimensions_.size(); ++d) {
    dimensions_[d].position = dimensions_[d].begin;
  }
  for (size_t d = from > 0 ? from - 1 : 0; d < dimensions_.size(); ++d) {
    Dimension& dimension = dimensions_[d];
    dimension.overlap =
        OutputsOnElements(dimension.axis, 0, dimension.axis.outputs, dimension.position);
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
  // If no output meets a position in one dimension, the dimensions behind it need not be walked.
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
  has_run_ = false;
}

void WindowWalk::NextRun() {
  has_run_ = false;
  for (size_t d = dimensions_.empty() ? 0 : dimensions_.size() - 1; d-- > 0;) {
    if (++dimensions_[d].at < dimensions_[d].overlap.count) {
      has_run_ = true;
      return;
    }
    dimensions_[d].at = 0;
  }
}

int64_t WindowWalk::count() const {
  return dimensions_.empty() ? 1 : dimensions_.back().overlap.count;
}

WindowRun WindowWalk::RunOf(size_t array) const {
  const WindowStrides& strides = arrays_[array];
  WindowRun run;
  for (size_t d = 0; d < dimensions_.size(); ++d) {
    const Overlap& overlap = dimensions_[d].overlap;
    const int64_t at = dimensions_[d].at;
    run.output += (overlap.first + at * overlap.step) * strides.outputs[d];
    run.element += (overlap.index + at * overlap.index_step) * strides.elements[d];
  }
  if (dimensions_.empty()) return run;
  const Overlap& last = dimensions_.back().overlap;
  run.output_step = last.step * strides.outputs.back();
  run.element_step = last.index_step * strides.elements.back();
  return run;
}

}  // namespace hloom
