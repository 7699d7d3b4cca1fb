// Kinds bool and bool[]: truth values. In text true or false, in bytes a bool; lists are arguments
// of builder functions only.
#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

constexpr std::string_view kBoolNames[] = {"false", "true"};

bool& Bool(void* value) { return *static_cast<bool*>(value); }
bool Bool(const void* value) { return *static_cast<const bool*>(value); }

void PrintBool(const void* value, std::string& out) { out.append(kBoolNames[Bool(value) ? 1 : 0]); }
Status ParseBool(void* value, TextReader& in, const Shape*) {
  HLOOM_ASSIGN_OR_RETURN(const size_t at, in.OneOf(kBoolNames, "true or false"));
  Bool(value) = at == 1;
  return OkStatus();
}
bool Equal(const void* a, const void* b) { return Bool(a) == Bool(b); }
bool IsFalse(const void* value) { return !Bool(value); }
void WriteBool(const void* value, int field, WireWriter& out) { out.AddBool(field, Bool(value)); }
Status ReadBool(void* value, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(Bool(value), field.Bool());
  return OkStatus();
}
void Clear(void* value) { Bool(value) = false; }

constexpr JsForm kBoolForm = {.type = JsForm::Type::kBoolean,
                              .meaning = "a truth value",
                              .example = "true or false",
                              .default_text = "false"};
Status ReadJsonBool(void* value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(Bool(value), in.json.AsBool());
  return OkStatus();
}

constexpr AttributeKind kBool = {
    .name = "bool",
    .print = PrintBool,
    .parse = ParseBool,
    .equal = Equal,
    .is_default = IsFalse,
    .hash = [](const void* value, Hasher& hasher) { hasher.AddNumber(Bool(value) ? 1 : 0); },
    .write = WriteBool,
    .read = ReadBool,
    .clear = Clear,
    .js = &kBoolForm,
    .read_json = ReadJsonBool};

using BoolList = std::vector<bool>;
const BoolList& Bools(const void* value) { return *static_cast<const BoolList*>(value); }

constexpr JsForm kBoolListForm = {.type = JsForm::Type::kList,
                                  .parts = kJsElement<bool>,
                                  .meaning = "an array of truth values",
                                  .example = "an array such as [true, false]",
                                  .default_text = "{}"};

constexpr AttributeKind kBoolList = {
    .name = "bool[]",
    .equal = [](const void* a, const void* b) { return Bools(a) == Bools(b); },
    .is_default = [](const void* value) { return Bools(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(Bools(value).size());
          for (const bool each : Bools(value)) hasher.AddNumber(each ? 1 : 0);
        },
    .js = &kBoolListForm,
    .read_json = ReadJsonList<bool>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<bool>() {
  return kBool;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<bool>>() {
  return kBoolList;
}

}  // namespace hloom
