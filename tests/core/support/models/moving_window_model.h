// The plain model of windows that move over arrays: for each output, place by place. It is the
// oracle of window_axis, window_walk and window_tiles in kernels/windows, and what the models of
// folds and of applied computations go through windows by. It is slow and obvious on purpose, and
// shares no code with what it judges.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_MOVING_WINDOW_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_MOVING_WINDOW_MODEL_H_

#include <vector>

#include "hlo/attributes/window.h"
#include "kernels/windows/window_axis.h"
#include "support/models/array_model.h"

namespace hloom::testing_support {

// One dimension of a window: at output o, position k looks at place o * stride + k * dilation of
// the padded, dilated base.
struct WindowModel {
  int64_t size = 1, stride = 1, low = 0, high = 0, base_dilation = 1, window_dilation = 1;

  int64_t Dilated(int64_t n) const { return n == 0 ? 0 : (n - 1) * base_dilation + 1; }
  int64_t Padded(int64_t n) const { return low + Dilated(n) + high; }
  int64_t Reach() const { return (size - 1) * window_dilation + 1; }
  // Counted out: at which multiples of the stride the window is inside.
  int64_t Outputs(int64_t n) const {
    int64_t count = 0;
    while (count * stride + Reach() <= Padded(n)) ++count;
    return count;
  }
  // The element of a base of n at which position k looks from output o, or -1: padding or a hole.
  int64_t ElementAt(int64_t n, int64_t o, int64_t k) const {
    const int64_t place = o * stride + k * window_dilation - low;
    if (place < 0 || place >= Dilated(n) || place % base_dilation != 0) return -1;
    return place / base_dilation;
  }
};
using WindowModels = std::vector<WindowModel>;

inline WindowModels RandomWindow(Random& random, const Sizes& sizes, bool dilated) {
  WindowModels window;
  for (int64_t size : sizes) {
    WindowModel w;
    if (!random.OneIn(4)) {
      w.size = random.Between(1, sizes.size() > 3 ? 2 : 4);
      w.stride = random.Between(1, 3);
      w.low = random.Between(-2, 3);
      w.high = random.Between(-2, 3);
      if (dilated) {
        w.base_dilation = random.OneIn(2) ? 1 : random.Between(1, 4);
        w.window_dilation = random.OneIn(2) ? 1 : random.Between(1, 4);
      }
      if (w.Padded(size) < 0) w.low = w.high = 0;
    }
    window.push_back(w);
  }
  return window;
}

inline Window ToWindow(const WindowModels& model) {
  Window window;
  for (const WindowModel& w : model) {
    WindowDimension& dimension = *window.add_dimensions();
    dimension.set_size(w.size);
    dimension.set_stride(w.stride);
    dimension.set_padding_low(w.low);
    dimension.set_padding_high(w.high);
    dimension.set_base_dilation(w.base_dilation);
    dimension.set_window_dilation(w.window_dilation);
  }
  return window;
}

// Returns the window as kernels know it.
inline std::vector<WindowAxis> ToAxes(const WindowModels& model, const Sizes& sizes) {
  std::vector<WindowAxis> axes;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const WindowModel& w = model[d];
    axes.push_back({w.size, w.stride, w.low, w.window_dilation, w.base_dilation, sizes[d],
                    w.Outputs(sizes[d])});
  }
  return axes;
}

inline Sizes OutputSizes(const WindowModels& window, const Sizes& sizes) {
  Sizes outputs;
  for (size_t d = 0; d < sizes.size(); ++d) outputs.push_back(window[d].Outputs(sizes[d]));
  return outputs;
}

// Calls visit(index) for each element in the window at an output, in row-major order.
template <typename F>
void ForEachInWindow(const WindowModels& window, const Sizes& sizes, const Sizes& output, F visit) {
  Sizes window_sizes;
  for (const WindowModel& w : window) window_sizes.push_back(w.size);
  for (int64_t i = 0; i < CountOf(window_sizes); ++i) {
    const Sizes position = IndexAt(window_sizes, i);
    Sizes element;
    bool inside = true;
    for (size_t d = 0; d < sizes.size(); ++d) {
      element.push_back(window[d].ElementAt(sizes[d], output[d], position[d]));
      inside = inside && element.back() >= 0;
    }
    if (inside) visit(element);
  }
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_MOVING_WINDOW_MODEL_H_
