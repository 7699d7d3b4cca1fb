#include "hlo/attributes/slice_sizes.h"

#include "base/hash.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

using SliceLists = std::vector<std::vector<int64_t>>;
SliceLists& SlicesIn(void* value) { return static_cast<SliceSizes*>(value)->slices; }
const SliceLists& SlicesIn(const void* value) {
  return static_cast<const SliceSizes*>(value)->slices;
}

constexpr AttributeKind kSliceSizesKind = {
    .name = "slice_sizes",
    .print =
        [](const void* value, std::string& out) {
          std::vector<std::string> texts;
          for (const std::vector<int64_t>& sizes : SlicesIn(value)) texts.push_back(Braced(sizes));
          StrAppend(out, "{", StrJoin(texts, ","), "}");
        },
    .parse =
        [](void* value, TextReader& in, const Shape* shape) {
          return in.List('{', '}', "the slices", [&]() -> Status {
            std::vector<int64_t>& sizes = SlicesIn(value).emplace_back();
            return AttributeKindOf<std::vector<int64_t>>().parse(&sizes, in, shape);
          });
        },
    .equal = [](const void* a, const void* b) { return SlicesIn(a) == SlicesIn(b); },
    .is_default = [](const void* value) { return SlicesIn(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const std::vector<int64_t>& sizes : SlicesIn(value)) hasher.AddInt64s(sizes);
        },
    .write =
        [](const void* value, int field, WireWriter& out) {
          std::vector<int64_t> all;
          for (const std::vector<int64_t>& sizes : SlicesIn(value)) {
            all.insert(all.end(), sizes.begin(), sizes.end());
          }
          out.PackInt64s(field, all);
        },
    .read = [](void* value, const WireReader& field) -> Status {
      if (SlicesIn(value).empty()) SlicesIn(value).emplace_back();
      return field.AppendInt64s(&SlicesIn(value).back());
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<SliceSizes>() {
  return kSliceSizesKind;
}

}  // namespace hloom
