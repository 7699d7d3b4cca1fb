// Kind padding: the padding of an array for a window. Only arguments of builder functions have it;
// in HLO each dimension of the window has its own padding.
#ifndef HLOOM_BUILDER_KINDS_WINDOW_PADDING_H_
#define HLOOM_BUILDER_KINDS_WINDOW_PADDING_H_

#include <utility>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

enum class Padding {
  kSame,   // as many outputs as strides fit: with a stride of 1, as many as elements
  kValid,  // none: only windows inside of the array
};

// One of XLA's paddings, or the low and high padding of each dimension.
struct WindowPadding {
  WindowPadding(Padding padding = Padding::kValid) : same(padding == Padding::kSame) {}  // NOLINT
  WindowPadding(std::vector<std::pair<int64_t, int64_t>> low_high)                       // NOLINT
      : low_high(std::move(low_high)), is_explicit(true) {}

  bool same = false;
  std::vector<std::pair<int64_t, int64_t>> low_high;
  bool is_explicit = false;

  friend bool operator==(const WindowPadding&, const WindowPadding&) = default;
};

template <>
const AttributeKind& AttributeKindOf<WindowPadding>();

}  // namespace hloom

#endif  // HLOOM_BUILDER_KINDS_WINDOW_PADDING_H_
