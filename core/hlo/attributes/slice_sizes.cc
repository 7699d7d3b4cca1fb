#include "hlo/attributes/slice_sizes.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/codec.h"

namespace hloom {

namespace {

constexpr Codec<SliceSizes> kSliceSizes = {
    .name = "slice_sizes",
    .print =
        [](const SliceSizes& value, std::string& out) {
          std::vector<std::string> texts;
          for (const std::vector<int64_t>& sizes : value.slices) texts.push_back(Braced(sizes));
          StrAppend(out, "{", StrJoin(texts, ","), "}");
        },
    .parse =
        [](SliceSizes& value, TextReader& in, const Shape* shape) {
          return in.List('{', '}', "the slices", [&]() -> Status {
            std::vector<int64_t>& sizes = value.slices.emplace_back();
            return AttributeKindOf<std::vector<int64_t>>().parse(&sizes, in, shape);
          });
        },
    .hash = [](const SliceSizes& value, Hasher& hasher) { AddToHash(value.slices, hasher); },
    .write =
        [](const SliceSizes& value, int field, WireWriter& out) {
          std::vector<int64_t> all;
          for (const std::vector<int64_t>& sizes : value.slices) {
            all.insert(all.end(), sizes.begin(), sizes.end());
          }
          out.PackInt64s(field, all);
        },
    .read = [](SliceSizes& value, const WireReader& field) -> Status {
      if (value.slices.empty()) value.slices.emplace_back();
      return field.AppendInt64s(&value.slices.back());
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<SliceSizes>() {
  return MakeKind<kSliceSizes>();
}

}  // namespace hloom
