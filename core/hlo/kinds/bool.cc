// Kinds of truth values: true or false in text, a bool in bytes.
#include "base/str_cat.h"
#include "hlo/attribute.h"

namespace hloom {

namespace {

constexpr std::string_view kNames[] = {"false", "true"};

bool& Bool(void* value) { return *static_cast<bool*>(value); }
bool Bool(const void* value) { return *static_cast<const bool*>(value); }

void Print(const void* value, std::string& out) { out.append(kNames[Bool(value) ? 1 : 0]); }
Status Parse(void* value, TextReader& in, const Shape*) {
  HLOOM_ASSIGN_OR_RETURN(const size_t at, in.OneOf(kNames, "true or false"));
  Bool(value) = at == 1;
  return OkStatus();
}
bool Equal(const void* a, const void* b) { return Bool(a) == Bool(b); }
bool IsFalse(const void* value) { return !Bool(value); }
void Write(const void* value, int field, WireWriter& out) { out.AddBool(field, Bool(value)); }
Status Read(void* value, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(Bool(value), field.Bool());
  return OkStatus();
}
void Clear(void* value) { Bool(value) = false; }

constexpr AttributeKind kBool = {.name = "bool",
                                 .print = Print,
                                 .parse = Parse,
                                 .equal = Equal,
                                 .is_default = IsFalse,
                                 .write = Write,
                                 .read = Read,
                                 .clear = Clear};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<bool>() {
  return kBool;
}

}  // namespace hloom
