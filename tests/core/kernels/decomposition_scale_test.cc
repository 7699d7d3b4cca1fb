// Decompositions of numbers whose squares overflow or underflow: alone, or with others.
#include <gtest/gtest.h>

#include <cmath>

#include "base/str_cat.h"
#include "kernels/dense_matrices.h"
#include "kernels/linear_algebra/decompositions.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

template <typename E>
class DecompositionScaleTest : public testing::Test {};
using DecompositionScaleTypes = testing::Types<double, Complex>;
TYPED_TEST_SUITE(DecompositionScaleTest, DecompositionScaleTypes);

// Column k of a times 2^exponents[k]. Too large a factor is multiplied in two steps.
template <typename E>
Dense<E> ScaledColumns(Dense<E> a, const std::vector<int>& exponents) {
  for (int64_t k = 0; k < a.columns; ++k) {
    const int exponent = exponents[static_cast<size_t>(k) % exponents.size()];
    for (int64_t i = 0; i < a.rows; ++i) {
      a(i, k) *= std::ldexp(1.0, exponent / 2);
      a(i, k) *= std::ldexp(1.0, exponent - exponent / 2);
    }
  }
  return a;
}

// Powers of two on columns, of any size, change those columns of R, and no other bit; so each
// column is exact relative to its own length.
TYPED_TEST(DecompositionScaleTest, QrOfTinyAndHugeColumns) {
  using E = TypeParam;
  const std::vector<int> lists[] = {{-664, 0}, {0, -664}, {664, -664},         {-940, 960, 0},
                                    {-664},    {1000},    {-500, 400, -450, 3}};
  Random random(5);
  for (const std::vector<int>& exponents : lists) {
    for (const int64_t rows : {1, 2, 7}) {
      for (const int64_t columns : {1, 2, 5, 9}) {
        SCOPED_TRACE(StrCat("2^", exponents[0], ", ", rows, "x", columns));
        const Dense<E> a = MakeMatrix<E>(Kind::kRandom, rows, columns, random);
        const QrFactors<E> plain = FactorsOf(a);
        const QrFactors<E> scaled = FactorsOf(ScaledColumns(a, exponents));
        EXPECT_EQ(scaled.taus.elements, plain.taus.elements);
        EXPECT_EQ(scaled.q.elements, plain.q.elements);
        EXPECT_EQ(scaled.r.elements, ScaledColumns(plain.r, exponents).elements);
        EXPECT_LE(Difference(plain.q * plain.r, a), 1e-13 * Size(a));
      }
    }
  }
}

// The first step leaves numbers whose squares underflow.
TYPED_TEST(DecompositionScaleTest, QrOfATailThatIsTiny) {
  using E = TypeParam;
  for (const double tiny : {1e-100, 1e-140, 1e-200, 1e-290}) {
    SCOPED_TRACE(tiny);
    Dense<E> a(3, 2);
    a(0, 0) = 2;
    a(0, 1) = 1;
    a(1, 1) = 3 * tiny;
    a(2, 1) = -4 * tiny;
    const QrFactors<E> f = FactorsOf(a);
    EXPECT_EQ(f.r(0, 1), E(1));
    EXPECT_NEAR(std::real(f.r(1, 1)) / tiny, -5, 1e-14);
    EXPECT_NEAR(std::real(f.taus(1, 0)), 1.6, 1e-15);
    ExpectOrthonormalColumns(f.q);
    for (int64_t i = 1; i < 3; ++i) {
      EXPECT_LE(std::abs((f.q * f.r)(i, 1) - a(i, 1)), 1e-14 * tiny) << i;
    }
  }
}

// The numbers are those of LAPACK's dgeqrf and zgeqrf: any nonzero value makes a reflector, also
// below a first element that is not small.
TYPED_TEST(DecompositionScaleTest, QrOfTinyNumbersAsInLapack) {
  using E = TypeParam;
  Dense<E> a(2, 2);
  a(0, 0) = a(1, 0) = 1e-200;
  a(0, 1) = 1;
  a(1, 1) = 2;
  QrFactors<E> f = FactorsOf(a);
  EXPECT_NEAR(std::real(f.r(0, 0)) * 1e200, -std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(std::real(f.r(0, 1)), -3 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(std::real(f.taus(0, 0)), 1 + std::sqrt(0.5), 1e-15);
  EXPECT_EQ(f.taus(1, 0), E(0));

  a(0, 0) = 1;
  f = FactorsOf(a);
  EXPECT_EQ(f.r(0, 0), E(-1));
  EXPECT_EQ(f.taus(0, 0), E(2));
  EXPECT_EQ(f.qr(1, 0), E(5e-201));

  a(1, 0) = 0;
  f = FactorsOf(a);
  EXPECT_EQ(f.r(0, 0), E(1));
  EXPECT_EQ(f.taus(0, 0), E(0));
  if constexpr (kComplex<E>) {
    a(0, 0) = {-1, 1e-200};
    f = FactorsOf(a);
    EXPECT_EQ(f.r(0, 0), E(1));
    EXPECT_EQ(f.taus(0, 0), E(2, -1e-200));
  }
}

// Columns whose squares underflow, with others or alone.
TYPED_TEST(DecompositionScaleTest, SvdOfTinyColumns) {
  using E = TypeParam;
  Random random(3);
  for (const std::vector<int>& exponents : {std::vector<int>{-664, 0}, {0, -664}, {-664}, {900}}) {
    const Dense<E> a = ScaledColumns(MakeMatrix<E>(Kind::kRandom, 5, 3, random), exponents);
    Dense<E> u(5, 5), v(3, 3), scaled(5, 3);
    std::vector<double> d(3);
    Run<E>(SingularValues<E>, {5, 3, 3}, true, {&a}, {&u, &v}, &d);
    ExpectOrthonormalColumns(u);
    ExpectOrthonormalColumns(v);
    for (int64_t k = 0; k < 3; ++k) {
      for (int64_t i = 0; i < 5; ++i) scaled(i, k) = u(i, k) * d[static_cast<size_t>(k)];
    }
    EXPECT_LE(Difference(scaled * Adjoint(v), a), 1e-14 * d[0]);
  }
}

}  // namespace
}  // namespace hloom
