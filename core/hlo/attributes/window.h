// Kind window: the size of a window and its movement over a base area. Names as in XLA's Window and
// WindowDimension.
//
// Along one dimension, position k of the window at output o is at
//   o * stride + k * window_dilation - padding_low
// of the dilated base, where element i of the base is at i * base_dilation, with holes between the
// elements. A position outside or in a hole is padding.
#ifndef HLOOM_HLO_ATTRIBUTES_WINDOW_H_
#define HLOOM_HLO_ATTRIBUTES_WINDOW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/span.h"
#include "hlo/attribute.h"

namespace hloom {

class WindowDimension {
 public:
  int64_t size() const { return size_; }
  int64_t stride() const { return stride_; }
  // The padding may be negative: this removes elements at the edge.
  int64_t padding_low() const { return padding_low_; }
  int64_t padding_high() const { return padding_high_; }
  int64_t window_dilation() const { return window_dilation_; }
  int64_t base_dilation() const { return base_dilation_; }
  bool window_reversal() const { return window_reversal_; }
  void set_size(int64_t value) { size_ = value; }
  void set_stride(int64_t value) { stride_ = value; }
  void set_padding_low(int64_t value) { padding_low_ = value; }
  void set_padding_high(int64_t value) { padding_high_ = value; }
  void set_window_dilation(int64_t value) { window_dilation_ = value; }
  void set_base_dilation(int64_t value) { base_dilation_ = value; }
  void set_window_reversal(bool value) { window_reversal_ = value; }

  template <typename V>
  void visit(V& v) {
    v({.name = "size", .doc = "the number of elements of the window along the dimension"}, size_);
    v({.name = "stride",
       .doc = "the number of elements from one position to the next; 1 when left out",
       .omit_default = true},
      stride_);
    v({.name = "padding_low",
       .doc = "the number of places added before the first element; a negative number leaves "
              "elements out",
       .omit_default = true},
      padding_low_);
    v({.name = "padding_high",
       .doc = "the number of places added after the last element; a negative number leaves "
              "elements out",
       .omit_default = true},
      padding_high_);
    v({.name = "window_dilation",
       .doc = "the distance between elements of the window; 1 when left out",
       .omit_default = true},
      window_dilation_);
    v({.name = "base_dilation",
       .doc = "the distance between elements of the base; 1 when left out",
       .omit_default = true},
      base_dilation_);
    v({.name = "window_reversal",
       .doc = "true if the last element of the window comes first",
       .omit_default = true},
      window_reversal_);
  }

  friend bool operator==(const WindowDimension&, const WindowDimension&) = default;

 private:
  int64_t size_ = 1;
  int64_t stride_ = 1;
  int64_t padding_low_ = 0;
  int64_t padding_high_ = 0;
  int64_t window_dilation_ = 1;
  int64_t base_dilation_ = 1;
  bool window_reversal_ = false;
};

// One entry for each dimension.
class Window {
 public:
  Span<const WindowDimension> dimensions() const { return dimensions_; }
  const WindowDimension& dimensions(int64_t i) const { return dimensions_[static_cast<size_t>(i)]; }
  WindowDimension* mutable_dimensions(int64_t i) { return &dimensions_[static_cast<size_t>(i)]; }
  int64_t dimensions_size() const { return static_cast<int64_t>(dimensions_.size()); }
  // The new entry is valid until the next one is added.
  WindowDimension* add_dimensions() { return &dimensions_.emplace_back(); }

  // "size=2x3 stride=1x2 pad=0_1x1_1 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1", as XLA writes
  // it. A field that has its default in all dimensions is omitted.
  std::string ToString() const;

  friend bool operator==(const Window&, const Window&) = default;

 private:
  std::vector<WindowDimension> dimensions_;
};

// JavaScript passes a window as an array of its dimensions, objects with XLA's names.
template <>
const AttributeKind& AttributeKindOf<WindowDimension>();
template <>
const AttributeKind& AttributeKindOf<Window>();
// The kind for operations that need not have a window; {} is a window without dimensions.
template <>
const AttributeKind& AttributeKindOf<std::optional<Window>>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_WINDOW_H_
