#include "hlo/kinds/int64_pair.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

using KindsInt64Pairs = std::vector<Int64Pair>;
const Int64Pair& Int64PairOne(const void* value) { return *static_cast<const Int64Pair*>(value); }
const KindsInt64Pairs& All(const void* value) {
  return *static_cast<const KindsInt64Pairs*>(value);
}

void AddToInt64Pair(Hasher& hasher, const Int64Pair& pair) {
  hasher.AddInt64(pair.first);
  hasher.AddInt64(pair.second);
}

constexpr JsPart kParts[] = {kJsPart<int64_t>, kJsPart<int64_t>};
constexpr std::string_view kInt64PairNames[] = {"first", "second"};
constexpr JsForm kInt64PairForm = {
    .type = JsForm::Type::kTuple,
    .parts = kParts,
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

Status ReadPairOfInt64Pair(void* value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, in.json.AsInt64List());
  if (numbers.size() != 2) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat("an entry of ", in.name, " has ",
                    Count(static_cast<int64_t>(numbers.size()), "number")))
        .Help("each entry is a pair: [1, 0]");
  }
  *static_cast<Int64Pair*>(value) = {numbers[0], numbers[1]};
  return OkStatus();
}

constexpr AttributeKind kPair = {
    .name = "int64_pair",
    .equal = [](const void* a, const void* b) { return Int64PairOne(a) == Int64PairOne(b); },
    .is_default = [](const void* value) { return Int64PairOne(value) == Int64Pair(); },
    .hash = [](const void* value, Hasher& hasher) { AddToInt64Pair(hasher, Int64PairOne(value)); },
    .js = &kInt64PairForm,
    .read_json = ReadPairOfInt64Pair,
};

constexpr AttributeKind kPairs = {
    .name = "int64_pair[]",
    .equal = [](const void* a, const void* b) { return All(a) == All(b); },
    .is_default = [](const void* value) { return All(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const Int64Pair& pair : All(value)) AddToInt64Pair(hasher, pair);
        },
    .js = &kInt64PairListForm,
    .read_json = ReadJsonList<Int64Pair>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<Int64Pair>() {
  return kPair;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<Int64Pair>>() {
  return kPairs;
}

}  // namespace hloom
