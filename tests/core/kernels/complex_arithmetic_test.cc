// Quotients and products of complex numbers of all magnitudes against long double, whose exponents
// are large enough for their squares.
#include "kernels/complex_arithmetic.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using Wide = long double;

template <typename T>
Wide UlpOf(Wide x) {
  using Limits = std::numeric_limits<T>;
  const int exponent = x == 0 ? Limits::min_exponent : std::ilogb(x);
  return std::ldexp(Wide{1}, std::max(exponent, Limits::min_exponent - 1) - Limits::digits + 1);
}

// A number of any magnitude; its parts are alike or apart.
template <typename T>
std::complex<T> AnyNumber(RandomBits& random) {
  using Limits = std::numeric_limits<T>;
  const int least = Limits::min_exponent - Limits::digits, most = Limits::max_exponent - 1;
  const auto between = [&](int a, int b) {
    return a + static_cast<int>(random.Next() % static_cast<uint64_t>(b - a + 1));
  };
  const auto part = [&](int exponent) {
    const double value = random.Uniform(1, 1.99);
    return static_cast<T>(std::ldexp((random.Next() & 1) != 0 ? -value : value, exponent));
  };
  const int exponent = between(least, most);
  const bool alike = (random.Next() & 3) != 0;
  const int other =
      alike ? std::min(std::max(exponent + between(-3, 3), least), most) : between(least, most);
  return {part(exponent), part(other)};
}

// The error in ulps of the larger part, which may be out of range. Beside the largest number, a part
// may be infinite too.
template <typename T>
Wide ComplexErrorOf(std::complex<T> have, Wide re, Wide im) {
  constexpr Wide kLargest = std::numeric_limits<T>::max();
  constexpr Wide kWrong = std::numeric_limits<Wide>::infinity();
  const Wide ulp = UlpOf<T>(std::max(std::fabs(re), std::fabs(im)));
  const auto error = [&](Wide part, Wide want) {
    if (std::isnan(part)) return kWrong;
    if (std::isinf(part)) return std::fabs(want) + 4 * ulp > kLargest ? Wide{0} : kWrong;
    return std::fabs(part - want) / ulp;
  };
  return std::max(error(have.real(), re), error(have.imag(), im));
}

template <typename T>
void ExpectAccurate() {
  RandomBits random(1);
  for (int i = 0; i < Rounds(100'000, 10'000); ++i) {
    const std::complex<T> z = AnyNumber<T>(random);
    const std::complex<T> w =
        i % 2 == 0 ? AnyNumber<T>(random) : std::complex<T>(z.imag(), z.real());
    const Wide a = z.real(), b = z.imag(), c = w.real(), d = w.imag();
    const Wide square = c * c + d * d;
    const std::complex<T> quotient = ComplexQuotient(z, w), product = ComplexProduct(z, w);
    ASSERT_LE(ComplexErrorOf(quotient, (a * c + b * d) / square, (b * c - a * d) / square), 4)
        << z << " / " << w << " is " << quotient;
    ASSERT_LE(ComplexErrorOf(product, a * c - b * d, a * d + b * c), 4)
        << z << " * " << w << " is " << product;
  }
}

template <typename T>
void ExpectZeroOverInfinity() {
  constexpr T kMax = std::numeric_limits<T>::max(), kInf = std::numeric_limits<T>::infinity();
  for (const T x : {kMax, -kMax, T{1}}) {
    for (const std::complex<T> w : {std::complex<T>{kInf, kInf}, {kInf, -kInf}, {-kInf, 1}}) {
      const std::complex<T> quotient = ComplexQuotient(std::complex<T>{x, kMax}, w);
      EXPECT_EQ(quotient, std::complex<T>()) << x << " / " << w;
    }
  }
}

TEST(ComplexArithmeticTest, AFiniteNumberOverAnInfiniteOneIsZero) {
  ExpectZeroOverInfinity<float>();
  ExpectZeroOverInfinity<double>();
}

TEST(ComplexArithmeticTest, C64OfAllMagnitudes) { ExpectAccurate<float>(); }
TEST(ComplexArithmeticTest, C128OfAllMagnitudes) { ExpectAccurate<double>(); }

}  // namespace
}  // namespace hloom
