#include "hlo/kinds/number.h"

#include <cmath>

#include "base/float_text.h"
#include "base/hash.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

float& Number(void* value) { return *static_cast<float*>(value); }
float Number(const void* value) { return *static_cast<const float*>(value); }

// Values are compared by their bits: -0 is not 0, and a NaN equals itself.
uint32_t Bits(const void* value) { return __builtin_bit_cast(uint32_t, Number(value)); }

// A finite number that single precision does not reach.
bool IsPastRange(double number) {
  return std::isfinite(number) && !std::isfinite(static_cast<float>(number));
}
constexpr std::string_view kRange = "the largest number of single precision is about 3.4e38";

Status ParseKindsNumber(void* value, TextReader& in, const Shape*) {
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(const double number, in.Double());
  if (IsPastRange(number)) {
    return in.ErrorAt(begin, kTextP2, "the number does not fit into single precision")
        .Help(std::string(kRange));
  }
  Number(value) = static_cast<float>(number);
  return OkStatus();
}

Status ReadJsonNumber(void* value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const double number, in.json.AsDouble());
  if (IsPastRange(number)) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat(in.name, " is ", number, ", which does not fit into single precision"))
        .Help(std::string(kRange));
  }
  Number(value) = static_cast<float>(number);
  return OkStatus();
}

constexpr JsForm kKindsNumberForm = {.type = JsForm::Type::kNumber,
                                     .meaning = "a number",
                                     .example = "a number such as 1e-3",
                                     .default_text = "0"};

constexpr AttributeKind kFloat = {
    .name = "float",
    .print = [](const void* value, std::string& out) { out.append(FloatToString(Number(value))); },
    .parse = ParseKindsNumber,
    .equal = [](const void* a, const void* b) { return Bits(a) == Bits(b); },
    .is_default = [](const void* value) { return Bits(value) == 0; },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddNumber(Bits(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddFloat(field, Number(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Number(value), field.Float());
      return OkStatus();
    },
    .js = &kKindsNumberForm,
    .read_json = ReadJsonNumber,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<float>() {
  return kFloat;
}

}  // namespace hloom
