#include "shape/shape_proto.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "shape/rules.h"
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
enum LayoutField {
  kMinorToMajor = 1,
  kPaddedDimensions = 2,
  kPaddingValue = 3,
  kTiles = 6,
  kElementSize = 7,
  kMemorySpace = 8,
  kDimLevelTypes = 9,
  kPhysicalShape = 10,
  kIndexType = 11,
  kPointerType = 12,
  kPrefixBytes = 15,
  kTailPadding = 16,
  kSplits = 17
};
// TileProto and SplitConfigProto.
enum TileField { kTileDimensions = 1 };
enum SplitField { kSplitDimension = 1, kSplitIndices = 2 };
enum ProgramShapeField { kParameters = 1, kResult = 2, kParameterNames = 3 };

Status ReadTile(const WireReader& field, std::vector<int64_t>& tile) {
  return ForEachFieldIn(field, [&tile](const WireReader& message) {
    return message.field() == kTileDimensions ? message.AppendInt64s(&tile) : OkStatus();
  });
}

Status ReadSplit(const WireReader& field, LayoutProperties::Split& split) {
  return ForEachFieldIn(field, [&split](const WireReader& message) {
    if (message.field() == kSplitDimension) return Store(message.Int64(), &split.dimension);
    return message.field() == kSplitIndices ? message.AppendInt64s(&split.indices) : OkStatus();
  });
}

Status ReadIndexType(const WireReader& reader, PrimitiveType* type) {
  HLOOM_ASSIGN_OR_RETURN(const int32_t number, reader.Int32());
  // The layout's rules refuse a type that hloom does not know.
  *type = static_cast<PrimitiveType>(number);
  return OkStatus();
}

Status ReadProperty(const WireReader& reader, LayoutProperties* properties) {
  const auto number = [&reader](int64_t* target) { return Store(reader.Int64(), target); };
  switch (reader.field()) {
    case kTiles:
      return ReadTile(reader, properties->tiles.emplace_back());
    case kElementSize:
      return number(&properties->element_size_in_bits);
    case kMemorySpace:
      return number(&properties->memory_space);
    case kIndexType:
      return ReadIndexType(reader, &properties->index_type);
    case kPointerType:
      return ReadIndexType(reader, &properties->pointer_type);
    case kPrefixBytes:
      return number(&properties->dynamic_shape_metadata_prefix_bytes);
    case kTailPadding: {
      HLOOM_RETURN_IF_ERROR(number(&properties->tail_padding_alignment));
      if (properties->tail_padding_alignment == 0) properties->tail_padding_alignment = 1;
      return OkStatus();
    }
    case kSplits:
      return ReadSplit(reader, properties->splits.emplace_back());
    default:
      return OkStatus();
  }
}

void WriteProperties(const LayoutProperties& properties, WireWriter& out) {
  for (const std::vector<int64_t>& tile : properties.tiles) {
    out.BeginMessage(kTiles);
    out.PackInt64s(kTileDimensions, tile);
    out.EndMessage();
  }
  out.SetInt64(kElementSize, properties.element_size_in_bits);
  out.SetInt64(kMemorySpace, properties.memory_space);
  out.SetInt32(kIndexType, static_cast<int32_t>(properties.index_type));
  out.SetInt32(kPointerType, static_cast<int32_t>(properties.pointer_type));
  out.SetInt64(kPrefixBytes, properties.dynamic_shape_metadata_prefix_bytes);
  if (properties.tail_padding_alignment != 1)
    out.SetInt64(kTailPadding, properties.tail_padding_alignment);
  for (const LayoutProperties::Split& split : properties.splits) {
    out.BeginMessage(kSplits);
    out.SetInt64(kSplitDimension, split.dimension);
    out.PackInt64s(kSplitIndices, split.indices);
    out.EndMessage();
  }
}

// Layouts of sparse arrays, which XLA supported for a time. A level type of 0 is a dense dimension.
Status CheckDense(const WireReader& reader) {
  std::vector<int64_t> levels;
  if (reader.field() == kDimLevelTypes) HLOOM_RETURN_IF_ERROR(reader.AppendInt64s(&levels));
  const bool dense =
      reader.field() != kPhysicalShape &&
      std::all_of(levels.begin(), levels.end(), [](int64_t level) { return level == 0; });
  if (dense) return OkStatus();
  return Unimplemented(kShapeP2)
      .Say("a shape has the layout of a sparse array")
      .Help("lower the program with dense arrays");
}

Status ReadLayout(const WireReader& field, Layout* layout) {
  LayoutProperties properties;
  std::vector<int64_t> minor_to_major;
  std::vector<int64_t> padded_dimensions;
  int32_t padding_value = INVALID_PAD;
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case kMinorToMajor:
        return reader.AppendInt64s(&minor_to_major);
      case kPaddedDimensions:
        return reader.AppendInt64s(&padded_dimensions);
      case kPaddingValue:
        return Store(reader.Int32(), &padding_value);
      default:
        HLOOM_RETURN_IF_ERROR(CheckDense(reader));
        return ReadProperty(reader, &properties);
    }
  }));
  *layout = Layout(minor_to_major);
  layout->set_properties(std::move(properties));
  // A value that the wire leaves out is 0, which is INVALID_PAD.
  const bool left_out = !padded_dimensions.empty() && padding_value == INVALID_PAD;
  layout->set_padding(padded_dimensions,
                      left_out ? UNKNOWN_PAD : static_cast<PaddingValue>(padding_value));
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

StatusOr<Shape> ReadShape(const WireReader& message, int depth);

Status ReadShapeField(const WireReader& reader, int depth, RawShape* raw) {
  switch (reader.field()) {
    case kElementType:
      return Store(reader.Int32(), &raw->element_type);
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
    case kLayout:
      raw->has_layout = true;
      return ReadLayout(reader, &raw->layout);
    default:
      return OkStatus();  // newer fields do not affect the value
  }
}

StatusOr<Shape> ReadShape(const WireReader& message, int depth) {
  if (depth > ShapeUtil::kMaxTupleDepth) {
    return InvalidArgument(kShapeC4)
        .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
        .Help("flatten the tuple");
  }
  RawShape raw;
  HLOOM_RETURN_IF_ERROR(ForEachField(message, [&raw, depth](const WireReader& reader) {
    return ReadShapeField(reader, depth, &raw);
  }));
  const PrimitiveType type = static_cast<PrimitiveType>(raw.element_type);
  if (FindPrimitiveType(type) == nullptr) {
    return Unimplemented(kShapeC1)
        .Say(StrCat("the element type number ", raw.element_type, " is not supported"))
        .Help("the numbers are those of PrimitiveType in xla_data.proto");
  }
  if (type == TUPLE) return Shape(std::move(raw.tuple_shapes));
  if (type == TOKEN) return ShapeUtil::MakeTokenShape();
  if (type == OPAQUE_TYPE) return ShapeUtil::MakeOpaqueShape();
  if (type == BUFFER) {
    if (raw.tuple_shapes.size() == 1) return Shape::Buffer(std::move(raw.tuple_shapes[0]));
    return InvalidArgument(kShapeC12)
        .Say(StrCat("a buffer has ", Count(static_cast<int64_t>(raw.tuple_shapes.size()), "shape"),
                    " inside"))
        .Help("`tuple_shapes` of a buffer is the shape of the array that it holds"_msg);
  }
  Shape shape = ShapeUtil::MakeShape(type, raw.dimensions);
  for (size_t i = 0; i < raw.is_dynamic.size() && i < raw.dimensions.size(); ++i) {
    if (raw.is_dynamic[i] == 0) continue;
    if (raw.dimensions[i] < 0) return ShapeUtil::Unbounded(static_cast<int64_t>(i));
    shape.set_dynamic_dimension(static_cast<int64_t>(i), true);
  }
  // An array of rank 0 may have an empty layout message: it has no dimensions to order.
  const bool says_something =
      !raw.layout.minor_to_major().empty() || raw.layout.properties() != nullptr;
  if (raw.has_layout && says_something) shape.set_layout(raw.layout);
  return shape;
}

// Counts parts up to `max_parts`; parts.c1. The depth of messages bounds the recursion.
Status CountParts(const WireReader& message, int64_t max_parts, int64_t* parts) {
  if (++*parts > max_parts) return PartsBudget::Exceeded();
  return ForEachField(message, [max_parts, parts](const WireReader& reader) -> Status {
    if (reader.field() != kTupleShapes) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(const WireReader element, reader.Message());
    return CountParts(element, max_parts, parts);
  });
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
  if (shape.IsBuffer()) {
    out.BeginMessage(kTupleShapes);
    WriteShapeProto(shape.buffer_shape(), out);
    out.EndMessage();
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
  if (shape.layout().properties() != nullptr) WriteProperties(*shape.layout().properties(), out);
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

StatusOr<Shape> ReadShapeProto(WireReader reader, int64_t max_parts) {
  int64_t parts = 0;
  HLOOM_RETURN_IF_ERROR(CountParts(reader, max_parts, &parts));
  HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(reader, 0));
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
  return shape;
}

StatusOr<ProgramShape> ReadProgramShapeProto(const WireReader& message) {
  ProgramShape program_shape;
  HLOOM_RETURN_IF_ERROR(ForEachField(message, [&](const WireReader& reader) -> Status {
    if (reader.field() == kParameterNames) {
      HLOOM_ASSIGN_OR_RETURN(std::string name, reader.String());
      program_shape.parameter_names.push_back(std::move(name));
    } else if (reader.field() == kParameters || reader.field() == kResult) {
      HLOOM_ASSIGN_OR_RETURN(const WireReader part, reader.Message());
      HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShapeProto(part));
      if (reader.field() == kResult) {
        program_shape.result = std::move(shape);
      } else {
        program_shape.parameters.push_back(std::move(shape));
      }
    }
    return OkStatus();
  }));
  return program_shape;
}

}  // namespace hloom
