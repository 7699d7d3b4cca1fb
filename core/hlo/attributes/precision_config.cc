#include "hlo/attributes/precision_config.h"

#include <algorithm>

#include "hlo/kinds/enum_kind.h"
#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

using Precision = PrecisionConfig::Precision;
using Precisions = PrecisionConfig::Precisions;

// XLA prints its enumerators in small letters, algorithms without their ALG_.
constexpr std::string_view kPrecisions[] = {"default", "high", "highest", "packed_nibble"};
constexpr std::string_view kPrecisionConfigAlgorithms[] = {
    "unset",
    "dot_any_f8_any_f8_f32",
    "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",
    "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16",
    "dot_bf16_bf16_f32",
    "dot_bf16_bf16_f32_x3",
    "dot_bf16_bf16_f32_x6",
    "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3",
    "dot_f32_f32_f32",
    "dot_f64_f64_f64",
    "dot_bf16_bf16_f32_x9",
};

Precisions& All(void* value) { return *static_cast<Precisions*>(value); }
const Precisions& All(const void* value) { return *static_cast<const Precisions*>(value); }

bool IsDefault(const void* value) {
  return std::all_of(All(value).begin(), All(value).end(),
                     [](Precision each) { return each == Precision::DEFAULT; });
}

Status ReadPrecisionConfig(void* value, const WireReader& field) {
  std::vector<int32_t> numbers;
  HLOOM_RETURN_IF_ERROR(field.AppendInt32s(&numbers));
  for (const int32_t number : numbers) {
    HLOOM_ASSIGN_OR_RETURN(const Precision precision, EnumOfNumber<Precision>(kPrecisions, number));
    All(value).push_back(precision);
  }
  return OkStatus();
}

// ---- JavaScript: { operandPrecision: ['HIGH', 'DEFAULT'], algorithm: 'ALG_DOT_F32_F32_F32' } ----

// PACKED_NIBBLE describes the contents of an array, not a precision; no operation here uses it.
constexpr std::string_view kPrecisionChoices[] = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr std::string_view kAlgorithmChoices[] = {
    "ALG_UNSET",
    "ALG_DOT_ANY_F8_ANY_F8_F32",
    "ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM",
    "ALG_DOT_F16_F16_F16",
    "ALG_DOT_F16_F16_F32",
    "ALG_DOT_BF16_BF16_BF16",
    "ALG_DOT_BF16_BF16_F32",
    "ALG_DOT_BF16_BF16_F32_X3",
    "ALG_DOT_BF16_BF16_F32_X6",
    "ALG_DOT_TF32_TF32_F32",
    "ALG_DOT_TF32_TF32_F32_X3",
    "ALG_DOT_F32_F32_F32",
    "ALG_DOT_F64_F64_F64",
    "ALG_DOT_BF16_BF16_F32_X9",
};
static_assert(std::size(kAlgorithmChoices) == std::size(kPrecisionConfigAlgorithms));

constexpr JsForm kPrecisionsForm = {.type = JsForm::Type::kList,
                                    .parts = kJsElement<Precision>,
                                    .meaning = "an array of precisions",
                                    .example = "one for each operand: ['HIGHEST', 'HIGHEST']"};

constexpr AttributeKind kPrecision = WithChoices<Precision, kChoiceForm<kPrecisionChoices>>(
    EnumKind<Precision, kPrecisions>("precision"));
constexpr AttributeKind kOperandPrecision = {
    .name = "precision[]",
    .print =
        [](const void* value, std::string& out) {
          std::string_view separator = "{";
          for (const Precision each : All(value)) {
            StrAppend(out, separator, kPrecisions[each]);
            separator = ",";
          }
          out.append(All(value).empty() ? "{}" : "}");
        },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      return in.List('{', '}', "the precisions", [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(
            const size_t at,
            OneOfInAnyCase(
                kPrecisions,
                StrCat("one of ", StrJoin(Span<const std::string_view>(kPrecisions), ", ")), in));
        All(value).push_back(static_cast<Precision>(at));
        return OkStatus();
      });
    },
    // Lists of defaults of any length have the same meaning, so they are equal.
    .equal = [](const void* a,
                const void* b) { return All(a) == All(b) || (IsDefault(a) && IsDefault(b)); },
    .is_default = IsDefault,
    .hash =
        [](const void* value, Hasher& hasher) {
          if (IsDefault(value)) return;
          for (const Precision each : All(value)) hasher.AddNumber(each);
        },
    .write =
        [](const void* value, int field, WireWriter& out) {
          const std::vector<int32_t> numbers(All(value).begin(), All(value).end());
          out.PackInt32s(field, numbers);
        },
    .read = ReadPrecisionConfig,
    .js = &kPrecisionsForm,
    .read_json = ReadJsonList<Precision>,
};

constexpr AttributeKind kAlgorithm =
    WithChoices<PrecisionConfig::Algorithm, kChoiceForm<kAlgorithmChoices>>(
        NumberedEnumKind<PrecisionConfig::Algorithm, kPrecisionConfigAlgorithms>("algorithm"));

constexpr JsForm kConfigForm = [] {
  JsForm form = RecordForm<PrecisionConfig>(
      "PrecisionConfig",
      "How precisely a product is wanted. Programs keep it for back ends that have several "
      "implementations; hloom has one, and it never changes a result.");
  form.default_text = "{}";
  return form;
}();
constexpr AttributeKind kConfig = RecordKind<PrecisionConfig, kConfigForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<PrecisionConfig>() {
  return kConfig;
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precision>() {
  return kPrecision;
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precisions>() {
  return kOperandPrecision;
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Algorithm>() {
  return kAlgorithm;
}

}  // namespace hloom
