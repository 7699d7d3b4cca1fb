#include "kernels/linear_algebra/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/complex_arithmetic.h"
#include "kernels/linear_algebra/matrix_elements.h"

namespace hloom {

namespace {

constexpr double kLapackNan = std::numeric_limits<double>::quiet_NaN();

// The sum of the moduli of the parts, by which LAPACK compares pivots.
double SizeOf(double x) { return std::abs(x); }
double SizeOf(std::complex<double> x) { return std::abs(x.real()) + std::abs(x.imag()); }

// A matrix in column-major order.
template <typename E>
struct Columns {
  E* data;
  int64_t rows;

  E* column(int64_t k) const { return data + k * rows; }
  E& operator()(int64_t i, int64_t k) const { return data[k * rows + i]; }
};

template <typename E>
Columns<const E> ColumnsAt(const std::byte* data, int64_t rows) {
  return {reinterpret_cast<const E*>(data), rows};
}
template <typename E>
Columns<E> ColumnsAt(std::byte* data, int64_t rows) {
  return {reinterpret_cast<E*>(data), rows};
}

double RealPart(double x) { return x; }
double RealPart(std::complex<double> x) { return x.real(); }

void SetInfo(std::byte* info, int64_t value) {
  *reinterpret_cast<int32_t*>(info) = static_cast<int32_t>(value);
}

// Replaces the lower triangle by its factor. Returns the row of the first failure, or n.
template <typename E>
int64_t LapackFactor(Columns<E> a) {
  const int64_t n = a.rows;
  for (int64_t k = 0; k < n; ++k) {
    E* const column = a.column(k);
    const double pivot = RealPart(column[k]);
    if (!(pivot > 0)) return k;
    const double root = std::sqrt(pivot);
    column[k] = root;
    for (int64_t i = k + 1; i < n; ++i) column[i] /= root;
    for (int64_t right = k + 1; right < n; ++right) {
      const E factor = -Conjugate(column[right]);
      E* const target = a.column(right);
      for (int64_t i = right; i < n; ++i) target[i] = MultiplyAdd(factor, column[i], target[i]);
    }
  }
  return n;
}

// The triangle t of the system t y = c: op(a), or op(a) transposed if a is on the right.
template <typename E>
struct Triangle {
  Triangle(Columns<const E> a, const MatrixFlags& flags)
      : elements(static_cast<size_t>(a.rows * a.rows)),
        lower(flags.lower == IsUpright(flags)),
        unit(flags.unit_diagonal) {
    const bool conjugate = flags.transpose == MatrixFlags::Transpose::kAdjoint;
    for (int64_t k = 0; k < a.rows; ++k) {
      for (int64_t i = lower ? k : 0; i < (lower ? a.rows : k + 1); ++i) {
        const E element = IsUpright(flags) ? a(i, k) : a(k, i);
        elements[static_cast<size_t>(k * a.rows + i)] = conjugate ? Conjugate(element) : element;
      }
    }
  }
  // True if t has the orientation of a.
  static bool IsUpright(const MatrixFlags& flags) {
    return (flags.transpose == MatrixFlags::Transpose::kNone) == flags.left;
  }

  // Solves for one column.
  void Solve(E* y, int64_t n) const {
    for (int64_t step = 0; step < n; ++step) {
      const int64_t k = lower ? step : n - 1 - step;
      const E* const column = elements.data() + k * n;
      if (!unit) y[k] = ElementQuotient(y[k], column[k]);
      const E factor = -y[k];
      const int64_t begin = lower ? k + 1 : 0, end = lower ? n : k;
      for (int64_t i = begin; i < end; ++i) y[i] = MultiplyAdd(factor, column[i], y[i]);
    }
  }

  std::vector<E> elements;
  bool lower, unit;
};

// A matrix of three diagonals, with its right-hand sides. Row i has main[i], and lower[i] is the
// element below that.
template <typename E>
struct Tridiagonal {
  E *lower, *main, *upper;
  Columns<E> x;
  int64_t n, columns;

  // Makes row i the upper triangle's, of the greater one of it and the next row, and takes it from
  // the other one.
  void Eliminate(int64_t i) const {
    const bool exchanges = SizeOf(main[i]) < SizeOf(lower[i]);
    const E factor =
        exchanges ? ElementQuotient(main[i], lower[i]) : ElementQuotient(lower[i], main[i]);
    if (exchanges) {
      main[i] = lower[i];
      const E below = main[i + 1];
      main[i + 1] = MultiplyAdd(-factor, below, upper[i]);
      upper[i] = below;
      if (i + 2 < n) {
        lower[i] = upper[i + 1];
        upper[i + 1] = -factor * lower[i];
      }
    } else {
      main[i + 1] = MultiplyAdd(-factor, upper[i], main[i + 1]);
      lower[i] = E(0);
    }
    for (int64_t k = 0; k < columns; ++k) {
      if (exchanges) std::swap(x(i, k), x(i + 1, k));
      x(i + 1, k) = MultiplyAdd(-factor, x(i, k), x(i + 1, k));
    }
  }

  // Solves the upper triangle.
  void Substitute() const {
    for (int64_t k = 0; k < columns; ++k) {
      for (int64_t i = n; i-- > 0;) {
        if (i + 1 < n) x(i, k) = MultiplyAdd(-upper[i], x(i + 1, k), x(i, k));
        if (i + 2 < n) x(i, k) = MultiplyAdd(-lower[i], x(i + 2, k), x(i, k));
        x(i, k) = ElementQuotient(x(i, k), main[i]);
      }
    }
  }
};

}  // namespace

template <typename E>
void LapackCholesky(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                    std::byte* const* out) {
  const int64_t n = sizes.rows;
  const auto a = ColumnsAt<E>(in[0], n);
  const auto result = ColumnsAt<E>(out[0], n);
  std::vector<E> lower(static_cast<size_t>(n * n));
  const Columns<E> factor = {lower.data(), n};
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = k; i < n; ++i) factor(i, k) = flags.lower ? a(i, k) : Conjugate(a(k, i));
  }
  const int64_t end = LapackFactor(factor);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = 0; i < n; ++i) {
      const bool is_factor = flags.lower ? i >= k : i <= k;
      const bool is_as_found = flags.lower || i == k;
      result(i, k) = !is_factor ? a(i, k) : is_as_found ? factor(i, k) : Conjugate(factor(k, i));
    }
  }
  SetInfo(out[1], end == n ? 0 : end + 1);
}

template <typename E>
void LapackLu(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
              std::byte* const* out) {
  std::vector<int32_t> permutation(static_cast<size_t>(sizes.rows) + 1);
  std::byte* const results[] = {out[0], out[1], reinterpret_cast<std::byte*>(permutation.data())};
  PivotedLu<E>(sizes, flags, in, results);
  const auto lu = ColumnsAt<E>(out[0], sizes.rows);
  auto* const pivots = reinterpret_cast<int32_t*>(out[1]);
  int64_t info = 0;
  for (int64_t k = sizes.least(); k-- > 0;) {
    ++pivots[k];
    if (lu(k, k) == E(0)) info = k + 1;
  }
  SetInfo(out[2], info);
}

template <typename E>
void LapackEigen(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                 std::byte* const* out) {
  HermitianEigen<E>(sizes, flags, in, out);
  SetInfo(out[2], sizes.rows > 0 && std::isnan(*reinterpret_cast<const double*>(out[1])) ? 1 : 0);
}

template <typename E>
void LapackSingularValues(const MatrixSizes& sizes, const MatrixFlags& flags,
                          const std::byte* const* in, std::byte* const* out) {
  const int64_t m = sizes.rows, n = sizes.columns;
  std::copy_n(in[0], m * n * static_cast<int64_t>(sizeof(E)), out[0]);
  std::vector<E> all_u(static_cast<size_t>(m * m) + 1), all_v(static_cast<size_t>(n * n) + 1);
  std::byte* const results[] = {reinterpret_cast<std::byte*>(all_u.data()), out[1],
                                reinterpret_cast<std::byte*>(all_v.data())};
  SingularValues<E>(sizes, flags, in, results);
  std::copy_n(all_u.data(), m * sizes.second_columns, reinterpret_cast<E*>(out[2]));
  const Columns<E> v = {all_v.data(), n};
  const int64_t rows = sizes.second_rows;
  const auto vt = ColumnsAt<E>(out[3], rows);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = 0; i < rows; ++i) vt(i, k) = Conjugate(v(k, i));
  }
  const bool failed = sizes.least() > 0 && std::isnan(*reinterpret_cast<const double*>(out[1]));
  SetInfo(out[4], failed ? 1 : 0);
}

template <typename E>
void LapackSolve(const MatrixSizes& sizes, const MatrixFlags& flags, const std::byte* const* in,
                 std::byte* const* out) {
  const int64_t n = sizes.rows, rows = sizes.second_rows, columns = sizes.second_columns;
  const auto b = ColumnsAt<E>(in[1], rows);
  const auto x = ColumnsAt<E>(out[0], rows);
  const E alpha = in[2] == nullptr ? E(1) : *reinterpret_cast<const E*>(in[2]);
  if ((flags.left ? rows : columns) != n) {
    std::fill_n(x.data, rows * columns, E(kLapackNan));
    return;
  }
  // BLAS reads neither array then: their infinities and NaN do not matter.
  if (alpha == E(0)) {
    std::fill_n(x.data, rows * columns, E(0));
    return;
  }
  const Triangle<E> triangle(ColumnsAt<E>(in[0], n), flags);
  std::vector<E> y(static_cast<size_t>(n));
  for (int64_t k = 0; k < (flags.left ? columns : rows); ++k) {
    for (int64_t i = 0; i < n; ++i) {
      y[static_cast<size_t>(i)] = alpha * (flags.left ? b(i, k) : b(k, i));
    }
    triangle.Solve(y.data(), n);
    for (int64_t i = 0; i < n; ++i) (flags.left ? x(i, k) : x(k, i)) = y[static_cast<size_t>(i)];
  }
}

template <typename E>
void LapackSolveScaled(const MatrixSizes& sizes, const MatrixFlags& flags,
                       const std::byte* const* in, std::byte* const* out) {
  const std::byte* const ordered[] = {in[1], in[2], in[0]};
  LapackSolve<E>(sizes, flags, ordered, out);
}

template <typename E>
void LapackTridiagonalSolve(const MatrixSizes& sizes, const MatrixFlags&,
                            const std::byte* const* in, std::byte* const* out) {
  const int64_t n = sizes.rows;
  E* diagonals[3];
  for (int d = 0; d < 3; ++d) {
    diagonals[d] = reinterpret_cast<E*>(out[d]);
    std::copy_n(reinterpret_cast<const E*>(in[d]), n, diagonals[d]);
  }
  const auto x = ColumnsAt<E>(out[3], n);
  std::copy_n(reinterpret_cast<const E*>(in[3]), n * sizes.columns, x.data);
  E* const lower = diagonals[0] + (n > 0 ? 1 : 0);
  const Tridiagonal<E> system = {lower, diagonals[1], diagonals[2], x, n, sizes.columns};
  int64_t i = 0;
  for (; i < n; ++i) {
    const bool is_last = i + 1 == n;
    if (system.main[i] == E(0) && (is_last || system.lower[i] == E(0))) break;
    if (!is_last) system.Eliminate(i);
  }
  if (i == n) system.Substitute();
  SetInfo(out[4], i == n ? 0 : i + 1);
}

template <typename E>
void LapackGeneralEigen(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                        std::byte* const* out) {
  using Number = std::complex<double>;
  const int64_t n = sizes.rows;
  std::vector<Number> values(static_cast<size_t>(n) + 1);
  constexpr size_t kVectors = kIsReal<E> ? 2 : 1;
  const bool converged =
      GeneralEigen<E>(n, in[0], values.data(), reinterpret_cast<Number*>(out[kVectors]),
                      reinterpret_cast<Number*>(out[kVectors + 1]));
  for (int64_t k = 0; k < n; ++k) {
    const Number value = values[static_cast<size_t>(k)];
    if constexpr (kIsReal<E>) {
      reinterpret_cast<double*>(out[0])[k] = value.real();
      reinterpret_cast<double*>(out[1])[k] = value.imag();
    } else {
      reinterpret_cast<Number*>(out[0])[k] = value;
    }
  }
  SetInfo(out[kVectors + 2], converged ? 0 : 1);
}

template <typename E>
void LapackSchur(const MatrixSizes& sizes, const MatrixFlags&, const std::byte* const* in,
                 std::byte* const* out) {
  const int64_t n = sizes.rows;
  const Columns<E> t = ColumnsAt<E>(out[0], n);
  const bool converged = SchurForm<E>(n, in[0], t.data, reinterpret_cast<E*>(out[1]));
  E* const values = reinterpret_cast<E*>(out[2]);
  for (int64_t k = 0; k < n; ++k) values[k] = t(k, k);
  if constexpr (kIsReal<E>) {
    double* const imaginary = reinterpret_cast<double*>(out[3]);
    for (int64_t k = 0; k + 1 < n; ++k) {
      if (t(k + 1, k) == 0) continue;
      imaginary[k] = std::sqrt(std::abs(t(k, k + 1))) * std::sqrt(std::abs(t(k + 1, k)));
      imaginary[k + 1] = -imaginary[k];
    }
  }
  SetInfo(out[kIsReal<E> ? 5 : 4], converged ? 0 : 1);
}

template <typename E>
void LapackSchurInOrder(const MatrixSizes& sizes, const MatrixFlags& flags,
                        const std::byte* const* in, std::byte* const* out) {
  if constexpr (kIsReal<E>) {
    std::byte* const ordered[] = {out[0], out[3], out[1], out[2], out[4], out[5]};
    LapackSchur<E>(sizes, flags, in, ordered);
  } else {
    std::byte* const ordered[] = {out[0], out[2], out[1], out[3], out[4]};
    LapackSchur<E>(sizes, flags, in, ordered);
  }
}

#define HLOOM_INSTANTIATE(Function)                                                               \
  template void Function<double>(const MatrixSizes&, const MatrixFlags&, const std::byte* const*, \
                                 std::byte* const*);                                              \
  template void Function<std::complex<double>>(const MatrixSizes&, const MatrixFlags&,            \
                                               const std::byte* const*, std::byte* const*)
HLOOM_INSTANTIATE(LapackCholesky);
HLOOM_INSTANTIATE(LapackLu);
HLOOM_INSTANTIATE(LapackEigen);
HLOOM_INSTANTIATE(LapackSingularValues);
HLOOM_INSTANTIATE(LapackSolve);
HLOOM_INSTANTIATE(LapackSolveScaled);
HLOOM_INSTANTIATE(LapackTridiagonalSolve);
HLOOM_INSTANTIATE(LapackGeneralEigen);
HLOOM_INSTANTIATE(LapackSchur);
HLOOM_INSTANTIATE(LapackSchurInOrder);
#undef HLOOM_INSTANTIATE

int64_t WorkspaceOfLapackSingularValues(const MatrixSizes& sizes) {
  return WorkspaceOfSingularValues(sizes) + sizes.rows * sizes.rows + sizes.columns * sizes.columns;
}
int64_t WorkspaceOfLapackSolve(const MatrixSizes& sizes) {
  return sizes.rows * sizes.rows + sizes.rows + 1024;
}
int64_t WorkspaceOfLapackTridiagonalSolve(const MatrixSizes&) { return 0; }
int64_t WorkspaceOfLapackCholesky(const MatrixSizes& sizes) {
  return sizes.rows * sizes.rows + 1024;
}

}  // namespace hloom
