#include "hlo/attributes/precision_config.h"

#include <algorithm>

#include "hlo/kinds/enum_codec.h"
#include "hlo/kinds/record_codec.h"

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

bool AreDefaults(const Precisions& all) {
  return std::all_of(all.begin(), all.end(),
                     [](Precision each) { return each == Precision::DEFAULT; });
}

Status ReadPrecisionConfig(Precisions& all, const WireReader& field) {
  std::vector<int32_t> numbers;
  HLOOM_RETURN_IF_ERROR(field.AppendInt32s(&numbers));
  for (const int32_t number : numbers) {
    HLOOM_ASSIGN_OR_RETURN(const Precision precision, EnumOfNumber<Precision>(kPrecisions, number));
    all.push_back(precision);
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

constexpr Codec<Precision> kPrecision =
    WithChoices<kChoiceForm<kPrecisionChoices>>(EnumCodec<Precision, kPrecisions>("precision"));
constexpr Codec<Precisions> kOperandPrecision = {
    .name = "precision[]",
    .print =
        [](const Precisions& all, std::string& out) {
          std::string_view separator = "{";
          for (const Precision each : all) {
            StrAppend(out, separator, kPrecisions[each]);
            separator = ",";
          }
          out.append(all.empty() ? "{}" : "}");
        },
    .parse =
        [](Precisions& all, TextReader& in, const Shape*) {
          return in.List('{', '}', "the precisions", [&]() -> Status {
            HLOOM_ASSIGN_OR_RETURN(const size_t at,
                                   OneOfInAnyCase(kPrecisions, OneOfNames(kPrecisions), in));
            all.push_back(static_cast<Precision>(at));
            return OkStatus();
          });
        },
    // Lists of defaults of any length have the same meaning, so they are equal.
    .equal = [](const Precisions& a,
                const Precisions& b) { return a == b || (AreDefaults(a) && AreDefaults(b)); },
    .hash =
        [](const Precisions& all, Hasher& hasher) {
          if (AreDefaults(all)) return;
          for (const Precision each : all) hasher.AddNumber(each);
        },
    .write =
        [](const Precisions& all, int field, WireWriter& out) {
          const std::vector<int32_t> numbers(all.begin(), all.end());
          out.PackInt32s(field, numbers);
        },
    .read = ReadPrecisionConfig,
    .js = &kPrecisionsForm,
    .read_json = ReadJsonList<Precision>,
};

constexpr Codec<PrecisionConfig::Algorithm> kAlgorithm =
    WithChoices<kChoiceForm<kAlgorithmChoices>>(
        NumberedEnumCodec<PrecisionConfig::Algorithm, kPrecisionConfigAlgorithms>("algorithm"));

constexpr JsForm kConfigForm = [] {
  JsForm form = RecordForm<PrecisionConfig>(
      "PrecisionConfig",
      "The precision that a product must have. Programs keep it for back ends that have several "
      "implementations; hloom has one, and it never changes a result.");
  form.default_text = "{}";
  return form;
}();
constexpr Codec<PrecisionConfig> kConfig = RecordCodec<PrecisionConfig, kConfigForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<PrecisionConfig>() {
  return MakeKind<kConfig>();
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precision>() {
  return MakeKind<kPrecision>();
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precisions>() {
  return MakeKind<kOperandPrecision>();
}
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Algorithm>() {
  return MakeKind<kAlgorithm>();
}

}  // namespace hloom
