// Layout: how an array lies in linear memory. Source: the Shapes and Layout, "Layout".
#ifndef HLOOM_SHAPE_LAYOUT_H_
#define HLOOM_SHAPE_LAYOUT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"

namespace hloom {

// What fills the padding: the enumeration that XLA had together with padded_dimensions.
enum PaddingValue : int {
  INVALID_PAD = 0,
  ZERO_PAD = 1,
  ONE_PAD = 2,
  LOWEST_PAD = 3,
  HIGHEST_PAD = 4,
  UNKNOWN_PAD = 5,
};

// `minor_to_major` lists the dimensions from the one that changes fastest in memory to the slowest.
// The array
//   a b c
//   d e f
// of shape [2 x 3] lies as `a d b e c f` with {0,1} (column-major, "dim 0 is minor") and as `a b c
// d e f` with {1,0} (row-major, "dim 0 is major", the default).
class Layout {
 public:
  Layout() = default;
  explicit Layout(Span<const int64_t> minor_to_major)
      : minor_to_major_(minor_to_major.ToVector()) {}

  Span<const int64_t> minor_to_major() const { return minor_to_major_; }
  int64_t minor_to_major(size_t i) const { return minor_to_major_[i]; }

  // Sizes to which each dimension is padded at its high end; empty: no padding.
  Span<const int64_t> padded_dimensions() const { return padded_dimensions_; }
  PaddingValue padding_value() const { return padding_value_; }
  void set_padding(Span<const int64_t> padded_dimensions, PaddingValue value) {
    padded_dimensions_ = padded_dimensions.ToVector();
    padding_value_ = value;
  }

  // "{1,0}"
  std::string ToString() const;

  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  std::vector<int64_t> minor_to_major_;
  std::vector<int64_t> padded_dimensions_;
  PaddingValue padding_value_ = INVALID_PAD;
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_LAYOUT_H_
