#include "hlo/attributes/inferred_dimension.h"

#include <vector>

#include "base/hash.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

int64_t& Value(void* value) { return static_cast<InferredDimension*>(value)->value; }
int64_t Value(const void* value) { return static_cast<const InferredDimension*>(value)->value; }

constexpr AttributeKind kInferredDimension = {
    .name = "inferred_dimension",
    .print = [](const void* value, std::string& out) { StrAppend(out, Value(value)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Value(value), in.Int64());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Value(a) == Value(b); },
    .is_default = [](const void* value) { return Value(value) == -1; },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddInt64(Value(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.PackInt64s(field, std::vector<int64_t>{Value(value)}); },
    .read = [](void* value, const WireReader& field) -> Status {
      std::vector<int64_t> values;
      HLOOM_RETURN_IF_ERROR(field.AppendInt64s(&values));
      if (!values.empty()) Value(value) = values.front();
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<InferredDimension>() {
  return kInferredDimension;
}

}  // namespace hloom
