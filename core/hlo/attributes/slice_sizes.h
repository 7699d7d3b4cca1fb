// Kind slice_sizes: the sizes of several slices, {{1,8,128},{1,8}}.
#ifndef HLOOM_HLO_ATTRIBUTES_SLICE_SIZES_H_
#define HLOOM_HLO_ATTRIBUTES_SLICE_SIZES_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

// Bytes have all sizes one after the other, so they are read into one list, which a caller that
// knows the ranks cuts into slices.
struct SliceSizes {
  std::vector<std::vector<int64_t>> slices;

  friend bool operator==(const SliceSizes&, const SliceSizes&) = default;
};

template <>
const AttributeKind& AttributeKindOf<SliceSizes>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_SLICE_SIZES_H_
