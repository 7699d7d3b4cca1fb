// Sine, cosine, tangent and their inverses.
#ifndef HLOOM_KERNELS_VECTOR_MATH_TRIGONOMETRIC_H_
#define HLOOM_KERNELS_VECTOR_MATH_TRIGONOMETRIC_H_

#include "kernels/vector_math/lanes.h"

namespace hloom::vector_math {

inline constexpr double kPi = 0x1.921fb54442d18p+1;
// Pi in two parts, and half of it in three. A product of the first ones, which have 33 bits, with a
// number of 20 bits is exact.
inline constexpr double kPiHigh = 0x1.921fb54400000p+1;
inline constexpr double kPiLow = 0x1.0b4611a626331p-33;
inline constexpr double kHalfPiHigh = 0x1.921fb54400000p+0;
inline constexpr double kHalfPiMiddle = 0x1.0b4611a600000p-34;
inline constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
// The formulas hold for magnitudes up to this one.
inline constexpr double kLargestUsual = 1e6;

// x = quadrant pi / 2 + rest, |rest| <= pi / 4 and a little more. Bits 0 and 1 of the quadrant
// count.
struct Angle {
  Longs quadrant;
  TwoDoubles rest;
};
// For any number; of infinities and NaN, the rest is NaN.
Angle ReduceAngle(Doubles x);

// The sine of numbers between -pi / 2 and pi / 2, relative error 2^-35.
extern const DoubleCoefficients<5> kSineTerms;
HLOOM_VECTOR_INLINE Doubles SineOfHalfTurn(Doubles r) {
  const Doubles z = r * r;
  const Doubles p = Polynomial(z, kSineTerms);
  // Not r + r z p: the sum of -0 and +0 is +0.
  return r * (Splat(1.0) + z * p);
}
HLOOM_VECTOR_INLINE Doubles SinForFloat(Doubles x) {
  const Doubles sum = x * Splat(1 / kPi) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  const Doubles r = (x - n * Splat(kPiHigh)) - n * Splat(kPiLow);
  return FromBits(Bits(SineOfHalfTurn(r)) ^ (Bits(sum) << 63));
}
// x = (n + 1/2) pi + r: the cosine is -sin r for even n.
HLOOM_VECTOR_INLINE Doubles CosForFloat(Doubles x) {
  const Doubles sum = (x * Splat(1 / kPi) - Splat(0.5)) + Splat(kRounder);
  const Doubles n = (sum - Splat(kRounder)) + Splat(0.5);
  const Doubles r = (x - n * Splat(kPiHigh)) - n * Splat(kPiLow);
  return FromBits(Bits(SineOfHalfTurn(r)) ^ (~Bits(sum) << 63));
}
HLOOM_VECTOR_INLINE Doubles TanForFloat(Doubles x) {
  const Doubles sum = x * Splat(2 / kPi) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  const Doubles r = (x - n * Splat(kHalfPiHigh)) - n * Splat(kHalfPiMiddle + kHalfPiLow);
  const Doubles z = r * r;
  const Doubles sine =
      r * (Splat(1.0) + z * Polynomial(z, -0x1.5555554c68b8dp-3, 0x1.11110863af608p-7,
                                       -0x1.a00f79bbf2621p-13, 0x1.6cd0a6024e7c3p-19));
  const Doubles cosine =
      Splat(1.0) - z * (Splat(0.5) - z * Polynomial(z, 0x1.5555554ed368dp-5, -0x1.6c16b823c3b7bp-10,
                                                    0x1.a010dab7deda4p-16, -0x1.241dc46a9a1acp-22));
  // In odd quadrants the tangent is -cos r / sin r.
  const Longs odd = -(Bits(sum) & Longs{1, 1});
  const Doubles quotient = Select(odd, cosine, sine) / Select(odd, sine, cosine);
  return FromBits(Bits(quotient) ^ (odd & SplatBits(-0.0)));
}

// The sine and the cosine of angles between -pi / 4 and pi / 4, relative error 2^-57.
HLOOM_VECTOR_INLINE Doubles SineOfRest(TwoDoubles rest) {
  const Doubles r = rest.high, z = r * r;
  const Doubles p =
      Polynomial(z, -0x1.5555555555548p-3, 0x1.111111110f7b0p-7, -0x1.a01a019bf9b0fp-13,
                 0x1.71de3564032a6p-19, -0x1.ae5e577c808e1p-26, 0x1.5d8ee637fd0c2p-33);
  // The derivative is nearly 1 - z / 2.
  const Doubles y = r + (z * r * p + rest.low * (Splat(1.0) - Splat(0.5) * z));
  return Select(r == Splat(0.0), r, y);
}
HLOOM_VECTOR_INLINE Doubles CosineOfRest(TwoDoubles rest) {
  const Doubles r = rest.high, z = r * r;
  const Doubles p =
      Polynomial(z, 0x1.555555555554bp-5, -0x1.6c16c16c14f6cp-10, 0x1.a01a019c80952p-16,
                 -0x1.27e4f7e80144bp-22, 0x1.1ee9d5c827596p-29, -0x1.8fa394fea9a91p-37);
  const TwoDoubles main = FastSum(Splat(1.0), Splat(-0.5) * z);
  return main.high + (main.low + (z * z * p - r * rest.low));
}
// sin(rest + quadrant pi / 2)
HLOOM_VECTOR_INLINE Doubles SineOf(const Angle& angle) {
  const Longs odd = -(angle.quadrant & Longs{1, 1});
  const Doubles y = Select(odd, CosineOfRest(angle.rest), SineOfRest(angle.rest));
  return FromBits(Bits(y) ^ (((angle.quadrant >> 1) & Longs{1, 1}) << 63));
}
inline Doubles Sin64(Doubles x) { return SineOf(ReduceAngle(x)); }
inline Doubles Cos64(Doubles x) {
  Angle angle = ReduceAngle(x);
  angle.quadrant += Longs{1, 1};
  return SineOf(angle);
}
inline Doubles Tan64(Doubles x) {
  Angle angle = ReduceAngle(x);
  const Doubles sine = SineOf(angle);
  angle.quadrant += Longs{1, 1};
  return sine / SineOf(angle);
}

// atan t of t from 0 to 1: relative error 2^-39.
HLOOM_VECTOR_INLINE Doubles AtanOfFraction(Doubles t) {
  const Doubles z = t * t;
  const Doubles p = Polynomial(z, -0x1.55555550e23c1p-2, -0x1.c3cf94d89d95ap-2,
                               -0x1.396bc0c69708cp-3, -0x1.7b128bb41177cp-7);
  const Doubles q = Polynomial(z, 1.0, 0x1.ec7548a58fe79p+0, 0x1.2f4b27f9ffd88p+0,
                               0x1.048ec4342c9e0p-2, 0x1.b8590fa69c95cp-7);
  return t + t * z * p / q;
}
HLOOM_VECTOR_INLINE Doubles Atan2ForFloat(Doubles y, Doubles x) {
  const Doubles height = Abs(y), width = Abs(x);
  const auto steep = height > width;
  const Doubles larger = Select(steep, height, width);
  const Doubles smaller = Select(steep, width, height);
  // Equal numbers, infinities too, give 1, and two zeros 0.
  Doubles quotient = Select(smaller == larger, Splat(1.0), smaller / larger);
  quotient = Select(larger == Splat(0.0), smaller, quotient);
  Doubles angle = AtanOfFraction(quotient);
  angle = Select(steep, Splat(kPi / 2) - angle, angle);
  // Also of -0: atan2(0, -0) is pi.
  const auto left = Bits(x) < Longs{};
  angle = Select(left, Splat(kPi) - angle, angle);
  return WithSign(angle, y);
}

// asin t - t of t between -1/2 and 1/2, divided by t: relative error of the whole 2^-40.
HLOOM_VECTOR_INLINE Doubles AsinExcess(Doubles z) {
  return z * Polynomial(z, 0x1.555555478f116p-3, 0x1.333340c77a8eap-4, 0x1.6db24b5ceac2ap-5,
                        0x1.f283e4da7d4e6p-6, 0x1.662fada11654ep-6, 0x1.52911968d5f6fp-6,
                        0x1.fafc02057181ep-10, 0x1.0dfc66f05280ap-5);
}
// Beyond 1/2, asin t = pi / 2 - 2 asin sqrt((1 - t) / 2).
struct AsinReduction {
  Doubles angle;  // asin |x|, or half of acos |x|
  Longs small;
};
HLOOM_VECTOR_INLINE AsinReduction ReduceForAsin(Doubles x) {
  const Doubles magnitude = Abs(x);
  const auto small = magnitude <= Splat(0.5);
  const Doubles z = Select(small, x * x, (Splat(1.0) - magnitude) * Splat(0.5));
  const Doubles t = Select(small, magnitude, Sqrt(z));
  return {t + t * AsinExcess(z), reinterpret_cast<Longs>(small)};
}
HLOOM_VECTOR_INLINE Doubles AsinForFloat(Doubles x) {
  const AsinReduction reduced = ReduceForAsin(x);
  const Doubles large = Splat(kPi / 2) - (reduced.angle + reduced.angle);
  return WithSign(Select(reduced.small, reduced.angle, large), x);
}
HLOOM_VECTOR_INLINE Doubles AcosForFloat(Doubles x) {
  const AsinReduction reduced = ReduceForAsin(x);
  const auto negative = x < Splat(0.0);
  const Doubles asin = FromBits(Bits(reduced.angle) ^ SignOf(x));
  const Doubles twice = reduced.angle + reduced.angle;
  const Doubles large = Select(negative, Splat(kPi) - twice, twice);
  return Select(reduced.small, Splat(kPi / 2) - asin, large);
}

// Functions of four floats whose short formulas hold up to kLargestUsual.
template <Doubles (*kUsual)(Doubles), Doubles (*kExact)(Doubles)>
struct Circular32 {
  HLOOM_VECTOR_INLINE static auto Unusual(Floats x) {
    return ~(Abs(x) <= Splat(static_cast<float>(kLargestUsual)));
  }
  HLOOM_VECTOR_INLINE static Floats Usual(Floats x) { return ThroughDoubles<kUsual>(x); }
  HLOOM_VECTOR_INLINE static Floats Rare(Floats x) { return ThroughDoubles<kExact>(x); }
};
using Sin32 = Circular32<SinForFloat, Sin64>;
using Cos32 = Circular32<CosForFloat, Cos64>;
using Tan32 = Circular32<TanForFloat, Tan64>;

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_TRIGONOMETRIC_H_
