// The sizes of windows that move over a base area: for ReduceWindow, SelectAndScatter, and other
// operations with a Window. hlo/attributes/window.h describes the positions of a window.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_UTIL_H_
#define HLOOM_OPS_WINDOWS_WINDOW_UTIL_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/attributes/window.h"
#include "shape/shape.h"

namespace hloom {

// The length of `bound` elements with dilation - 1 holes between every two: a . . b . . c is 7
// long. nullopt past 64 bits.
std::optional<int64_t> DilatedBound(int64_t bound, int64_t dilation);

// Counts the positions of a window of `window_size` inside `bound`, `stride` apart.
int64_t StridedBound(int64_t bound, int64_t window_size, int64_t stride);

// The (low, high) padding for ceil(bound / stride) such positions, as even as possible, with an odd
// element at the high end. Sizes are dilated, and stride and window_size positive.
std::pair<int64_t, int64_t> SamePadding(int64_t bound, int64_t window_size, int64_t stride);

// The rules of an operation that these cite.
struct WindowRules {
  Rule entries;    // the window has one entry for each dimension of the base
  Rule positive;   // sizes and strides are at least 1
  Rule dilations;  // dilations are at least 1
  Rule padding;    // negative padding takes away at most what there is
};
// The sizes of the result of a window that moves over an array of shape `base`. shape.c3: past 64
// bits.
StatusOr<std::vector<int64_t>> InferWindowedSizes(const Shape& base, const Window& window,
                                                  const WindowRules& rules);
// Returns the one along dimension `dimension` of the base, where the window is `d`.
StatusOr<int64_t> InferWindowedSize(const Shape& base, int64_t dimension, const WindowDimension& d,
                                    const WindowRules& rules);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_UTIL_H_
