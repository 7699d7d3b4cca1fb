#include "literal/literal_proto.h"

#include <cstring>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "literal/relayout.h"
#include "literal/rules.h"
#include "shape/shape_proto.h"

namespace hloom {

namespace {

// Field numbers of xla_data.proto.
enum LiteralField { kShape = 1, kTupleLiterals = 10 };

// Each element type has its own field, with elements in the layout's memory order. Types that the
// wire format lacks, and the parts of complex types, are written as bytes in little-endian order.
enum class Encoding { kBools, kBytes, kInt32s, kInt64s, kUint32s, kUint64s, kFloats, kDoubles };
struct FieldOfType {
  PrimitiveType type;
  int field;
  Encoding encoding;
};
constexpr FieldOfType kFields[] = {
    {PRED, 2, Encoding::kBools},      {S1, 30, Encoding::kBytes},
    {S2, 26, Encoding::kBytes},       {S4, 21, Encoding::kBytes},
    {S8, 15, Encoding::kBytes},       {S16, 17, Encoding::kBytes},
    {S32, 4, Encoding::kInt32s},      {S64, 5, Encoding::kInt64s},
    {U1, 31, Encoding::kBytes},       {U2, 27, Encoding::kBytes},
    {U4, 22, Encoding::kBytes},       {U8, 3, Encoding::kBytes},
    {U16, 16, Encoding::kBytes},      {U32, 6, Encoding::kUint32s},
    {U64, 7, Encoding::kUint64s},     {F16, 11, Encoding::kBytes},
    {BF16, 13, Encoding::kBytes},     {F32, 8, Encoding::kFloats},
    {F64, 9, Encoding::kDoubles},     {C64, 12, Encoding::kFloats},
    {C128, 18, Encoding::kDoubles},   {F4E2M1FN, 32, Encoding::kBytes},
    {F8E3M4, 29, Encoding::kBytes},   {F8E4M3B11FNUZ, 23, Encoding::kBytes},
    {F8E4M3FN, 20, Encoding::kBytes}, {F8E4M3FNUZ, 25, Encoding::kBytes},
    {F8E4M3, 28, Encoding::kBytes},   {F8E5M2FNUZ, 24, Encoding::kBytes},
    {F8E5M2, 19, Encoding::kBytes},   {F8E8M0FNU, 33, Encoding::kBytes},
};

const FieldOfType& FieldFor(PrimitiveType type) {
  for (const FieldOfType& row : kFields) {
    if (row.type == type) return row;
  }
  return kFields[0];  // not reached: every array type has a row
}

template <typename T>
Span<const T> AllOf(const Literal& literal) {
  return Span<const T>(literal.data<T>(), static_cast<size_t>(literal.size_bytes()) / sizeof(T));
}

void WriteElements(const Literal& literal, WireWriter& out) {
  const FieldOfType& row = FieldFor(literal.shape().element_type());
  switch (row.encoding) {
    case Encoding::kBools:
      return out.PackBools(row.field, AllOf<uint8_t>(literal));
    case Encoding::kBytes: {
      const Span<const char> bytes = AllOf<char>(literal);
      return out.SetBytes(row.field, {bytes.data(), bytes.size()});
    }
    case Encoding::kInt32s:
      return out.PackInt32s(row.field, AllOf<int32_t>(literal));
    case Encoding::kInt64s:
      return out.PackInt64s(row.field, AllOf<int64_t>(literal));
    case Encoding::kUint32s:
      return out.PackUint32s(row.field, AllOf<uint32_t>(literal));
    case Encoding::kUint64s:
      return out.PackUint64s(row.field, AllOf<uint64_t>(literal));
    case Encoding::kFloats:
      return out.PackFloats(row.field, AllOf<float>(literal));
    case Encoding::kDoubles:
      return out.PackDoubles(row.field, AllOf<double>(literal));
  }
}

Status AppendBytes(const WireReader& field, std::vector<uint8_t>* values) {
  HLOOM_ASSIGN_OR_RETURN(const std::string_view bytes, field.Bytes());
  values->insert(values->end(), bytes.begin(), bytes.end());
  return OkStatus();
}

StatusOr<Shape> FindShape(const WireReader& literal) {
  std::optional<Shape> shape;
  HLOOM_RETURN_IF_ERROR(ForEachField(literal, [&shape](const WireReader& reader) -> Status {
    if (reader.field() != kShape) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(const WireReader message, reader.Message());
    HLOOM_ASSIGN_OR_RETURN(shape, ReadShapeProto(message));
    return OkStatus();
  }));
  if (shape) return *std::move(shape);
  return InvalidArgument(kLiteralP1).Say("a literal has no shape").Help("the bytes are damaged");
}

Status WrongCount(const Shape& shape, size_t count) {
  return InvalidArgument(kLiteralP1)
      .Say(StrCat("a literal of shape ", shape.ToString(), " has ",
                  Count(static_cast<int64_t>(count), "element"), ", not ",
                  ShapeUtil::ElementsIn(shape)))
      .Operand(shape)
      .Help("the bytes are damaged, or were written by hand");
}

// Collects the values of `field` with `append` and makes them the array's bytes.
template <typename T, typename Append>
StatusOr<Literal> ReadValues(const WireReader& literal, const Shape& shape, int field,
                             Append append) {
  std::vector<T> values;
  HLOOM_RETURN_IF_ERROR(ForEachField(literal, [&](const WireReader& reader) {
    return reader.field() == field ? append(reader, &values) : OkStatus();
  }));
  // Checked before any memory is allocated, because the shape may claim more than the message
  // holds.
  const int64_t bytes = static_cast<int64_t>(values.size() * sizeof(T));
  if (bytes != ShapeUtil::ByteSizeOf(shape)) {
    return WrongCount(shape, static_cast<size_t>(bytes / ByteWidth(shape.element_type())));
  }
  HLOOM_ASSIGN_OR_RETURN(Buffer storage, Buffer::Allocate(bytes));
  if (bytes > 0) std::memcpy(storage.data(), values.data(), static_cast<size_t>(bytes));
  return Literal::FromBuffer(std::make_shared<const Shape>(shape), std::move(storage));
}

StatusOr<Literal> ReadArray(const WireReader& reader, const Shape& shape) {
  const FieldOfType& row = FieldFor(shape.element_type());
  using R = const WireReader&;
  const auto read = [&]<typename T>(auto append) {
    return ReadValues<T>(reader, shape, row.field, append);
  };
  switch (row.encoding) {
    case Encoding::kBools:
      return read.operator()<uint8_t>([](R r, auto* v) { return r.AppendBools(v); });
    case Encoding::kInt32s:
      return read.operator()<int32_t>([](R r, auto* v) { return r.AppendInt32s(v); });
    case Encoding::kInt64s:
      return read.operator()<int64_t>([](R r, auto* v) { return r.AppendInt64s(v); });
    case Encoding::kUint32s:
      return read.operator()<uint32_t>([](R r, auto* v) { return r.AppendUint32s(v); });
    case Encoding::kUint64s:
      return read.operator()<uint64_t>([](R r, auto* v) { return r.AppendUint64s(v); });
    case Encoding::kFloats:
      return read.operator()<float>([](R r, auto* v) { return r.AppendFloats(v); });
    case Encoding::kDoubles:
      return read.operator()<double>([](R r, auto* v) { return r.AppendDoubles(v); });
    case Encoding::kBytes:
      break;
  }
  return read.operator()<uint8_t>([](R r, auto* v) { return AppendBytes(r, v); });
}

StatusOr<Literal> ReadTuple(const WireReader& literal, const Shape& shape) {
  std::vector<Literal> elements;
  HLOOM_RETURN_IF_ERROR(ForEachField(literal, [&elements](const WireReader& reader) -> Status {
    if (reader.field() != kTupleLiterals) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(const WireReader message, reader.Message());
    // The wire bounds the depth of messages.
    HLOOM_ASSIGN_OR_RETURN(Literal element, ReadLiteralProto(message));
    elements.push_back(std::move(element));
    return OkStatus();
  }));
  Literal tuple = Literal::MakeTuple(std::move(elements));
  if (!ShapeUtil::Compatible(tuple.shape(), shape)) {
    return InvalidArgument(kLiteralP1)
        .Say(StrCat("a literal of shape ", shape.ToString(), " holds ", tuple.shape().ToString()))
        .Help("the bytes are damaged");
  }
  return tuple;
}

// Writes the elements without padding, which only the layout states. If there is no memory for a
// dense copy, writes no elements; a reader refuses that.
void WriteUnpadded(const Literal& literal, WireWriter& out) {
  const StatusOr<Literal> dense =
      Relayout(literal, Layout(literal.shape().layout().minor_to_major()));
  if (dense.ok()) WriteElements(*dense, out);
}

}  // namespace

void WriteLiteralProto(const Literal& literal, WireWriter& out) {
  const Shape& shape = literal.shape();
  out.BeginMessage(kShape);
  WriteShapeProto(shape, out);
  out.EndMessage();
  for (const Literal& element : literal.elements()) {
    out.BeginMessage(kTupleLiterals);
    WriteLiteralProto(element, out);
    out.EndMessage();
  }
  if (!shape.IsArray()) return;
  if (!shape.layout().padded_dimensions().empty()) return WriteUnpadded(literal, out);
  WriteElements(literal, out);
}

StatusOr<Literal> ReadLiteralProto(WireReader reader) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, FindShape(reader));
  if (shape.IsTuple()) return ReadTuple(reader, shape);
  if (shape.IsArray() && shape.layout().has_padding()) {
    Shape dense = shape;
    dense.set_layout(LayoutUtil::WithoutPadding(shape.layout()));
    HLOOM_ASSIGN_OR_RETURN(const Literal literal, ReadArray(reader, dense));
    return Relayout(literal, shape.layout());
  }
  if (shape.IsArray()) return ReadArray(reader, shape);
  return Literal::MakeToken();
}

}  // namespace hloom
