// Kinds that are one integer, each with its own form in bytes and its own default.
#ifndef HLOOM_HLO_ATTRIBUTES_INTEGERS_H_
#define HLOOM_HLO_ATTRIBUTES_INTEGERS_H_

#include <cstdint>
#include <optional>

#include "hlo/attribute.h"

namespace hloom {

// Kind group_count: the number of groups into which a convolution divides features or batches.
// Bytes always have it, as XLA's do, and 0 in bytes means 1.
struct GroupCount {
  int64_t value = 1;

  friend bool operator==(const GroupCount&, const GroupCount&) = default;
};

// Kind inferred_dimension: the dimension of a reshape that was inferred from the others, if any.
// Bytes have it as a list of one number, or of none.
struct InferredDimension {
  int64_t value = -1;  // none

  friend bool operator==(const InferredDimension&, const InferredDimension&) = default;
};

// Kind prefetch_index: the value of another program that copy-start brings near beforehand; XLA's
// cross_program_prefetch_index.
struct PrefetchIndex {
  // The field in older bytes, a bool that means index 0.
  static constexpr int kOldField = 73;

  std::optional<int32_t> value;

  friend bool operator==(const PrefetchIndex&, const PrefetchIndex&) = default;
};

template <>
const AttributeKind& AttributeKindOf<GroupCount>();
template <>
const AttributeKind& AttributeKindOf<InferredDimension>();
template <>
const AttributeKind& AttributeKindOf<PrefetchIndex>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_INTEGERS_H_
