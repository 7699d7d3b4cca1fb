#include "builder/kinds/key_comparison.h"

#include "base/hash.h"
#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

using KeyComparisons = std::vector<KeyComparison>;

const KeyComparisons& KeyComparisonsIn(const void* value) {
  return *static_cast<const KeyComparisons*>(value);
}

// The names are in the order of KeyComparison.
constexpr std::string_view kKeyComparisonNames[] = {"NONE", "LT", "LE", "GT", "GE"};

constexpr AttributeKind kKeyComparison =
    WithChoices<KeyComparison, kChoiceForm<kKeyComparisonNames>>(
        EnumKind<KeyComparison, kKeyComparisonNames>("key_comparison"));

constexpr JsForm kKeyComparisonsForm = {
    .type = JsForm::Type::kList,
    .parts = kJsElement<KeyComparison>,
    .meaning = "an array of comparisons",
    .example = "an array of 'NONE', 'LT', 'LE', 'GT', 'GE', such as ['LT', 'NONE']",
    .default_text = "{}"};

constexpr AttributeKind kKeyComparisons = {
    .name = "key_comparison[]",
    .equal = [](const void* a,
                const void* b) { return KeyComparisonsIn(a) == KeyComparisonsIn(b); },
    .is_default = [](const void* value) { return KeyComparisonsIn(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(KeyComparisonsIn(value).size());
          for (const KeyComparison comparison : KeyComparisonsIn(value)) {
            hasher.AddNumber(static_cast<uint64_t>(comparison));
          }
        },
    .js = &kKeyComparisonsForm,
    .read_json = ReadJsonList<KeyComparison>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<KeyComparison>() {
  return kKeyComparison;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<KeyComparison>>() {
  return kKeyComparisons;
}

}  // namespace hloom
