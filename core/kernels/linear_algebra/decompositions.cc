#include "kernels/linear_algebra/decompositions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "kernels/complex_arithmetic.h"
#include "kernels/linear_algebra/matrix_elements.h"

// Sizes are checked before; and NaNs must not end the program.
#define EIGEN_NO_DEBUG
#include <Eigen/Core>

namespace Eigen::internal {

// The product of complex numbers as in LAPACK. That of C++ checks each result for NaN, and computes
// it again; a matrix takes three times as long with it.
template <>
inline std::complex<double>
scalar_product_op<std::complex<double>, std::complex<double>>::operator()(
    const std::complex<double>& a, const std::complex<double>& b) const {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace Eigen::internal

#include <Eigen/Eigenvalues>
#include <Eigen/Householder>

namespace hloom {

namespace {

constexpr double kDecompositionsNan = std::numeric_limits<double>::quiet_NaN();

template <typename E>
using Matrix = Eigen::Matrix<E, Eigen::Dynamic, Eigen::Dynamic>;
template <typename E>
using Vector = Eigen::Matrix<E, Eigen::Dynamic, 1>;

template <typename E>
Eigen::Map<const Matrix<E>> MatrixAt(const std::byte* data, int64_t rows, int64_t columns) {
  return {reinterpret_cast<const E*>(data), static_cast<Eigen::Index>(rows),
          static_cast<Eigen::Index>(columns)};
}
template <typename E>
Eigen::Map<Matrix<E>> MatrixAt(std::byte* data, int64_t rows, int64_t columns) {
  return {reinterpret_cast<E*>(data), static_cast<Eigen::Index>(rows),
          static_cast<Eigen::Index>(columns)};
}

// The pivot's size is LAPACK's, so that ties are decided as there.
double PivotSize(double x) { return std::abs(x); }
double PivotSize(std::complex<double> x) { return std::abs(x.real()) + std::abs(x.imag()); }

// A power of two of about this size, 1 if it is 0 or not finite. Multiplying by its inverse, which
// is a normal number, is exact.
double PowerNear(double greatest) {
  if (!(greatest > 0) || !std::isfinite(greatest)) return 1;
  return std::ldexp(1.0, std::clamp(std::ilogb(greatest), -1022, 1022));
}

// Divided by this, the elements are numbers whose squares neither overflow nor vanish. Eigen finds
// eigenvalues of tiny numbers less exactly.
template <typename M>
double ScaleOf(const M& matrix) {
  return PowerNear(matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff());
}

// The largest part of an element, real or imaginary.
template <typename V>
double GreatestPart(const V& vector) {
  if (vector.size() == 0) return 0;
  const double real = vector.real().cwiseAbs().maxCoeff();
  if constexpr (std::is_same_v<typename V::Scalar, double>) {
    return real;
  } else {
    return std::max(real, vector.imag().cwiseAbs().maxCoeff());
  }
}

// Makes the reflector that turns a vector into (beta, 0, ..., 0), in place, as LAPACK's dlarfg and
// zlarfg do. Eigen treats a tail whose squares underflow as zeros, so such a vector is divided by a
// power of two before, which changes neither tau nor the bits of the reflector. A tail that is only
// small compared to the first element adds nothing to the length, but is kept.
template <typename V, typename E>
void MakeReflector(V&& vector, E& tau, double& beta) {
  constexpr double kLeast = 0x1p-450, kMost = 0x1p450, kNoSquare = 0x1p-500;
  auto tail = vector.tail(vector.size() - 1);
  const double tail_part = GreatestPart(tail);
  const double greatest = std::max(tail_part, GreatestPart(vector.head(1)));
  const double scale = greatest < kLeast || greatest > kMost ? PowerNear(greatest) : 1;
  if (scale != 1) vector *= 1 / scale;

  const E first = vector(0);
  const double rest = std::max(tail_part / scale, std::abs(std::imag(first)));
  if (rest > 0 && rest < kNoSquare) {
    beta = std::sqrt(Eigen::numext::abs2(first));
    if (std::real(first) >= 0) beta = -beta;
    tail /= first - beta;
    tau = Conjugate((beta - first) / beta);
  } else {
    vector.makeHouseholderInPlace(tau, beta);
  }
  beta *= scale;
}

// Replaces a matrix by R and reflectors. Calls choose(k, scales) before column k is reduced: it may
// exchange that column, and its scale, with a later one.
template <typename E>
void FactorQr(Eigen::Map<Matrix<E>> qr, Eigen::Map<Matrix<E>> taus,
              const std::function<void(Eigen::Index, Vector<double>&)>& choose) {
  Vector<E> workspace(qr.cols());
  // Reflectors do not mix columns: each may have its own scale, so that small columns are not lost
  // next to large ones.
  Vector<double> scales(qr.cols());
  for (Eigen::Index k = 0; k < qr.cols(); ++k) {
    scales(k) = ScaleOf(qr.col(k));
    qr.col(k) *= 1 / scales(k);
  }
  for (Eigen::Index k = 0; k < taus.rows(); ++k) {
    const Eigen::Index rows = qr.rows() - k, right = qr.cols() - k - 1;
    choose(k, scales);
    E tau;
    double beta;
    MakeReflector(qr.col(k).tail(rows), tau, beta);
    qr(k, k) = beta;
    qr.bottomRightCorner(rows, right)
        .applyHouseholderOnTheLeft(qr.col(k).tail(rows - 1), tau, workspace.data());
    // Eigen has the conjugates: its values make R, and their conjugates make Q.
    taus(k) = Conjugate(tau);
  }
  for (Eigen::Index k = 0; k < qr.cols(); ++k) {
    qr.col(k).head(std::min(k + 1, qr.rows())) *= scales(k);
  }
}

}  // namespace

template <typename E>
void HouseholderQr(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                   std::byte* const* out) {
  auto qr = MatrixAt<E>(out[0], sizes.rows, sizes.columns);
  qr = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  FactorQr<E>(qr, MatrixAt<E>(out[1], sizes.least(), 1), [](Eigen::Index, Vector<double>&) {});
}

template <typename E>
void PivotedQr(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
               std::byte* const* out) {
  auto qr = MatrixAt<E>(out[0], sizes.rows, sizes.columns);
  qr = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  const auto* const first = reinterpret_cast<const int32_t*>(in[1]);
  auto* const order = reinterpret_cast<int32_t*>(out[1]);
  // Of four columns with the numbers 0, 0, 1, 0, column 2 comes first, and column 0 takes its place:
  // the order is 3, 2, 1, 4.
  Eigen::Index chosen = 0;
  for (Eigen::Index k = 0; k < qr.cols(); ++k) {
    order[k] = static_cast<int32_t>(k + 1);
    if (first[k] == 0) continue;
    if (k != chosen) {
      qr.col(k).swap(qr.col(chosen));
      std::swap(order[k], order[chosen]);
    }
    ++chosen;
  }
  const auto choose = [&](Eigen::Index k, Vector<double>& scales) {
    if (k < chosen) return;
    const Eigen::Index rows = qr.rows() - k;
    const auto length = [&](Eigen::Index column) {
      return qr.col(column).tail(rows).norm() * scales(column);
    };
    Eigen::Index longest = k;
    double most = length(k);
    for (Eigen::Index column = k + 1; column < qr.cols(); ++column) {
      const double found = length(column);
      if (found > most) {
        longest = column;
        most = found;
      }
    }
    if (longest == k) return;
    qr.col(k).swap(qr.col(longest));
    std::swap(scales(k), scales(longest));
    std::swap(order[k], order[longest]);
  };
  FactorQr<E>(qr, MatrixAt<E>(out[2], sizes.least(), 1), choose);
}

template <typename E>
void MultiplyByReflectors(const MatrixSizes& sizes, const MatrixFlags& flags,
                          const std::byte* const* in, std::byte* const* out) {
  const auto reflectors = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  const auto taus = MatrixAt<E>(in[1], sizes.reflectors, 1);
  auto c = MatrixAt<E>(out[0], sizes.second_rows, sizes.second_columns);
  if ((flags.left ? c.rows() : c.cols()) != reflectors.rows()) {
    c.setConstant(kDecompositionsNan);
    return;
  }
  if (c.size() == 0) return;
  const auto given = MatrixAt<E>(in[2], sizes.second_rows, sizes.second_columns);
  // c q is the adjoint of q^H c^H.
  Matrix<E> product = flags.left ? Matrix<E>(given) : Matrix<E>(given.adjoint());
  Eigen::Map<Matrix<E>> rows(product.data(), product.rows(), product.cols());
  const bool adjoint = (flags.transpose != MatrixFlags::Transpose::kNone) == flags.left;
  Vector<E> workspace(rows.cols());
  for (Eigen::Index step = 0; step < taus.rows(); ++step) {
    // q^H begins with the first reflector, q with the last one.
    const Eigen::Index k = adjoint ? step : taus.rows() - 1 - step;
    const Eigen::Index below = rows.rows() - k - 1;
    rows.bottomRightCorner(below + 1, rows.cols())
        .applyHouseholderOnTheLeft(reflectors.col(k).tail(below),
                                   adjoint ? Conjugate(taus(k)) : taus(k), workspace.data());
  }
  c = flags.left ? product : Matrix<E>(product.adjoint());
}

template <typename E>
void HouseholderProduct(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                        std::byte* const* out) {
  const auto reflectors = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  const auto taus = MatrixAt<E>(in[1], sizes.reflectors, 1);
  auto q = MatrixAt<E>(out[0], sizes.rows, sizes.columns);
  q.setIdentity();
  Vector<E> workspace(q.cols());
  for (Eigen::Index k = taus.rows(); k-- > 0;) {
    const Eigen::Index below = q.rows() - k - 1;
    q.bottomRightCorner(q.rows() - k, q.cols() - k)
        .applyHouseholderOnTheLeft(reflectors.col(k).tail(below), taus(k), workspace.data());
  }
}

template <typename E>
void PivotedLu(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
               std::byte* const* out) {
  auto lu = MatrixAt<E>(out[0], sizes.rows, sizes.columns);
  lu = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  auto* const pivots = reinterpret_cast<int32_t*>(out[1]);
  auto* const permutation = reinterpret_cast<int32_t*>(out[2]);
  for (Eigen::Index row = 0; row < lu.rows(); ++row) permutation[row] = static_cast<int32_t>(row);
  const Eigen::Index steps = std::min(lu.rows(), lu.cols());
  for (Eigen::Index k = 0; k < steps; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index row = k + 1; row < lu.rows(); ++row) {
      if (PivotSize(lu(row, k)) > PivotSize(lu(pivot, k))) pivot = row;
    }
    pivots[k] = static_cast<int32_t>(pivot);
    if (pivot != k) {
      lu.row(k).swap(lu.row(pivot));
      std::swap(permutation[k], permutation[pivot]);
    }
    const Eigen::Index below = lu.rows() - k - 1, right = lu.cols() - k - 1;
    // A column of zeros is kept, as in LAPACK.
    if (lu(k, k) != E(0)) {
      for (Eigen::Index row = k + 1; row < lu.rows(); ++row) {
        lu(row, k) = ElementQuotient(lu(row, k), lu(k, k));
      }
    }
    lu.bottomRightCorner(below, right).noalias() -= lu.col(k).tail(below) * lu.row(k).tail(right);
  }
}

template <typename E>
void HermitianEigen(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out) {
  const auto a = MatrixAt<E>(in[0], sizes.rows, sizes.rows);
  auto vectors = MatrixAt<E>(out[0], sizes.rows, sizes.rows);
  auto values = MatrixAt<double>(out[1], sizes.rows, 1);
  if (a.rows() == 0) return;
  // Only the lower triangle is read from here on.
  Matrix<E> triangle = flags.lower ? Matrix<E>(a) : Matrix<E>(a.adjoint());
  triangle.template triangularView<Eigen::StrictlyUpper>().setZero();
  triangle.diagonal() = triangle.diagonal().real().template cast<E>();
  const double scale = ScaleOf(triangle);
  const bool finite = triangle.allFinite();
  Vector<E> taus(std::max<Eigen::Index>(a.rows() - 1, 1));
  Eigen::SelfAdjointEigenSolver<Matrix<double>> solver;
  if (finite) {
    triangle *= 1 / scale;
    if (a.rows() > 1) Eigen::internal::tridiagonalization_inplace(triangle, taus);
    solver.computeFromTridiagonal(triangle.diagonal().real(), triangle.diagonal(-1).real());
  }
  if (!finite || solver.info() != Eigen::Success) {
    vectors.setConstant(kDecompositionsNan);
    values.setConstant(kDecompositionsNan);
    return;
  }
  values = solver.eigenvalues() * scale;
  vectors = solver.eigenvectors().template cast<E>();
  Vector<E> workspace(vectors.cols());
  for (Eigen::Index k = vectors.rows() - 1; k-- > 0;) {
    const Eigen::Index below = vectors.rows() - k - 1;
    vectors.bottomRows(below).applyHouseholderOnTheLeft(triangle.col(k).tail(below - 1),
                                                        Conjugate(taus(k)), workspace.data());
  }
}

namespace {

// The reflectors of a bidiagonal matrix: those of columns are below its diagonal in `a`, those of
// rows in the columns of `rows`.
template <typename E>
struct Bidiagonal {
  Matrix<E> a, rows;
  Vector<E> column_taus, row_taus;
  Vector<double> diagonal, above;
};

// u b v^H = a with a bidiagonal matrix b of real numbers; a has as many rows as columns, or more.
template <typename E>
void MakeBidiagonal(Bidiagonal<E>& b) {
  const Eigen::Index m = b.a.rows(), n = b.a.cols();
  b.rows.resize(n, n);
  b.column_taus.resize(n);
  b.row_taus.resize(n);
  b.diagonal.resize(n);
  b.above.setZero(n);
  Vector<E> workspace(m);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index below = m - k - 1, right = n - k - 1;
    auto column = b.a.col(k).tail(below + 1);
    MakeReflector(column, b.column_taus(k), b.diagonal(k));
    b.a.bottomRightCorner(below + 1, right)
        .applyHouseholderOnTheLeft(column.tail(below), b.column_taus(k), workspace.data());
    b.row_taus(k) = E(0);
    if (right == 0) continue;
    auto row = b.rows.col(k).tail(right);
    row = b.a.row(k).tail(right).adjoint();
    MakeReflector(row, b.row_taus(k), b.above(k));
    b.a.bottomRightCorner(below, right)
        .applyHouseholderOnTheRight(row.tail(right - 1), Conjugate(b.row_taus(k)),
                                    workspace.data());
  }
}

template <typename E, typename Columns>
void Rotate(Columns& columns, int64_t i, int64_t j, double c, double s) {
  E* const x = columns.col(i).data();
  E* const y = columns.col(j).data();
  for (Eigen::Index k = 0; k < columns.rows(); ++k) {
    const E left = x[k], right = y[k];
    x[k] = c * left + s * right;
    y[k] = c * right - s * left;
  }
}

// The rotation that turns (x, y) into (length, 0).
struct Rotation {
  Rotation(double x, double y) : length(std::hypot(x, y)) {
    if (length == 0) return;
    c = x / length;
    s = y / length;
  }
  double length, c = 1, s = 0;
};

// Makes a bidiagonal matrix diagonal by Golub's and Kahan's steps, whose rotations go into the
// columns of u and v.
template <typename U, typename V>
class BidiagonalSteps {
 public:
  BidiagonalSteps(Vector<double>& d, Vector<double>& e, U& u, V& v) : d_(d), e_(e), u_(u), v_(v) {}

  // Returns true if it converged.
  bool Run() {
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    const double norm = std::max(d_.cwiseAbs().maxCoeff(), e_.cwiseAbs().maxCoeff());
    const double tiny = kEpsilon * norm;
    int64_t hi = d_.size() - 1;
    for (int64_t steps = 60 * d_.size(); hi > 0; --steps) {
      if (steps == 0) return false;
      for (int64_t i = 0; i < hi; ++i) {
        if (std::abs(e_(i)) <= kEpsilon * (std::abs(d_(i)) + std::abs(d_(i + 1))) ||
            std::abs(e_(i)) <= kEpsilon * tiny) {
          e_(i) = 0;
        }
      }
      if (e_(hi - 1) == 0) {
        --hi;
        continue;
      }
      int64_t lo = hi - 1;
      while (lo > 0 && e_(lo - 1) != 0) --lo;
      if (!ClearZeros(lo, hi, tiny)) Step(lo, hi);
    }
    return true;
  }

 private:
  using E = typename U::Scalar;

  // If an element of the diagonal is zero, clears its neighbor and returns true.
  bool ClearZeros(int64_t lo, int64_t hi, double tiny) {
    if (std::abs(d_(hi)) <= tiny) {
      d_(hi) = 0;
      double f = e_(hi - 1);
      e_(hi - 1) = 0;
      for (int64_t j = hi - 1; j >= lo; --j) {
        const Rotation turn(d_(j), f);
        d_(j) = turn.length;
        if (j > lo) {
          f = -turn.s * e_(j - 1);
          e_(j - 1) *= turn.c;
        }
        Rotate<E>(v_, j, hi, turn.c, turn.s);
      }
      return true;
    }
    for (int64_t i = lo; i < hi; ++i) {
      if (std::abs(d_(i)) > tiny) continue;
      d_(i) = 0;
      double f = e_(i);
      e_(i) = 0;
      for (int64_t j = i + 1; j <= hi; ++j) {
        const Rotation turn(d_(j), f);
        d_(j) = turn.length;
        if (j < hi) {
          f = -turn.s * e_(j);
          e_(j) *= turn.c;
        }
        Rotate<E>(u_, j, i, turn.c, turn.s);
      }
      return true;
    }
    return false;
  }

  // One step with the shift of Wilkinson.
  void Step(int64_t lo, int64_t hi) {
    const double before = hi - 1 > lo ? e_(hi - 2) : 0;
    const double t11 = d_(hi - 1) * d_(hi - 1) + before * before;
    const double t12 = d_(hi - 1) * e_(hi - 1);
    const double t22 = d_(hi) * d_(hi) + e_(hi - 1) * e_(hi - 1);
    const double delta = (t11 - t22) / 2;
    const double root = std::hypot(delta, t12);
    const double shift = t22 - t12 * (t12 / (delta + (delta < 0 ? -root : root)));
    double y = d_(lo) * d_(lo) - shift, z = d_(lo) * e_(lo);
    for (int64_t k = lo; k < hi; ++k) {
      const Rotation right(y, z);
      if (k > lo) e_(k - 1) = right.length;
      y = right.c * d_(k) + right.s * e_(k);
      e_(k) = right.c * e_(k) - right.s * d_(k);
      z = right.s * d_(k + 1);
      d_(k + 1) *= right.c;
      Rotate<E>(v_, k, k + 1, right.c, right.s);
      const Rotation left(y, z);
      d_(k) = left.length;
      const double beside = e_(k);
      e_(k) = left.c * beside + left.s * d_(k + 1);
      d_(k + 1) = left.c * d_(k + 1) - left.s * beside;
      if (k + 1 < hi) {
        y = e_(k);
        z = left.s * e_(k + 1);
        e_(k + 1) *= left.c;
      }
      Rotate<E>(u_, k, k + 1, left.c, left.s);
    }
  }

  Vector<double>& d_;
  Vector<double>& e_;
  U& u_;
  V& v_;
};

// Makes singular values positive and puts them into descending order.
template <typename U, typename V>
void SortSingularValues(Vector<double>& d, U& u, V& v) {
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (std::signbit(d(i))) {
      d(i) = -d(i);
      // Subtracted from 0, so that zeros stay positive.
      for (Eigen::Index k = 0; k < v.rows(); ++k) v(k, i) = 0.0 - v(k, i);
    }
  }
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    Eigen::Index most = i;
    for (Eigen::Index k = i + 1; k < d.size(); ++k) {
      if (d(k) > d(most)) most = k;
    }
    if (most == i) continue;
    std::swap(d(i), d(most));
    u.col(i).swap(u.col(most));
    v.col(i).swap(v.col(most));
  }
}

// Returns true if u, d and v were found; a must be tall.
template <typename E, typename U, typename V>
bool DecomposeTall(Bidiagonal<E>& b, U& u, V& v) {
  if (!b.a.allFinite()) return false;
  const double scale = ScaleOf(b.a);
  b.a *= 1 / scale;
  MakeBidiagonal(b);
  u.setIdentity();
  v.setIdentity();
  Vector<E> workspace(u.rows());
  for (Eigen::Index k = b.a.cols(); k-- > 0;) {
    const Eigen::Index below = u.rows() - k - 1, right = v.rows() - k - 1;
    u.bottomRightCorner(below + 1, below + 1)
        .applyHouseholderOnTheLeft(b.a.col(k).tail(below), Conjugate(b.column_taus(k)),
                                   workspace.data());
    if (right == 0) continue;
    v.bottomRightCorner(right, right)
        .applyHouseholderOnTheLeft(b.rows.col(k).tail(right - 1), Conjugate(b.row_taus(k)),
                                   workspace.data());
  }
  if (!BidiagonalSteps<U, V>(b.diagonal, b.above, u, v).Run()) return false;
  SortSingularValues(b.diagonal, u, v);
  b.diagonal *= scale;
  return true;
}

}  // namespace

template <typename E>
void SingularValues(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                    std::byte* const* out) {
  const auto a = MatrixAt<E>(in[0], sizes.rows, sizes.columns);
  auto u = MatrixAt<E>(out[0], sizes.rows, sizes.rows);
  auto values = MatrixAt<double>(out[1], sizes.least(), 1);
  auto v = MatrixAt<E>(out[2], sizes.columns, sizes.columns);
  if (sizes.least() == 0) {
    u.setIdentity();
    v.setIdentity();
    return;
  }
  const bool tall = a.rows() >= a.cols();
  Bidiagonal<E> b;
  b.a = tall ? Matrix<E>(a) : Matrix<E>(a.adjoint());
  if (tall ? DecomposeTall(b, u, v) : DecomposeTall(b, v, u)) {
    values = b.diagonal;
    return;
  }
  u.setConstant(kDecompositionsNan);
  values.setConstant(kDecompositionsNan);
  v.setConstant(kDecompositionsNan);
}

// ---- matrices without a symmetry ----

// Makes h upper Hessenberg, with the reflectors below it.
template <typename M, typename V>
void ReduceToHessenberg(M&& h, V&& taus) {
  using E = typename std::decay_t<M>::Scalar;
  Vector<E> workspace(h.rows());
  for (Eigen::Index k = 0; k < taus.rows(); ++k) {
    const Eigen::Index below = h.rows() - k - 1;
    E tau;
    double beta;
    MakeReflector(h.col(k).tail(below), tau, beta);
    h(k + 1, k) = beta;
    const auto tail = h.col(k).tail(below - 1);
    h.bottomRightCorner(below, below).applyHouseholderOnTheLeft(tail, tau, workspace.data());
    h.rightCols(below).applyHouseholderOnTheRight(tail, Conjugate(tau), workspace.data());
    taus(k) = Conjugate(tau);
  }
}

template <typename E>
void Hessenberg(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                std::byte* const* out) {
  auto h = MatrixAt<E>(out[0], sizes.rows, sizes.rows);
  h = MatrixAt<E>(in[0], sizes.rows, sizes.rows);
  const double scale = ScaleOf(h);
  h *= 1 / scale;
  ReduceToHessenberg(h, MatrixAt<E>(out[1], std::max<int64_t>(sizes.rows - 1, 0), 1));
  for (Eigen::Index k = 0; k < h.cols(); ++k) h.col(k).head(std::min(k + 2, h.rows())) *= scale;
}

// The upper triangle is reduced as the lower one of the matrix with its rows and columns in reverse.
template <typename E>
void Tridiagonalize(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out) {
  const Eigen::Index n = sizes.rows;
  const auto a = MatrixAt<E>(in[0], n, n);
  auto result = MatrixAt<E>(out[0], n, n);
  auto taus = MatrixAt<E>(out[3], std::max<Eigen::Index>(n - 1, 0), 1);
  Matrix<E> lower = flags.lower ? Matrix<E>(a) : Matrix<E>(a.reverse());
  for (Eigen::Index k = 0; k < n; ++k) {
    lower(k, k) = std::real(lower(k, k));
    for (Eigen::Index i = k + 1; i < n; ++i) lower(k, i) = Conjugate(lower(i, k));
  }
  const double scale = ScaleOf(lower);
  lower *= 1 / scale;
  ReduceToHessenberg(lower, taus);
  const auto place = [&](Eigen::Index i) { return flags.lower ? i : n - 1 - i; };
  const auto diagonals = [&](int64_t which) { return reinterpret_cast<double*>(out[which]); };
  result = a;
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index i = k; i < n; ++i) {
      const E element = i - k < 2 ? E(std::real(lower(i, k)) * scale) : lower(i, k);
      result(place(i), place(k)) = element;
      if (i == k) diagonals(1)[place(k)] = std::real(element);
      // The element between rows k and k + 1 of the upper triangle.
      if (i == k + 1) diagonals(2)[flags.lower ? k : n - 2 - k] = std::real(element);
    }
  }
  if (!flags.lower) taus.reverseInPlace();
}

namespace {

using ComplexNumber = std::complex<double>;

// Makes the block of rows k and k + 1 of a real Schur form, whose eigenvalues are conjugates,
// triangular.
void SplitPair(Eigen::Index k, Matrix<ComplexNumber>& t, Matrix<ComplexNumber>& u) {
  const double a = t(k, k).real(), b = t(k, k + 1).real();
  const double c = t(k + 1, k).real(), d = t(k + 1, k + 1).real();
  const double half = (a - d) / 2;
  const ComplexNumber value((a + d) / 2, std::sqrt(std::max(-(half * half + b * c), 0.0)));
  // The eigenvector of the block, and one at a right angle.
  ComplexNumber x = value - d, y = c;
  const double length = std::hypot(std::abs(x), std::abs(y));
  x /= length;
  y /= length;
  Eigen::Matrix<ComplexNumber, 2, 2> turn;
  turn << x, -Conjugate(y), y, Conjugate(x);
  t.middleCols(k, 2) = (t.middleCols(k, 2) * turn).eval();
  t.middleRows(k, 2) = (turn.adjoint() * t.middleRows(k, 2)).eval();
  u.middleCols(k, 2) = (u.middleCols(k, 2) * turn).eval();
  t(k, k) = value;
  t(k + 1, k) = 0;
  t(k + 1, k + 1) = Conjugate(value);
}

// Makes h upper Hessenberg; h as given is q h q^H. With Eigen's decomposition to this form, which
// uses products of blocks, the module would be 70 KB larger.
template <typename E>
void HessenbergForm(Matrix<E>& h, Matrix<E>& q) {
  const Eigen::Index n = h.rows();
  Vector<E> taus(std::max<Eigen::Index>(n - 1, 0)), workspace(n);
  ReduceToHessenberg(h, taus);
  q.setIdentity(n, n);
  for (Eigen::Index k = taus.rows() - 1; k >= 0; --k) {
    const Eigen::Index below = n - k - 1;
    q.bottomRightCorner(below, below)
        .applyHouseholderOnTheLeft(h.col(k).tail(below - 1), taus(k), workspace.data());
    h.col(k).tail(below - 1).setZero();
  }
}

template <typename E>
using EigenSchur = std::conditional_t<std::is_same_v<E, double>, Eigen::RealSchur<Matrix<E>>,
                                      Eigen::ComplexSchur<Matrix<E>>>;

// a is u t u^H, u unitary, and t triangular but for blocks of two rows if it is real. Returns false
// if it did not converge.
template <typename E>
bool FindSchur(Matrix<E> a, Matrix<E>& t, Matrix<E>& u) {
  if (!a.allFinite()) return false;
  Matrix<E> q;
  HessenbergForm(a, q);
  EigenSchur<E> schur(a.rows());
  schur.computeFromHessenberg(a, q, /*computeU=*/true);
  if (schur.info() != Eigen::Success) return false;
  t = schur.matrixT();
  u = schur.matrixU();
  return true;
}

// The same with a triangular t.
bool FindTriangle(const Matrix<double>& a, Matrix<ComplexNumber>& t, Matrix<ComplexNumber>& u) {
  Matrix<double> real_t, real_u;
  if (!FindSchur(a, real_t, real_u)) return false;
  t = real_t.cast<ComplexNumber>();
  u = real_u.cast<ComplexNumber>();
  for (Eigen::Index k = 0; k + 1 < t.rows(); ++k) {
    if (real_t(k + 1, k) != 0) SplitPair(k, t, u);
  }
  return true;
}
bool FindTriangle(const Matrix<ComplexNumber>& a, Matrix<ComplexNumber>& t,
                  Matrix<ComplexNumber>& u) {
  return FindSchur(a, t, u);
}

// Makes the two numbers equal on the diagonal of the block of rows k and k + 1, whose eigenvalues
// are conjugates: turns it by the angle x with (a - d) cos 2x + (b + c) sin 2x = 0.
void BalancePair(Eigen::Index k, Matrix<double>& t, Matrix<double>& u) {
  const double beside = t(k, k + 1) + t(k + 1, k);
  const double difference = t(k + 1, k + 1) - t(k, k);
  const double angle = std::atan2(beside < 0 ? -difference : difference, std::abs(beside)) / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  Eigen::Matrix<double, 2, 2> turn;
  turn << c, -s, s, c;
  t.middleCols(k, 2) = (t.middleCols(k, 2) * turn).eval();
  t.middleRows(k, 2) = (turn.transpose() * t.middleRows(k, 2)).eval();
  u.middleCols(k, 2) = (u.middleCols(k, 2) * turn).eval();
  t(k, k) = t(k + 1, k + 1) = (t(k, k) + t(k + 1, k + 1)) / 2;
}

// The vectors of eigenvalue k in the basis of the Schur form: right, t x = t(k,k) x, or left,
// x^H t = t(k,k) x^H. Numbers that would divide by less than `least` divide by that.
Vector<ComplexNumber> SchurVector(const Matrix<ComplexNumber>& t, Eigen::Index k, bool is_right,
                                  double least) {
  constexpr double kLarge = 0x1p300;
  const Eigen::Index n = t.rows();
  Vector<ComplexNumber> x = Vector<ComplexNumber>::Zero(n);
  x(k) = 1;
  const Eigen::Index end = is_right ? -1 : n, step = is_right ? -1 : 1;
  for (Eigen::Index i = k + step; i != end; i += step) {
    ComplexNumber sum, under = t(i, i) - t(k, k);
    if (is_right) {
      sum = (t.row(i).segment(i + 1, k - i) * x.segment(i + 1, k - i))(0);
    } else {
      sum = t.col(i).segment(k, i - k).dot(x.segment(k, i - k));
      under = Conjugate(under);
    }
    if (std::abs(under) < least) under = least;
    x(i) = ElementQuotient(-sum, under);
    if (std::abs(x(i)) > kLarge) x *= 1 / std::abs(x(i));
  }
  return x;
}

// Makes a vector as long as 1, and its largest element real. A real one keeps its sign.
template <typename V>
void Normalize(V&& vector, bool is_real) {
  if (is_real) vector = vector.real().template cast<ComplexNumber>().eval();
  const double scale = ScaleOf(vector);
  vector *= 1 / scale;
  vector *= 1 / vector.norm();
  if (is_real) return;
  Eigen::Index largest = 0;
  vector.cwiseAbs().maxCoeff(&largest);
  const double size = std::abs(vector(largest));
  vector *= Conjugate(vector(largest)) / size;
  vector(largest) = size;
}

}  // namespace

template <typename E>
bool SchurForm(int64_t n, const std::byte* matrix, E* t_data, E* u_data) {
  Matrix<E> a = MatrixAt<E>(matrix, n, n), found_t, found_u;
  Eigen::Map<Matrix<E>> t(t_data, n, n), u(u_data, n, n);
  if (n == 0) return true;
  const double scale = ScaleOf(a);
  a *= 1 / scale;
  if (!FindSchur(a, found_t, found_u)) {
    t.setConstant(kDecompositionsNan);
    u.setConstant(kDecompositionsNan);
    return false;
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    bool has_pair = false;
    if constexpr (std::is_same_v<E, double>) {
      has_pair = k + 1 < n && found_t(k + 1, k) != 0;
      if (has_pair) BalancePair(k, found_t, found_u);
    }
    found_t.col(k).tail(n - k - (has_pair ? 2 : 1)).setZero();
  }
  t = found_t * scale;
  u = found_u;
  return true;
}
template bool SchurForm<double>(int64_t, const std::byte*, double*, double*);
template bool SchurForm<ComplexNumber>(int64_t, const std::byte*, ComplexNumber*, ComplexNumber*);

template <typename E>
bool GeneralEigen(int64_t n, const std::byte* matrix, ComplexNumber* values, ComplexNumber* left,
                  ComplexNumber* right) {
  if (n == 0) return true;
  Matrix<E> a = MatrixAt<E>(matrix, n, n);
  const double scale = ScaleOf(a);
  a *= 1 / scale;
  Matrix<ComplexNumber> t, u;
  if (!FindTriangle(a, t, u)) {
    std::fill_n(values, n, ComplexNumber(kDecompositionsNan, kDecompositionsNan));
    for (ComplexNumber* const vectors : {left, right}) {
      std::fill_n(vectors, n * n, ComplexNumber(kDecompositionsNan, kDecompositionsNan));
    }
    return false;
  }
  const double least = std::numeric_limits<double>::epsilon() *
                       std::max(t.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  for (Eigen::Index k = 0; k < t.rows(); ++k) {
    values[k] = t(k, k) * scale;
    for (const bool is_right : {true, false}) {
      Eigen::Map<Matrix<ComplexNumber>> vectors(is_right ? right : left, t.rows(), t.rows());
      constexpr bool kIsRealMatrix = std::is_same_v<E, double>;
      // The second of a pair.
      if (kIsRealMatrix && t(k, k).imag() < 0) {
        vectors.col(k) = vectors.col(k - 1).conjugate();
        continue;
      }
      vectors.col(k) = u * SchurVector(t, k, is_right, least);
      Normalize(vectors.col(k), kIsRealMatrix && t(k, k).imag() == 0);
    }
  }
  return true;
}
template bool GeneralEigen<double>(int64_t, const std::byte*, ComplexNumber*, ComplexNumber*,
                                   ComplexNumber*);
template bool GeneralEigen<ComplexNumber>(int64_t, const std::byte*, ComplexNumber*, ComplexNumber*,
                                          ComplexNumber*);

#define HLOOM_INSTANTIATE(Function)                                                               \
  template void Function<double>(const MatrixSizes&, const MatrixFlags&, const std::byte* const*, \
                                 std::byte* const*);                                              \
  template void Function<std::complex<double>>(const MatrixSizes&, const MatrixFlags&,            \
                                               const std::byte* const*, std::byte* const*)
HLOOM_INSTANTIATE(HouseholderQr);
HLOOM_INSTANTIATE(PivotedQr);
HLOOM_INSTANTIATE(HouseholderProduct);
HLOOM_INSTANTIATE(MultiplyByReflectors);
HLOOM_INSTANTIATE(PivotedLu);
HLOOM_INSTANTIATE(HermitianEigen);
HLOOM_INSTANTIATE(SingularValues);
HLOOM_INSTANTIATE(Hessenberg);
HLOOM_INSTANTIATE(Tridiagonalize);
#undef HLOOM_INSTANTIATE

int64_t WorkspaceOfHouseholder(const MatrixSizes& sizes) {
  return 64 * (sizes.rows + sizes.columns) + 4096;
}
int64_t WorkspaceOfMultiplyByReflectors(const MatrixSizes& sizes) {
  return 2 * sizes.second_rows * sizes.second_columns + 4096;
}
int64_t WorkspaceOfLu(const MatrixSizes& sizes) { return sizes.rows + sizes.columns + 1024; }
int64_t WorkspaceOfEigen(const MatrixSizes& sizes) {
  return 3 * sizes.rows * sizes.rows + 64 * sizes.rows + 4096;
}
int64_t WorkspaceOfGeneralEigen(const MatrixSizes& sizes) {
  return 10 * sizes.rows * sizes.rows + 64 * sizes.rows + 4096;
}
int64_t WorkspaceOfSingularValues(const MatrixSizes& sizes) {
  const int64_t longer = sizes.rows + sizes.columns - sizes.least();
  return 3 * longer * longer + 6 * sizes.least() * longer + 64 * longer + 4096;
}

}  // namespace hloom
