#include "literal/literal_proto.h"

#include <cstring>

#include "base/str_cat.h"
#include "literal/strided.h"
#include "shape/shape_proto.h"

namespace hloom {

namespace {

// Field numbers of xla_data.proto; each element type has a field of its own, elements in the
// layout's memory order.
enum LiteralField {
  kShape = 1,
  kPreds = 2,
  kU8s = 3,
  kS32s = 4,
  kS64s = 5,
  kU32s = 6,
  kF32s = 8,
  kF64s = 9,
  kTupleLiterals = 10,
};

template <typename T>
struct Codec;
template <>
struct Codec<bool> {
  static constexpr int kField = kPreds;
  using Element = uint8_t;
  static void Write(Span<const uint8_t> values, WireWriter& out) { out.PackBools(kField, values); }
  static Status Read(const WireReader& r, std::vector<uint8_t>* v) { return r.AppendBools(v); }
};
template <>
struct Codec<uint8_t> {
  static constexpr int kField = kU8s;
  using Element = uint8_t;
  static void Write(Span<const uint8_t> values, WireWriter& out) {
    out.SetBytes(kField, {reinterpret_cast<const char*>(values.data()), values.size()});
  }
  static Status Read(const WireReader& r, std::vector<uint8_t>* v) {
    HLOOM_ASSIGN_OR_RETURN(std::string_view bytes, r.Bytes());
    v->insert(v->end(), bytes.begin(), bytes.end());
    return OkStatus();
  }
};
#define HLOOM_PACKED_CODEC(T, field, pack, append)                                         \
  template <>                                                                              \
  struct Codec<T> {                                                                        \
    static constexpr int kField = field;                                                   \
    using Element = T;                                                                     \
    static void Write(Span<const T> values, WireWriter& out) { out.pack(kField, values); } \
    static Status Read(const WireReader& r, std::vector<T>* v) { return r.append(v); }     \
  };
HLOOM_PACKED_CODEC(int32_t, kS32s, PackInt32s, AppendInt32s)
HLOOM_PACKED_CODEC(int64_t, kS64s, PackInt64s, AppendInt64s)
HLOOM_PACKED_CODEC(uint32_t, kU32s, PackUint32s, AppendUint32s)
HLOOM_PACKED_CODEC(float, kF32s, PackFloats, AppendFloats)
HLOOM_PACKED_CODEC(double, kF64s, PackDoubles, AppendDoubles)
#undef HLOOM_PACKED_CODEC

StatusOr<Shape> FindShape(WireReader reader) {
  std::optional<Shape> shape;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) break;
    if (reader.field() != kShape) continue;
    HLOOM_ASSIGN_OR_RETURN(WireReader message, reader.Message());
    HLOOM_ASSIGN_OR_RETURN(shape, ReadShapeProto(message));
  }
  if (shape) return *std::move(shape);
  return InvalidArgument("literal.p1").Say("a literal has no shape").Help("the bytes are damaged");
}

Status WrongCount(const Shape& shape, size_t count) {
  return InvalidArgument("literal.p1")
      .Say(StrCat("a literal of shape ", shape.ToString(), " has ",
                  Count(static_cast<int64_t>(count), "element"), ", not ",
                  ShapeUtil::ElementsIn(shape)))
      .Operand(shape)
      .Help("the bytes are damaged, or were written by hand");
}

template <typename T>
StatusOr<Literal> ReadArray(WireReader reader, const Shape& shape) {
  std::vector<typename Codec<T>::Element> values;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) break;
    if (reader.field() == Codec<T>::kField) HLOOM_RETURN_IF_ERROR(Codec<T>::Read(reader, &values));
  }
  // Before any memory is asked for: the shape may claim more than the message holds.
  if (static_cast<int64_t>(values.size()) != ShapeUtil::ElementsIn(shape)) {
    return WrongCount(shape, values.size());
  }
  HLOOM_ASSIGN_OR_RETURN(Literal literal, Literal::Create(shape));
  if (!values.empty()) {
    std::memcpy(literal.mutable_data<std::byte>(), values.data(),
                values.size() * sizeof(values[0]));
  }
  return literal;
}

StatusOr<Literal> ReadTuple(WireReader reader, const Shape& shape) {
  std::vector<Literal> elements;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) break;
    if (reader.field() != kTupleLiterals) continue;
    HLOOM_ASSIGN_OR_RETURN(WireReader message, reader.Message());
    // The wire bounds the depth of messages.
    HLOOM_ASSIGN_OR_RETURN(Literal element, ReadLiteralProto(message));
    elements.push_back(std::move(element));
  }
  Literal tuple = Literal::MakeTuple(std::move(elements));
  if (!ShapeUtil::Compatible(tuple.shape(), shape)) {
    return InvalidArgument("literal.p1")
        .Say(StrCat("a literal of shape ", shape.ToString(), " holds ", tuple.shape().ToString()))
        .Help("the bytes are damaged");
  }
  return tuple;
}

void WriteElements(const Literal& literal, WireWriter& out) {
  DispatchArrayType(literal.shape().element_type(), [&]<typename T>() {
    using Element = typename Codec<T>::Element;
    Codec<T>::Write(
        Span<const Element>(literal.data<Element>(), static_cast<size_t>(literal.element_count())),
        out);
  });
}

// The proto knows no padding. Where there is no memory to take it out, no elements are written,
// which a reader refuses.
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
  if (shape.IsToken()) return Literal::MakeToken();
  if (shape.IsTuple()) return ReadTuple(reader, shape);
  return DispatchArrayType(shape.element_type(),
                           [&]<typename T>() { return ReadArray<T>(reader, shape); });
}

}  // namespace hloom
