// Kind slice_ranges: the range of each dimension that slice takes.
#ifndef HLOOM_HLO_ATTRIBUTES_SLICE_RANGES_H_
#define HLOOM_HLO_ATTRIBUTES_SLICE_RANGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

// The indices start, start + stride, start + 2 * stride ... below limit.
struct SliceRange {
  int64_t start = 0;
  int64_t limit = 0;
  int64_t stride = 1;

  friend bool operator==(const SliceRange&, const SliceRange&) = default;
};

// One range for each dimension.
using SliceRanges = std::vector<SliceRange>;

// "{[0:2:1], [1:3:2]}", or "{[0:2], [1:3]}" where every stride is 1: XLA's way to write them.
std::string SliceRangesToString(const SliceRanges& ranges);

template <>
const AttributeKind& AttributeKindOf<SliceRanges>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_SLICE_RANGES_H_
