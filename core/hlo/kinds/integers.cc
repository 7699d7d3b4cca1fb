// Kinds int64 and int64[]: dimension numbers, sizes, indices.
#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

int64_t& Int(void* value) { return *static_cast<int64_t*>(value); }
int64_t Int(const void* value) { return *static_cast<const int64_t*>(value); }
using IntegersList = std::vector<int64_t>;
const IntegersList& Ints(const void* value) { return *static_cast<const IntegersList*>(value); }

constexpr JsForm kIntegersForm = {.type = JsForm::Type::kInteger,
                                  .meaning = "an integer",
                                  .example = "an integer such as 1",
                                  .default_text = "0"};
constexpr JsForm kIntegersListForm = {.type = JsForm::Type::kList,
                                      .parts = kJsElement<int64_t>,
                                      .meaning = "an array of integers",
                                      .example = "an array such as [0, 1]",
                                      .default_text = "{}"};

constexpr AttributeKind kInt64 = {
    .name = "int64",
    .print = [](const void* value, std::string& out) { StrAppend(out, Int(value)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Int(value), in.Int64());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Int(a) == Int(b); },
    .is_default = [](const void* value) { return Int(value) == 0; },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddInt64(Int(value)); },
    .write = [](const void* value, int field, WireWriter& out) { out.AddInt64(field, Int(value)); },
    .read =
        [](void* value, const WireReader& field) {
          // Some single numbers are declared repeated in XLA's proto, and are then packed.
          IntegersList values;
          HLOOM_RETURN_IF_ERROR(field.AppendInt64s(&values));
          if (!values.empty()) Int(value) = values.back();
          return OkStatus();
        },
    .js = &kIntegersForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Int(value), in.json.AsInt64());
      return OkStatus();
    },
};

constexpr AttributeKind kInt64List = {
    .name = "int64[]",
    .print = [](const void* value, std::string& out) { out.append(Braced(Ints(value))); },
    .parse =
        [](void* value, TextReader& in, const Shape*) {
          return in.List('{', '}', "the integers", [&]() -> Status {
            HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
            static_cast<IntegersList*>(value)->push_back(number);
            return OkStatus();
          });
        },
    .equal = [](const void* a, const void* b) { return Ints(a) == Ints(b); },
    .is_default = [](const void* value) { return Ints(value).empty(); },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddInt64s(Ints(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.PackInt64s(field, Ints(value)); },
    .read =
        [](void* value, const WireReader& field) {
          return field.AppendInt64s(static_cast<IntegersList*>(value));
        },
    .js = &kIntegersListForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(*static_cast<IntegersList*>(value), in.json.AsInt64List());
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<int64_t>() {
  return kInt64;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<int64_t>>() {
  return kInt64List;
}

}  // namespace hloom
