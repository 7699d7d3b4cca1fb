// Kind bool: flags.
#include "hlo/attribute.h"

namespace hloom {

namespace {

bool& Flag(void* value) { return *static_cast<bool*>(value); }
bool Flag(const void* value) { return *static_cast<const bool*>(value); }

constexpr AttributeKind kBool = {
    .name = "bool",
    .print = [](const void* value,
                std::string& out) { out.append(Flag(value) ? "true" : "false"); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Flag(value), in.Bool());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Flag(a) == Flag(b); },
    .is_default = [](const void* value) { return !Flag(value); },
    .write = [](const void* value, int field, WireWriter& out) { out.AddBool(field, Flag(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Flag(value), field.Bool());
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<bool>() {
  return kBool;
}

}  // namespace hloom
