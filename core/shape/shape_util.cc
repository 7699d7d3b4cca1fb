#include "shape/shape_util.h"

#include <algorithm>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "shape/index_util.h"
#include "shape/parts_budget.h"
#include "shape/rules.h"

namespace hloom {

Shape ShapeUtil::MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions) {
  return Shape(element_type, dimensions,
               LayoutUtil::GetDefaultLayoutForRank(static_cast<int64_t>(dimensions.size())));
}

Shape ShapeUtil::MakeShape(PrimitiveType element_type, Span<const int64_t> dimensions,
                           const std::vector<bool>& dynamic_dimensions) {
  Shape shape = MakeShape(element_type, dimensions);
  for (size_t i = 0; i < dynamic_dimensions.size(); ++i) {
    if (dynamic_dimensions[i]) shape.set_dynamic_dimension(static_cast<int64_t>(i), true);
  }
  return shape;
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
  // A size of 0 makes the array empty, even if the product of the others overflows.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::optional<int64_t> bytes = ByteWidth(shape.element_type());
  for (int64_t size : sizes) {
    bytes = CheckedMultiply(*bytes, size);
    if (!bytes) return std::nullopt;
  }
  return bytes;
}

Status ValidateArray(const Shape& shape) {
  if (shape.rank() > ShapeUtil::kMaxRank) {
    return InvalidArgument(kShapeC6)
        .Say(StrCat("an array of rank ", shape.rank(), " was asked for"))
        .Help(StrCat("the rank is at most ", ShapeUtil::kMaxRank, "; merge dimensions"));
  }
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (shape.dimensions(i) >= 0) continue;
    return InvalidArgument(kShapeC2)
        .Say(StrCat("dimension ", i, " of ", shape.ToString(), " has the size ",
                    shape.dimensions(i)))
        .Help("a size is 0 or more");
  }
  HLOOM_RETURN_IF_ERROR(LayoutUtil::ValidateLayoutForShape(shape.layout(), shape));
  if (!CheckedByteSize(shape)) {
    return InvalidArgument(kShapeC3)
        .Say(StrCat(shape.ToString(),
                    " is too large: its size in bytes does not fit a 64-bit integer"))
        .Help("the product of the sizes, times the bytes of an element, must be below 2^63");
  }
  return OkStatus();
}

Status ValidateAtDepth(const Shape& shape, int depth) {
  if (shape.IsTuple()) {
    if (depth >= ShapeUtil::kMaxTupleDepth) {
      return InvalidArgument(kShapeC4)
          .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
          .Help("flatten the tuple");
    }
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_RETURN_IF_ERROR(ValidateAtDepth(element, depth + 1));
    }
    return OkStatus();
  }
  if (shape.IsToken() || shape.IsOpaque()) return OkStatus();
  if (shape.IsBuffer()) {
    if (shape.buffer_shape().IsArray()) return ValidateArray(shape.buffer_shape());
    return InvalidArgument(kShapeC12)
        .Say(StrCat("a buffer cannot hold ", shape.buffer_shape().ToString()))
        .Help("a buffer holds one array, b(f32[4]); a tuple may have several buffers");
  }
  if (shape.IsArray()) return ValidateArray(shape);
  return InvalidArgument(kShapeC1)
      .Say(StrCat("element type ", static_cast<int>(shape.element_type()), " is not a type"))
      .Help("use one of the PrimitiveType names, such as F32 or S32");
}

}  // namespace

Status ShapeUtil::Unbounded(int64_t dimension) {
  return Unimplemented(kShapeC5)
      .Say(StrCat("dimension ", dimension, " of the shape is dynamic and has no bound"))
      .Help("give it the largest size it may have, f32[<=10]: memory is laid out for the bound");
}

Status ShapeUtil::ValidateShape(const Shape& shape) {
  if (shape.parts() > PartsBudget::kMaxParts) return PartsBudget::Exceeded();  // parts.c1
  return ValidateAtDepth(shape, 0);
}

int64_t ShapeUtil::ElementsIn(const Shape& shape) {
  int64_t elements = 1;
  // A size of 0 is looked for first, so that the other sizes cannot overflow the product.
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

std::optional<std::vector<int64_t>> ShapeUtil::ByteStrides(const Shape& shape) {
  if (!shape.IsArray()) return std::nullopt;
  std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const uint64_t width = static_cast<uint64_t>(ByteWidth(shape.element_type()));
  // Unsigned, as the strides of arrays without elements may be anything.
  for (int64_t& stride : strides) {
    stride = static_cast<int64_t>(static_cast<uint64_t>(stride) * width);
  }
  return strides;
}

int64_t ShapeUtil::TrueRank(const Shape& shape) {
  return std::count_if(shape.dimensions().begin(), shape.dimensions().end(),
                       [](int64_t size) { return size > 1; });
}

}  // namespace hloom
