// Decompositions of one matrix, in double and complex double. Matrices are stored in column-major
// order.
//
// Reflectors are LAPACK's: H = 1 - tau v v^H with v[0] = 1; the other elements of v are kept.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_

#include <complex>
#include <cstddef>
#include <cstdint>

namespace hloom {

// The numbers of rows and columns, and of reflectors if they are given.
struct MatrixSizes {
  int64_t rows, columns, reflectors;
  int64_t second_rows = 0, second_columns = 0;  // of a second matrix, if there is one

  int64_t least() const { return rows < columns ? rows : columns; }
};

// The use of a triangle or of reflectors.
struct MatrixFlags {
  enum class Transpose : uint8_t { kNone, kTranspose, kAdjoint };

  bool lower = true;
  bool left = true;  // the matrix is on the left of the unknowns, or of what it multiplies
  Transpose transpose = Transpose::kNone;
  bool unit_diagonal = false;
};

// Decomposes one matrix. Each user states the types of its arrays; `in` and `out` must not overlap.
using DecomposeMatrix = void (*)(const MatrixSizes& sizes, const MatrixFlags& flags,
                                 const std::byte* const* in, std::byte* const* out);

// E: double or std::complex<double>, the type of matrices.

// a [m,n] to R above the diagonal with the reflectors below it [m,n], and taus [min(m,n)].
template <typename E>
void HouseholderQr(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                   std::byte* const* out);
// a [m,n] and the columns (int32) [n] that come first, to R and reflectors [m,n], the column of a
// (int32), counted from 1, that each column of Q R is, and taus [min(m,n)], as LAPACK's geqp3 does.
// A column whose number is not 0 comes first. Each of the others is the longest of those left, by
// the part of it that the reflectors before have not reached; of equal ones, the first.
template <typename E>
void PivotedQr(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
               std::byte* const* out);
// Reflectors [m,n] and taus [k] to the first n columns of H_1 H_2 ... H_k.
template <typename E>
void HouseholderProduct(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                        std::byte* const* out);
// Reflectors [m,n], taus [k] and c (the second sizes) to q c, or to c q if q is not on the left, as
// LAPACK's ormqr and unmqr do: q is H_1 H_2 ... H_k, or its adjoint. The result is NaN if c does not
// have m rows (columns).
template <typename E>
void MultiplyByReflectors(const MatrixSizes& sizes, const MatrixFlags& flags,
                          const std::byte* const* in, std::byte* const* out);
// a [m,n] to L below and U above the diagonal, the row (int32) that each row was exchanged with,
// and the row of a (int32) that each row of L U is. Each pivot is the greatest of its column, by
// the sum of the moduli of its parts.
template <typename E>
void PivotedLu(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
               std::byte* const* out);
// A triangle of a [n,n] to the eigenvectors [n,n] and the eigenvalues (double) [n], which ascend.
template <typename E>
void HermitianEigen(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out);
// a [m,n] to u [m,m], the singular values (double) [min(m,n)], which descend, and v [n,n]: a is
// u diag(d) v^H.
template <typename E>
void SingularValues(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                    std::byte* const* out);

// a [n,n] to an upper Hessenberg matrix with the reflectors below it [n,n], and taus [n-1]: a is
// q h q^H, q = H_1 H_2 ... H_(n-1).
template <typename E>
void Hessenberg(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                std::byte* const* out);
// A triangle of a Hermitian a [n,n] to real numbers (double) on the diagonal [n] and beside it
// [n-1], and to taus [n-1], as LAPACK's sytrd and hetrd do. The first result [n,n] has these two
// diagonals, the reflectors beyond them, and the other triangle of a. For the lower triangle, a is
// q t q^H, q = H_1 H_2 ... H_(n-1); for the upper one, q = H_(n-1) ... H_2 H_1.
template <typename E>
void Tridiagonalize(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out);
// a [n,n] to t [n,n] and u [n,n]: a is u t u^H, and t is triangular. A real t has a block of two
// rows for each pair of conjugate eigenvalues: the numbers on its diagonal are equal, those beside
// it have different signs. Returns false, and NaN, if it did not converge.
template <typename E>
bool SchurForm(int64_t n, const std::byte* a, E* t, E* u);
// a [n,n] to its eigenvalues [n], the left eigenvectors u [n,n] and the right ones v [n,n], all
// complex: u^H a is diag(d) u^H, a v is v diag(d). Each vector has the length 1. If a is real, real
// eigenvalues have real vectors, and the others come in pairs of conjugates, first the one with the
// positive imaginary part. Returns false, and NaN, if it did not converge.
template <typename E>
bool GeneralEigen(int64_t n, const std::byte* a, std::complex<double>* values,
                  std::complex<double>* left, std::complex<double>* right);

// The approximate number of elements that these take besides their arrays.
int64_t WorkspaceOfGeneralEigen(const MatrixSizes& sizes);
int64_t WorkspaceOfHouseholder(const MatrixSizes& sizes);
int64_t WorkspaceOfMultiplyByReflectors(const MatrixSizes& sizes);
int64_t WorkspaceOfLu(const MatrixSizes& sizes);
int64_t WorkspaceOfEigen(const MatrixSizes& sizes);
int64_t WorkspaceOfSingularValues(const MatrixSizes& sizes);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
