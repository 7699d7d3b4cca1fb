// Kind inferred_dimension: the dimension of a reshape that was inferred from the others, if any.
#ifndef HLOOM_HLO_ATTRIBUTES_INFERRED_DIMENSION_H_
#define HLOOM_HLO_ATTRIBUTES_INFERRED_DIMENSION_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

struct InferredDimension {
  int64_t value = -1;  // none

  friend bool operator==(const InferredDimension&, const InferredDimension&) = default;
};

// Bytes have it as a list of one number, or of none.
template <>
const AttributeKind& AttributeKindOf<InferredDimension>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_INFERRED_DIMENSION_H_
