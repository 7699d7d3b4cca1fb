// The arithmetic of windows that move over a base area, along one dimension.
#ifndef HLOOM_KERNELS_WINDOWS_WINDOW_AXIS_H_
#define HLOOM_KERNELS_WINDOWS_WINDOW_AXIS_H_

#include <cstdint>
#include <utility>

namespace hloom {

// Position k of the window at output o is at
//   o * stride + k * window_dilation - padding_low
// of the dilated base, in which element i is at i * base_dilation. A position outside, or between
// two elements, is on no element.
struct WindowAxis {
  int64_t window = 1;  // how many positions it has
  int64_t stride = 1;
  int64_t padding_low = 0;  // a negative padding removes elements at the edge
  int64_t window_dilation = 1;
  int64_t base_dilation = 1;
  int64_t size = 1;     // elements of the base
  int64_t outputs = 1;  // places of the window

  // True if each output has exactly the element at its own place.
  bool trivial() const {
    return window == 1 && stride == 1 && padding_low == 0 && base_dilation == 1 && size == outputs;
  }
};

// The numbered places that are on an element: place first + j * step is on element index + j *
// index_step, for j below count.
struct Overlap {
  int64_t count = 0;
  int64_t first = 0;
  int64_t step = 1;
  int64_t index = 0;
  int64_t index_step = 1;
};
// Returns the outputs in [begin, end) for which window position `position` is on an element.
Overlap OutputsOnElements(const WindowAxis& axis, int64_t begin, int64_t end, int64_t position);
// Returns the positions of the window at one output that are on an element.
Overlap PositionsOnElements(const WindowAxis& axis, int64_t output);

// Returns the positions as if the base had elements without end on both sides, from some negative
// index on.
Overlap PositionsOnEndless(const WindowAxis& axis, int64_t output);

// Outputs for which the same positions of the window are on elements: those at
//   output + j * step, for j below count
// Each time, a position's element is index_step further on. With a window of 3 over f32[5], padded
// by 1 on both sides, they are output 0, outputs 1 to 3, and output 4.
struct AlikeOutputs {
  int64_t count = 0;
  int64_t step = 1;
  int64_t index_step = 1;
};
// Returns as many outputs as there are from `output` on.
AlikeOutputs OutputsLike(const WindowAxis& axis, int64_t output);
// Returns the outputs from `output` on that are alike on an endless base.
AlikeOutputs OutputsLikeOnEndless(const WindowAxis& axis, int64_t output);

// Returns a range [first, last) of positions; no position outside of it is on an element, for any
// output in [begin, end).
std::pair<int64_t, int64_t> PositionRange(const WindowAxis& axis, int64_t begin, int64_t end);
// Returns a range [first, last) that holds all elements covered by positions in [first_position,
// last_position) at outputs in [begin, end). Neither of these ranges may be empty.
std::pair<int64_t, int64_t> ElementRange(const WindowAxis& axis, int64_t begin, int64_t end,
                                         int64_t first_position, int64_t last_position);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_WINDOW_AXIS_H_
