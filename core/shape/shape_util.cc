#include "shape/shape_util.h"

#include <algorithm>

#include "base/math_util.h"
#include "base/str_cat.h"

namespace hloom {

Layout LayoutUtil::GetDefaultLayoutForRank(int64_t rank) {
  std::vector<int64_t> minor_to_major(static_cast<size_t>(rank));
  for (int64_t i = 0; i < rank; ++i) minor_to_major[static_cast<size_t>(i)] = rank - 1 - i;
  return Layout(minor_to_major);
}

bool LayoutUtil::IsMonotonicWithDim0Minor(const Layout& layout) {
  const Span<const int64_t> order = layout.minor_to_major();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

bool LayoutUtil::IsMonotonicWithDim0Major(const Layout& layout) {
  const Span<const int64_t> order = layout.minor_to_major();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(order.size() - 1 - i)) return false;
  }
  return true;
}

Status LayoutUtil::ValidateLayout(const Layout& layout, Span<const int64_t> dimensions) {
  const int64_t rank = static_cast<int64_t>(dimensions.size());
  std::vector<bool> seen(dimensions.size(), false);
  bool permutation = layout.minor_to_major().size() == dimensions.size();
  for (int64_t dimension : layout.minor_to_major()) {
    if (dimension < 0 || dimension >= rank || seen[static_cast<size_t>(dimension)]) {
      permutation = false;
      break;
    }
    seen[static_cast<size_t>(dimension)] = true;
  }
  if (!permutation) {  // layout.c1
    return InvalidArgument("layout.c1")
        .Say(StrCat("minor_to_major=", layout.ToString(), " is no order of the dimensions of [",
                    StrJoin(dimensions, ","), "]"))
        .Detail(StrCat("each of the dimensions 0..", rank - 1, " must stand in it exactly once"))
        .Help(StrCat("the default, row-major order is ", GetDefaultLayoutForRank(rank).ToString()));
  }
  const Span<const int64_t> padded = layout.padded_dimensions();
  if (!padded.empty() && padded.size() != dimensions.size()) {  // layout.c2
    return InvalidArgument("layout.c2")
        .Say(StrCat("padded_dimensions=", Braced(padded), " has ",
                    Count(static_cast<int64_t>(padded.size()), "size"), ", the shape has rank ",
                    rank))
        .Help("give one padded size for each dimension, or none at all");
  }
  for (size_t i = 0; i < padded.size(); ++i) {
    if (padded[i] >= dimensions[i]) continue;  // layout.c3
    return InvalidArgument("layout.c3")
        .Say(
            StrCat("dimension ", i, " of size ", dimensions[i], " cannot be padded to ", padded[i]))
        .Help("a padded size is at least the size itself");
  }
  return OkStatus();
}

Shape ShapeUtil::MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions) {
  return Shape(element_type, dimensions,
               LayoutUtil::GetDefaultLayoutForRank(static_cast<int64_t>(dimensions.size())));
}

Shape ShapeUtil::MakeShapeWithLayout(PrimitiveType element_type, Span<const int64_t> dimensions,
                                     Span<const int64_t> minor_to_major) {
  return Shape(element_type, dimensions, Layout(minor_to_major));
}

StatusOr<Shape> ShapeUtil::MakeValidatedShape(PrimitiveType element_type,
                                              Span<const int64_t> dimensions) {
  Shape shape = MakeShape(element_type, dimensions);
  HLOOM_RETURN_IF_ERROR(ValidateShape(shape));
  return shape;
}

namespace {

std::optional<int64_t> CheckedByteSize(const Shape& shape) {
  const Span<const int64_t> padded = shape.layout().padded_dimensions();
  const Span<const int64_t> sizes = padded.empty() ? shape.dimensions() : padded;
  // A size of 0 makes the array empty, whatever the product of the others would be.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::optional<int64_t> bytes = ByteWidth(shape.element_type());
  for (int64_t size : sizes) {
    bytes = CheckedMultiply(*bytes, size);
    if (!bytes) return std::nullopt;
  }
  return bytes;
}

Status ValidateArray(const Shape& shape) {
  if (shape.rank() > ShapeUtil::kMaxRank) {  // shape.c6
    return InvalidArgument("shape.c6")
        .Say(StrCat("an array of rank ", shape.rank(), " was asked for"))
        .Help(StrCat("the rank is at most ", ShapeUtil::kMaxRank, "; merge dimensions"));
  }
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (shape.dimensions(i) >= 0) continue;  // shape.c2
    return InvalidArgument("shape.c2")
        .Say(StrCat("dimension ", i, " of ", shape.ToString(), " has the size ",
                    shape.dimensions(i)))
        .Help("a size is 0 or more");
  }
  HLOOM_RETURN_IF_ERROR(LayoutUtil::ValidateLayout(shape.layout(), shape.dimensions()));
  if (!CheckedByteSize(shape)) {  // shape.c3
    return InvalidArgument("shape.c3")
        .Say(StrCat(shape.ToString(),
                    " is too large: its size in bytes does not fit a 64-bit integer"))
        .Help("the product of the sizes, times the bytes of an element, must be below 2^63");
  }
  return OkStatus();
}

Status ValidateAtDepth(const Shape& shape, int depth) {
  if (shape.IsTuple()) {
    if (depth >= ShapeUtil::kMaxTupleDepth) {  // shape.c4
      return InvalidArgument("shape.c4")
          .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
          .Help("flatten the tuple");
    }
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_RETURN_IF_ERROR(ValidateAtDepth(element, depth + 1));
    }
    return OkStatus();
  }
  if (shape.IsToken() || shape.IsOpaque()) return OkStatus();
  if (shape.IsArray()) return ValidateArray(shape);
  return InvalidArgument("shape.c1")
      .Say(StrCat("element type ", static_cast<int>(shape.element_type()), " is not a type"))
      .Help("use one of the PrimitiveType names, such as F32 or S32");
}

bool CompatibleShapes(const Shape& a, const Shape& b) {
  if (a.element_type() != b.element_type()) return false;
  if (!SpanEquals(a.dimensions(), b.dimensions())) return false;
  if (a.tuple_shapes().size() != b.tuple_shapes().size()) return false;
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!CompatibleShapes(a.tuple_shapes()[i], b.tuple_shapes()[i])) return false;
  }
  return true;
}

void CollectLeaves(const Shape& shape, std::vector<const Shape*>& leaves) {
  if (shape.IsArray()) leaves.push_back(&shape);
  for (const Shape& element : shape.tuple_shapes()) CollectLeaves(element, leaves);
}

}  // namespace

Status ShapeUtil::ValidateShape(const Shape& shape) { return ValidateAtDepth(shape, 0); }

int64_t ShapeUtil::ElementsIn(const Shape& shape) {
  int64_t elements = 1;
  // A zero first, so that the other sizes cannot overflow the product.
  for (int64_t size : shape.dimensions()) {
    if (size == 0) return 0;
  }
  for (int64_t size : shape.dimensions()) elements *= size;
  return elements;
}

int64_t ShapeUtil::ByteSizeOf(const Shape& shape) {
  if (shape.IsArray()) return CheckedByteSize(shape).value_or(0);
  int64_t bytes = 0;
  for (const Shape& element : shape.tuple_shapes()) bytes += ByteSizeOf(element);
  return bytes;
}

int64_t ShapeUtil::TrueRank(const Shape& shape) {
  return std::count_if(shape.dimensions().begin(), shape.dimensions().end(),
                       [](int64_t size) { return size > 1; });
}

bool ShapeUtil::Compatible(const Shape& a, const Shape& b) { return CompatibleShapes(a, b); }

Shape ShapeUtil::ChangeElementType(const Shape& shape, PrimitiveType type) {
  return Shape(type, shape.dimensions(), shape.layout());
}

std::optional<int64_t> ShapeUtil::CanonicalDimension(int64_t dimension, int64_t rank) {
  if (dimension < -rank || dimension >= rank) return std::nullopt;
  return dimension < 0 ? dimension + rank : dimension;
}

std::vector<const Shape*> ShapeUtil::ArrayLeaves(const Shape& shape) {
  std::vector<const Shape*> leaves;
  CollectLeaves(shape, leaves);
  return leaves;
}

}  // namespace hloom
