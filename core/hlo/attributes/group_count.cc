#include "hlo/attributes/group_count.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

int64_t& Value(void* value) { return static_cast<GroupCount*>(value)->value; }
int64_t Value(const void* value) { return static_cast<const GroupCount*>(value)->value; }

constexpr JsForm kForm = {.type = JsForm::Type::kInteger,
                          .meaning = "an integer",
                          .example = "an integer such as 1",
                          .default_text = "1"};

constexpr AttributeKind kGroupCount = {
    .name = "group_count",
    .print = [](const void* value, std::string& out) { StrAppend(out, Value(value)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value(value), in.Int64());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Value(a) == Value(b); },
    .is_default = [](const void* value) { return Value(value) == 1; },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddInt64(Value(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddInt64(field, Value(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const int64_t count, field.Int64());
      Value(value) = count == 0 ? 1 : count;
      return OkStatus();
    },
    .js = &kForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value(value), in.json.AsInt64());
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<GroupCount>() {
  return kGroupCount;
}

}  // namespace hloom
