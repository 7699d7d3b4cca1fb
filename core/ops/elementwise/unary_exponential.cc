// Exponentials, logarithms and roots; logistic and erf.
#include "ops/elementwise/unary.h"

namespace hloom {

StatusOr<Shape> InferAccurate(const InferContext& context) {
  const ResultAccuracy& accuracy = context.attrs<AccuracyAttributes>().result_accuracy;
  const ResultAccuracy::Tolerance& tolerance = accuracy.tolerance();
  // NaN is not 0 or more either.
  if (!(tolerance.atol() >= 0 && tolerance.rtol() >= 0 && tolerance.ulps() >= 0)) {
    return InvalidArgument(kResultAccuracyC1)
        .Say(MessageCat(
            Message::Value(Message::Kind::kRecord, "result_accuracy", accuracy.ToString()),
            " is not a tolerance"))
        .Help("give tolerances of 0 or more, or the mode HIGHEST");
  }
  return InferElementwise(context);
}

constexpr OpDef kExpDef = AccurateDef(HloOpcode::kExp, "exponential", TypeSet::kFloatingOrComplex,
                                      "Computes the natural exponential e^x of each element.");
constexpr OpDef kExpm1Def =
    AccurateDef(HloOpcode::kExpm1, "exponential-minus-one", TypeSet::kFloatingOrComplex,
                "Computes e^x - 1 of each element, accurate near 0.");
constexpr OpDef kLogDef = AccurateDef(
    HloOpcode::kLog, "log", TypeSet::kFloatingOrComplex,
    "Computes the natural logarithm of each element: 0 gives -inf, a negative real number NaN. For "
    "complex numbers it is the principal value, cut along the negative real axis.");
constexpr OpDef kLog1pDef =
    AccurateDef(HloOpcode::kLog1p, "log-plus-one", TypeSet::kFloatingOrComplex,
                "Computes ln(1 + x) of each element, accurate near 0: -1 gives -inf, a real number "
                "below it NaN.");
constexpr OpDef kSqrtDef =
    AccurateDef(HloOpcode::kSqrt, "sqrt", TypeSet::kFloatingOrComplex,
                "Computes the square root of each element. A negative real number gives NaN, -0 "
                "gives -0; for complex numbers it is the root with a real part of 0 or more.");
constexpr OpDef kRsqrtDef =
    AccurateDef(HloOpcode::kRsqrt, "rsqrt", TypeSet::kFloatingOrComplex,
                "Computes 1 / sqrt(x) of each element. The real zeros give infinities of their "
                "sign; the complex 0 gives inf + NaN i.");
constexpr OpDef kCbrtDef =
    AccurateDef(HloOpcode::kCbrt, "cbrt", TypeSet::kFloatingOrComplex,
                "Computes the cube root of each element; for complex numbers it is the principal "
                "one, so that -8 + 0i gives 1 + 1.732i, while the real -8 gives -2.");
constexpr OpDef kLogisticDef =
    AccurateDef(HloOpcode::kLogistic, "logistic", TypeSet::kFloatingOrComplex,
                "Computes 1 / (1 + e^-x) of each element, from 0 to 1 for real numbers.");
constexpr OpDef kErfDef = AccurateDef(HloOpcode::kErf, "erf", TypeSet::kFloating,
                                      "Computes the error function of each element: 2/sqrt(pi) "
                                      "times the integral of e^(-t^2) from 0 to x.");

}  // namespace hloom
