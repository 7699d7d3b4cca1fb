// Vectors of 16 bytes and the operations on them that the functions of vector math are made of.
//
// The same source compiles natively and to WebAssembly's SIMD128, and gives the same bits: it adds,
// subtracts, multiplies, divides and takes roots, which IEEE 754 rounds correctly, and never fuses
// two of these (-ffp-contract=off).
#ifndef HLOOM_KERNELS_VECTOR_MATH_LANES_H_
#define HLOOM_KERNELS_VECTOR_MATH_LANES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/loop_hints.h"

#define HLOOM_VECTOR_INLINE inline __attribute__((always_inline))

namespace hloom::vector_math {

using Floats = float __attribute__((vector_size(16)));
using Doubles = double __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
using Longs = int64_t __attribute__((vector_size(16)));
using UnsignedLongs = uint64_t __attribute__((vector_size(16)));

HLOOM_VECTOR_INLINE constexpr Floats Splat(float x) { return Floats{x, x, x, x}; }
HLOOM_VECTOR_INLINE constexpr Doubles Splat(double x) { return Doubles{x, x}; }
HLOOM_VECTOR_INLINE Longs SplatBits(double x) {
  return Longs{__builtin_bit_cast(int64_t, x), __builtin_bit_cast(int64_t, x)};
}

HLOOM_VECTOR_INLINE Longs Bits(Doubles x) { return reinterpret_cast<Longs>(x); }
HLOOM_VECTOR_INLINE Doubles FromBits(Longs bits) { return reinterpret_cast<Doubles>(bits); }
HLOOM_VECTOR_INLINE Ints Bits(Floats x) { return reinterpret_cast<Ints>(x); }
HLOOM_VECTOR_INLINE Floats FromBits(Ints bits) { return reinterpret_cast<Floats>(bits); }

// Masks have all bits of a lane set, or none.
template <typename Mask>
HLOOM_VECTOR_INLINE Doubles Select(Mask mask, Doubles on_true, Doubles on_false) {
  const Longs bits = reinterpret_cast<Longs>(mask);
  return FromBits((Bits(on_true) & bits) | (Bits(on_false) & ~bits));
}
template <typename Mask>
HLOOM_VECTOR_INLINE Floats Select(Mask mask, Floats on_true, Floats on_false) {
  const Ints bits = reinterpret_cast<Ints>(mask);
  return FromBits((Bits(on_true) & bits) | (Bits(on_false) & ~bits));
}
// True if a lane of the mask is set.
template <typename Mask>
HLOOM_VECTOR_INLINE bool Any(Mask mask) {
#if defined(__wasm_simd128__)
  using Bytes = signed char __attribute__((vector_size(16)));
  return __builtin_wasm_any_true_v128(reinterpret_cast<Bytes>(mask));
#else
  const Longs bits = reinterpret_cast<Longs>(mask);
  return (bits[0] | bits[1]) != 0;
#endif
}

HLOOM_VECTOR_INLINE Doubles Abs(Doubles x) { return FromBits(Bits(x) & ~SplatBits(-0.0)); }
HLOOM_VECTOR_INLINE Floats Abs(Floats x) {
  constexpr int32_t kMagnitude = 0x7fffffff;
  return FromBits(Bits(x) & Ints{kMagnitude, kMagnitude, kMagnitude, kMagnitude});
}
HLOOM_VECTOR_INLINE Longs SignOf(Doubles x) { return Bits(x) & SplatBits(-0.0); }
// The magnitude is not negative.
HLOOM_VECTOR_INLINE Doubles WithSign(Doubles magnitude, Doubles sign) {
  return FromBits(Bits(magnitude) | SignOf(sign));
}
// NaN stays NaN.
HLOOM_VECTOR_INLINE Doubles Clamp(Doubles x, double low, double high) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmin_f64x2(__builtin_wasm_pmax_f64x2(x, Splat(low)), Splat(high));
#else
  const Doubles above = Select(x < Splat(low), Splat(low), x);
  return Select(above > Splat(high), Splat(high), above);
#endif
}

// b where it is larger (smaller) than a, else a: one machine instruction, which does not tell zeros
// apart.
HLOOM_VECTOR_INLINE Floats PickLarger(Floats a, Floats b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmax_f32x4(a, b);
#else
  return Select(a < b, b, a);
#endif
}
HLOOM_VECTOR_INLINE Floats PickSmaller(Floats a, Floats b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmin_f32x4(a, b);
#else
  return Select(b < a, b, a);
#endif
}

HLOOM_VECTOR_INLINE Doubles Sqrt(Doubles x) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_sqrt_f64x2(x);
#else
  return Doubles{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}
HLOOM_VECTOR_INLINE Floats Sqrt(Floats x) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_sqrt_f32x4(x);
#else
  return Floats{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
#endif
}

// The first and the last two lanes.
HLOOM_VECTOR_INLINE Doubles LowDoubles(Floats x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), Doubles);
}
HLOOM_VECTOR_INLINE Doubles HighDoubles(Floats x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), Doubles);
}
HLOOM_VECTOR_INLINE Floats ToFloats(Doubles low, Doubles high) {
  // An instruction of WebAssembly converts two doubles to two floats and two zeros. clang 14 uses
  // it for this pattern alone; if clang sees that the zeros are not used, it uses single
  // conversions. So the pattern is hidden from the optimizer.
  const auto rounded = [](Doubles pair) {
    using FourDoubles = double __attribute__((vector_size(32)));
    const FourDoubles with_zeros = __builtin_shufflevector(pair, Doubles{}, 0, 1, 2, 3);
    Floats floats = __builtin_convertvector(with_zeros, Floats);
#if defined(__wasm_simd128__)
    asm("" : "+r"(floats));
#endif
    return floats;
  };
  return __builtin_shufflevector(rounded(low), rounded(high), 0, 1, 4, 5);
}

// Computes four floats as two and two doubles, and rounds the results once.
template <Doubles (*kFunction)(Doubles)>
HLOOM_VECTOR_INLINE Floats ThroughDoubles(Floats x) {
  return ToFloats(kFunction(LowDoubles(x)), kFunction(HighDoubles(x)));
}
template <Doubles (*kFunction)(Doubles, Doubles)>
HLOOM_VECTOR_INLINE Floats ThroughDoubles(Floats a, Floats b) {
  return ToFloats(kFunction(LowDoubles(a), LowDoubles(b)),
                  kFunction(HighDoubles(a), HighDoubles(b)));
}

// c0 + c1 x + c2 x^2 + ..., by Horner's rule.
template <typename Lanes, typename Coefficient>
HLOOM_VECTOR_INLINE Lanes Polynomial(Lanes, Coefficient last) {
  return Splat(last);
}
template <typename Lanes, typename Coefficient, typename... More>
HLOOM_VECTOR_INLINE Lanes Polynomial(Lanes x, Coefficient first, More... more) {
  return Splat(first) + x * Polynomial(x, more...);
}

// Coefficients that are vectors in memory, whose values compilers do not know: coefficients.cc has
// them. V8 needs three instructions to make a vector of a known number, in every iteration of a
// loop, and one to load a vector from memory.
template <typename Lanes, size_t kCount>
struct Coefficients {
  Lanes c[kCount];
};
template <size_t kCount>
using FloatCoefficients = Coefficients<Floats, kCount>;
template <size_t kCount>
using DoubleCoefficients = Coefficients<Doubles, kCount>;

template <typename Lanes, size_t kCount>
HLOOM_VECTOR_INLINE Lanes Polynomial(Lanes x, const Coefficients<Lanes, kCount>& coefficients) {
  const auto& c = coefficients.c;
  Lanes sum = c[kCount - 1];
  HLOOM_UNROLLED
  for (size_t i = 1; i < kCount; ++i) sum = c[kCount - 1 - i] + x * sum;
  return sum;
}

// Added to a double below 2^51, it leaves the nearest integer in the low bits of the sum. A tie
// goes to the even integer.
inline constexpr double kRounder = 0x1.8p52;

// An unevaluated sum, whose low part is at most half an ulp of the high one.
struct TwoDoubles {
  Doubles high;
  Doubles low;
};
// The exact sum of two numbers, of which a is the larger one or 0.
HLOOM_VECTOR_INLINE TwoDoubles FastSum(Doubles a, Doubles b) {
  const Doubles sum = a + b;
  return {sum, (a - sum) + b};
}
// The exact sum of any two numbers.
HLOOM_VECTOR_INLINE TwoDoubles ExactSum(Doubles a, Doubles b) {
  const Doubles sum = a + b;
  const Doubles of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
// The exact product, by Dekker's splitting into halves of 26 bits; for magnitudes below 2^996.
HLOOM_VECTOR_INLINE TwoDoubles ExactProduct(Doubles a, Doubles b) {
  const auto upper_half = [](Doubles x) {
    const Doubles scaled = x * Splat(0x1.0p27 + 1);
    return scaled - (scaled - x);
  };
  const Doubles a_high = upper_half(a), a_low = a - a_high;
  const Doubles b_high = upper_half(b), b_low = b - b_high;
  const Doubles product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_LANES_H_
