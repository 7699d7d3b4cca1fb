#include "hlo/attributes/slice_ranges.h"

#include <algorithm>

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/codec.h"

namespace hloom {

namespace {

// HloInstructionProto.SliceDimensions.
enum SliceDimensionsField { kStart = 1, kLimit = 2, kSliceRangesStride = 3 };

void WriteSliceRanges(const SliceRanges& ranges, int field, WireWriter& out) {
  for (const SliceRange& range : ranges) {
    out.BeginMessage(field);
    out.SetInt64(kStart, range.start);
    out.SetInt64(kLimit, range.limit);
    out.SetInt64(kSliceRangesStride, range.stride);
    out.EndMessage();
  }
}

// Each occurrence of the field is one dimension.
Status ReadSliceRanges(SliceRanges& ranges, const WireReader& field) {
  SliceRange range = {0, 0, 0};  // a number that the wire omits is 0
  int64_t* const targets[] = {nullptr, &range.start, &range.limit, &range.stride};
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&targets](const WireReader& message) {
    return message.field() > kSliceRangesStride ? OkStatus()
                                                : Store(message.Int64(), targets[message.field()]);
  }));
  ranges.push_back(range);
  return OkStatus();
}

// [start:limit] or [start:limit:stride].
Status ParseRange(TextReader& in, SliceRange& range) {
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the range of a dimension"));
  HLOOM_ASSIGN_OR_RETURN(range.start, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(':', "and the limit of the range"));
  HLOOM_ASSIGN_OR_RETURN(range.limit, in.Int64());
  if (in.Accept(':')) {
    HLOOM_ASSIGN_OR_RETURN(range.stride, in.Int64());
  }
  return in.Expect(']', "after the range of a dimension");
}

Status ParseSliceRanges(SliceRanges& ranges, TextReader& in, const Shape*) {
  return in.List('{', '}', "the ranges of the dimensions",
                 [&] { return ParseRange(in, ranges.emplace_back()); });
}

constexpr Codec<SliceRanges> kSliceRanges = {
    .name = "slice_ranges",
    .print = [](const SliceRanges& ranges,
                std::string& out) { out.append(SliceRangesToString(ranges)); },
    .parse = ParseSliceRanges,
    .hash =
        [](const SliceRanges& ranges, Hasher& hasher) {
          for (const auto& [start, limit, stride] : ranges) {
            hasher.AddInt64s({start, limit, stride});
          }
        },
    .write = WriteSliceRanges,
    .read = ReadSliceRanges,
};

}  // namespace

std::string SliceRangesToString(const SliceRanges& ranges) {
  const bool strided = std::any_of(ranges.begin(), ranges.end(),
                                   [](const SliceRange& range) { return range.stride != 1; });
  std::string out = "{";
  for (size_t i = 0; i < ranges.size(); ++i) {
    StrAppend(out, i > 0 ? ", [" : "[", ranges[i].start, ":", ranges[i].limit);
    if (strided) StrAppend(out, ":", ranges[i].stride);
    out.push_back(']');
  }
  out.push_back('}');
  return out;
}

template <>
const AttributeKind& AttributeKindOf<SliceRanges>() {
  return MakeKind<kSliceRanges>();
}

}  // namespace hloom
