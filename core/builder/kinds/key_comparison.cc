#include "builder/kinds/key_comparison.h"

#include "hlo/kinds/enum_codec.h"

namespace hloom {

namespace {

// The names are in the order of KeyComparison.
constexpr std::string_view kKeyComparisonNames[] = {"NONE", "LT", "LE", "GT", "GE"};

constexpr Codec<KeyComparison> kKeyComparison = WithChoices<kChoiceForm<kKeyComparisonNames>>(
    EnumCodec<KeyComparison, kKeyComparisonNames>("key_comparison"));

constexpr JsForm kKeyComparisonsForm = {
    .type = JsForm::Type::kList,
    .parts = kJsElement<KeyComparison>,
    .meaning = "an array of comparisons",
    .example = "an array of 'NONE', 'LT', 'LE', 'GT', 'GE', such as ['LT', 'NONE']",
    .default_text = "{}"};

constexpr Codec<std::vector<KeyComparison>> kKeyComparisons = {
    .name = "key_comparison[]",
    .js = &kKeyComparisonsForm,
    .read_json = ReadJsonList<KeyComparison>};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<KeyComparison>() {
  return MakeKind<kKeyComparison>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<KeyComparison>>() {
  return MakeKind<kKeyComparisons>();
}

}  // namespace hloom
