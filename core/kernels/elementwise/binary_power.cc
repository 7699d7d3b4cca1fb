// Binaries beyond the four rules: power, remainder, atan2, complex.
#include "kernels/elementwise/elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"
#include "kernels/vector_math/functions.h"
#include "kernels/vector_math/logarithm.h"
#include "kernels/vector_math/loops.h"
#include "kernels/vector_math/trigonometric.h"

namespace hloom {

namespace {

template <typename T>
Complex128 BinaryPowerWiden(T z) {
  return {z.real(), z.imag()};
}
template <typename T>
T Narrow(Complex128 z) {
  using Part = typename T::value_type;
  return T(static_cast<Part>(z.real()), static_cast<Part>(z.imag()));
}

// Power by repeated squaring, modulo 2^64; the low bits are those of any narrower type.
template <typename T>
T IntegerPower(T base, T exponent) {
  if (exponent < 0) return base == 1 ? 1 : 0;
  uint64_t result = 1;
  uint64_t square = static_cast<uint64_t>(base);
  for (uint64_t bits = static_cast<uint64_t>(exponent); bits != 0; bits >>= 1) {
    // Multiplies by the square or by 1, without an unpredictable branch.
    result *= ((square - 1) & (0 - (bits & 1))) + 1;
    square *= square;
  }
  return static_cast<T>(result);
}

struct Power {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (kIsComplex<T>) {
      return Narrow<T>(ComplexPow(BinaryPowerWiden(a), BinaryPowerWiden(b)));
    } else if constexpr (std::is_integral_v<T>) {
      return IntegerPower(a, b);
    } else {
      if (a == 1 || b == 0) return 1;  // also of NaN
      return static_cast<T>(std::pow(static_cast<double>(a), static_cast<double>(b)));
    }
  }
};
// A remainder is exact, and takes a step for each bit of the quotient: up to 2,000 for F64. A large
// quotient takes as many bits per step as fit into 64 bits with a mantissa.
template <typename T>
T FloatRemainder(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  constexpr int kMantissa = std::numeric_limits<T>::digits - 1;
  constexpr int kAtOnce = 63 - kMantissa;
  constexpr uint64_t kHidden = uint64_t{1} << kMantissa;
  constexpr int kSpecial = 2 * std::numeric_limits<T>::max_exponent - 1;  // infinities and NaNs
  constexpr int kMany = 32;
  const auto bits_a = __builtin_bit_cast(Bits, a);
  const auto magnitude_b = __builtin_bit_cast(Bits, std::fabs(b));
  const auto exponent_a = static_cast<int>((bits_a >> kMantissa) & kSpecial);
  // Subnormals have the exponent of the least normal numbers, without the hidden bit.
  const int exponent = std::max(static_cast<int>(magnitude_b >> kMantissa), 1);
  int left = exponent_a - exponent;
  if (left < kMany || exponent_a == kSpecial || magnitude_b == 0) return std::fmod(a, b);
  const uint64_t divisor =
      magnitude_b < kHidden ? magnitude_b : (magnitude_b & (kHidden - 1)) | kHidden;
  uint64_t rest = ((bits_a & (kHidden - 1)) | kHidden) % divisor;
  for (; left > 0 && rest != 0; left -= kAtOnce) {
    rest = (rest << std::min(left, kAtOnce)) % divisor;
  }
  if (rest == 0) return std::copysign(T{0}, a);
  const int up = std::min(kMantissa - (63 - std::countl_zero(rest)), exponent - 1);
  const uint64_t result = (rest << up) + (static_cast<uint64_t>(exponent - 1 - up) << kMantissa);
  return std::copysign(__builtin_bit_cast(T, static_cast<Bits>(result)), a);
}

// The sign is the dividend's.
struct Remainder {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return a;
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;  // the least integer % -1 overflows in C++
      }
      return static_cast<T>(a % b);
    } else {
      return FloatRemainder(a, b);
    }
  }
};
struct Atan2 {
  template <typename T>
  static T Apply(T y, T x) {
    if constexpr (kIsComplex<T>) {
      return Narrow<T>(ComplexAtan2(BinaryPowerWiden(y), BinaryPowerWiden(x)));
    } else {
      return static_cast<T>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
    }
  }
};
struct Complex {
  template <typename T>
  static std::complex<T> Apply(T re, T im) {
    return {re, im};
  }
};

constexpr TypeSet kBinaryPowerArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kReal = TypeSet::kReal;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;
constexpr TypeSet kWideFloating = TypeSet::kWideFloating;

using vector_math::Doubles;
using vector_math::Floats;
using vector_math::OfDoubles;
using vector_math::OfFloats;
constexpr ElementFunction::Loop kPowerOfFloats =
    vector_math::BinaryVectorLoop<vector_math::Power32, Floats, float>;
constexpr ElementFunction::Loop kPowerOfDoubles =
    vector_math::BinaryVectorLoop<OfDoubles<vector_math::Power64>, Doubles, double>;
constexpr ElementFunction::Loop kAtan2OfFloats =
    vector_math::BinaryVectorLoop<OfFloats<vector_math::Atan2ForFloat>, Floats, float>;

}  // namespace

extern constexpr ElementLoops kPowerLoops =
    vector_math::VectorLoops<kPowerOfFloats, kPowerOfDoubles,
                             BinaryLoopFor<Power, kBinaryPowerArithmetic>>;
constexpr ElementLoops kRemainderLoops = BinaryLoops<Remainder, kReal>;
extern constexpr ElementLoops kAtan2Loops =
    vector_math::VectorLoops<kAtan2OfFloats, nullptr, BinaryLoopFor<Atan2, kFloatingOrComplex>>;
constexpr ElementLoops kComplexLoops = BinaryLoops<Complex, kWideFloating>;

}  // namespace hloom
