// Kind group_count: the number of groups into which a convolution divides features or batches; 1 by
// default.
#ifndef HLOOM_HLO_ATTRIBUTES_GROUP_COUNT_H_
#define HLOOM_HLO_ATTRIBUTES_GROUP_COUNT_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

struct GroupCount {
  int64_t value = 1;

  friend bool operator==(const GroupCount&, const GroupCount&) = default;
};

// Bytes always have it, as XLA's do, and 0 in bytes means 1.
template <>
const AttributeKind& AttributeKindOf<GroupCount>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_GROUP_COUNT_H_
