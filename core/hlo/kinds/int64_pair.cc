#include "hlo/kinds/int64_pair.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

using Pairs = std::vector<Int64Pair>;
const Int64Pair& One(const void* value) { return *static_cast<const Int64Pair*>(value); }
const Pairs& All(const void* value) { return *static_cast<const Pairs*>(value); }

void AddTo(Hasher& hasher, const Int64Pair& pair) {
  hasher.AddInt64(pair.first);
  hasher.AddInt64(pair.second);
}

constexpr JsPart kParts[] = {kJsPart<int64_t>, kJsPart<int64_t>};
constexpr std::string_view kNames[] = {"first", "second"};
constexpr JsForm kForm = {
    .type = JsForm::Type::kTuple,
    .parts = kParts,
    .part_names = kNames,
    .least = 2,
    .type_name = "Int64Pair",
    .doc = "Two integers that belong together: the low and high padding of a dimension.",
    .meaning = "a pair of integers",
    .example = "a pair such as [1, 0]",
    .brief = "[low, high]"};
constexpr JsForm kListForm = {.type = JsForm::Type::kList,
                              .parts = kJsElement<Int64Pair>,
                              .meaning = "an array of pairs of integers",
                              .example = "an array such as [[1, 0], [0, 2]]",
                              .default_text = "{}"};

Status ReadPair(void* value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, in.json.AsInt64List());
  if (numbers.size() != 2) {
    return InvalidArgument("function.c3")
        .Say(StrCat("an entry of ", in.name, " has ",
                    Count(static_cast<int64_t>(numbers.size()), "number")))
        .Help("each entry is a pair: [1, 0]");
  }
  *static_cast<Int64Pair*>(value) = {numbers[0], numbers[1]};
  return OkStatus();
}

constexpr AttributeKind kPair = {
    .name = "int64_pair",
    .equal = [](const void* a, const void* b) { return One(a) == One(b); },
    .is_default = [](const void* value) { return One(value) == Int64Pair(); },
    .hash = [](const void* value, Hasher& hasher) { AddTo(hasher, One(value)); },
    .js = &kForm,
    .read_json = ReadPair,
};

constexpr AttributeKind kPairs = {
    .name = "int64_pair[]",
    .equal = [](const void* a, const void* b) { return All(a) == All(b); },
    .is_default = [](const void* value) { return All(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const Int64Pair& pair : All(value)) AddTo(hasher, pair);
        },
    .js = &kListForm,
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
