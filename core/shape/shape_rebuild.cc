// ShapeUtil: makes one shape from another. The remaining dimensions keep their order in memory and
// their padding.
#include <algorithm>

#include "base/str_cat.h"
#include "shape/rules.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// `shape` with its dimensions renumbered: dimension i of the result is dimension kept[i].
// f32[2,3,4] with kept {2, 0} gives f32[4,2].
Shape Renumbered(const Shape& shape, const std::vector<int64_t>& kept) {
  std::vector<int64_t> new_number(static_cast<size_t>(shape.rank()), -1);
  std::vector<int64_t> sizes;
  std::vector<int64_t> padded;
  for (size_t i = 0; i < kept.size(); ++i) {
    new_number[static_cast<size_t>(kept[i])] = static_cast<int64_t>(i);
    sizes.push_back(shape.dimensions(kept[i]));
    if (!shape.layout().has_padding()) continue;
    padded.push_back(shape.layout().padded_dimensions()[static_cast<size_t>(kept[i])]);
  }
  std::vector<int64_t> order;
  for (int64_t dimension : shape.layout().minor_to_major()) {
    const int64_t number = new_number[static_cast<size_t>(dimension)];
    if (number >= 0) order.push_back(number);
  }
  Layout layout(order);
  if (!padded.empty()) layout.set_padding(padded, shape.layout().padding_value());
  Shape result(shape.element_type(), sizes, layout);
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!shape.is_dynamic_dimension(kept[i])) continue;
    result.set_dynamic_dimension(static_cast<int64_t>(i), true);
  }
  return result;
}

// `shape` with a dimension inserted at `at`, in memory the most minor or the most major one.
Shape WithDimension(const Shape& shape, int64_t at, int64_t size, bool minor) {
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  sizes.insert(sizes.begin() + at, size);
  std::vector<int64_t> order = shape.layout().minor_to_major().ToVector();
  for (int64_t& dimension : order) dimension += dimension >= at ? 1 : 0;
  order.insert(minor ? order.begin() : order.end(), at);
  Layout layout(order);
  if (shape.layout().has_padding()) {
    std::vector<int64_t> padded = shape.layout().padded_dimensions().ToVector();
    padded.insert(padded.begin() + at, size);
    layout.set_padding(padded, shape.layout().padding_value());
  }
  Shape result(shape.element_type(), sizes, layout);
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (shape.is_dynamic_dimension(d)) result.set_dynamic_dimension(d < at ? d : d + 1, true);
  }
  return result;
}

std::vector<int64_t> AllDimensions(const Shape& shape) {
  return LayoutUtil::MakeAscendingLayout(shape.rank()).minor_to_major().ToVector();
}

}  // namespace

Shape ShapeUtil::ChangeElementType(const Shape& shape, PrimitiveType type) {
  Shape result(type, shape.dimensions(), shape.layout());
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (shape.is_dynamic_dimension(d)) result.set_dynamic_dimension(d, true);
  }
  return result;
}

// Depth is bounded by kMaxTupleDepth.
Shape ShapeUtil::MakeStaticShape(const Shape& shape) {
  if (shape.is_static()) return shape;
  if (shape.IsArray()) return Shape(shape.element_type(), shape.dimensions(), shape.layout());
  if (shape.IsBuffer()) return Shape::Buffer(MakeStaticShape(shape.buffer_shape()));
  std::vector<Shape> elements;
  for (const Shape& element : shape.tuple_shapes()) elements.push_back(MakeStaticShape(element));
  return Shape(std::move(elements));
}

Shape ShapeUtil::ComplexComponentShape(const Shape& shape) {
  return ChangeElementType(shape, ComplexComponentType(shape.element_type()));
}

Shape ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout(const Shape& shape) {
  std::vector<int64_t> major_to_minor = shape.layout().minor_to_major().ToVector();
  std::reverse(major_to_minor.begin(), major_to_minor.end());
  return Renumbered(shape, major_to_minor);
}

StatusOr<Shape> ShapeUtil::DeleteDimensions(Span<const int64_t> dimensions, const Shape& shape) {
  std::vector<int64_t> kept = AllDimensions(shape);
  for (int64_t dimension : dimensions) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, GetDimensionNumber(shape, dimension));
    kept.erase(std::remove(kept.begin(), kept.end(), number), kept.end());
  }
  return Renumbered(shape, kept);
}

StatusOr<Shape> ShapeUtil::DeleteDimension(int64_t dimension, const Shape& shape) {
  return DeleteDimensions({dimension}, shape);
}

Shape ShapeUtil::DropDegenerateDimensions(const Shape& shape) {
  std::vector<int64_t> kept;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (shape.dimensions(d) != 1) kept.push_back(d);
  }
  return Renumbered(shape, kept);
}

StatusOr<Shape> ShapeUtil::PermuteDimensions(Span<const int64_t> permutation, const Shape& shape) {
  std::vector<int64_t> kept;
  for (int64_t dimension : permutation) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, GetDimensionNumber(shape, dimension));
    kept.push_back(number);
  }
  std::vector<int64_t> sorted = kept;
  std::sort(sorted.begin(), sorted.end());
  if (sorted == AllDimensions(shape)) return Renumbered(shape, kept);
  return InvalidArgument(kShapeC9)
      .Say(MessageCat(WithValue("permutation", permutation),
                      " is not a permutation of the dimensions of ", shape.ToString()))
      .Operand(shape)
      .Help("name each dimension once");
}

void ShapeUtil::AppendMajorDimension(int64_t bound, Shape* shape) {
  *shape = WithDimension(*shape, 0, bound, /*minor=*/false);
}

void ShapeUtil::AppendMinorDimension(int64_t bound, Shape* shape) {
  *shape = WithDimension(*shape, shape->rank(), bound, /*minor=*/true);
}

// Depth is bounded by kMaxTupleDepth.
StatusOr<Shape> ShapeUtil::MoveDimToMajor(const Shape& shape, int64_t dimension) {
  if (shape.IsTuple()) {
    std::vector<Shape> elements;
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(Shape moved, MoveDimToMajor(element, dimension));
      elements.push_back(std::move(moved));
    }
    return Shape(std::move(elements));
  }
  if (!shape.IsArray()) return shape;
  HLOOM_ASSIGN_OR_RETURN(Layout layout, LayoutUtil::MoveDimToMajor(shape.layout(), dimension));
  Shape result = shape;
  result.set_layout(std::move(layout));
  return result;
}

}  // namespace hloom
