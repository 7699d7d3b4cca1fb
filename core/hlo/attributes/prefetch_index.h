// Kind prefetch_index: which value of another program copy-start brings near beforehand; XLA's
// cross_program_prefetch_index.
#ifndef HLOOM_HLO_ATTRIBUTES_PREFETCH_INDEX_H_
#define HLOOM_HLO_ATTRIBUTES_PREFETCH_INDEX_H_

#include <optional>

#include "hlo/attribute.h"

namespace hloom {

struct PrefetchIndex {
  // The field in older bytes, a bool that means index 0.
  static constexpr int kOldField = 73;

  std::optional<int32_t> value;
};

template <>
const AttributeKind& AttributeKindOf<PrefetchIndex>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_PREFETCH_INDEX_H_
