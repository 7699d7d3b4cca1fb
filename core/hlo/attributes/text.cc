#include "hlo/attributes/text.h"

namespace hloom {

namespace {

std::string& Text(void* value) { return *static_cast<std::string*>(value); }
const std::string& Text(const void* value) { return *static_cast<const std::string*>(value); }

constexpr AttributeKind kString = {
    .name = "string",
    .print = [](const void* value, std::string& out) { out.append(QuotedText(Text(value))); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Text(value), in.String());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Text(a) == Text(b); },
    .is_default = [](const void* value) { return Text(value).empty(); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddString(field, Text(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Text(value), field.String());
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<std::string>() {
  return kString;
}

}  // namespace hloom
