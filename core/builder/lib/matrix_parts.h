// Parts of matrices, of XLA's client library: diagonals, triangles, the identity.
//
// x is an array of matrices, [..., m, n], static: matrix.c1. Arrays below have the same dimensions
// before the last two, and the same element type.
#ifndef HLOOM_BUILDER_LIB_MATRIX_PARTS_H_
#define HLOOM_BUILDER_LIB_MATRIX_PARTS_H_

#include "builder/xla_builder.h"

namespace hloom {

// [m,n] with 1 on the main diagonal and 0 elsewhere. literal.c7: the type has 0 and 1.
XlaOp IdentityMatrix(XlaBuilder* builder, PrimitiveType type, int64_t m, int64_t n);

// The elements x[..., i, i + k] of a diagonal, [..., d], in order; beyond the matrix there is none.
//   f32[2,3] {{1, 2, 3}, {4, 5, 6}}   k 0: {1, 5}   k 1: {2, 6}   k -1: {4}
XlaOp GetMatrixDiagonal(XlaOp x, int64_t k = 0);
inline XlaOp GetMatrixDiagonalViaGather(XlaOp x, int64_t k = 0) { return GetMatrixDiagonal(x, k); }
// The matrices with another diagonal. matrix.c3: diag is [..., d], as GetMatrixDiagonal gives it.
XlaOp SetMatrixDiagonal(XlaOp matrix, XlaOp diag, int64_t k = 0);
// PRED[..., m, n], true at x[..., i, i + diagonal].
XlaOp GetDiagonalMask(XlaOp x, int64_t diagonal = 0);

// PRED[..., m, n], true at x[..., i, j] where j is i + diagonal or less.
XlaOp TriangleMask(XlaOp x, int64_t diagonal);
// The matrices with zeros above their main diagonals if `lower`, and below them if not.
XlaOp Triangle(XlaOp x, bool lower);
XlaOp UpperTriangle(XlaOp x);
XlaOp LowerTriangle(XlaOp x);

// Hermitian matrices with one triangle of x; the imaginary parts of the diagonal are dropped.
// matrix.c2: m is n.
XlaOp Symmetrize(XlaOp x, bool lower = true);

// [..., n, m]: the last two dimensions are exchanged.
XlaOp TransposeInMinorDims(XlaOp x);
inline XlaOp MaybeTransposeInMinorDims(XlaOp x, bool transpose) {
  return transpose ? TransposeInMinorDims(x) : x;
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_MATRIX_PARTS_H_
