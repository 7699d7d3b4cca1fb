#include "hlo/kinds/tri_state.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// Text has only stated values, true or false; bytes have XLA's numbers.
constexpr int32_t kStates = 3;

TriState State(const void* value) { return *static_cast<const TriState*>(value); }

// JavaScript omits a value that is not stated.
constexpr JsForm kTriStateForm = {
    .type = JsForm::Type::kBoolean, .meaning = "a truth value", .example = "true or false"};

constexpr AttributeKind kTriState = {
    .name = "tri_state",
    .print =
        [](const void* value, std::string& out) {
          out.append(State(value) == TriState::kTrue ? "true" : "false");
        },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const bool yes, in.Bool());
      *static_cast<TriState*>(value) = yes ? TriState::kTrue : TriState::kFalse;
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return State(a) == State(b); },
    .is_default = [](const void* value) { return State(value) == TriState::kUnspecified; },
    .hash = [](const void* value,
               Hasher& hasher) { hasher.AddNumber(static_cast<uint64_t>(State(value))); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.SetInt32(field, static_cast<int32_t>(State(value))); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
      if (number < 0 || number >= kStates) {
        return InvalidArgument(kAttributeP1)
            .Say(StrCat(number, " is not one of the values of the attribute"))
            .Help("0 says nothing, 1 is true, 2 is false");
      }
      *static_cast<TriState*>(value) = static_cast<TriState>(number);
      return OkStatus();
    },
    .js = &kTriStateForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const bool yes, in.json.AsBool());
      *static_cast<TriState*>(value) = yes ? TriState::kTrue : TriState::kFalse;
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<TriState>() {
  return kTriState;
}

}  // namespace hloom
