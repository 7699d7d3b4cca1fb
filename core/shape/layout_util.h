// LayoutUtil: making, judging and comparing layouts. Names as in XLA's layout_util.h. The source is
// XLA's page "Shapes and Layout", "Layout".
#ifndef HLOOM_SHAPE_LAYOUT_UTIL_H_
#define HLOOM_SHAPE_LAYOUT_UTIL_H_

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "shape/shape.h"

namespace hloom {

// Returns an error where XLA would end the process. Dimension numbers may be negative, counted from
// the end as in Python.
class LayoutUtil {
 public:
  // {N-1, ..., 1, 0}: major-to-minor, the default of newly created shapes.
  static Layout GetDefaultLayoutForRank(int64_t rank);
  static Layout GetDefaultLayoutForShape(const Shape& shape) {
    return GetDefaultLayoutForRank(shape.rank());
  }
  static Layout MakeLayout(Span<const int64_t> minor_to_major) { return Layout(minor_to_major); }
  static Layout MakeLayoutFromMajorToMinor(Span<const int64_t> major_to_minor);
  // {N-1, ..., 0}, the default.
  static Layout MakeDescendingLayout(int64_t rank) { return GetDefaultLayoutForRank(rank); }
  // {0, ..., N-1}.
  static Layout MakeAscendingLayout(int64_t rank);
  // `layout` padded to `padded_dimensions` with `value`.
  static Layout WithPadding(Layout layout, Span<const int64_t> padded_dimensions,
                            PaddingValue value = UNKNOWN_PAD);
  static Layout WithoutPadding(const Layout& layout) { return Layout(layout.minor_to_major()); }
  // Default layouts for all arrays in the shape.
  static Shape GetWithDefaultLayout(const Shape& shape);

  // "dim 0 is minor": minor_to_major = {0, 1, ..., N-1}. Both hold at the ranks 0 and 1.
  static bool IsMonotonicWithDim0Minor(const Layout& layout);
  // "dim 0 is major": minor_to_major = {N-1, ..., 0}.
  static bool IsMonotonicWithDim0Major(const Layout& layout);

  // layout.c1: minor_to_major is a permutation of 0..rank-1. c2: a padded size for each dimension.
  // c3: each padded size is at least the size. c4: padding_value is a known name and requires
  // padded_dimensions.
  static Status ValidateLayout(const Layout& layout, Span<const int64_t> dimensions);
  // Checks that too, and layout.c5: the element type has the padding value.
  static Status ValidateLayoutForShape(const Layout& layout, const Shape& shape);
  // True if elements of `type` can have the padding value. Complex numbers have no minimum and no
  // maximum, F8E8M0FNU has no zero, and S1, whose values are -1 and 0, has no one.
  static bool HasPaddingValue(PrimitiveType type, PaddingValue value);

  static bool Equal(const Layout& a, const Layout& b) { return a == b; }
  // True if two shapes of one structure have the same layouts in all their arrays, ignoring types
  // and sizes.
  static bool LayoutsInShapesEqual(const Shape& a, const Shape& b);
  static bool HasPadding(const Shape& shape) { return shape.layout().has_padding(); }

  static Span<const int64_t> MinorToMajor(const Layout& layout) { return layout.minor_to_major(); }
  static Span<const int64_t> MinorToMajor(const Shape& shape) {
    return shape.layout().minor_to_major();
  }
  // The dimension that is n-th in memory, from the fastest changing: Minor(layout, 0) is the most
  // minor one; a negative n counts from the most major. shape.c7: n is within the rank.
  static StatusOr<int64_t> Minor(const Layout& layout, int64_t n);
  // Counts from the slowest changing.
  static StatusOr<int64_t> Major(const Layout& layout, int64_t n);
  // Returns for each dimension its place in memory, 0 being the most major: the inverse of Major.
  static std::vector<int64_t> MakeLogicalToPhysical(const Layout& layout);
  // True if the dimensions are adjacent in memory, in any order among themselves.
  static bool AreDimensionsConsecutive(const Layout& layout, Span<const int64_t> dimensions);
  // Returns the same order, but with `dimension` as the most major one.
  static StatusOr<Layout> MoveDimToMajor(const Layout& layout, int64_t dimension);

  static std::string HumanString(const Layout& layout) { return layout.ToString(); }
  // The text in XLA's own grammar; layout.c6: padding cannot be written in it.
  static StatusOr<std::string> StrictText(const Layout& layout);
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_LAYOUT_UTIL_H_
