// Kind padding_type: how a convolution of dynamic sizes is padded, PADDING_SAME.
#ifndef HLOOM_HLO_ATTRIBUTES_PADDING_TYPE_H_
#define HLOOM_HLO_ATTRIBUTES_PADDING_TYPE_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

// The numbers are those of XLA's proto. PADDING_INVALID means that no padding is stated.
enum class PaddingType : uint8_t { kInvalid, kValid, kSame };

template <>
const AttributeKind& AttributeKindOf<PaddingType>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_PADDING_TYPE_H_
