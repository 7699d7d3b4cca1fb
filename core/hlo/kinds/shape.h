// Kinds shape and shape[]: shapes with their layouts, as the attributes of transfers and custom
// calls have them.
#ifndef HLOOM_HLO_KINDS_SHAPE_H_
#define HLOOM_HLO_KINDS_SHAPE_H_

#include <vector>

#include "hlo/attribute.h"
#include "shape/shape.h"

namespace hloom {

// The kind of a shape that an instruction may leave unsaid.
template <>
const AttributeKind& AttributeKindOf<Shape>();
// {f32[2,3]{1,0}, s32[]}
template <>
const AttributeKind& AttributeKindOf<std::vector<Shape>>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_SHAPE_H_
