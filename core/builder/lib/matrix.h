// Matrices, of XLA's client library: their diagonals and triangles, products of matrices and of
// labeled arrays.
#ifndef HLOOM_BUILDER_LIB_MATRIX_H_
#define HLOOM_BUILDER_LIB_MATRIX_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builder/xla_builder.h"
#include "hlo/attributes/precision_config.h"

namespace hloom {

// ---- Diagonals and triangles ----
// x is an array of matrices, [..., m, n], static: matrix.c1. Arrays below have the same dimensions
// before the last two, and the same element type.

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

// ---- Products ----
// In all of these, `precision` is a hint for back ends, which is kept and never changes a result.
// The result has `preferred_element_type`; without that, it has the higher type of the operands'.

// Multiplies the matrices in the last two dimensions of x and y: f32[5,2,3] by f32[5,3,4] gives
// f32[5,2,4]. Other dimensions are paired, counted from the end, and broadcast if one has size 1 or
// is missing. Matrices may be transposed first. batch_dot.c1: x and y have rank 2 at least.
// batch_dot.c2: the matrices fit. batch_dot.c3: so do the others.
XlaOp BatchDot(XlaOp x, XlaOp y, PrecisionConfig::Precision precision = PrecisionConfig::DEFAULT,
               std::optional<PrimitiveType> preferred_element_type = std::nullopt);
XlaOp BatchDot(XlaOp x, bool transpose_x, XlaOp y, bool transpose_y,
               PrecisionConfig::Precision precision = PrecisionConfig::DEFAULT,
               std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Multiplies arrays whose dimensions are labeled with letters, "ab,bc->ac" for a product of
// matrices, and sums over the labels that the result does not have.
//
//   "abc,abd->cbd"   b goes along in all three
//   "aab,b->a"       the elements of x where its first two indices are the same
//   "ab,b->aab"      the result has zeros where its first two indices differ
//   "...ab,...bc->...ac"   all further dimensions, counted from the end
//   "ab,bc"          the result has the labels that occur once, in alphabetical order: "ac"
//
// Dimensions of one label have one size, or are stretched from 1; a label that only the result has
// is a dimension of size 1. einsum.c1: the text has this form. einsum.c2: it has a label for each
// dimension. einsum.c3: sizes of one label agree.
XlaOp Einsum(XlaOp x, XlaOp y, std::string_view einsum_config,
             PrecisionConfig::Precision precision = PrecisionConfig::DEFAULT,
             std::optional<PrimitiveType> preferred_element_type = std::nullopt);
// The same for one array, "ab->ba" or "aa->", without a product.
XlaOp Einsum(XlaOp x, std::string_view einsum_config,
             PrecisionConfig::Precision precision = PrecisionConfig::DEFAULT);
// The same with numbers for labels: "ab,cb->ac" is {0,1}, {2,1}, {0,2}.
XlaOp Einsum(XlaOp x, Span<const int64_t> x_config, XlaOp y, Span<const int64_t> y_config,
             Span<const int64_t> output_config,
             PrecisionConfig::Precision precision = PrecisionConfig::DEFAULT,
             std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// The labels of x, y and the result in numbers; those of "..." are negative, and end with -1.
StatusOr<std::array<std::vector<int64_t>, 3>> ParseEinsumString(std::string_view einsum_config,
                                                                int64_t x_rank, int64_t y_rank);
// Adds to a text without "->" the labels of its result: "ba" becomes "ba->ab". Empty for one that
// has them.
std::string NormalizeEinsumString(std::string_view einsum_config);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_MATRIX_H_
