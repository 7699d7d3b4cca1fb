// The exponential function and functions that are made of it.
#ifndef HLOOM_KERNELS_VECTOR_MATH_EXPONENTIAL_H_
#define HLOOM_KERNELS_VECTOR_MATH_EXPONENTIAL_H_

#include "kernels/vector_math/lanes.h"

namespace hloom::vector_math {

inline constexpr double kLog2E = 0x1.71547652b82fep+0;
inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;
// ln 2 in two parts. A product of the first with an integer below 2^11 is exact.
inline constexpr double kLn2High = 0x1.62e42fefa3800p-1;
inline constexpr double kLn2Low = 0x1.ef35793c76730p-45;

// x = n ln 2 + rest, |rest| <= ln 2 / 2 and a little more.
struct ExpReduction {
  Longs n;  // in the low 12 bits; the others hold no information
  Doubles rest;
};
HLOOM_VECTOR_INLINE ExpReduction ReduceForExp(Doubles x) {
  const Doubles sum = x * Splat(kLog2E) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  return {Bits(sum), x - n * Splat(kLn2)};
}
// 2^n for n from -1022 to 1023. NaN came in where n holds garbage: any result serves.
HLOOM_VECTOR_INLINE Doubles PowerOfTwo(Longs n) { return FromBits((n << 52) + SplatBits(1.0)); }

// e^x of doubles, for results that become floats: relative error 2^-34, results between e^-110 and
// e^110.
extern const DoubleCoefficients<6> kExpTerms;
HLOOM_VECTOR_INLINE Doubles ExpForFloat(Doubles x) {
  const ExpReduction reduced = ReduceForExp(Clamp(x, -110, 110));
  const Doubles r = reduced.rest;
  const Doubles q = Polynomial(r, kExpTerms);
  return (Splat(1.0) + (r + r * r * q)) * PowerOfTwo(reduced.n);
}
// e^x - 1 of doubles, for results that become floats: relative error 2^-34. Results up to e^110.
extern const DoubleCoefficients<7> kExpm1Terms;
HLOOM_VECTOR_INLINE Doubles Expm1ForFloat(Doubles x) {
  const ExpReduction reduced = ReduceForExp(Clamp(x, -110, 110));
  const Doubles r = reduced.rest;
  const Doubles q = Polynomial(r, kExpm1Terms);
  const Doubles power = PowerOfTwo(reduced.n);
  // For -0, the sum would be +0.
  const Doubles y = power * (r + r * r * q) + (power - Splat(1.0));
  return Select(x == Splat(0.0), x, y);
}

// e^(x + low) of doubles, for |low| below an ulp of x: within 0.6 ulps. Results overflow and
// underflow as the exponential does.
HLOOM_VECTOR_INLINE Doubles ExpForDouble(Doubles x, Doubles low) {
  const Doubles inside = Clamp(x, -746, 710);
  const Doubles sum = inside * Splat(kLog2E) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  const Doubles high = inside - n * Splat(kLn2High);
  const Doubles rest = n * Splat(kLn2Low) - low;
  const Doubles r = high - rest;
  const Doubles lost = (high - r) - rest;
  const Doubles q = Polynomial(r, 0x1.000000000000ap-1, 0x1.55555555554f8p-3, 0x1.5555555550854p-5,
                               0x1.1111111128010p-7, 0x1.6c16c1843622cp-10, 0x1.a01a01293c5d4p-13,
                               0x1.a01999e5efab4p-16, 0x1.71df273034026p-19, 0x1.28ad9a27b3fd3p-22,
                               0x1.ad7d549f1058dp-26);
  const TwoDoubles one_and_r = FastSum(Splat(1.0), r);
  const Doubles y = one_and_r.high + (one_and_r.low + (lost + r * r * q));
  // 2^n in two factors, as n is between -1077 and 1025. The first has the nearest integer to n / 2.
  const Doubles half = n * Splat(0.5) + Splat(kRounder);
  return y * PowerOfTwo(Bits(half)) * PowerOfTwo(Bits(sum) - Bits(half));
}
// e^x - 1 of doubles from 0 to 64, to 60 bits.
HLOOM_VECTOR_INLINE TwoDoubles Expm1ForDouble(Doubles x) {
  const Doubles sum = x * Splat(kLog2E) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  const Doubles high = x - n * Splat(kLn2High);
  const Doubles rest = n * Splat(kLn2Low);
  const Doubles r = high - rest;
  const Doubles lost = (high - r) - rest;
  const Doubles q = Polynomial(r, 0x1.0000000000000p-1, 0x1.5555555555559p-3, 0x1.555555555553ep-5,
                               0x1.111111110f6c3p-7, 0x1.6c16c16c1f0cap-10, 0x1.a01a01afddea1p-13,
                               0x1.a01a017bba5ddp-16, 0x1.71ddf862e2ed1p-19, 0x1.27e5362b42fadp-22,
                               0x1.af5ea9b51fb0ap-26, 0x1.1ee8b05c0818bp-29);
  const Doubles power = PowerOfTwo(Bits(sum));
  const TwoDoubles part = FastSum(r, lost + r * r * q);
  TwoDoubles y = FastSum(power - Splat(1.0), power * part.high);
  y.low += power * part.low;
  return y;
}

// In memory, as coefficients are.
struct Exp32Numbers {
  Floats largest;
  Floats log2_e;
  Floats rounder;  // as kRounder
  // ln 2 in two parts. The first has 10 bits, so that its product with n is exact.
  Floats ln2_high;
  Floats ln2_low;
  Floats one;
  FloatCoefficients<5> terms;
};
extern const Exp32Numbers kExp32;

// e^x of four floats, within 0.84 ulps: in floats where the result is a normal number.
struct Exp32 {
  // Lanes where Usual does not hold.
  HLOOM_VECTOR_INLINE static auto Unusual(Floats x) { return ~(Abs(x) <= kExp32.largest); }
  HLOOM_VECTOR_INLINE static Floats Usual(Floats x) {
    const Exp32Numbers& c = kExp32;
    const Floats sum = x * c.log2_e + c.rounder;
    const Floats n = sum - c.rounder;
    const Floats r = (x - n * c.ln2_high) - n * c.ln2_low;
    const Floats q = Polynomial(r, c.terms);
    const Floats one_and_r = c.one + r;
    const Floats of_r = (c.one - one_and_r) + r;
    const Floats y = one_and_r + (of_r + r * r * q);
    return FromBits(Bits(y) + (Bits(sum) << 23));
  }
  HLOOM_VECTOR_INLINE static Floats Rare(Floats x) { return ThroughDoubles<ExpForFloat>(x); }
};
inline Doubles Exp64(Doubles x) { return ExpForDouble(x, Doubles{}); }

HLOOM_VECTOR_INLINE Doubles LogisticForFloat(Doubles x) {
  return Splat(1.0) / (Splat(1.0) + ExpForFloat(-x));
}
// e^-|x| does not overflow: at -740, 1 / (1 + e^740) would be 0.
HLOOM_VECTOR_INLINE Doubles Logistic64(Doubles x) {
  const Doubles e = Exp64(-Abs(x));
  const TwoDoubles divisor = FastSum(Splat(1.0), e);
  const auto negative = x < Splat(0.0);
  const Doubles y = Select(negative, e, Splat(1.0)) / divisor.high;
  // The error of the divisor, divided by it: 1 / (1 + e) is y, or 1 - y where x is negative.
  return y - y * (divisor.low * Select(negative, Splat(1.0) - y, y));
}

// tanh x = x P(x^2) / Q(x^2), relative error 2^-29.7. From 9.02 on, the nearest float is 1.
extern const DoubleCoefficients<5> kTanhNumerator;
extern const DoubleCoefficients<6> kTanhDenominator;
HLOOM_VECTOR_INLINE Doubles TanhForFloat(Doubles x) {
  const Doubles inside = Clamp(x, -9.15, 9.15);
  const Doubles z = inside * inside;
  return inside * Polynomial(z, kTanhNumerator) / Polynomial(z, kTanhDenominator);
}
// From 22 on, the nearest double is 1.
HLOOM_VECTOR_INLINE Doubles Tanh64(Doubles x) {
  const TwoDoubles e = Expm1ForDouble(Clamp(Abs(x), 0, 22) * Splat(2.0));
  const TwoDoubles divisor = ExactSum(Splat(2.0), e.high);
  const Doubles y = e.high / divisor.high;
  // The low parts, divided by the divisor, whose inverse is nearly (1 - y) / 2.
  const Doubles low = (e.low - y * (divisor.low + e.low)) * (Splat(0.5) - Splat(0.5) * y);
  return WithSign(y + low, x);
}

HLOOM_VECTOR_INLINE Doubles SinhForFloat(Doubles x) {
  const Doubles e = Expm1ForFloat(Abs(x));
  return WithSign(Splat(0.5) * (e + e / (e + Splat(1.0))), x);
}
HLOOM_VECTOR_INLINE Doubles CoshForFloat(Doubles x) {
  const Doubles e = ExpForFloat(Abs(x));
  return Splat(0.5) * (e + Splat(1.0) / e);
}

// erf x = x P(x^2) / Q(x^2), relative error 2^-29. From 3.93 on, the nearest float is 1.
extern const DoubleCoefficients<7> kErfNumerator;
extern const DoubleCoefficients<6> kErfDenominator;
HLOOM_VECTOR_INLINE Doubles ErfForFloat(Doubles x) {
  const Doubles inside = Clamp(x, -3.93, 3.93);
  const Doubles z = inside * inside;
  return inside * Polynomial(z, kErfNumerator) / Polynomial(z, kErfDenominator);
}

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_EXPONENTIAL_H_
