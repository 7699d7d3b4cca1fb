// Kind type: an element type. Only arguments of builder functions have this kind; HLO states
// element types in shapes.
#ifndef HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
#define HLOOM_HLO_KINDS_ELEMENT_TYPE_H_

#include "hlo/attribute.h"
#include "shape/primitive_type.h"

namespace hloom {

template <>
const AttributeKind& AttributeKindOf<PrimitiveType>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
