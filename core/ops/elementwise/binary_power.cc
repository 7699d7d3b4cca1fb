// Binaries beyond the four rules: power, remainder, atan2, complex.
#include <cmath>

#include "ops/elementwise/binary.h"
#include "ops/elementwise/complex_math.h"
#include "ops/elementwise/elementwise.h"

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

// By squaring, modulo 2^64; the low bits are those of any narrower type.
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

StatusOr<Shape> InferComplex(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, shape.element_type() == F32 ? C64 : C128);
}

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kReal = TypeSet::kReal;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;
constexpr TypeSet kWideFloating = TypeSet::kWideFloating;

}  // namespace

extern const OpDef kPowerDef, kRemainderDef, kAtan2Def, kComplexDef;

constexpr OpDef kPowerDef = BinaryDef(
    HloOpcode::kPower, "power", kArithmetic, false, &kBinaryKernel<Power, kArithmetic>, nullptr,
    "lhs to the power of rhs. 1^x and x^0 are 1, also where x is NaN. Integers wrap; a negative "
    "integer exponent gives 1 for the base 1, else 0. A complex infinity gives inf for a positive "
    "real exponent, 0 for a negative one.");
constexpr OpDef kRemainderDef = BinaryDef(
    HloOpcode::kRemainder, "remainder", kReal, false, &kBinaryKernel<Remainder, kReal>, nullptr,
    "The remainder of lhs / rhs, truncated toward zero: its sign is that of lhs, its absolute "
    "value less than that of rhs. Integers: x % 0 is x, the least integer % -1 is 0. Floats: x % "
    "0 is NaN, x % inf is x.");
constexpr OpDef kAtan2Def = BinaryDef(
    HloOpcode::kAtan2, "atan2", kFloatingOrComplex, false,
    &kBinaryKernel<Atan2, kFloatingOrComplex>, nullptr,
    "The angle of the point (rhs, lhs) from the x axis, in -pi..pi; signed zeros and infinities as "
    "in C. Of complex numbers, -i ln((x + i y) / sqrt(x^2 + y^2)) with y = lhs, x = rhs.");
constexpr OpDef kComplexDef = BinaryDef(
    HloOpcode::kComplex, "complex", kWideFloating, false, &kBinaryKernel<Complex, kWideFloating>,
    nullptr, "The complex number lhs + rhs i of each pair: C64 of F32, C128 of F64.", InferComplex);

}  // namespace hloom
