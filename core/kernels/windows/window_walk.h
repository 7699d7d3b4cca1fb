// Goes through a window position by position, each for all outputs together.
#ifndef HLOOM_KERNELS_WINDOWS_WINDOW_WALK_H_
#define HLOOM_KERNELS_WINDOWS_WINDOW_WALK_H_

#include <vector>

#include "base/span.h"
#include "kernels/windows/window_axis.h"

namespace hloom {

// The strides of an array under a window, and of its outputs, in elements.
struct WindowStrides {
  std::vector<int64_t> elements, outputs;
};

// Outputs at output, output + output_step ..., and for each the element under the position.
struct WindowRun {
  int64_t output = 0;
  int64_t output_step = 0;
  int64_t element = 0;
  int64_t element_step = 0;
};

// Positions come in row-major order. The runs of all positions cover every pair of output and
// element outside of padding and holes:
//
//   for (WindowWalk walk(...); walk.has_position(); walk.NextPosition()) {
//     for (; walk.has_run(); walk.NextRun()) ... walk.count() pairs, at walk.RunOf(array)
//   }
class WindowWalk {
 public:
  WindowWalk(std::vector<WindowAxis> axes, std::vector<WindowStrides> arrays);

  bool has_position() const { return has_position_; }
  // Some positions are on no element for any output: they have no run.
  void NextPosition();

  bool has_run() const { return has_run_; }
  void NextRun();
  int64_t count() const;
  WindowRun RunOf(size_t array) const;

 private:
  void StartPosition(size_t from);
  void StartRuns();

  struct Dimension {
    WindowAxis axis;
    int64_t begin, end;  // of positions
    int64_t position;
    Overlap overlap;
    int64_t at = 0;  // the index in overlap
  };
  std::vector<Dimension> dimensions_;
  std::vector<WindowStrides> arrays_;
  bool has_position_ = true;
  bool has_run_ = true;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_WINDOW_WALK_H_
