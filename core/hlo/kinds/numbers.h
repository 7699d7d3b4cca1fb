// Kinds of numbers and truth values: bool, bool[], tri_state; int64, int64[], int64_pair,
// int64_pair[]; float.
#ifndef HLOOM_HLO_KINDS_NUMBERS_H_
#define HLOOM_HLO_KINDS_NUMBERS_H_

#include <utility>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

// True, false, or not stated. Names and numbers as in XLA's TriState.
enum class TriState { kUnspecified = 0, kTrue = 1, kFalse = 2 };

// A pair such as the low and high padding of a dimension. Only arguments of builder functions have
// the kinds of pairs.
using Int64Pair = std::pair<int64_t, int64_t>;

template <>
const AttributeKind& AttributeKindOf<TriState>();
template <>
const AttributeKind& AttributeKindOf<Int64Pair>();
template <>
const AttributeKind& AttributeKindOf<std::vector<Int64Pair>>();
// A number of single precision.
template <>
const AttributeKind& AttributeKindOf<float>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_NUMBERS_H_
