// Kinds that are one integer, each with its own form in bytes and its own default.
#include <limits>
#include <vector>

#include "base/hash.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "hlo/attributes/group_count.h"
#include "hlo/attributes/inferred_dimension.h"
#include "hlo/attributes/prefetch_index.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

template <typename T>
int64_t& Value(void* value) {
  return static_cast<T*>(value)->value;
}
template <typename T>
int64_t Value(const void* value) {
  return static_cast<const T*>(value)->value;
}

// ---- group_count ----

constexpr JsForm kIntegerKindsForm = {.type = JsForm::Type::kInteger,
                                      .meaning = "an integer",
                                      .example = "an integer such as 1",
                                      .default_text = "1"};

constexpr AttributeKind kGroupCount = {
    .name = "group_count",
    .print = [](const void* value, std::string& out) { StrAppend(out, Value<GroupCount>(value)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value<GroupCount>(value), in.Int64());
      return OkStatus();
    },
    .equal = [](const void* a,
                const void* b) { return Value<GroupCount>(a) == Value<GroupCount>(b); },
    .is_default = [](const void* value) { return Value<GroupCount>(value) == 1; },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddInt64(Value<GroupCount>(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddInt64(field, Value<GroupCount>(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const int64_t count, field.Int64());
      Value<GroupCount>(value) = count == 0 ? 1 : count;
      return OkStatus();
    },
    .js = &kIntegerKindsForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value<GroupCount>(value), in.json.AsInt64());
      return OkStatus();
    },
};

// ---- inferred_dimension ----

constexpr AttributeKind kInferredDimension = {
    .name = "inferred_dimension",
    .print = [](const void* value,
                std::string& out) { StrAppend(out, Value<InferredDimension>(value)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value<InferredDimension>(value), in.Int64());
      return OkStatus();
    },
    .equal =
        [](const void* a, const void* b) {
          return Value<InferredDimension>(a) == Value<InferredDimension>(b);
        },
    .is_default = [](const void* value) { return Value<InferredDimension>(value) == -1; },
    .hash = [](const void* value,
               Hasher& hasher) { hasher.AddInt64(Value<InferredDimension>(value)); },
    .write =
        [](const void* value, int field, WireWriter& out) {
          out.PackInt64s(field, std::vector<int64_t>{Value<InferredDimension>(value)});
        },
    .read = [](void* value, const WireReader& field) -> Status {
      std::vector<int64_t> values;
      HLOOM_RETURN_IF_ERROR(field.AppendInt64s(&values));
      if (!values.empty()) Value<InferredDimension>(value) = values.front();
      return OkStatus();
    },
};

// ---- cross_program_prefetch_index ----

std::optional<int32_t>& Index(void* value) { return static_cast<PrefetchIndex*>(value)->value; }
const std::optional<int32_t>& Index(const void* value) {
  return static_cast<const PrefetchIndex*>(value)->value;
}

Status ParseIntegerKinds(void* value, TextReader& in, const Shape*) {
  using Limits = std::numeric_limits<int32_t>;
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
  if (number < Limits::min() || number > Limits::max()) {
    return in.ErrorAt(begin, kTextP2, "the number does not fit into 32 bits")
        .Help(StrCat("the numbers here are from ", Limits::min(), " to ", Limits::max()));
  }
  Index(value) = static_cast<int32_t>(number);
  return OkStatus();
}

Status ReadIntegerKinds(void* value, const WireReader& field) {
  if (field.field() == PrefetchIndex::kOldField) {
    HLOOM_ASSIGN_OR_RETURN(const bool is_prefetch, field.Bool());
    if (is_prefetch && !Index(value)) Index(value) = 0;
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(Index(value), field.Int32());
  return OkStatus();
}

constexpr AttributeKind kPrefetchIndex = {
    .name = "prefetch_index",
    .print = [](const void* value, std::string& out) { StrAppend(out, Index(value).value_or(0)); },
    .parse = ParseIntegerKinds,
    .equal = [](const void* a, const void* b) { return Index(a) == Index(b); },
    .is_default = [](const void* value) { return !Index(value).has_value(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(Index(value) ? 1 : 0);
          hasher.AddInt64(Index(value).value_or(0));
        },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddInt32(field, Index(value).value_or(0)); },
    .read = ReadIntegerKinds,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<GroupCount>() {
  return kGroupCount;
}

template <>
const AttributeKind& AttributeKindOf<InferredDimension>() {
  return kInferredDimension;
}

template <>
const AttributeKind& AttributeKindOf<PrefetchIndex>() {
  return kPrefetchIndex;
}

}  // namespace hloom
