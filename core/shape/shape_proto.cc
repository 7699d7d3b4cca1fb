#include "shape/shape_proto.h"

#include <algorithm>

#include "base/str_cat.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// Field numbers of xla_data.proto.
enum ShapeField {
  kElementType = 2,
  kDimensions = 3,
  kTupleShapes = 4,
  kLayout = 5,
  kIsDynamic = 6
};
// The last two were retired from XLA's proto together with padding: its own readers skip them.
enum LayoutField { kMinorToMajor = 1, kPaddedDimensions = 2, kPaddingValue = 3 };
enum ProgramShapeField { kParameters = 1, kResult = 2, kParameterNames = 3 };

Status ReadLayout(WireReader reader, Layout* layout) {
  std::vector<int64_t> minor_to_major;
  std::vector<int64_t> padded_dimensions;
  int32_t padding_value = INVALID_PAD;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) break;
    if (reader.field() == kMinorToMajor) {
      HLOOM_RETURN_IF_ERROR(reader.AppendInt64s(&minor_to_major));
    } else if (reader.field() == kPaddedDimensions) {
      HLOOM_RETURN_IF_ERROR(reader.AppendInt64s(&padded_dimensions));
    } else if (reader.field() == kPaddingValue) {
      HLOOM_ASSIGN_OR_RETURN(padding_value, reader.Int32());
    }
  }
  *layout = Layout(minor_to_major);
  layout->set_padding(padded_dimensions, static_cast<PaddingValue>(padding_value));
  return OkStatus();
}

struct RawShape {
  int32_t element_type = 0;
  std::vector<int64_t> dimensions;
  std::vector<Shape> tuple_shapes;
  std::vector<uint8_t> is_dynamic;
  Layout layout;
  bool has_layout = false;
};

StatusOr<Shape> ReadShape(WireReader reader, int depth);

Status ReadShapeField(const WireReader& reader, int depth, RawShape* raw) {
  switch (reader.field()) {
    case kElementType: {
      HLOOM_ASSIGN_OR_RETURN(raw->element_type, reader.Int32());
      return OkStatus();
    }
    case kDimensions:
      return reader.AppendInt64s(&raw->dimensions);
    case kIsDynamic:
      return reader.AppendBools(&raw->is_dynamic);
    case kTupleShapes: {
      HLOOM_ASSIGN_OR_RETURN(WireReader element, reader.Message());
      HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(element, depth + 1));
      raw->tuple_shapes.push_back(std::move(shape));
      return OkStatus();
    }
    case kLayout: {
      HLOOM_ASSIGN_OR_RETURN(WireReader layout, reader.Message());
      raw->has_layout = true;
      return ReadLayout(layout, &raw->layout);
    }
    default:
      return OkStatus();  // newer fields say nothing about the value
  }
}

StatusOr<Shape> ReadShape(WireReader reader, int depth) {
  if (depth > ShapeUtil::kMaxTupleDepth) {
    return InvalidArgument("shape.c4")
        .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
        .Help("flatten the tuple");
  }
  RawShape raw;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) break;
    HLOOM_RETURN_IF_ERROR(ReadShapeField(reader, depth, &raw));
  }
  const PrimitiveType type = static_cast<PrimitiveType>(raw.element_type);
  if (FindPrimitiveType(type) == nullptr) {
    return Unimplemented("shape.c1")
        .Say(StrCat("the element type number ", raw.element_type, " is not supported"))
        .Help("the numbers are those of PrimitiveType in xla_data.proto");
  }
  if (type == TUPLE) return Shape(std::move(raw.tuple_shapes));
  if (type == TOKEN) return ShapeUtil::MakeTokenShape();
  if (type == OPAQUE_TYPE) return ShapeUtil::MakeOpaqueShape();
  Shape shape = ShapeUtil::MakeShape(type, raw.dimensions);
  for (size_t i = 0; i < raw.is_dynamic.size() && i < raw.dimensions.size(); ++i) {
    if (raw.is_dynamic[i] == 0) continue;
    if (raw.dimensions[i] < 0) return ShapeUtil::Unbounded(static_cast<int64_t>(i));
    shape.set_dynamic_dimension(static_cast<int64_t>(i), true);
  }
  // A scalar's layout message may be empty, as is that of any rank 0.
  if (raw.has_layout && !raw.layout.minor_to_major().empty()) shape.set_layout(raw.layout);
  return shape;
}

}  // namespace

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
void WriteShapeProto(const Shape& shape, WireWriter& out) {
  out.SetInt32(kElementType, static_cast<int32_t>(shape.element_type()));
  if (shape.IsTuple()) {
    for (const Shape& element : shape.tuple_shapes()) {
      out.BeginMessage(kTupleShapes);
      WriteShapeProto(element, out);
      out.EndMessage();
    }
    return;
  }
  out.PackInt64s(kDimensions, shape.dimensions());
  if (!shape.IsArray()) return;
  out.BeginMessage(kLayout);
  out.PackInt64s(kMinorToMajor, shape.layout().minor_to_major());
  if (shape.layout().has_padding()) {
    out.PackInt64s(kPaddedDimensions, shape.layout().padded_dimensions());
    out.SetInt32(kPaddingValue, static_cast<int32_t>(shape.layout().padding_value()));
  }
  out.EndMessage();
  if (shape.rank() > 0) {
    const std::vector<bool> dynamic = shape.dynamic_dimensions();
    out.PackBools(kIsDynamic, std::vector<uint8_t>(dynamic.begin(), dynamic.end()));
  }
}

void WriteProgramShapeProto(const ProgramShape& program_shape, WireWriter& out) {
  for (const Shape& parameter : program_shape.parameters) {
    out.BeginMessage(kParameters);
    WriteShapeProto(parameter, out);
    out.EndMessage();
  }
  out.BeginMessage(kResult);
  WriteShapeProto(program_shape.result, out);
  out.EndMessage();
  for (const std::string& name : program_shape.parameter_names)
    out.AddString(kParameterNames, name);
}

StatusOr<Shape> ReadShapeProto(WireReader reader) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(reader, 0));
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
  return shape;
}

}  // namespace hloom
