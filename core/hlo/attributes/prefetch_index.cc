#include "hlo/attributes/prefetch_index.h"

#include <limits>

#include "base/hash.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

std::optional<int32_t>& Index(void* value) { return static_cast<PrefetchIndex*>(value)->value; }
const std::optional<int32_t>& Index(const void* value) {
  return static_cast<const PrefetchIndex*>(value)->value;
}

Status Parse(void* value, TextReader& in, const Shape*) {
  using Limits = std::numeric_limits<int32_t>;
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
  if (number < Limits::min() || number > Limits::max()) {  // text.p2
    return in.ErrorAt(begin, "text.p2", "the number does not fit into 32 bits")
        .Help(StrCat("the numbers here are from ", Limits::min(), " to ", Limits::max()));
  }
  Index(value) = static_cast<int32_t>(number);
  return OkStatus();
}

Status Read(void* value, const WireReader& field) {
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
    .parse = Parse,
    .equal = [](const void* a, const void* b) { return Index(a) == Index(b); },
    .is_default = [](const void* value) { return !Index(value).has_value(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(Index(value) ? 1 : 0);
          hasher.AddInt64(Index(value).value_or(0));
        },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddInt32(field, Index(value).value_or(0)); },
    .read = Read,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<PrefetchIndex>() {
  return kPrefetchIndex;
}

}  // namespace hloom
