// Kind transpose_a: which form of a matrix triangular-solve takes, NO_TRANSPOSE.
#ifndef HLOOM_HLO_ATTRIBUTES_TRIANGULAR_SOLVE_OPTIONS_H_
#define HLOOM_HLO_ATTRIBUTES_TRIANGULAR_SOLVE_OPTIONS_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

struct TriangularSolveOptions {
  // Names and numbers are those of XLA's proto. TRANSPOSE_INVALID is what programs have that say
  // nothing.
  enum Transpose : uint8_t { TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT };
};

template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_TRIANGULAR_SOLVE_OPTIONS_H_
