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
// The field's C++ type selects its AttributeKind: all that the system knows of such a value. A kind
// is one file, or a header and its .cc: in hlo/kinds/ those of plain C++ types, in hlo/attributes/
// those of XLA's messages and enumerations. Who reads which column:
//
//   equality, default, hash   AttributesEqual and HashAttributes
//   HLO text                  text/hlo
//   bytes                     text/proto
//   JSON                      wasm/arguments: arguments of builder functions
//   js                        wasm/kinds_json: ops.json, and from it the package and its reference
//
// A reader walks fields and never knows the operation. A further form of programs is a further pair
// of columns, null for kinds that do not have it.
//
// What XLA keeps in a message of its own, such as GatherDimensionNumbers, is a struct with a
// `visit` too, and that of the attributes hands its visitor on: in text its fields stand beside the
// others, offset_dims={1}, start_index_map={0}; in bytes they are the fields of the message that
// `proto_message` says.
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

// Gives what a value in JSON refers to but does not hold. Whoever reads the JSON implements it.
class JsonValues {
 public:
  virtual ~JsonValues() = default;
  // The shape that is returned is valid.
  virtual StatusOr<Shape> ShapeOf(const Json& json) = 0;
  virtual StatusOr<Literal> LiteralOf(const Json& json) = 0;
};

// A value in JSON, the name of the argument or field that it is for, which errors say, and what it
// may refer to.
struct JsonInput {
  const Json& json;
  std::string_view name;
  JsonValues& values;

  JsonInput At(const Json& part) const { return {part, name, values}; }
};

struct AttributeKind {
  std::string_view name;  // "int64[]", as ops.json says it

  // The columns of HLO text. They are null for kinds that only arguments of builder functions have,
  // as are those of bytes.
  void (*print)(const void* value, std::string& out) = nullptr;
  // Reads what `print` writes, and what else XLA's grammar has for it. `shape` is the
  // instruction's, valid, or null where the text leaves it to inference.
  Status (*parse)(void* value, TextReader& in, const Shape* shape) = nullptr;

  bool (*equal)(const void* a, const void* b);
  bool (*is_default)(const void* value);
  // Sets a value to its default; null where that is what the type's constructor makes.
  void (*set_default)(void* value) = nullptr;
  // Equal values add the same.
  void (*hash)(const void* value, Hasher& hasher);

  // The columns of bytes: `write` writes the value as `field` of an HloInstructionProto, `read`
  // reads one occurrence of that.
  void (*write)(const void* value, int field, WireWriter& out) = nullptr;
  Status (*read)(void* value, const WireReader& field) = nullptr;
  // Sets a value to what a field that bytes leave out means; for fields with `zero_in_bytes`.
  void (*clear)(void* value) = nullptr;

  // The columns of JavaScript: how it says the value (hlo/kinds/js_form.h), and how the JSON that
  // it sends is read into a default value. Errors are function.c3, or json.* where the JSON is of
  // the wrong kind. Null for kinds that no builder function takes.
  const JsForm* js = nullptr;
  Status (*read_json)(void* value, const JsonInput& in) = nullptr;
};

// The kind of a C++ type; specialised beside each kind.
template <typename T>
const AttributeKind& AttributeKindOf();

struct AttributeField {
  std::string_view name;
  int proto_field = 0;
  // The field of the instruction whose message holds `proto_field`; 0: the instruction itself. The
  // fields of one message stand together, and the message is written even if all have their
  // defaults; bytes may do without it if text may do without all of them.
  int proto_message = 0;
  // The field of that message whose message holds `proto_field`; 0: the message itself.
  int proto_submessage = 0;
  // A bool of the instruction that says whether the attribute is there at all, also where
  // `proto_field` is an empty list; 0: there is none. The kind writes and reads both.
  int proto_flag = 0;
  // Further fields of the instruction that may hold the attribute. The kind writes whichever it
  // wants, and reads all.
  Span<const int> proto_others = {};
  std::string_view doc;
  // HLO text prints it between the parentheses instead of operands: parameter(0), constant({1, 2}).
  bool in_operands = false;
  // HLO text prints it after the computations that the instruction calls, not before: call's
  // is_composite.
  bool after_callees = false;
  // Left out of HLO text while it has its default.
  bool omit_default = false;
  // Always printed, but HLO text may do without it: XLA's broadcast of a scalar.
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

  // What a struct's `visit` calls.
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

// Whether two instructions of the same operation have equal attributes; null equals null.
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
