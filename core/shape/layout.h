// Layout: the order of an array's elements in linear memory. The source is XLA's page "Shapes and
// Layout", "Layout".
#ifndef HLOOM_SHAPE_LAYOUT_H_
#define HLOOM_SHAPE_LAYOUT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "shape/layout_properties.h"

namespace hloom {

// The values that fill the padding: XLA's former enumeration for padded_dimensions.
enum PaddingValue : int {
  INVALID_PAD = 0,  // a layout without padding has it
  ZERO_PAD = 1,
  ONE_PAD = 2,
  LOWEST_PAD = 3,   // the element type's least value, -inf if it has one: for maxima
  HIGHEST_PAD = 4,  // its greatest: for minima
  UNKNOWN_PAD = 5,  // anything; we write zero bytes, so that no memory leaks out
};

// "ZERO_PAD"; "INVALID_PAD" for an unknown number.
std::string_view PaddingValueName(PaddingValue value);
// Finds a value by its name; INVALID_PAD has one too.
std::optional<PaddingValue> ParsePaddingValue(std::string_view name);

// `minor_to_major` lists the dimensions from the one that changes fastest in memory to the slowest.
// The array
//   a b c
//   d e f
// of shape [2 x 3] is stored as `a d b e c f` with {0,1} (column-major, "dim 0 is minor") and as `a
// b c d e f` with {1,0} (row-major, "dim 0 is major", the default).
class Layout {
 public:
  Layout() = default;
  explicit Layout(Span<const int64_t> minor_to_major);
  // The default, row-major layout: {rank - 1, ..., 1, 0}.
  static Layout RowMajor(size_t rank);

  Span<const int64_t> minor_to_major() const { return minor_to_major_; }
  int64_t minor_to_major(size_t i) const { return minor_to_major_[i]; }
  bool is_row_major() const;

  // Sizes to which each dimension is padded at its high end; empty: no padding.
  Span<const int64_t> padded_dimensions() const { return padded_dimensions_; }
  PaddingValue padding_value() const { return padding_value_; }
  void set_padding(Span<const int64_t> padded_dimensions, PaddingValue value = UNKNOWN_PAD) {
    padded_dimensions_ = padded_dimensions.ToVector();
    padding_value_ = value;
  }

  bool has_padding() const { return !padded_dimensions_.empty(); }

  // The other properties of an XLA layout; null for most layouts.
  const LayoutProperties* properties() const { return properties_.get(); }
  void set_properties(LayoutProperties properties);

  // "{1,0}", "{1,0:T(8,128)}", as XLA writes it; with padding, in hloom's extension,
  // "{0,1:PAD(3,5)ZERO_PAD}". LayoutUtil::StrictText refuses forms that XLA would not parse.
  std::string ToString() const;

  friend bool operator==(const Layout& a, const Layout& b);

 private:
  // Refers to memory that copies share: a row-major order is part of a constant, and `order_` owns
  // any other one.
  Span<const int64_t> minor_to_major_;
  std::shared_ptr<const std::vector<int64_t>> order_;
  std::vector<int64_t> padded_dimensions_;
  PaddingValue padding_value_ = INVALID_PAD;
  // Shared between copies: shapes are copied a lot.
  std::shared_ptr<const LayoutProperties> properties_;
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_LAYOUT_H_
