#include "hlo/attributes/integers.h"

#include <limits>
#include <vector>

#include "base/rules.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

// ---- what the first two have in common ----

template <typename T>
void PrintInteger(const T& integer, std::string& out) {
  StrAppend(out, integer.value);
}
template <typename T>
Status ParseInteger(T& integer, TextReader& in, const Shape*) {
  return Store(in.Int64(), &integer.value);
}
template <typename T>
void HashInteger(const T& integer, Hasher& hasher) {
  AddToHash(integer.value, hasher);
}

constexpr JsForm kGroupCountForm = {.type = JsForm::Type::kInteger,
                                    .meaning = "an integer",
                                    .example = "an integer such as 1",
                                    .default_text = "1"};

constexpr Codec<GroupCount> kGroupCount = {
    .name = "group_count",
    .print = PrintInteger<GroupCount>,
    .parse = ParseInteger<GroupCount>,
    .hash = HashInteger<GroupCount>,
    .write = [](const GroupCount& count, int field,
                WireWriter& out) { out.AddInt64(field, count.value); },
    .read = [](GroupCount& count, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const int64_t number, field.Int64());
      count.value = number == 0 ? 1 : number;
      return OkStatus();
    },
    .js = &kGroupCountForm,
    .read_json = [](GroupCount& count,
                    const JsonInput& in) { return Store(in.json.AsInt64(), &count.value); },
};

constexpr Codec<InferredDimension> kInferredDimension = {
    .name = "inferred_dimension",
    .print = PrintInteger<InferredDimension>,
    .parse = ParseInteger<InferredDimension>,
    .hash = HashInteger<InferredDimension>,
    .write = [](const InferredDimension& dimension, int field,
                WireWriter& out) { out.PackInt64s(field, std::vector<int64_t>{dimension.value}); },
    .read = [](InferredDimension& dimension, const WireReader& field) -> Status {
      std::vector<int64_t> values;
      HLOOM_RETURN_IF_ERROR(field.AppendInt64s(&values));
      if (!values.empty()) dimension.value = values.front();
      return OkStatus();
    },
};

// ---- prefetch_index ----

Status ParsePrefetchIndex(PrefetchIndex& index, TextReader& in, const Shape*) {
  using Limits = std::numeric_limits<int32_t>;
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
  if (number < Limits::min() || number > Limits::max()) {
    return in.ErrorAt(begin, kTextP2, "the number does not fit into 32 bits")
        .Help(StrCat("the numbers here are from ", Limits::min(), " to ", Limits::max()));
  }
  index.value = static_cast<int32_t>(number);
  return OkStatus();
}

Status ReadPrefetchIndex(PrefetchIndex& index, const WireReader& field) {
  if (field.field() == PrefetchIndex::kOldField) {
    HLOOM_ASSIGN_OR_RETURN(const bool is_prefetch, field.Bool());
    if (is_prefetch && !index.value) index.value = 0;
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(index.value, field.Int32());
  return OkStatus();
}

constexpr Codec<PrefetchIndex> kPrefetchIndex = {
    .name = "prefetch_index",
    .print = [](const PrefetchIndex& index,
                std::string& out) { StrAppend(out, index.value.value_or(0)); },
    .parse = ParsePrefetchIndex,
    .hash = HashInteger<PrefetchIndex>,
    .write = [](const PrefetchIndex& index, int field,
                WireWriter& out) { out.AddInt32(field, index.value.value_or(0)); },
    .read = ReadPrefetchIndex,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<GroupCount>() {
  return MakeKind<kGroupCount>();
}
template <>
const AttributeKind& AttributeKindOf<InferredDimension>() {
  return MakeKind<kInferredDimension>();
}
template <>
const AttributeKind& AttributeKindOf<PrefetchIndex>() {
  return MakeKind<kPrefetchIndex>();
}

}  // namespace hloom
