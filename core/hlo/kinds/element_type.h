// Kind type: an element type, which only arguments of builder functions are; in HLO it is part of a
// shape.
#ifndef HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
#define HLOOM_HLO_KINDS_ELEMENT_TYPE_H_

#include "hlo/attribute.h"
#include "shape/primitive_type.h"

namespace hloom {

template <>
const AttributeKind& AttributeKindOf<PrimitiveType>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
