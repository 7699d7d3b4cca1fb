// Kind literal: the value of a constant.
#include "literal/literal.h"
#include "base/str_cat.h"
#include "hlo/attribute.h"
#include "literal/literal_parser.h"
#include "literal/literal_proto.h"

namespace hloom {

namespace {

const Literal& Value(const void* value) { return *static_cast<const Literal*>(value); }

// The elements, in the shape of the instruction.
Status Parse(void* value, TextReader& in, const Shape* shape) {
  size_t position = in.position();
  if (shape == nullptr) return in.Expected("no literal: the instruction has no shape");
  StatusOr<Literal> literal = ParseLiteralAt(*shape, in.text(), &position);
  if (!literal.ok()) return in.Locate(literal.status(), position);
  *static_cast<Literal*>(value) = *std::move(literal);
  in.set_position(position);
  return OkStatus();
}

constexpr AttributeKind kLiteral = {
    .name = "literal",
    .print = [](const void* value, std::string& out) { out.append(Value(value).ToHloConstant()); },
    .parse = Parse,
    .equal = [](const void* a, const void* b) { return Value(a) == Value(b); },
    .is_default = [](const void* value) { return !Value(value).valid(); },
    .write =
        [](const void* value, int field, WireWriter& out) {
          out.BeginMessage(field);
          WriteLiteralProto(Value(value), out);
          out.EndMessage();
        },
    .read =
        [](void* value, const WireReader& field) {
          HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
          HLOOM_ASSIGN_OR_RETURN(*static_cast<Literal*>(value), ReadLiteralProto(message));
          return OkStatus();
        },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<Literal>() {
  return kLiteral;
}

}  // namespace hloom
