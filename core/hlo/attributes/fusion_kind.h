// Kind fusion_kind: XLA's HloInstruction::FusionKind, the strategy of a back end for a fusion.
#ifndef HLOOM_HLO_ATTRIBUTES_FUSION_KIND_H_
#define HLOOM_HLO_ATTRIBUTES_FUSION_KIND_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

enum class FusionKind : uint8_t { kLoop, kInput, kOutput, kCustom };

template <>
const AttributeKind& AttributeKindOf<FusionKind>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_FUSION_KIND_H_
