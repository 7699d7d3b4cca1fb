// Attributes of an instruction, type-erased behind one interface.
//
// An operation states its attributes as a plain struct whose `visit` names every field once:
//
//   struct BroadcastAttributes {
//     std::vector<int64_t> dimensions;
//     template <typename V>
//     void visit(V& v) {
//       v({.name = "dimensions", .proto_field = 14, .doc = "..."}, dimensions);
//     }
//   };
//
// The field's C++ type selects its AttributeKind, the complete description of such values.
// hlo/kinds/ has the kinds of plain C++ types, hlo/attributes/ has those of XLA's messages and
// enumerations. A file there states a kind as a Codec, whose functions take values of its own type
// (hlo/kinds/codec.h). The readers of each column:
//
//   equality, default, hash   AttributesEqual and HashAttributes
//   HLO text                  text/hlo
//   bytes                     text/proto
//   JSON                      wasm/arguments: arguments of builder functions
//   js                        wasm/kinds_json: ops.json, and from it the package and its reference
//
// A reader walks fields independent of the operation. A further form of programs is a further pair
// of columns, null for kinds that do not have it.
//
// An XLA message within the instruction, such as GatherDimensionNumbers, is also a struct with a
// `visit`, and the attributes' `visit` passes its visitor on: in text its fields are attributes
// like the others, offset_dims={1}, start_index_map={0}; in bytes they are the fields of the
// message in `proto_message`.
#ifndef HLOOM_HLO_ATTRIBUTE_H_
#define HLOOM_HLO_ATTRIBUTE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "base/status.h"
#include "base/text_reader.h"
#include "base/wire.h"

namespace hloom {

class Hasher;
class Json;
class Literal;
class Shape;
struct JsForm;

// Supplies values that JSON refers to but does not contain. Implemented by the reader of the JSON.
class JsonValues {
 public:
  virtual ~JsonValues() = default;
  // The shape that is returned is valid.
  virtual StatusOr<Shape> ShapeOf(const Json& json) = 0;
  virtual StatusOr<Literal> LiteralOf(const Json& json) = 0;
};

// A value in JSON, the name of its argument or field for errors, and the values that it may refer
// to.
struct JsonInput {
  const Json& json;
  std::string_view name;
  JsonValues& values;

  JsonInput At(const Json& part) const { return {part, name, values}; }
};

// Made by MakeKind (hlo/kinds/codec.h). A value that is passed must be of the C++ type of the kind.
struct AttributeKind {
  std::string_view name;  // "int64[]", as in ops.json

  // The columns of HLO text. These and the columns of bytes are null for kinds that only arguments
  // of builder functions have.
  void (*print)(const void* value, std::string& out) = nullptr;
  // Reads the output of `print`, and the other forms of XLA's grammar. `shape` is the
  // instruction's, valid, or null if the text leaves it to inference.
  Status (*parse)(void* value, TextReader& in, const Shape* shape) = nullptr;

  bool (*equal)(const void* a, const void* b);
  bool (*is_default)(const void* value);
  // Sets a value to its default; null if the type's constructor does that.
  void (*set_default)(void* value) = nullptr;
  // Equal values add the same.
  void (*hash)(const void* value, Hasher& hasher);

  // The columns of bytes: `write` writes the value as `field` of an HloInstructionProto, `read`
  // reads one occurrence of that.
  void (*write)(const void* value, int field, WireWriter& out) = nullptr;
  Status (*read)(void* value, const WireReader& field) = nullptr;
  // Sets a value to the meaning of a field that is missing in bytes; for fields with
  // `zero_in_bytes`.
  void (*clear)(void* value) = nullptr;

  // The columns of JavaScript: the form of the value (hlo/kinds/js_form.h), and the reader of JSON
  // into a default value. Errors are function.c3, or json.* for JSON of the wrong kind. Null for
  // kinds that no builder function takes.
  const JsForm* js = nullptr;
  Status (*read_json)(void* value, const JsonInput& in) = nullptr;
};

// The kind of a C++ type; specialized in each kind's file.
template <typename T>
const AttributeKind& AttributeKindOf();

// The value of a kind as a T; null if T has another kind.
template <typename T>
T* ValueAs(const AttributeKind& kind, void* value) {
  return &kind == &AttributeKindOf<T>() ? static_cast<T*>(value) : nullptr;
}

struct AttributeField {
  std::string_view name;
  int proto_field = 0;
  // The field of the instruction whose message holds `proto_field`; 0: the instruction itself. The
  // fields of one message must be adjacent. The message is written even if all have their defaults,
  // but bytes may omit it if text may omit all of them.
  int proto_message = 0;
  // The field of that message whose message holds `proto_field`; 0: the message itself.
  int proto_submessage = 0;
  // A bool of the instruction that is true if the attribute is present, even if `proto_field` is an
  // empty list; 0: there is none. The kind writes and reads both.
  int proto_flag = 0;
  // Further fields of the instruction that may hold the attribute. The kind chooses the fields to
  // write, and reads all.
  Span<const int> proto_others = {};
  std::string_view doc;
  // HLO text prints it between the parentheses instead of operands: parameter(0), constant({1, 2}).
  bool in_operands = false;
  // HLO text prints it after the computations that the instruction calls, not before: call's
  // is_composite.
  bool after_callees = false;
  // Left out of HLO text while it has its default.
  bool omit_default = false;
  // Always printed, but optional when HLO text is read: XLA's broadcast of a scalar.
  bool optional_in_text = false;
  // A value that bytes leave out is zero, though it is something else where text leaves it out:
  // topk's `largest`.
  bool zero_in_bytes = false;
  // Bytes have it also while it has its default: XLA's proto declares it as repeated though it is a
  // single number (iota's `dimensions`), or its default is not zero. Without `omit_default`, bytes
  // that leave it out are wrong.
  bool always_write = false;
};

class AttributeVisitor {
 public:
  virtual ~AttributeVisitor() = default;
  virtual void Field(const AttributeField& field, const AttributeKind& kind, void* value) = 0;

  // Called by a struct's `visit`.
  template <typename T>
  void operator()(const AttributeField& field, T& value) {
    Field(field, AttributeKindOf<T>(), &value);
  }
};

class Attributes {
 public:
  virtual ~Attributes() = default;
  virtual std::unique_ptr<Attributes> Clone() const = 0;
  virtual void Visit(AttributeVisitor& visitor) = 0;

  // Visitors that only read may use this.
  void VisitConst(AttributeVisitor& visitor) const {
    const_cast<Attributes*>(this)->Visit(visitor);  // the promise is the visitor's
  }
};

template <typename Struct>
class AttributesOf final : public Attributes {
 public:
  AttributesOf() = default;
  explicit AttributesOf(Struct value) : value(std::move(value)) {}
  std::unique_ptr<Attributes> Clone() const override {
    return std::make_unique<AttributesOf<Struct>>(value);
  }
  void Visit(AttributeVisitor& visitor) override { value.visit(visitor); }

  Struct value;
};

template <typename Struct>
std::unique_ptr<Attributes> MakeAttributes(Struct value) {
  return std::make_unique<AttributesOf<Struct>>(std::move(value));
}
// Makes default attributes, whose fields a reader fills afterwards; an OpDef carries this function.
template <typename Struct>
std::unique_ptr<Attributes> MakeDefaultAttributes() {
  return std::make_unique<AttributesOf<Struct>>();
}

// True if two instructions of the same operation have equal attributes; null equals null.
bool AttributesEqual(const Attributes* a, const Attributes* b);
// Equal attributes have equal hashes.
uint64_t HashAttributes(const Attributes* attributes);

template <>
const AttributeKind& AttributeKindOf<bool>();
template <>
const AttributeKind& AttributeKindOf<int64_t>();
template <>
const AttributeKind& AttributeKindOf<std::vector<int64_t>>();
template <>
const AttributeKind& AttributeKindOf<std::vector<bool>>();
template <>
const AttributeKind& AttributeKindOf<Literal>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTE_H_
