// ShapeUtil: kinds of shapes, and how shapes compare.
#include "shape/dimension_number.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// True if `same(a, b)` holds for the shapes and for every pair of shapes in them. `same` must hold
// for a shape and itself.
template <typename Same>
bool SameTree(const Shape& a, const Shape& b, const Same& same) {
  if (a.tuple_shapes().size() != b.tuple_shapes().size() || !same(a, b)) return false;
  if (a.IsBuffer() && b.IsBuffer()) return SameTree(a.buffer_shape(), b.buffer_shape(), same);
  // Copies of a tuple share their elements.
  if (a.tuple_shapes().data() == b.tuple_shapes().data()) return true;
  if (a.parts() != b.parts()) return false;
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!SameTree(a.tuple_shapes()[i], b.tuple_shapes()[i], same)) return false;
  }
  return true;
}

// True if both are arrays, both tuples, both tokens, or both buffers.
bool SameKind(const Shape& a, const Shape& b) {
  return a.IsArray() == b.IsArray() && (a.IsArray() || a.element_type() == b.element_type());
}

}  // namespace

bool ShapeUtil::Compatible(const Shape& a, const Shape& b) {
  return SameTree(a, b, [](const Shape& x, const Shape& y) {
    return SameElementType(x, y) && SameDimensions(x, y);
  });
}

bool ShapeUtil::EqualIgnoringLayout(const Shape& a, const Shape& b) {
  return SameTree(a, b, [](const Shape& x, const Shape& y) {
    return SameElementType(x, y) && SameDimensions(x, y) &&
           x.dynamic_dimensions() == y.dynamic_dimensions();
  });
}

bool ShapeUtil::Holds(const Shape& holder, const Shape& value) {
  return SameTree(holder, value, [](const Shape& x, const Shape& y) {
    if (!SameElementType(x, y) || !SameRank(x, y)) return false;
    for (int64_t d = 0; d < x.rank(); ++d) {
      const bool within = x.is_dynamic_dimension(d)
                              ? y.dimensions(d) <= x.dimensions(d)
                              : !y.is_dynamic_dimension(d) && y.dimensions(d) == x.dimensions(d);
      if (!within) return false;
    }
    return true;
  });
}

bool ShapeUtil::CompatibleIgnoringElementType(const Shape& a, const Shape& b) {
  return SameTree(
      a, b, [](const Shape& x, const Shape& y) { return SameKind(x, y) && SameDimensions(x, y); });
}

bool ShapeUtil::EqualIgnoringElementType(const Shape& a, const Shape& b) {
  return SameTree(a, b, [](const Shape& x, const Shape& y) {
    return SameKind(x, y) && SameDimensions(x, y) && x.layout() == y.layout();
  });
}

bool ShapeUtil::EqualStructure(const Shape& a, const Shape& b) {
  return SameTree(a, b, [](const Shape& x, const Shape& y) { return x.IsTuple() == y.IsTuple(); });
}

bool ShapeUtil::ElementIsSigned(const Shape& shape) {
  const PrimitiveType type = shape.element_type();
  return IsSignedIntegralType(type) || (IsFloatingPointType(type) && type != F8E8M0FNU);
}

bool ShapeUtil::IsNestedTuple(const Shape& shape) {
  for (const Shape& element : shape.tuple_shapes()) {
    if (element.IsTuple()) return true;
  }
  return false;
}

std::optional<int64_t> ShapeUtil::CanonicalDimension(int64_t dimension, int64_t rank) {
  if (dimension < -rank || dimension >= rank) return std::nullopt;
  return dimension < 0 ? dimension + rank : dimension;
}

StatusOr<int64_t> ShapeUtil::GetDimensionNumber(const Shape& shape, int64_t dimension) {
  return ResolveDimensionNumber(dimension, shape.rank());
}

StatusOr<int64_t> ShapeUtil::GetDimension(const Shape& shape, int64_t dimension) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, GetDimensionNumber(shape, dimension));
  return shape.dimensions(number);
}

StatusOr<std::string> ShapeUtil::StrictText(const Shape& shape) {
  Status status;
  ForEachLeafShape(shape, [&](const Shape& leaf, const ShapeIndex&) {
    const Shape& array = leaf.IsBuffer() ? leaf.buffer_shape() : leaf;
    if (status.ok() && array.IsArray()) status = LayoutUtil::StrictText(array.layout()).status();
  });
  HLOOM_RETURN_IF_ERROR(status);
  return shape.ToString(/*print_layout=*/true);
}

}  // namespace hloom
