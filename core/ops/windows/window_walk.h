// Goes through a window position by position, each for all outputs at once.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_WALK_H_
#define HLOOM_OPS_WINDOWS_WINDOW_WALK_H_

#include "ops/windows/window_util.h"

namespace hloom {

// Outputs at row-major offsets output, output + output_step ..., and for each the element on which
// the position lies, as a row-major offset into the base.
struct WindowRun {
  int64_t count = 0;
  int64_t output = 0;
  int64_t output_step = 0;
  int64_t element = 0;
  int64_t element_step = 0;
};

// Positions come in row-major order. Pairs of output and element together are all that do not fall
// into padding or holes:
//
//   for (WindowWalk walk(...); walk.has_position(); walk.NextPosition()) {
//     WindowRun run;
//     while (walk.NextRun(&run)) ...
//   }
class WindowWalk {
 public:
  WindowWalk(const Window& window, Span<const int64_t> base_sizes,
             Span<const int64_t> output_sizes);

  bool has_position() const { return has_position_; }
  // Some positions may lie on an element for no output: they have no run.
  void NextPosition();
  bool NextRun(WindowRun* run);

 private:
  void StartPosition(size_t from);
  void StartRuns();

  struct Dimension {
    WindowDimension window;
    int64_t size, outputs;
    int64_t element_stride, output_stride;
    int64_t begin, end;  // of positions
    int64_t position;
    Overlap overlap;
    int64_t at = 0;  // which of overlap
  };
  std::vector<Dimension> dimensions_;
  bool has_position_ = true;
  bool has_run_ = true;
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_WALK_H_
