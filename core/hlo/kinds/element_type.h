// Kinds type and type[]: element types. Only arguments of builder functions have these kinds; HLO
// states element types in shapes.
#ifndef HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
#define HLOOM_HLO_KINDS_ELEMENT_TYPE_H_

#include <vector>

#include "hlo/attribute.h"
#include "shape/primitive_type.h"

namespace hloom {

template <>
const AttributeKind& AttributeKindOf<PrimitiveType>();
template <>
const AttributeKind& AttributeKindOf<std::vector<PrimitiveType>>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_ELEMENT_TYPE_H_
