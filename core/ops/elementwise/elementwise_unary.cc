// Unaries of sign and of parts: negate, abs, sign, real, imag, is-finite.
#include <cmath>

#include "ops/elementwise/complex_math.h"
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

StatusOr<Shape> InferToPred(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, PRED);
}

struct Negate {
  template <typename T>
  static T Apply(T x) {
    if constexpr (std::is_integral_v<T>) {
      // As unsigned, so that the least integer gives itself.
      return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x));
    } else {
      return -x;
    }
  }
};
struct Abs {
  template <typename T>
  static auto Apply(T x) {
    if constexpr (kIsComplex<T>) {
      // In double for C64, whose squares then cannot overflow.
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
constexpr TypeSet kFloating = TypeSet::kFloating;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;

}  // namespace

extern const OpDef kNegateDef, kAbsDef, kSignDef, kRealDef, kImagDef, kIsFiniteDef;

constexpr OpDef kNegateDef =
    UnaryDef(HloOpcode::kNegate, "negate", kArithmetic, &kUnaryKernel<Negate, kArithmetic>,
             "The negation of each element. Integers wrap: the least integer gives itself.");
constexpr OpDef kAbsDef =
    UnaryDef(HloOpcode::kAbs, "abs", kSigned, &kUnaryKernel<Abs, kSigned>,
             "The absolute value of each element; of complex numbers the modulus, as the real type "
             "of their parts. The least integer gives itself.",
             InferComponentType);
constexpr OpDef kSignDef =
    UnaryDef(HloOpcode::kSign, "sign", kSigned, &kUnaryKernel<Sign, kSigned>,
             "-1, 0 or 1. A zero keeps its sign, NaN stays NaN; complex numbers give z / |z|, and "
             "0 for 0.");
constexpr OpDef kRealDef =
    UnaryDef(HloOpcode::kReal, "real", kFloatingOrComplex, &kUnaryKernel<Real, kFloatingOrComplex>,
             "The real part of each complex element; floating-point elements are their own.",
             InferComponentType);
constexpr OpDef kImagDef =
    UnaryDef(HloOpcode::kImag, "imag", kFloatingOrComplex, &kUnaryKernel<Imag, kFloatingOrComplex>,
             "The imaginary part of each complex element; that of a floating-point element is 0.",
             InferComponentType);
constexpr OpDef kIsFiniteDef =
    UnaryDef(HloOpcode::kIsFinite, "is-finite", kFloating, &kUnaryKernel<IsFinite, kFloating>,
             "PRED: whether each element is neither infinite nor NaN.", InferToPred);

}  // namespace hloom
