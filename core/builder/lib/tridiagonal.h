// Tridiagonal matrices, of XLA's client library: systems of equations and products.
//
// A matrix [n,n] is its three diagonals, of n elements each: row i has lower[i], main[i] and
// upper[i] side by side, and lower[0] and upper[n-1] are ignored. tridiagonal.c1: the operands are
// static arrays of one floating-point or complex type. Types narrower than F32 are computed in F32
// and rounded once.
#ifndef HLOOM_BUILDER_LIB_TRIDIAGONAL_H_
#define HLOOM_BUILDER_LIB_TRIDIAGONAL_H_

#include "builder/xla_builder.h"

namespace hloom::tridiagonal {

// Gaussian elimination without row exchanges. If a pivot becomes 0, which is possible even if the
// matrix is not singular, elements are infinite or NaN.
enum SolverAlgorithm { kThomas };

// x [..., k, n], where the matrix times each of the k rows of x is that row of rhs. tridiagonal.c2:
// the diagonals are [..., 1, n] and rhs is [..., k, n]. Errors are kept by the builder too.
//   lower {{0, 1}}, main {{2, 3}}, upper {{1, 0}}, rhs {{4, 7}}: {{1, 2}}
StatusOr<XlaOp> TridiagonalSolver(SolverAlgorithm algo, XlaOp lower_diagonal, XlaOp main_diagonal,
                                  XlaOp upper_diagonal, XlaOp rhs);
// The same for columns: x and rhs are [..., n, k]. tridiagonal.c3: diagonals are [..., 3, n], the
// upper, the main and the lower one.
StatusOr<XlaOp> TridiagonalSolver(SolverAlgorithm algo, XlaOp diagonals, XlaOp rhs);

// The matrix times rhs, [..., m, n]. tridiagonal.c4: the diagonals are [..., 1, m].
StatusOr<XlaOp> TridiagonalMatMul(XlaOp upper_diagonal, XlaOp main_diagonal, XlaOp lower_diagonal,
                                  XlaOp rhs);

}  // namespace hloom::tridiagonal

#endif  // HLOOM_BUILDER_LIB_TRIDIAGONAL_H_
