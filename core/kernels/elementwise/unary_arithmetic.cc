// Unary arithmetic: negate, abs, sign, real, imag; and is-finite.
#include "kernels/elementwise/elements.h"

#include <cmath>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

struct Negate {
  static constexpr bool kOneInstruction = true;

  template <typename T>
  static T Apply(T x) {
    if constexpr (std::is_integral_v<T>) {
      // The negation is unsigned, so that the least integer maps to itself.
      return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x));
    } else {
      return -x;
    }
  }
};
struct Abs {
  static constexpr bool kOneInstruction = true;

  template <typename T>
  static auto Apply(T x) {
    if constexpr (kIsComplex<T>) {
      // C64 computes in double, where its squares cannot overflow.
      const double re = x.real();
      const double im = x.imag();
      return static_cast<typename T::value_type>(std::hypot(re, im));
    } else if constexpr (std::is_integral_v<T>) {
      return x < 0 ? Negate::Apply(x) : x;
    } else {
      return std::fabs(x);
    }
  }
};
struct Sign {
  template <typename T>
  static T Apply(T x) {
    if constexpr (kIsComplex<T>) {
      const Complex128 sign = ComplexSign({x.real(), x.imag()});
      using Part = typename T::value_type;
      return T(static_cast<Part>(sign.real()), static_cast<Part>(sign.imag()));
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>((x > 0) - (x < 0));
    } else {
      return x == 0 || std::isnan(x) ? x : std::copysign(T{1}, x);
    }
  }
};
struct Real {
  template <typename T>
  static auto Apply(T x) {
    if constexpr (kIsComplex<T>) {
      return x.real();
    } else {
      return x;
    }
  }
};
struct Imag {
  template <typename T>
  static auto Apply(T x) {
    if constexpr (kIsComplex<T>) {
      return x.imag();
    } else {
      return T{0};
    }
  }
};
struct IsFinite {
  template <typename T>
  static bool Apply(T x) {
    return std::isfinite(x);
  }
};

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kSigned = TypeSet::kSigned;
constexpr TypeSet kUnaryArithmeticFloating = TypeSet::kFloating;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;

}  // namespace

constexpr ElementLoops kNegateLoops = UnaryLoops<Negate, kArithmetic>;
extern constexpr ElementLoops kAbsLoops = UnaryLoops<Abs, kSigned>;
extern constexpr ElementLoops kSignLoops = UnaryLoops<Sign, kSigned>;
extern constexpr ElementLoops kRealLoops = UnaryLoops<Real, kFloatingOrComplex>;
extern constexpr ElementLoops kImagLoops = UnaryLoops<Imag, kFloatingOrComplex>;
extern constexpr ElementLoops kIsFiniteLoops = UnaryLoops<IsFinite, kUnaryArithmeticFloating>;

}  // namespace hloom
