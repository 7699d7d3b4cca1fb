// ShapeUtil and LayoutUtil: making, judging and comparing shapes. Names as in XLA's shape_util.h,
// layout_util.h.
#ifndef HLOOM_SHAPE_SHAPE_UTIL_H_
#define HLOOM_SHAPE_SHAPE_UTIL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "shape/shape.h"

namespace hloom {

class LayoutUtil {
 public:
  // {N-1, ..., 1, 0}: major-to-minor, the default of newly created shapes.
  static Layout GetDefaultLayoutForRank(int64_t rank);
  static Layout MakeLayout(Span<const int64_t> minor_to_major) { return Layout(minor_to_major); }
  // "dim 0 is minor": minor_to_major = {0, 1, ..., N-1}.
  static bool IsMonotonicWithDim0Minor(const Layout& layout);
  // "dim 0 is major": minor_to_major = {N-1, ..., 0}.
  static bool IsMonotonicWithDim0Major(const Layout& layout);
  // layout.c1: minor_to_major is a permutation of 0..rank-1. layout.c2, .c3: padding.
  static Status ValidateLayout(const Layout& layout, Span<const int64_t> dimensions);
};

class ShapeUtil {
 public:
  // Deeper tuples are refused, so that whoever walks a shape may recurse.
  static constexpr int kMaxTupleDepth = 64;
  // More dimensions than any program has; keeps checks that compare dimensions with each other
  // cheap.
  static constexpr int64_t kMaxRank = 256;

  // MakeShape(F32, {A, B, C, D}) has dimension sizes [A, B, C, D] and the default layout.
  static Shape MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions);
  static Shape MakeShapeWithLayout(PrimitiveType element_type, Span<const int64_t> dimensions,
                                   Span<const int64_t> minor_to_major);
  static Shape MakeScalarShape(PrimitiveType element_type) { return MakeShape(element_type, {}); }
  static Shape MakeTupleShape(Span<const Shape> shapes) { return Shape(shapes.ToVector()); }
  static Shape MakeTokenShape() { return Shape(TOKEN, {}, Layout()); }
  static Shape MakeOpaqueShape() { return Shape(OPAQUE_TYPE, {}, Layout()); }
  static StatusOr<Shape> MakeValidatedShape(PrimitiveType element_type,
                                            Span<const int64_t> dimensions);

  // shape.c1: a known element type. c2: sizes are not negative. c3: the bytes fit int64. c4: tuple
  // depth. And layout.c1 to c3.
  static Status ValidateShape(const Shape& shape);

  // "f32[2,3]{1,0}", "(f32[2], token[])". shape.p1: the text is not a shape.
  static StatusOr<Shape> ParseShape(std::string_view text);

  // The number of elements, the product of the sizes (1 for a scalar); validated shapes only.
  static int64_t ElementsIn(const Shape& shape);
  // Bytes of the array with its padding; for a tuple, of all its leaves.
  static int64_t ByteSizeOf(const Shape& shape);
  // The number of dimensions whose size is greater than 1.
  static int64_t TrueRank(const Shape& shape);
  static bool IsScalar(const Shape& shape) { return shape.IsArray() && shape.rank() == 0; }
  static bool IsScalarWithElementType(const Shape& shape, PrimitiveType type) {
    return IsScalar(shape) && shape.element_type() == type;
  }
  static bool SameDimensions(const Shape& a, const Shape& b) {
    return SpanEquals(a.dimensions(), b.dimensions());
  }
  // Same types and sizes, layouts aside.
  static bool Compatible(const Shape& a, const Shape& b);
  // Same types, sizes and layouts.
  static bool Equal(const Shape& a, const Shape& b) { return a == b; }
  static Shape ChangeElementType(const Shape& shape, PrimitiveType type);
  // `dimension` in -rank..rank-1, counted from the end when negative; nullopt out of range.
  static std::optional<int64_t> CanonicalDimension(int64_t dimension, int64_t rank);
  // The array leaves of a shape, depth first; tokens have none.
  static std::vector<const Shape*> ArrayLeaves(const Shape& shape);
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_UTIL_H_
