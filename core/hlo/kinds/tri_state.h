// Kind tri_state: true, false, or not stated. Names and numbers as in XLA's TriState.
#ifndef HLOOM_HLO_KINDS_TRI_STATE_H_
#define HLOOM_HLO_KINDS_TRI_STATE_H_

#include "hlo/attribute.h"

namespace hloom {

enum class TriState { kUnspecified = 0, kTrue = 1, kFalse = 2 };

template <>
const AttributeKind& AttributeKindOf<TriState>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_TRI_STATE_H_
