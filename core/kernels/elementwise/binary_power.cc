// Binaries beyond the four rules: power, remainder, atan2, complex.
#include "kernels/elementwise/elements.h"

#include <cmath>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

template <typename T>
Complex128 Widen(T z) {
  return {z.real(), z.imag()};
}
template <typename T>
T Narrow(Complex128 z) {
  using Part = typename T::value_type;
  return T(static_cast<Part>(z.real()), static_cast<Part>(z.imag()));
}

// Squares again and again, modulo 2^64; the low bits are those of any narrower type.
template <typename T>
T IntegerPower(T base, T exponent) {
  if (exponent < 0) return base == 1 ? 1 : 0;
  uint64_t result = 1;
  uint64_t square = static_cast<uint64_t>(base);
  for (uint64_t bits = static_cast<uint64_t>(exponent); bits != 0; bits >>= 1) {
    if (bits & 1) result *= square;
    square *= square;
  }
  return static_cast<T>(result);
}

struct Power {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (kIsComplex<T>) {
      return Narrow<T>(ComplexPow(Widen(a), Widen(b)));
    } else if constexpr (std::is_integral_v<T>) {
      return IntegerPower(a, b);
    } else {
      if (a == 1 || b == 0) return 1;  // also of NaN
      return static_cast<T>(std::pow(static_cast<double>(a), static_cast<double>(b)));
    }
  }
};
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
      return std::fmod(a, b);
    }
  }
};
struct Atan2 {
  template <typename T>
  static T Apply(T y, T x) {
    if constexpr (kIsComplex<T>) {
      return Narrow<T>(ComplexAtan2(Widen(y), Widen(x)));
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

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kReal = TypeSet::kReal;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;
constexpr TypeSet kWideFloating = TypeSet::kWideFloating;

}  // namespace

constexpr ElementLoops kPowerLoops = BinaryLoops<Power, kArithmetic>;
constexpr ElementLoops kRemainderLoops = BinaryLoops<Remainder, kReal>;
constexpr ElementLoops kAtan2Loops = BinaryLoops<Atan2, kFloatingOrComplex>;
constexpr ElementLoops kComplexLoops = BinaryLoops<Complex, kWideFloating>;

}  // namespace hloom
