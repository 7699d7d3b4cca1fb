// Decompositions by kernels: the product of the factors is compared with the matrix, in any sizes,
// for random, singular, ill-conditioned and repeated matrices, real and complex, in batches and any
// order.
#include <gtest/gtest.h>

#include <cmath>

#include "base/str_cat.h"
#include "kernels/dense_matrices.h"
#include "kernels/linear_algebra/decompose.h"
#include "kernels/linear_algebra/lapack.h"
#include "kernels/sizes.h"
#include "support/kernel_runner.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

template <typename E>
class DecompositionTest : public testing::Test {
 protected:
  // Calls f(matrix, its sizes, the error that rounding may make) for matrices of all kinds.
  template <typename F>
  void ForEachMatrix(bool square, const F& f) {
    Random random(7);
    for (int round = 0; round < 120; ++round) {
      const Kind kind = kKinds[round % 6];
      const int64_t rows = round < 12 ? round / 6 : random.Below(25);
      const int64_t columns = square ? rows : random.Below(25);
      const Dense<E> a = MakeMatrix<E>(kind, rows, columns, random);
      SCOPED_TRACE(StrCat("round ", round, ", ", rows, "x", columns));
      f(a, MatrixSizes{rows, columns, std::min(rows, columns)}, 1e-13 * Size(a));
    }
  }
};
using DecompositionTypes = testing::Types<double, Complex>;
TYPED_TEST_SUITE(DecompositionTest, DecompositionTypes);

TYPED_TEST(DecompositionTest, Qr) {
  using E = TypeParam;
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    const auto [qr, taus, q, r] = FactorsOf(a);
    ExpectOrthonormalColumns(q);
    EXPECT_LE(Difference(q * r, a), error);
    // LAPACK makes the diagonal real.
    for (int64_t i = 0; i < sizes.least(); ++i) EXPECT_EQ(std::imag(qr(i, i)), 0);
  });
}

// The columns that are asked for come first; each later one is not longer than the one before.
TYPED_TEST(DecompositionTest, PivotedQr) {
  using E = TypeParam;
  Random random(11);
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    Dense<E> qr(a.rows, a.columns), taus(sizes.least(), 1), permuted(a.rows, a.columns);
    std::vector<int32_t> first(static_cast<size_t>(a.columns)), order(first.size());
    int64_t chosen = 0;
    for (int32_t& number : first) {
      number = static_cast<int32_t>(random.Below(4) == 0 ? 1 + random.Below(9) : 0);
      if (number != 0) ++chosen;
    }
    const std::byte* const in[] = {reinterpret_cast<const std::byte*>(a.elements.data()),
                                   reinterpret_cast<const std::byte*>(first.data())};
    std::byte* const out[] = {reinterpret_cast<std::byte*>(qr.elements.data()),
                              reinterpret_cast<std::byte*>(order.data()),
                              reinterpret_cast<std::byte*>(taus.elements.data())};
    PivotedQr<E>(sizes, {}, in, out);
    std::vector<int32_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (int64_t k = 0; k < a.columns; ++k) {
      ASSERT_EQ(sorted[static_cast<size_t>(k)], k + 1);
      const int64_t from = order[static_cast<size_t>(k)] - 1;
      EXPECT_EQ(first[static_cast<size_t>(from)] != 0, k < chosen);
      for (int64_t i = 0; i < a.rows; ++i) permuted(i, k) = a(i, from);
    }
    const auto [q, r] = MatricesOf(qr, taus);
    ExpectOrthonormalColumns(q);
    EXPECT_LE(Difference(q * r, permuted), error);
    for (int64_t k = chosen; k < sizes.least(); ++k) {
      for (int64_t column = k + 1; column < a.columns; ++column) {
        double squares = 0;
        for (int64_t i = k; i <= std::min(column, a.rows - 1); ++i) {
          squares += std::norm(r(i, column) / Size(a));
        }
        EXPECT_LE(std::sqrt(squares), std::abs(r(k, k)) / Size(a) + 1e-13);
      }
    }
  });
}

TYPED_TEST(DecompositionTest, MultiplyByReflectors) {
  using E = TypeParam;
  Random random(13);
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double) {
    const QrFactors<E> factors = FactorsOf(a);
    for (const bool left : {true, false}) {
      for (const bool adjoint : {true, false}) {
        const int64_t other = random.Below(9);
        const int64_t rows = left ? a.rows : other, columns = left ? other : a.rows;
        const Dense<E> c = MakeMatrix<E>(Kind::kRandom, rows, columns, random);
        const Dense<E> q = adjoint ? Adjoint(factors.q) : factors.q;
        Dense<E> product(rows, columns);
        const std::byte* const in[] = {
            reinterpret_cast<const std::byte*>(factors.qr.elements.data()),
            reinterpret_cast<const std::byte*>(factors.taus.elements.data()),
            reinterpret_cast<const std::byte*>(c.elements.data())};
        std::byte* const out[] = {reinterpret_cast<std::byte*>(product.elements.data())};
        MatrixFlags flags;
        flags.left = left;
        if (adjoint) flags.transpose = MatrixFlags::Transpose::kAdjoint;
        MultiplyByReflectors<E>({sizes.rows, sizes.columns, sizes.least(), rows, columns}, flags,
                                in, out);
        EXPECT_LE(Difference(product, left ? q * c : c * q), 1e-12);
      }
    }
  });
}

TYPED_TEST(DecompositionTest, Lu) {
  using E = TypeParam;
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    Dense<E> lu(a.rows, a.columns);
    std::vector<std::vector<int32_t>> indices = {
        std::vector<int32_t>(static_cast<size_t>(sizes.least())),
        std::vector<int32_t>(static_cast<size_t>(a.rows))};
    Run<E>(PivotedLu<E>, sizes, true, {&a}, {&lu}, nullptr, &indices);
    Dense<E> l = Identity<E>(a.rows, sizes.least()), u(sizes.least(), a.columns);
    Dense<E> permuted(a.rows, a.columns);
    for (int64_t k = 0; k < a.columns; ++k) {
      for (int64_t i = 0; i < a.rows; ++i) {
        if (i <= k && i < u.rows) u(i, k) = lu(i, k);
        if (i > k && k < l.columns) {
          l(i, k) = lu(i, k);
          EXPECT_LE(std::abs(lu(i, k)), std::sqrt(2.0) + 1e-9);
        }
        permuted(i, k) = a(indices[1][static_cast<size_t>(i)], k);
      }
    }
    EXPECT_LE(Difference(l * u, permuted), error);
    // The exchanges make the permutation.
    std::vector<int32_t> order(static_cast<size_t>(a.rows));
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);
    for (size_t i = 0; i < indices[0].size(); ++i) {
      std::swap(order[i], order[static_cast<size_t>(indices[0][i])]);
    }
    EXPECT_EQ(order, indices[1]);
  });
}

TYPED_TEST(DecompositionTest, Eigh) {
  using E = TypeParam;
  for (const bool lower : {true, false}) {
    this->ForEachMatrix(true, [&](const Dense<E>& x, const MatrixSizes& sizes, double error) {
      const int64_t n = x.rows;
      Dense<E> a(n, n), read(n, n);
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t k = 0; k < n; ++k) {
          a(i, k) = x(i, k) + Conj(x(k, i));
          // The other triangle is not read.
          read(i, k) = (lower ? k <= i : k >= i) ? a(i, k) : E(NAN);
        }
      }
      Dense<E> v(n, n), scaled(n, n);
      std::vector<double> w(static_cast<size_t>(n));
      Run<E>(HermitianEigen<E>, sizes, lower, {&read}, {&v}, &w);
      ExpectOrthonormalColumns(v);
      for (int64_t k = 0; k < n; ++k) {
        if (k > 0) {
          EXPECT_LE(w[static_cast<size_t>(k - 1)], w[static_cast<size_t>(k)]);
        }
        for (int64_t i = 0; i < n; ++i) scaled(i, k) = v(i, k) * w[static_cast<size_t>(k)];
      }
      EXPECT_LE(Difference(scaled * Adjoint(v), a), 4 * error);
    });
  }
}

// Multiplied by 2^-1030, elements have fewer digits than other numbers, and are not rounded yet.
TYPED_TEST(DecompositionTest, EighOfTinyNumbers) {
  using E = TypeParam;
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    const int64_t n = 8;
    const Dense<E> x = MakeMatrix<E>(Kind::kRandom, n, n, random);
    Dense<E> a(n, n), tiny(n, n), v(n, n), scaled(n, n);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) {
        a(i, k) = x(i, k) + Conj(x(k, i));
        tiny(i, k) = a(i, k) * std::ldexp(1.0, -515) * std::ldexp(1.0, -515);
      }
    }
    std::vector<double> w(n);
    Run<E>(HermitianEigen<E>, {n, n, n}, /*lower=*/true, {&tiny}, {&v}, &w);
    ExpectOrthonormalColumns(v);
    for (int64_t k = 0; k < n; ++k) {
      const double value = std::ldexp(w[static_cast<size_t>(k)], 1030);
      for (int64_t i = 0; i < n; ++i) scaled(i, k) = v(i, k) * value;
    }
    EXPECT_LT(Difference(a * v, scaled), 1e-12);
  }
}

TYPED_TEST(DecompositionTest, GeneralEigen) {
  using E = TypeParam;
  this->ForEachMatrix(true, [&](const Dense<E>& real, const MatrixSizes& sizes, double error) {
    const int64_t n = sizes.rows;
    Dense<Complex> a(n, n), left(n, n), right(n, n), scaled_left(n, n), scaled_right(n, n);
    std::copy(real.elements.begin(), real.elements.end(), a.elements.begin());
    std::vector<Complex> values(static_cast<size_t>(n));
    EXPECT_TRUE(GeneralEigen<E>(n, reinterpret_cast<const std::byte*>(real.elements.data()),
                                values.data(), left.elements.data(), right.elements.data()));
    for (int64_t k = 0; k < n; ++k) {
      const Complex value = values[static_cast<size_t>(k)];
      for (const Dense<Complex>* vectors : {&left, &right}) {
        double length = 0;
        for (int64_t i = 0; i < n; ++i) {
          length += std::norm((*vectors)(i, k));
          if (kComplex<E>) continue;
          if (value.imag() == 0) {
            EXPECT_EQ((*vectors)(i, k).imag(), 0);
          } else if (value.imag() > 0) {
            EXPECT_EQ((*vectors)(i, k + 1), Conj((*vectors)(i, k)));
          }
        }
        EXPECT_NEAR(length, 1, 1e-14);
      }
      if (!kComplex<E> && value.imag() > 0) {
        EXPECT_EQ(values[static_cast<size_t>(k + 1)], Conj(value));
      }
      for (int64_t i = 0; i < n; ++i) {
        scaled_left(i, k) = left(i, k) * Conj(value);
        scaled_right(i, k) = right(i, k) * value;
      }
    }
    EXPECT_LE(Difference(a * right, scaled_right), 20 * error);
    EXPECT_LE(Difference(Adjoint(a) * left, scaled_left), 20 * error);
  });
}

// Blocks of Jordan, whose eigenvectors are all the same.
TEST(GeneralEigenTest, Defective) {
  constexpr int64_t kSize = 12;
  Dense<double> a(kSize, kSize);
  for (int64_t i = 0; i < kSize; ++i) {
    a(i, i) = 3;
    if (i > 0) a(i - 1, i) = 1;
  }
  Dense<Complex> left(kSize, kSize), right(kSize, kSize);
  std::vector<Complex> values(kSize);
  EXPECT_TRUE(GeneralEigen<double>(kSize, reinterpret_cast<const std::byte*>(a.elements.data()),
                                   values.data(), left.elements.data(), right.elements.data()));
  for (int64_t k = 0; k < kSize; ++k) {
    EXPECT_EQ(values[static_cast<size_t>(k)], 3.0);
    EXPECT_NEAR(std::abs(right(0, k)), 1, 1e-12);
    EXPECT_NEAR(std::abs(left(kSize - 1, k)), 1, 1e-12);
  }
  a(0, 1) = NAN;
  EXPECT_FALSE(GeneralEigen<double>(kSize, reinterpret_cast<const std::byte*>(a.elements.data()),
                                    values.data(), left.elements.data(), right.elements.data()));
  EXPECT_TRUE(std::isnan(values[3].real()));
}

TYPED_TEST(DecompositionTest, Hessenberg) {
  using E = TypeParam;
  this->ForEachMatrix(true, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    const int64_t n = sizes.rows;
    if (n == 0) return;
    Dense<E> packed(n, n), taus(n - 1, 1), h(n, n), q = Identity<E>(n, n);
    Run<E>(Hessenberg<E>, sizes, true, {&a}, {&packed, &taus});
    // The reflectors are those of the matrix below the first row.
    Dense<E> reflectors(n - 1, n - 1), below(n - 1, n - 1);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t i = 0; i < n; ++i) {
        if (i <= k + 1) h(i, k) = packed(i, k);
        if (i > 0 && k + 1 < n) reflectors(i - 1, k) = packed(i, k);
      }
    }
    Run<E>(HouseholderProduct<E>, {n - 1, n - 1, n - 1}, true, {&reflectors, &taus}, {&below});
    for (int64_t k = 1; k < n; ++k) {
      for (int64_t i = 1; i < n; ++i) q(i, k) = below(i - 1, k - 1);
    }
    ExpectOrthonormalColumns(q);
    EXPECT_LE(Difference(q * h * Adjoint(q), a), 20 * error);
  });
}

TYPED_TEST(DecompositionTest, SchurForm) {
  using E = TypeParam;
  this->ForEachMatrix(true, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    const int64_t n = sizes.rows;
    Dense<E> t(n, n), u(n, n);
    const auto* const in = reinterpret_cast<const std::byte*>(a.elements.data());
    ASSERT_TRUE(SchurForm<E>(n, in, t.elements.data(), u.elements.data()));
    ExpectOrthonormalColumns(u);
    EXPECT_LE(Difference(u * t * Adjoint(u), a), 20 * error);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t i = k + 2; i < n; ++i) EXPECT_EQ(t(i, k), E(0));
      if (k + 1 == n || t(k + 1, k) == E(0)) continue;
      ASSERT_FALSE(kComplex<E>);
      EXPECT_EQ(t(k, k), t(k + 1, k + 1));
      EXPECT_LT(std::real(t(k, k + 1)) * std::real(t(k + 1, k)), 0);
      // Blocks do not overlap.
      if (k + 2 < n) {
        EXPECT_EQ(t(k + 2, k + 1), E(0));
      }
    }
  });
}

// The reflector of column k begins below (above) the diagonal of the reduced triangle.
TYPED_TEST(DecompositionTest, Tridiagonalize) {
  using E = TypeParam;
  this->ForEachMatrix(true, [&](const Dense<E>& any, const MatrixSizes& sizes, double error) {
    const int64_t n = sizes.rows;
    if (n == 0) return;
    Dense<E> a(n, n);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t i = 0; i < n; ++i) a(i, k) = any(i, k) + Conj(any(k, i));
    }
    for (const bool lower : {true, false}) {
      Dense<E> packed(n, n), taus(n - 1, 1), t(n, n), q = Identity<E>(n, n);
      std::vector<double> diagonal(static_cast<size_t>(n)), beside(static_cast<size_t>(n));
      const std::byte* const in[] = {reinterpret_cast<const std::byte*>(a.elements.data())};
      std::byte* const out[] = {reinterpret_cast<std::byte*>(packed.elements.data()),
                                reinterpret_cast<std::byte*>(diagonal.data()),
                                reinterpret_cast<std::byte*>(beside.data()),
                                reinterpret_cast<std::byte*>(taus.elements.data())};
      MatrixFlags flags;
      flags.lower = lower;
      Tridiagonalize<E>(sizes, flags, in, out);
      for (int64_t k = 0; k < n; ++k) t(k, k) = diagonal[static_cast<size_t>(k)];
      for (int64_t k = 0; k + 1 < n; ++k) {
        t(k + 1, k) = t(k, k + 1) = beside[static_cast<size_t>(k)];
        EXPECT_EQ(lower ? packed(k + 1, k) : packed(k, k + 1), t(k + 1, k));
        EXPECT_EQ(lower ? packed(k, k + 1) : packed(k + 1, k), lower ? a(k, k + 1) : a(k + 1, k));
      }
      for (int64_t step = 0; step + 1 < n; ++step) {
        const int64_t k = lower ? step : n - 2 - step;
        Dense<E> v(n, 1), reflector = Identity<E>(n, n);
        v(lower ? k + 1 : k, 0) = 1;
        for (int64_t i = lower ? k + 2 : 0; i < (lower ? n : k); ++i) {
          v(i, 0) = packed(i, lower ? k : k + 1);
        }
        for (int64_t j = 0; j < n; ++j) {
          for (int64_t i = 0; i < n; ++i) reflector(i, j) -= taus(k, 0) * v(i, 0) * Conj(v(j, 0));
        }
        q = q * reflector;
      }
      EXPECT_LE(Difference(q * t * Adjoint(q), a), 40 * error);
    }
  });
}

TYPED_TEST(DecompositionTest, Svd) {
  using E = TypeParam;
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    Dense<E> u(a.rows, a.rows), v(a.columns, a.columns), scaled(a.rows, a.columns);
    std::vector<double> d(static_cast<size_t>(sizes.least()));
    Run<E>(SingularValues<E>, sizes, true, {&a}, {&u, &v}, &d);
    ExpectOrthonormalColumns(u);
    ExpectOrthonormalColumns(v);
    for (int64_t k = 0; k < sizes.least(); ++k) {
      const double value = d[static_cast<size_t>(k)];
      EXPECT_GE(value, 0);
      if (k > 0) {
        EXPECT_LE(value, d[static_cast<size_t>(k - 1)]);
      }
      for (int64_t i = 0; i < a.rows; ++i) scaled(i, k) = u(i, k) * value;
    }
    EXPECT_LE(Difference(scaled * Adjoint(v), a), 4 * error);
  });
}

// ---- LAPACK's functions ----

template <typename E>
const std::byte* In(const Dense<E>& a) {
  return reinterpret_cast<const std::byte*>(a.elements.data());
}
template <typename E>
std::byte* Out(Dense<E>& a) {
  return reinterpret_cast<std::byte*>(a.elements.data());
}
template <typename E>
const std::byte* In(const std::vector<E>& elements) {
  return reinterpret_cast<const std::byte*>(elements.data());
}
template <typename E>
std::byte* Out(std::vector<E>& elements) {
  return reinterpret_cast<std::byte*>(elements.data());
}

TYPED_TEST(DecompositionTest, LapackCholesky) {
  using E = TypeParam;
  for (const bool lower : {true, false}) {
    this->ForEachMatrix(true, [&](const Dense<E>& x, const MatrixSizes& sizes, double) {
      const int64_t n = x.rows;
      Dense<E> a = x * Adjoint(x);
      if (!(Size(a) < 1e100)) return;
      for (int64_t i = 0; i < n; ++i) a(i, i) = std::real(a(i, i)) + Size(a) * 0.1;
      Dense<E> read = a, factor(n, n), triangle(n, n);
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t k = 0; k < n; ++k) {
          if (lower ? k > i : k < i) read(i, k) = 777;
        }
      }
      std::vector<int32_t> info(1, 99);
      const std::byte* const in[] = {In(read)};
      std::byte* const out[] = {Out(factor), Out(info)};
      LapackCholesky<E>(sizes, {.lower = lower}, in, out);
      EXPECT_EQ(info[0], 0);
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t k = 0; k < n; ++k) {
          const bool is_read = lower ? k <= i : k >= i;
          if (is_read) triangle(i, k) = factor(i, k);
          if (!is_read) {
            EXPECT_EQ(factor(i, k), E(777));
          }
        }
      }
      const Dense<E> product = lower ? triangle * Adjoint(triangle) : Adjoint(triangle) * triangle;
      EXPECT_LE(Difference(product, a), 1e-13 * Size(a));
    });
  }
}

TYPED_TEST(DecompositionTest, LapackLu) {
  using E = TypeParam;
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double) {
    Dense<E> lu(a.rows, a.columns), same(a.rows, a.columns);
    const auto least = static_cast<size_t>(sizes.least());
    std::vector<int32_t> pivots(least), info(1, 99), rows(least);
    std::vector<int32_t> permutation(static_cast<size_t>(a.rows));
    const std::byte* const in[] = {In(a)};
    std::byte* const lapack[] = {Out(lu), Out(pivots), Out(info)};
    std::byte* const plain[] = {Out(same), Out(rows), Out(permutation)};
    LapackLu<E>(sizes, {}, in, lapack);
    PivotedLu<E>(sizes, {}, in, plain);
    EXPECT_EQ(lu.elements, same.elements);
    int32_t first_zero = 0;
    for (size_t k = least; k-- > 0;) {
      EXPECT_EQ(pivots[k], rows[k] + 1);
      const auto i = static_cast<int64_t>(k);
      if (lu(i, i) == E(0)) first_zero = static_cast<int32_t>(k) + 1;
    }
    EXPECT_EQ(info[0], first_zero);
  });
}

// Systems with and without exchanged pivots, checked by the product of the diagonals and x.
TYPED_TEST(DecompositionTest, LapackTridiagonalSolve) {
  using E = TypeParam;
  for (const int64_t n : {0, 1, 2, 3, 8}) {
    for (const double main : {0.5, 2.0, 40.0}) {
      const int64_t columns = 2;
      Dense<E> a(n, n), x(n, columns), solved(n, columns);
      std::vector<E> diagonals[3];
      for (int d = 0; d < 3; ++d) {
        for (int64_t i = 0; i < n; ++i) {
          const double sign = (i * 7 + d * 3) % 5 < 2 ? -1 : 1;
          const double size = d == 1 ? main : 1 + static_cast<double>((i * 5 + d) % 7);
          diagonals[d].push_back(E(sign * size));
          if (i + d - 1 >= 0 && i + d - 1 < n) a(i, i + d - 1) = diagonals[d].back();
        }
      }
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t k = 0; k < columns; ++k) x(i, k) = E(static_cast<double>(3 * i - 5 * k + 1));
      }
      const Dense<E> b = a * x;
      std::vector<E> results[3];
      for (std::vector<E>& result : results) result.resize(static_cast<size_t>(n) + 1);
      std::vector<int32_t> info(1, 99);
      const std::byte* const in[] = {In(diagonals[0]), In(diagonals[1]), In(diagonals[2]), In(b)};
      std::byte* const out[] = {Out(results[0]), Out(results[1]), Out(results[2]), Out(solved),
                                Out(info)};
      LapackTridiagonalSolve<E>({n, columns, 0}, {}, in, out);
      EXPECT_EQ(info[0], 0);
      EXPECT_LE(Difference(solved, x), 1e-11 * (1 + Size(x))) << n << " " << main;
    }
  }
}

TYPED_TEST(DecompositionTest, LapackEigen) {
  using E = TypeParam;
  for (const bool finite : {true, false}) {
    Dense<E> a = Identity<E>(3, 3), v(3, 3);
    if (!finite) a(2, 1) = NAN;
    std::vector<double> w(3);
    std::vector<int32_t> info(1, 99);
    const std::byte* const in[] = {In(a)};
    std::byte* const out[] = {Out(v), reinterpret_cast<std::byte*>(w.data()), Out(info)};
    LapackEigen<E>({3, 3, 0}, {}, in, out);
    EXPECT_EQ(info[0], finite ? 0 : 1);
    if (finite) {
      EXPECT_EQ(w, (std::vector<double>{1, 1, 1}));
    }
  }
}

TYPED_TEST(DecompositionTest, LapackSingularValues) {
  using E = TypeParam;
  this->ForEachMatrix(false, [&](const Dense<E>& a, const MatrixSizes& sizes, double error) {
    for (const bool full : {true, false}) {
      Dense<E> copy(a.rows, a.columns);
      Dense<E> u(a.rows, full ? a.rows : sizes.least()),
          vt(full ? a.columns : sizes.least(), a.columns);
      std::vector<double> d(static_cast<size_t>(sizes.least()));
      std::vector<int32_t> info(1, 99);
      MatrixSizes all = sizes;
      all.second_columns = u.columns;
      all.second_rows = vt.rows;
      const std::byte* const in[] = {In(a)};
      std::byte* const out[] = {Out(copy), reinterpret_cast<std::byte*>(d.data()), Out(u), Out(vt),
                                Out(info)};
      LapackSingularValues<E>(all, {}, in, out);
      EXPECT_EQ(info[0], 0);
      EXPECT_EQ(copy.elements, a.elements);
      ExpectOrthonormalColumns(u);
      ExpectOrthonormalColumns(Adjoint(vt));
      Dense<E> scaled(a.rows, vt.rows);
      for (int64_t k = 0; k < sizes.least(); ++k) {
        for (int64_t i = 0; i < a.rows; ++i) scaled(i, k) = u(i, k) * d[static_cast<size_t>(k)];
      }
      EXPECT_LE(Difference(scaled * vt, a), 4 * error);
    }
  });
}

TYPED_TEST(DecompositionTest, LapackSolve) {
  using E = TypeParam;
  using Transpose = MatrixFlags::Transpose;
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const int64_t n = random.Below(9), others = random.Below(5);
    MatrixFlags flags;
    flags.lower = random.Below(2) == 0;
    flags.left = random.Below(2) == 0;
    flags.unit_diagonal = random.Below(2) == 0;
    flags.transpose = static_cast<Transpose>(random.Below(3));
    SCOPED_TRACE(StrCat("round ", round, ", ", n, " with ", others));
    // Unread elements are NaN; the diagonal is large, so that little accuracy is lost.
    Dense<E> a = MakeMatrix<E>(Kind::kRandom, n, n, random), read = a;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) {
        const bool outside = flags.lower ? k > i : k < i;
        if (i == k) {
          a(i, k) = flags.unit_diagonal ? E(1) : a(i, k) + 8.0;
          read(i, k) = flags.unit_diagonal ? E(NAN) : a(i, k);
        }
        if (outside) a(i, k) = 0;
        if (outside) read(i, k) = NAN;
      }
    }
    Dense<E> op = flags.transpose == Transpose::kNone ? a : Adjoint(a);
    if (flags.transpose == Transpose::kTranspose) {
      for (E& x : op.elements) x = Conj(x);
    }
    const Dense<E> b =
        MakeMatrix<E>(Kind::kRandom, flags.left ? n : others, flags.left ? others : n, random);
    const Dense<E> alpha = MakeMatrix<E>(Kind::kRandom, 1, 1, random);
    Dense<E> x(b.rows, b.columns), again = x, scaled = b;
    for (E& element : scaled.elements) element *= alpha(0, 0);
    const MatrixSizes sizes = {n, n, 0, b.rows, b.columns};
    const std::byte* const in[] = {In(read), In(b), In(alpha)};
    const std::byte* const in_order[] = {In(alpha), In(read), In(b)};
    std::byte* const out[] = {Out(x)};
    std::byte* const out_again[] = {Out(again)};
    LapackSolve<E>(sizes, flags, in, out);
    LapackSolveScaled<E>(sizes, flags, in_order, out_again);
    EXPECT_EQ(x.elements, again.elements);
    EXPECT_LE(Difference(flags.left ? op * x : x * op, scaled), 1e-11 * Size(x));
  }
}

TYPED_TEST(DecompositionTest, WhatIsNotFiniteGivesNan) {
  using E = TypeParam;
  for (const double bad : {NAN, INFINITY}) {
    Dense<E> a = Identity<E>(5, 5);
    a(3, 2) = bad;
    Dense<E> u(5, 5), v(5, 5);
    std::vector<double> d(5);
    Run<E>(SingularValues<E>, {5, 5, 5}, true, {&a}, {&u, &v}, &d);
    EXPECT_TRUE(std::isnan(d[0]) && std::isnan(std::real(u(4, 4))) &&
                std::isnan(std::real(v(0, 0))));
    Run<E>(HermitianEigen<E>, {5, 5, 5}, true, {&a}, {&v}, &d);
    EXPECT_TRUE(std::isnan(d[4]) && std::isnan(std::real(v(4, 4))));
  }
}

// A batch of matrices in narrow types, rows first: each is a task, and each is converted.
TEST(DecomposeTest, BatchesInAnyOrder) {
  constexpr int64_t kCount = 7, kRows = 3, kColumns = 2;
  std::vector<float> a(kCount * kRows * kColumns), qr(a.size());
  std::vector<float> taus(kCount * kColumns);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 5) - 1;
  DecompositionPlan plan;
  plan.decompose = HouseholderQr<double>;
  plan.sizes = {kRows, kColumns, kColumns};
  plan.workspace_bytes = WorkspaceOfHouseholder(plan.sizes) * 8;
  plan.batch_sizes = {kCount};
  const MatrixBatch matrices = {F32, F64, {kRows * kColumns}, kRows, kColumns, kColumns, 1};
  plan.operands = {matrices};
  plan.results = {matrices, {F32, F64, {kColumns}, kColumns, 1, 1, 0}};
  const std::byte* const in[] = {reinterpret_cast<const std::byte*>(a.data())};
  std::byte* const out[] = {reinterpret_cast<std::byte*>(qr.data()),
                            reinterpret_cast<std::byte*>(taus.data())};
  for (const TaskOrder order : {TaskOrder::kShuffled, TaskOrder::kSideBySide}) {
    const KernelReport report = RunKernel(Decompose(plan, in, out), order);
    ASSERT_TRUE(report.status.ok()) << report.status.ToString();
    EXPECT_EQ(report.most_tasks, kCount);
    for (size_t m = 0; m < kCount; ++m) {
      // The first element of R has the length of the first column, and the other sign.
      const float* const first = a.data() + m * kRows * kColumns;
      const float length = std::hypot(first[0], first[2], first[4]);
      EXPECT_NEAR(qr[m * kRows * kColumns], first[0] >= 0 ? -length : length, 1e-6f) << m;
    }
  }
}

}  // namespace
}  // namespace hloom
