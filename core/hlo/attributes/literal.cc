// Kind literal: the value of a constant.
#include "literal/literal.h"
#include "hlo/attribute.h"
#include "literal/literal_proto.h"

namespace hloom {

namespace {

const Literal& Value(const void* value) { return *static_cast<const Literal*>(value); }

constexpr AttributeKind kLiteral = {
    .name = "literal",
    .print = [](const void* value,
                std::string& out) { out.append(Value(value).ToStringWithoutShape()); },
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
