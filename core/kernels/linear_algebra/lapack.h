// Functions of LAPACK for one matrix, in double and complex double, with LAPACK's results. Their
// arrays are laid out as those of decompositions.h; info (int32) is 0 on success.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_LAPACK_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_LAPACK_H_

#include "kernels/linear_algebra/decompositions.h"

namespace hloom {

// potrf: a [n,n] to its factor in one triangle, with the other one of a; info is k + 1 if the
// leading matrix of k + 1 rows is the first that is not positive definite.
template <typename E>
void LapackCholesky(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out);
// getrf: a [m,n] to L and U, and the row, counted from 1, that each row was exchanged with; info is
// k + 1 if the first zero on the diagonal of U is in row k.
template <typename E>
void LapackLu(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
              std::byte* const* out);
// syevd, heevd: a triangle of a [n,n] to eigenvectors [n,n] and ascending eigenvalues [n].
template <typename E>
void LapackEigen(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                 std::byte* const* out);
// gesdd: a [m,n] to a copy of it, singular values, u and v^H. The second sizes give the number of
// columns of u, and of rows of v^H.
template <typename E>
void LapackSingularValues(const MatrixSizes& sizes, const MatrixFlags& flags,
                          const std::byte* const* in, std::byte* const* out);
// trsm: a [n,n], b (the second sizes) and a scalar alpha, or null for 1, to x: op(a) x = alpha b,
// or x op(a) = alpha b if a is on the right. x is NaN if the sizes do not fit that side.
template <typename E>
void LapackSolve(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                 std::byte* const* out);

// The same with the arguments in the order of BLAS: alpha, a, b.
template <typename E>
void LapackSolveScaled(const MatrixSizes& sizes, const MatrixFlags& flags,
                       const std::byte* const* in, std::byte* const* out);

// gtsv: the lower, main and upper diagonal of a matrix [n,n], n elements each, and b [n,k] to x and
// the diagonals of the triangle that elimination with exchanges of neighboring rows makes: the one
// two above the main one in the place of the lower, from its second element on, the main one, and
// the one above. lower[0] and upper[n-1] are ignored. info is k + 1 if pivot k is zero.
template <typename E>
void LapackTridiagonalSolve(const MatrixSizes& sizes, const MatrixFlags& flags,
                            const std::byte* const* in, std::byte* const* out);

// geev: a [n,n] to its eigenvalues [n], or of a real matrix to their real parts [n] and imaginary
// parts [n], and to the left and right eigenvectors [n,n], which are complex. info is 1 if the
// eigenvalues did not converge.
template <typename E>
void LapackGeneralEigen(const MatrixSizes& sizes, const MatrixFlags& flags,
                        const std::byte* const* in, std::byte* const* out);

// gees: a [n,n] to t and u of its Schur form, and its eigenvalues [n], or of a real matrix their real
// parts [n] and imaginary parts [n]. The next number, of selected eigenvalues, is 0. info is 1 if
// they did not converge.
template <typename E>
void LapackSchur(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                 std::byte* const* out);
// The same with u after the eigenvalues, as LAPACK has them.
template <typename E>
void LapackSchurInOrder(const MatrixSizes& sizes, const MatrixFlags& flags,
                        const std::byte* const* in, std::byte* const* out);

// The approximate number of elements that these take besides their arrays.
int64_t WorkspaceOfLapackSingularValues(const MatrixSizes& sizes);
int64_t WorkspaceOfLapackSolve(const MatrixSizes& sizes);
int64_t WorkspaceOfLapackCholesky(const MatrixSizes& sizes);
int64_t WorkspaceOfLapackTridiagonalSolve(const MatrixSizes& sizes);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_LAPACK_H_
