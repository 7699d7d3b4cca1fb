// Kinds int64_pair and int64_pair[]: pairs of integers, such as the low and high padding of a
// dimension. Only arguments of builder functions have them.
#ifndef HLOOM_HLO_KINDS_INT64_PAIR_H_
#define HLOOM_HLO_KINDS_INT64_PAIR_H_

#include <utility>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

using Int64Pair = std::pair<int64_t, int64_t>;

template <>
const AttributeKind& AttributeKindOf<Int64Pair>();
template <>
const AttributeKind& AttributeKindOf<std::vector<Int64Pair>>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_INT64_PAIR_H_
