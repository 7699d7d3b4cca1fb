// The logarithm, powers, and inverses of functions that are made of exponentials.
#ifndef HLOOM_KERNELS_VECTOR_MATH_LOGARITHM_H_
#define HLOOM_KERNELS_VECTOR_MATH_LOGARITHM_H_

#include <limits>

#include "kernels/vector_math/exponential.h"

namespace hloom::vector_math {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// x = 2^exponent (1 + fraction), where 1 + fraction is between sqrt(1/2) and sqrt(2); for normal
// positive numbers.
struct LogReduction {
  Doubles exponent;
  Doubles fraction;
};
HLOOM_VECTOR_INLINE LogReduction ReduceForLog(Doubles x) {
  constexpr double kRootOfHalf = 0x1.6a09e667f3bcdp-1;
  constexpr int64_t kMantissa = (int64_t{1} << 52) - 1;
  // Adding 1 / sqrt(1/2) to the bits raises the exponent of mantissas from sqrt(2) on.
  const Longs bits = Bits(x) + (SplatBits(1.0) - SplatBits(kRootOfHalf));
  // 2^52 with e in its low bits is the double 2^52 + e.
  const auto biased = reinterpret_cast<UnsignedLongs>(bits) >> 52;
  const Doubles exponent =
      FromBits(reinterpret_cast<Longs>(biased) | SplatBits(0x1p52)) - Splat(0x1p52 + 1023);
  const Longs mantissa = (bits & Longs{kMantissa, kMantissa}) + SplatBits(kRootOfHalf);
  return {exponent, FromBits(mantissa) - Splat(1.0)};
}

// log(1 + f) for f between sqrt(1/2) - 1 and sqrt(2) - 1: relative error 2^-45.
extern const DoubleCoefficients<5> kLogTerms;
HLOOM_VECTOR_INLINE Doubles LogOfFraction(Doubles f) {
  const Doubles s = f / (Splat(2.0) + f);
  const Doubles z = s * s;
  const Doubles p = Polynomial(z, kLogTerms);
  return (s + s) + s * z * p;
}
// The logarithm of normal positive numbers.
HLOOM_VECTOR_INLINE Doubles LogOfPositive(Doubles x) {
  const LogReduction reduced = ReduceForLog(x);
  return reduced.exponent * Splat(kLn2) + LogOfFraction(reduced.fraction);
}
// Replaces results for which the formulas do not hold: those of 0, negative numbers and infinity.
HLOOM_VECTOR_INLINE Doubles WithSpecialLogs(Doubles y, Doubles x) {
  const Doubles finite = Select(x < Splat(kInfinity), y, x);
  return Select(x > Splat(0.0), finite, Select(x == Splat(0.0), Splat(-kInfinity), Splat(kNaN)));
}

// The logarithm of four floats, within 0.84 ulps, in floats. x = 2^n (1 + f), so
// log x = n ln 2 + log(1 + f). The sum of the large terms, f and the high part of n ln 2, is exact.
extern const FloatCoefficients<3> kLog32Terms;
struct Log32 {
  static constexpr float kLeast = std::numeric_limits<float>::min();
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  struct Reduction {
    Floats n, f;
  };
  HLOOM_VECTOR_INLINE static Reduction Reduce(Floats x) {
    constexpr int32_t kRootOfHalf = 0x3f3504f3;  // the bits of sqrt(1/2)
    constexpr int32_t kMantissa = (1 << 23) - 1;
    const Ints bits = Bits(x) - kRootOfHalf;
    return {__builtin_convertvector(bits >> 23, Floats),
            FromBits((bits & kMantissa) + kRootOfHalf) - Splat(1.0f)};
  }
  HLOOM_VECTOR_INLINE static Floats OfReduction(Floats n, Floats f) {
    const Floats s = f / (Splat(2.0f) + f);
    const Floats z = s * s;
    const Floats r = z * Polynomial(z, kLog32Terms);
    const Floats half_square = Splat(0.5f) * f * f;
    // The first part of ln 2 has 16 bits, so that its product with n is exact.
    const Floats large = n * Splat(0x1.62e3p-1f);
    const Floats sum = large + f;
    const Floats lost = (large - sum) + f;
    const Floats small = s * (half_square + r) + n * Splat(0x1.2fefa4p-17f);
    return sum + (lost - (half_square - small));
  }

  HLOOM_VECTOR_INLINE static auto Unusual(Floats x) {
    return ~((x >= Splat(kLeast)) & (x < Splat(kInfinity)));
  }
  HLOOM_VECTOR_INLINE static Floats Usual(Floats x) {
    const Reduction reduced = Reduce(x);
    return OfReduction(reduced.n, reduced.f);
  }
  HLOOM_VECTOR_INLINE static Floats Rare(Floats x) {
    const Reduction reduced = Reduce(x * Splat(0x1p24f));
    const Floats of_denormal = OfReduction(reduced.n - Splat(24.0f), reduced.f);
    const Floats finite = Select(x < Splat(kInfinity), of_denormal, x);
    const Floats nan = Splat(std::numeric_limits<float>::quiet_NaN());
    const Floats of_rest = Select(x == Splat(0.0f), Splat(-kInfinity), nan);
    return Select(x > Splat(0.0f), finite, of_rest);
  }
};

// log(1 + x): relative error 2^-45.
HLOOM_VECTOR_INLINE Doubles Log1pForFloat(Doubles x) {
  const Doubles sum = x + Splat(1.0);
  const LogReduction reduced = ReduceForLog(sum);
  // If the exponent is 0, x is the fraction, without the rounding of the sum.
  const Doubles f = Select(reduced.exponent == Splat(0.0), x, reduced.fraction);
  const Doubles y = reduced.exponent * Splat(kLn2) + LogOfFraction(f);
  return Select(x == Splat(0.0), x, WithSpecialLogs(y, sum));
}

// x = 2^n (1 + f), so log x = n ln 2 + log(1 + f). The exact terms, f and the high part of n ln 2,
// are added last: log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + R)).
inline Doubles Log64(Doubles x) {
  // Denormal numbers become normal.
  const auto denormal = x < Splat(std::numeric_limits<double>::min());
  const LogReduction reduced = ReduceForLog(Select(denormal, x * Splat(0x1p54), x));
  const Doubles n = reduced.exponent - Select(denormal, Splat(54.0), Splat(0.0));
  const Doubles f = reduced.fraction;
  const Doubles s = f / (Splat(2.0) + f);
  const Doubles z = s * s;
  const Doubles r = z * Polynomial(z, 0x1.5555555555593p-1, 0x1.999999997fb2dp-2,
                                   0x1.2492494217d3dp-2, 0x1.c71c51e7d4d8ap-3, 0x1.74664632ec95ep-3,
                                   0x1.39a0f4670f4f3p-3, 0x1.2f0d948f8adf7p-3);
  const Doubles half_square = Splat(0.5) * f * f;
  const Doubles y =
      n * Splat(kLn2High) - ((half_square - (s * (half_square + r) + n * Splat(kLn2Low))) - f);
  return WithSpecialLogs(y, x);
}

// The logarithm of positive numbers, relative error 2^-64.
HLOOM_VECTOR_INLINE TwoDoubles LogInTwoParts(Doubles x) {
  const auto denormal = x < Splat(std::numeric_limits<double>::min());
  const LogReduction reduced = ReduceForLog(Select(denormal, x * Splat(0x1p54), x));
  const Doubles n = reduced.exponent - Select(denormal, Splat(54.0), Splat(0.0));
  const Doubles f = reduced.fraction;
  // s = f / (2 + f), in two parts.
  const TwoDoubles divisor = FastSum(Splat(2.0), f);
  const Doubles s = f / divisor.high;
  const TwoDoubles back = ExactProduct(s, divisor.high);
  const Doubles s_low = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;
  // z = s^2, in two parts.
  TwoDoubles z = ExactProduct(s, s);
  z.low += Splat(2.0) * s * s_low;
  // log(1 + f) = 2 s (1 + z / 3 + z^2 W(z)).
  constexpr double kThird = 0x1.5555555555555p-2;
  constexpr double kThirdLow = 0x1.5555555555555p-56;
  const Doubles w = z.high * z.high *
                    Polynomial(z.high, 0x1.9999999999b33p-3, 0x1.2492492457810p-3,
                               0x1.c71c722de25c2p-4, 0x1.745ce9b71f776p-4, 0x1.3b1ef45134acfp-4,
                               0x1.0f7f220c7fbf7p-4, 0x1.0e4a247442ca9p-4);
  TwoDoubles third = ExactProduct(z.high, Splat(kThird));
  third.low += z.high * Splat(kThirdLow) + z.low * Splat(kThird);
  TwoDoubles v = FastSum(third.high, w);
  v.low += third.low;
  TwoDoubles q = ExactProduct(s, v.high);
  q.low += s * v.low + s_low * v.high;
  TwoDoubles half = FastSum(s, q.high);
  half.low += q.low + s_low;
  // n ln 2 is 0, or larger than the logarithm of the fraction.
  TwoDoubles sum = FastSum(n * Splat(kLn2High), half.high + half.high);
  sum.low += (half.low + half.low) + n * Splat(kLn2Low);
  return FastSum(sum.high, sum.low);
}

// Signs and special values of a power, as C's pow has them, from that of |x|.
HLOOM_VECTOR_INLINE Doubles WithSpecialPowers(Doubles of_magnitude, Doubles x, Doubles y) {
  const Doubles magnitude = Abs(x), exponent = Abs(y);
  // 2^52 added to a smaller number rounds it to an integer.
  const auto integral = [](Doubles number) {
    const Doubles rounder = Splat(0x1p52);
    return ((number + rounder) - rounder == number) | (number >= rounder);
  };
  const auto integer = integral(exponent);
  const auto even = integral(exponent * Splat(0.5));
  Doubles result = Select(magnitude == Splat(1.0), Splat(1.0), of_magnitude);
  const Longs odd = reinterpret_cast<Longs>(integer) & ~reinterpret_cast<Longs>(even);
  result = FromBits(Bits(result) ^ (SignOf(x) & odd));
  const auto undefined = (x < Splat(0.0)) & (x > Splat(-kInfinity)) & ~integer;
  result = Select(undefined | (x != x) | (y != y), Splat(kNaN), result);
  return Select((x == Splat(1.0)) | (y == Splat(0.0)), Splat(1.0), result);
}
HLOOM_VECTOR_INLINE Doubles PowerForFloat(Doubles x, Doubles y) {
  const Doubles magnitude = Abs(x);
  const Doubles log = WithSpecialLogs(LogOfPositive(magnitude), magnitude);
  return WithSpecialPowers(ExpForFloat(y * log), x, y);
}
HLOOM_VECTOR_INLINE Doubles PowerOfPositive(Doubles x, Doubles y) {
  return ExpForFloat(y * LogOfPositive(x));
}
// Powers of positive floats, and those with special values.
struct Power32 {
  HLOOM_VECTOR_INLINE static auto Unusual(Floats x, Floats y) {
    const Floats infinity = Splat(std::numeric_limits<float>::infinity());
    return ~((x > Splat(0.0f)) & (x < infinity) & (Abs(y) < infinity));
  }
  HLOOM_VECTOR_INLINE static Floats Usual(Floats x, Floats y) {
    return ThroughDoubles<PowerOfPositive>(x, y);
  }
  HLOOM_VECTOR_INLINE static Floats Rare(Floats x, Floats y) {
    return ThroughDoubles<PowerForFloat>(x, y);
  }
};
inline Doubles Power64(Doubles x, Doubles y) {
  const Doubles magnitude = Abs(x);
  const TwoDoubles log = LogInTwoParts(magnitude);
  // The logarithm of a number beside 1 is at least 2^-53, so that powers of larger exponents
  // overflow or underflow.
  const Doubles exponent = Clamp(y, -0x1p66, 0x1p66);
  TwoDoubles product = ExactProduct(exponent, log.high);
  product.low += exponent * log.low;
  const Doubles special = y * Select(magnitude == Splat(0.0), Splat(-kInfinity), Splat(kInfinity));
  const auto ordinary = (magnitude > Splat(0.0)) & (magnitude < Splat(kInfinity));
  const Doubles high = Select(ordinary, product.high, special);
  const Doubles low = Select(ordinary & (Abs(high) < Splat(800.0)), product.low, Splat(0.0));
  return WithSpecialPowers(ExpForDouble(high, low), x, y);
}

// The real root, of both signs.
HLOOM_VECTOR_INLINE Doubles CbrtForFloat(Doubles x) {
  const Doubles magnitude = Abs(x);
  const Doubles root = ExpForFloat(LogOfPositive(magnitude) * Splat(1.0 / 3));
  const auto ordinary = (magnitude > Splat(0.0)) & (magnitude < Splat(kInfinity));
  return Select(ordinary, WithSign(root, x), x);
}

// sign(x) log1p(|x| + x^2 / (1 + sqrt(1 + x^2)))
HLOOM_VECTOR_INLINE Doubles AsinhForFloat(Doubles x) {
  const Doubles magnitude = Abs(x);
  const Doubles square = x * x;
  const Doubles y = Log1pForFloat(magnitude + square / (Splat(1.0) + Sqrt(Splat(1.0) + square)));
  return WithSign(Select(magnitude < Splat(kInfinity), y, magnitude), x);
}
// log1p(t + sqrt(t (t + 2))) of t = x - 1
HLOOM_VECTOR_INLINE Doubles AcoshForFloat(Doubles x) {
  const Doubles t = x - Splat(1.0);
  const Doubles y = Log1pForFloat(t + Sqrt(t * (t + Splat(2.0))));
  return Select(x >= Splat(1.0), y, Splat(kNaN));
}
// sign(x) log1p(2 |x| / (1 - |x|)) / 2
HLOOM_VECTOR_INLINE Doubles AtanhForFloat(Doubles x) {
  const Doubles magnitude = Abs(x);
  const Doubles quotient = (magnitude + magnitude) / (Splat(1.0) - magnitude);
  return WithSign(Splat(0.5) * Log1pForFloat(quotient), x);
}

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_LOGARITHM_H_
