// Kind literal: the value of a constant. Kind shaped_literal: a value that brings its own shape,
// s32[2]{0} {1, 2}.
#ifndef HLOOM_HLO_KINDS_LITERALS_H_
#define HLOOM_HLO_KINDS_LITERALS_H_

#include "hlo/attribute.h"
#include "literal/literal.h"

namespace hloom {

// A value, or none.
struct ShapedLiteral {
  Literal value;
};

template <>
const AttributeKind& AttributeKindOf<ShapedLiteral>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_LITERALS_H_
