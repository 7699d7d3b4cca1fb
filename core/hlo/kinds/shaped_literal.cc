#include "hlo/kinds/shaped_literal.h"

#include "literal/literal_parser.h"

namespace hloom {

namespace {

Literal& Value(void* value) { return static_cast<ShapedLiteral*>(value)->value; }
const Literal& Value(const void* value) { return static_cast<const ShapedLiteral*>(value)->value; }

constexpr AttributeKind kShapedLiteral = {
    .name = "shaped_literal",
    .print = [](const void* value,
                std::string& out) { out.append(Value(value).ToStringWithLayout()); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      size_t position = in.position();
      StatusOr<Literal> literal = ParseLiteralAt(in.text(), &position);
      if (!literal.ok()) return in.Locate(literal.status(), position);
      Value(value) = *std::move(literal);
      in.set_position(position);
      return OkStatus();
    },
    .equal =
        [](const void* a, const void* b) {
          if (!Value(a).valid() || !Value(b).valid()) return Value(a).valid() == Value(b).valid();
          return Value(a).shape() == Value(b).shape() && Value(a) == Value(b);
        },
    .is_default = [](const void* value) { return !Value(value).valid(); },
    .hash = [](const void* value,
               Hasher& hasher) { AttributeKindOf<Literal>().hash(&Value(value), hasher); },
    .write = [](const void* value, int field,
                WireWriter& out) { AttributeKindOf<Literal>().write(&Value(value), field, out); },
    .read =
        [](void* value, const WireReader& field) {
          return AttributeKindOf<Literal>().read(&Value(value), field);
        },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<ShapedLiteral>() {
  return kShapedLiteral;
}

}  // namespace hloom
