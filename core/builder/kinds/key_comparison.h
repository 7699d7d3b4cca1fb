// Kinds key_comparison and key_comparison[]: the comparison of the elements of one operand in a
// comparator, in the total order. Only arguments of builder functions have them; in C++ a
// comparator takes functions such as LtTotalOrder.
#ifndef HLOOM_BUILDER_KINDS_KEY_COMPARISON_H_
#define HLOOM_BUILDER_KINDS_KEY_COMPARISON_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

// kNone: the elements of the operand are ignored.
enum class KeyComparison : uint8_t { kNone, kLt, kLe, kGt, kGe };

template <>
const AttributeKind& AttributeKindOf<KeyComparison>();
template <>
const AttributeKind& AttributeKindOf<std::vector<KeyComparison>>();

}  // namespace hloom

#endif  // HLOOM_BUILDER_KINDS_KEY_COMPARISON_H_
