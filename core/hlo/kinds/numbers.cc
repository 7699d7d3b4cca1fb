#include "hlo/kinds/numbers.h"

#include <cmath>

#include "base/float_text.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// ---- truth values ----

// In text true or false, in bytes a bool; lists are arguments of builder functions only.
constexpr std::string_view kBoolNames[] = {"false", "true"};

constexpr JsForm kBoolForm = {.type = JsForm::Type::kBoolean,
                              .meaning = "a truth value",
                              .example = "true or false",
                              .default_text = "false"};
constexpr JsForm kBoolListForm = {.type = JsForm::Type::kList,
                                  .parts = kJsElement<bool>,
                                  .meaning = "an array of truth values",
                                  .example = "an array such as [true, false]",
                                  .default_text = "{}"};
// JavaScript omits a value that is not stated.
constexpr JsForm kTriStateForm = {
    .type = JsForm::Type::kBoolean, .meaning = "a truth value", .example = "true or false"};

constexpr Codec<bool> kBool = {
    .name = "bool",
    .print = [](const bool& value, std::string& out) { out.append(kBoolNames[value ? 1 : 0]); },
    .parse = [](bool& value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const size_t at, in.OneOf(kBoolNames, "true or false"));
      value = at == 1;
      return OkStatus();
    },
    .write = [](const bool& value, int field, WireWriter& out) { out.AddBool(field, value); },
    .read = [](bool& value, const WireReader& field) { return Store(field.Bool(), &value); },
    .clear = [](bool& value) { value = false; },
    .js = &kBoolForm,
    .read_json = [](bool& value, const JsonInput& in) { return Store(in.json.AsBool(), &value); },
};

constexpr Codec<std::vector<bool>> kBoolList = {
    .name = "bool[]", .js = &kBoolListForm, .read_json = ReadJsonList<bool>};

TriState TriStateOf(bool yes) { return yes ? TriState::kTrue : TriState::kFalse; }

// Text has only stated values, true or false; bytes have XLA's numbers.
constexpr Codec<TriState> kTriState = {
    .name = "tri_state",
    .print = [](const TriState& value,
                std::string& out) { out.append(kBoolNames[value == TriState::kTrue ? 1 : 0]); },
    .parse = [](TriState& value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const bool yes, in.Bool());
      value = TriStateOf(yes);
      return OkStatus();
    },
    .write = [](const TriState& value, int field,
                WireWriter& out) { out.SetInt32(field, static_cast<int32_t>(value)); },
    .read = [](TriState& value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
      if (number < 0 || number > static_cast<int32_t>(TriState::kFalse)) {
        return InvalidArgument(kAttributeP1)
            .Say(StrCat(number, " is not one of the values of the attribute"))
            .Help("0 is unknown, 1 is true, 2 is false");
      }
      value = static_cast<TriState>(number);
      return OkStatus();
    },
    .js = &kTriStateForm,
    .read_json = [](TriState& value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const bool yes, in.json.AsBool());
      value = TriStateOf(yes);
      return OkStatus();
    },
};

// ---- integers: dimension numbers, sizes, indices ----

constexpr JsForm kIntegerForm = {.type = JsForm::Type::kInteger,
                                 .meaning = "an integer",
                                 .example = "an integer such as 1",
                                 .default_text = "0"};
constexpr JsForm kIntegerListForm = {.type = JsForm::Type::kList,
                                     .parts = kJsElement<int64_t>,
                                     .meaning = "an array of integers",
                                     .example = "an array such as [0, 1]",
                                     .default_text = "{}"};

using Integers = std::vector<int64_t>;

constexpr Codec<int64_t> kInt64 = {
    .name = "int64",
    .print = [](const int64_t& value, std::string& out) { StrAppend(out, value); },
    .parse = [](int64_t& value, TextReader& in, const Shape*) { return Store(in.Int64(), &value); },
    .write = [](const int64_t& value, int field, WireWriter& out) { out.AddInt64(field, value); },
    .read =
        [](int64_t& value, const WireReader& field) {
          // Some single numbers are declared repeated in XLA's proto, and are then packed.
          Integers values;
          HLOOM_RETURN_IF_ERROR(field.AppendInt64s(&values));
          if (!values.empty()) value = values.back();
          return OkStatus();
        },
    .js = &kIntegerForm,
    .read_json = [](int64_t& value,
                    const JsonInput& in) { return Store(in.json.AsInt64(), &value); },
};

constexpr Codec<Integers> kInt64List = {
    .name = "int64[]",
    .print = [](const Integers& values, std::string& out) { out.append(Braced(values)); },
    .parse =
        [](Integers& values, TextReader& in, const Shape*) {
          return in.List('{', '}', "the integers", [&]() -> Status {
            HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
            values.push_back(number);
            return OkStatus();
          });
        },
    .write = [](const Integers& values, int field,
                WireWriter& out) { out.PackInt64s(field, values); },
    .read = [](Integers& values, const WireReader& field) { return field.AppendInt64s(&values); },
    .js = &kIntegerListForm,
    .read_json = [](Integers& values,
                    const JsonInput& in) { return Store(in.json.AsInt64List(), &values); },
};

constexpr JsPart kInt64PairParts[] = {kJsPart<int64_t>, kJsPart<int64_t>};
constexpr std::string_view kInt64PairNames[] = {"first", "second"};
constexpr JsForm kInt64PairForm = {
    .type = JsForm::Type::kTuple,
    .parts = kInt64PairParts,
    .part_names = kInt64PairNames,
    .least = 2,
    .type_name = "Int64Pair",
    .doc = "Two integers that belong together: the low and high padding of a dimension.",
    .meaning = "a pair of integers",
    .example = "a pair such as [1, 0]",
    .brief = "[low, high]"};
constexpr JsForm kInt64PairListForm = {.type = JsForm::Type::kList,
                                       .parts = kJsElement<Int64Pair>,
                                       .meaning = "an array of pairs of integers",
                                       .example = "an array such as [[1, 0], [0, 2]]",
                                       .default_text = "{}"};

Status ReadJsonInt64Pair(Int64Pair& pair, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const Integers numbers, in.json.AsInt64List());
  if (numbers.size() != 2) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat("an entry of ", in.name, " has ",
                    Count(static_cast<int64_t>(numbers.size()), "number")))
        .Help("each entry is a pair: [1, 0]");
  }
  pair = {numbers[0], numbers[1]};
  return OkStatus();
}

constexpr Codec<Int64Pair> kInt64Pair = {
    .name = "int64_pair", .js = &kInt64PairForm, .read_json = ReadJsonInt64Pair};
constexpr Codec<std::vector<Int64Pair>> kInt64PairList = {
    .name = "int64_pair[]", .js = &kInt64PairListForm, .read_json = ReadJsonList<Int64Pair>};

// ---- numbers of single precision ----

// Values are compared by their bits: -0 is not 0, and a NaN equals itself.
uint32_t FloatBits(float value) { return __builtin_bit_cast(uint32_t, value); }

// A finite number that single precision does not reach.
bool IsPastRange(double number) {
  return std::isfinite(number) && !std::isfinite(static_cast<float>(number));
}
constexpr std::string_view kFloatRange = "the largest number of single precision is about 3.4e38";

constexpr JsForm kFloatForm = {.type = JsForm::Type::kNumber,
                               .meaning = "a number",
                               .example = "a number such as 1e-3",
                               .default_text = "0"};

constexpr Codec<float> kFloat = {
    .name = "float",
    .print = [](const float& value, std::string& out) { out.append(FloatToString(value)); },
    .parse = [](float& value, TextReader& in, const Shape*) -> Status {
      const size_t begin = in.position();
      HLOOM_ASSIGN_OR_RETURN(const double number, in.Double());
      if (IsPastRange(number)) {
        return in.ErrorAt(begin, kTextP2, "the number does not fit into single precision")
            .Help(std::string(kFloatRange));
      }
      value = static_cast<float>(number);
      return OkStatus();
    },
    .equal = [](const float& a, const float& b) { return FloatBits(a) == FloatBits(b); },
    .hash = [](const float& value, Hasher& hasher) { hasher.AddNumber(FloatBits(value)); },
    .write = [](const float& value, int field, WireWriter& out) { out.AddFloat(field, value); },
    .read = [](float& value, const WireReader& field) { return Store(field.Float(), &value); },
    .js = &kFloatForm,
    .read_json = [](float& value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const double number, in.json.AsDouble());
      if (IsPastRange(number)) {
        return InvalidArgument(kFunctionC3)
            .Say(StrCat(in.name, " is ", number, ", which does not fit into single precision"))
            .Help(std::string(kFloatRange));
      }
      value = static_cast<float>(number);
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<bool>() {
  return MakeKind<kBool>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<bool>>() {
  return MakeKind<kBoolList>();
}
template <>
const AttributeKind& AttributeKindOf<TriState>() {
  return MakeKind<kTriState>();
}
template <>
const AttributeKind& AttributeKindOf<int64_t>() {
  return MakeKind<kInt64>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<int64_t>>() {
  return MakeKind<kInt64List>();
}
template <>
const AttributeKind& AttributeKindOf<Int64Pair>() {
  return MakeKind<kInt64Pair>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<Int64Pair>>() {
  return MakeKind<kInt64PairList>();
}
template <>
const AttributeKind& AttributeKindOf<float>() {
  return MakeKind<kFloat>();
}

}  // namespace hloom
