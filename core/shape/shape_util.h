// ShapeUtil: making, judging, comparing and rebuilding shapes. Names as in XLA's shape_util.h.
#ifndef HLOOM_SHAPE_SHAPE_UTIL_H_
#define HLOOM_SHAPE_SHAPE_UTIL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "shape/layout_util.h"
#include "shape/shape.h"
#include "shape/shape_index.h"

namespace hloom {

// ShapeUtil's functions accept negative dimension numbers, counted from the end as in Python. A
// number out of range is an error (shape.c7) where XLA would end the process.
class ShapeUtil {
 public:
  // Deeper tuples are refused, so that recursion over a shape is safe.
  static constexpr int kMaxTupleDepth = 64;
  // More dimensions than any program has. The limit keeps checks that compare dimensions with each
  // other cheap.
  static constexpr int64_t kMaxRank = 256;

  // MakeShape(F32, {A, B, C, D}) has dimension sizes [A, B, C, D] and the default layout.
  static Shape MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions);
  // Does the same with a flag for each dimension: true if it is dynamic, so that its size is a
  // bound.
  static Shape MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions,
                         const std::vector<bool>& dynamic_dimensions);
  // The shape whose sizes are the bounds; in a tuple, the bounds of every array.
  static Shape MakeStaticShape(const Shape& shape);
  static Shape MakeShapeWithLayout(PrimitiveType element_type, Span<const int64_t> dimensions,
                                   Span<const int64_t> minor_to_major);
  static Shape MakeShapeWithDescendingLayout(PrimitiveType element_type,
                                             Span<const int64_t> dimensions) {
    return MakeShape(element_type, dimensions);
  }
  // The row-major shape with the same memory order as `shape`: f32[B,H,W,C]{0,3,2,1} gives
  // f32[H,W,C,B]{3,2,1,0}.
  static Shape MakeShapeWithDescendingLayoutAndSamePhysicalLayout(const Shape& shape);
  static Shape MakeScalarShape(PrimitiveType element_type) { return MakeShape(element_type, {}); }
  static Shape MakeTupleShape(Span<const Shape> shapes) { return Shape(shapes.ToVector()); }
  // The tuple, or the shape itself if there is only one.
  static Shape MakeMaybeTupleShape(Span<const Shape> shapes) {
    return shapes.size() == 1 ? shapes[0] : MakeTupleShape(shapes);
  }
  static Shape MakeNil() { return MakeTupleShape({}); }
  static Shape MakeTokenShape() { return Shape(TOKEN, {}, Layout()); }
  static Shape MakeOpaqueShape() { return Shape(OPAQUE_TYPE, {}, Layout()); }
  static StatusOr<Shape> MakeValidatedShape(PrimitiveType element_type,
                                            Span<const int64_t> dimensions);

  // The error for a dynamic dimension without a bound, shape.c5.
  static Status Unbounded(int64_t dimension);
  // Checks shape.c1, a known element type; c2, sizes are not negative; c3, the bytes fit int64; c4,
  // tuple depth; c6, the rank; c12, the shape in a buffer; and layout.c1 to c5.
  static Status ValidateShape(const Shape& shape);

  // ---- Text ----

  // "f32[2,3]{1,0}", "(f32[2], token[])", "f32[2,3]{0,1:PAD(3,5)ZERO_PAD}". shape.p1: the text is a
  // shape. shape.p2: the shape is not that of a sparse array. shape.c5: a dynamic size has a bound:
  // <=10, not ?.
  static StatusOr<Shape> ParseShape(std::string_view text);
  // The fault of a text that is not a shape (shape.p1, shape.p2).
  struct TextFault {
    size_t position = 0;
    std::string message;       // "expected a number", "\"f33\" is not an element type"
    bool is_expected = false;  // the message names what was expected at the position
  };
  // The shape at the start of `text`; `*length` is set to what it takes, after an error to where it
  // goes wrong. `blank_before_layout`: the layout may be apart, as in f32[2,3] {1,0}; a literal
  // has its elements there. `*fault` is set if the text is not a shape, and cleared otherwise.
  static StatusOr<Shape> ParseShapePrefix(std::string_view text, size_t* length,
                                          bool blank_before_layout = false,
                                          std::optional<TextFault>* fault = nullptr);
  static std::string HumanString(const Shape& shape) { return shape.ToString(); }
  static std::string HumanString(const ProgramShape& shape) { return shape.ToString(); }
  static std::string HumanStringWithLayout(const Shape& shape) { return shape.ToString(true); }
  // The text with layouts, in XLA's own grammar; layout.c6: padding cannot be written in it.
  static StatusOr<std::string> StrictText(const Shape& shape);

  // ---- Sizes ----

  // The number of elements, the product of the sizes (1 for a scalar); validated shapes only.
  static int64_t ElementsIn(const Shape& shape);
  static int64_t ElementsInRecursive(const Shape& shape);
  static bool IsZeroElementArray(const Shape& shape) {
    return shape.IsArray() && ElementsIn(shape) == 0;
  }
  // Bytes of the array with its padding; for a tuple, of all its leaves.
  static int64_t ByteSizeOf(const Shape& shape);
  // Same as ByteSizeOf: XLA's ByteSizeOf also counts the pointers of tuples; hloom's tuples have
  // none.
  static int64_t ByteSizeOfElements(const Shape& shape) { return ByteSizeOf(shape); }
  static int64_t ByteSizeOfPrimitiveType(PrimitiveType type) { return ByteWidth(type); }
  // The distance, in bytes, between neighbors along each dimension of an array; nullopt for other
  // shapes. The strides of f32[2,3]{1,0} are {12, 4}.
  static std::optional<std::vector<int64_t>> ByteStrides(const Shape& shape);
  // The number of dimensions whose size is greater than 1. (XLA's function counts sizes of 0 too,
  // against its own document.)
  static int64_t TrueRank(const Shape& shape);
  static StatusOr<int64_t> GetDimensionNumber(const Shape& shape, int64_t dimension);
  // The size of a dimension.
  static StatusOr<int64_t> GetDimension(const Shape& shape, int64_t dimension);
  // `dimension` in -rank..rank-1, counted from the end when negative; nullopt out of range.
  static std::optional<int64_t> CanonicalDimension(int64_t dimension, int64_t rank);

  // ---- Kinds ----

  static bool IsInitialized(const Shape& shape) {
    return shape.element_type() != PRIMITIVE_TYPE_INVALID;
  }
  static bool IsScalar(const Shape& shape) { return shape.IsArray() && shape.rank() == 0; }
  static bool IsEffectiveScalar(const Shape& shape) {
    return shape.IsArray() && ElementsIn(shape) == 1;
  }
  static bool IsScalarWithElementType(const Shape& shape, PrimitiveType type) {
    return IsScalar(shape) && shape.element_type() == type;
  }
  static bool ElementIsIntegral(const Shape& shape) { return IsIntegralType(shape.element_type()); }
  static bool ElementIsFloating(const Shape& shape) {
    return IsFloatingPointType(shape.element_type());
  }
  static bool ElementIsComplex(const Shape& shape) { return IsComplexType(shape.element_type()); }
  // Floating-point numbers have signs too (F8E8M0FNU has none).
  static bool ElementIsSigned(const Shape& shape);
  static bool ElementHasBitWidth(const Shape& shape, int bits) {
    return shape.IsArray() && BitWidth(shape.element_type()) == bits;
  }
  static bool IsEmptyTuple(const Shape& shape) {
    return shape.IsTuple() && shape.tuple_shapes().empty();
  }
  static bool IsNestedTuple(const Shape& shape);

  // ---- Comparison ----

  static bool SameDimensions(const Shape& a, const Shape& b) {
    return SpanEquals(a.dimensions(), b.dimensions());
  }
  static bool SameRank(const Shape& a, const Shape& b) { return a.rank() == b.rank(); }
  static bool SameElementType(const Shape& a, const Shape& b) {
    return a.element_type() == b.element_type();
  }
  // True if the types and the sizes (or bounds) are equal. Ignores layouts and dynamic dimensions.
  static bool Compatible(const Shape& a, const Shape& b);
  // True if types, sizes and dynamic dimensions are equal. Ignores layouts.
  static bool EqualIgnoringLayout(const Shape& a, const Shape& b);
  // True if a value of shape `value` fits shape `holder`: the same types and ranks, and in every
  // dimension the same size, or a size or bound within the bound of a dynamic dimension. f32[<=10]
  // holds f32[7] and f32[<=7]; f32[10] holds only itself.
  static bool Holds(const Shape& holder, const Shape& value);
  // True if the sizes are equal. Ignores types and layouts.
  static bool CompatibleIgnoringElementType(const Shape& a, const Shape& b);
  // True if types, sizes and layouts are equal.
  static bool Equal(const Shape& a, const Shape& b) { return a == b; }
  static bool EqualIgnoringElementType(const Shape& a, const Shape& b);
  // True if tuples are nested in the same way. Ignores the leaves.
  static bool EqualStructure(const Shape& a, const Shape& b);

  // ---- One shape from another ----

  static Shape ChangeElementType(const Shape& shape, PrimitiveType type);
  // F32 for C64, F64 for C128.
  static Shape ComplexComponentShape(const Shape& shape);
  // DeleteDimension(1, f32[2,3,4]) is f32[2,4]; the other dimensions keep their order in memory.
  static StatusOr<Shape> DeleteDimension(int64_t dimension, const Shape& shape);
  static StatusOr<Shape> DeleteDimensions(Span<const int64_t> dimensions, const Shape& shape);
  static Shape DropDegenerateDimensions(const Shape& shape);
  // Returns the same memory with its dimensions in another order: result.dimensions(i) =
  // shape.dimensions(permutation[i]). The permutation must be one (shape.c9).
  static StatusOr<Shape> PermuteDimensions(Span<const int64_t> permutation, const Shape& shape);
  // Adds a dimension of size `bound`: AppendMajorDimension as dimension 0 and the most major one,
  // AppendMinorDimension as the last and the most minor one. `*shape` must be an array.
  static void AppendMajorDimension(int64_t bound, Shape* shape);
  static void AppendMinorDimension(int64_t bound, Shape* shape);
  // Returns the same order in memory, but with `dimension` as the most major one; in a tuple, for
  // every array.
  static StatusOr<Shape> MoveDimToMajor(const Shape& shape, int64_t dimension);

  // ---- Tuples ----

  // The array leaves of a shape, depth first. A token is not an array leaf.
  static std::vector<const Shape*> ArrayLeaves(const Shape& shape);
  static bool IndexIsValid(const Shape& shape, ShapeIndexView index);
  // shape.c10: the index leads somewhere.
  static StatusOr<const Shape*> TryGetSubshape(const Shape& shape, ShapeIndexView index);
  // Ends the process if the index is invalid, as XLA does.
  static const Shape& GetSubshape(const Shape& shape, ShapeIndexView index);
  static bool IsLeafIndex(const Shape& shape, ShapeIndexView index);
  static int64_t TupleElementCount(const Shape& shape) {
    return static_cast<int64_t>(shape.tuple_shapes().size());
  }
  // The number of shapes that ForEachSubshape visits.
  static int64_t SubshapeCount(const Shape& shape);
  static int64_t GetLeafCount(const Shape& shape);
  // Calls fn(const Shape&, const ShapeIndex&) for the shape itself, at {}, and everything inside
  // it, each tuple before its elements.
  template <typename Fn>
  static void ForEachSubshape(const Shape& shape, Fn&& fn) {
    ShapeIndex index;
    Visit(shape, index, fn);
  }
  template <typename Fn>
  static void ForEachLeafShape(const Shape& shape, Fn&& fn) {
    ForEachSubshape(shape, [&](const Shape& subshape, const ShapeIndex& index) {
      if (!subshape.IsTuple()) fn(subshape, index);
    });
  }

 private:
  template <typename Fn>
  static void Visit(const Shape& shape, ShapeIndex& index, Fn& fn) {
    fn(shape, static_cast<const ShapeIndex&>(index));
    for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
      index.push_back(static_cast<int64_t>(i));
      Visit(shape.tuple_shapes()[i], index, fn);
      index.pop_back();
    }
  }
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_UTIL_H_
