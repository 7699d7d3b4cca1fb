// Builder functions of linear algebra.
#ifndef HLOOM_BUILDER_FUNCTIONS_LINEAR_ALGEBRA_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_LINEAR_ALGEBRA_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/enumerations.h"

namespace hloom {

// Returns the triangular factor l of each positive definite matrix of a, [..., n, n]: a = l l^H, or
// a = l^H l without `lower`.
XlaOp Cholesky(XlaOp a, bool lower);

// Solves op(a) x = b, or x op(a) = b without `left_side`, where a is triangular: a [..., n, n] and
// b [..., n, m] give x [..., n, m].
XlaOp TriangularSolve(
    XlaOp a, XlaOp b, bool left_side, bool lower, bool unit_diagonal = false,
    TriangularSolveOptions::Transpose transpose_a = TriangularSolveOptions::NO_TRANSPOSE);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_LINEAR_ALGEBRA_FUNCTIONS_H_
