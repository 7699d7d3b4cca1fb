// Kind float: a number of single precision.
#ifndef HLOOM_HLO_KINDS_NUMBER_H_
#define HLOOM_HLO_KINDS_NUMBER_H_

#include "hlo/attribute.h"

namespace hloom {

template <>
const AttributeKind& AttributeKindOf<float>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_NUMBER_H_
