// Decompositions of matrices, of XLA's client library. They are custom calls that are built into
// the engine, which computes them in F64 or C128, and rounds the results once.
//
// a is an array of matrices, [..., m, n], static, of floats or complex numbers: decomposition.c1.
// Arrays below have the same dimensions before the last two.
#ifndef HLOOM_BUILDER_LIB_DECOMPOSITIONS_H_
#define HLOOM_BUILDER_LIB_DECOMPOSITIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/precision_config.h"

namespace hloom {

// a = q r, as LAPACK has it: r [m,n] on and above the diagonal of q_and_r; q is the product of
// reflectors 1 - tau v v^H whose vectors v are below it, without their first element, 1. taus is
// [min(m,n)].
struct QrDecomposition {
  XlaOp q_and_r;
  XlaOp taus;
};
QrDecomposition Qr(XlaOp a);
// The first n columns of the product of the reflectors in a [m,n], in the form of Qr, with taus
// [k]. decomposition.c3: m is n or more, and k is n or less.
XlaOp ProductOfElementaryHouseholderReflectors(XlaOp a, XlaOp taus);
// a = q r with q [m,m] and r [m,n]; without full_matrices, only the first min(m,n) columns of q and
// rows of r. The columns of q are orthonormal, and r is upper triangular.
void QrExplicit(XlaOp a, bool full_matrices, XlaOp& q, XlaOp& r);

// a[permutation] = l u: l below the diagonal of lu, ones on it, and u on and above it. In step i,
// row i was exchanged with row pivots[i]: s32[min(m,n)]; permutation is s32[m].
struct LuDecompositionResult {
  XlaOp lu;
  XlaOp pivots;
  XlaOp permutation;
};
LuDecompositionResult LuDecomposition(XlaOp a);

// a v = v diag(w): the eigenvalues w [n] of Hermitian matrices, real and ascending, and their
// eigenvectors, the orthonormal columns of v [n,n]. One triangle of a is read. decomposition.c2: m
// is n. The numbers are for back ends that iterate, and change nothing here.
struct SelfAdjointEigResult {
  XlaOp v;
  XlaOp w;
};
SelfAdjointEigResult SelfAdjointEig(XlaOp a, bool lower = true, int64_t max_iter = 15,
                                    float tol = 1e-5f, bool sort_eigenvalues = true);

// a = u diag(d) v^H: the singular values d [min(m,n)], which descend, and orthonormal columns u
// [m,m] and v [n,n]. The numbers are for back ends that iterate, and change nothing here.
struct SVDResult {
  XlaOp u;
  XlaOp d;
  XlaOp v;
};
SVDResult SVD(XlaOp a, int64_t max_iter = 100, float epsilon = 1e-6f,
              PrecisionConfig::Precision precision_config = PrecisionConfig::HIGHEST);

// The determinant as sign * exp(logdet): 0 and -inf for a singular matrix. logdet is real; of a
// complex matrix, sign has the modulus 1. decomposition.c2: m is n.
struct SignAndLogDet {
  XlaOp sign;
  XlaOp logdet;
};
SignAndLogDet SLogDet(XlaOp a);
// The logarithm of the determinant, NaN if that is negative. decomposition.c4: a is real.
XlaOp LogDet(XlaOp a);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_DECOMPOSITIONS_H_
