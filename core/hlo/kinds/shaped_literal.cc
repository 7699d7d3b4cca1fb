#include "hlo/kinds/shaped_literal.h"

#include "literal/literal_parser.h"

namespace hloom {

namespace {

Literal& ShapedLiteralValue(void* value) { return static_cast<ShapedLiteral*>(value)->value; }
const Literal& ShapedLiteralValue(const void* value) {
  return static_cast<const ShapedLiteral*>(value)->value;
}

constexpr AttributeKind kShapedLiteral = {
    .name = "shaped_literal",
    .print = [](const void* value,
                std::string& out) { out.append(ShapedLiteralValue(value).ToStringWithLayout()); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      size_t position = in.position();
      StatusOr<Literal> literal = ParseLiteralAt(in.text(), &position);
      if (!literal.ok()) return in.Locate(literal.status(), position);
      ShapedLiteralValue(value) = *std::move(literal);
      in.set_position(position);
      return OkStatus();
    },
    .equal =
        [](const void* a, const void* b) {
          if (!ShapedLiteralValue(a).valid() || !ShapedLiteralValue(b).valid())
            return ShapedLiteralValue(a).valid() == ShapedLiteralValue(b).valid();
          return ShapedLiteralValue(a).shape() == ShapedLiteralValue(b).shape() &&
                 ShapedLiteralValue(a) == ShapedLiteralValue(b);
        },
    .is_default = [](const void* value) { return !ShapedLiteralValue(value).valid(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          AttributeKindOf<Literal>().hash(&ShapedLiteralValue(value), hasher);
        },
    .write =
        [](const void* value, int field, WireWriter& out) {
          AttributeKindOf<Literal>().write(&ShapedLiteralValue(value), field, out);
        },
    .read =
        [](void* value, const WireReader& field) {
          return AttributeKindOf<Literal>().read(&ShapedLiteralValue(value), field);
        },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<ShapedLiteral>() {
  return kShapedLiteral;
}

}  // namespace hloom
