// Kinds shape and shape[]: shapes with their layouts, as the attributes of transfers and custom
// calls have them. Kinds type and type[]: element types, which only arguments of builder functions
// have; HLO states element types in shapes.
#ifndef HLOOM_HLO_KINDS_SHAPES_H_
#define HLOOM_HLO_KINDS_SHAPES_H_

#include <vector>

#include "hlo/attribute.h"
#include "shape/primitive_type.h"
#include "shape/shape.h"

namespace hloom {

class Hasher;

// A tuple may name another one many times: its elements are counted, not walked.
void AddToHash(const Shape& shape, Hasher& hasher);

// The kind of a shape that an instruction may leave unsaid.
template <>
const AttributeKind& AttributeKindOf<Shape>();
// {f32[2,3]{1,0}, s32[]}
template <>
const AttributeKind& AttributeKindOf<std::vector<Shape>>();
template <>
const AttributeKind& AttributeKindOf<PrimitiveType>();
template <>
const AttributeKind& AttributeKindOf<std::vector<PrimitiveType>>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_SHAPES_H_
