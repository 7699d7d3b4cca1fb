// Exponentials, logarithms and roots; logistic and erf.
#include <cmath>

#include "ops/elementwise/complex_math.h"
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

double Exp(double x) { return std::exp(x); }
double Expm1(double x) { return std::expm1(x); }
double Log(double x) { return std::log(x); }
double Log1p(double x) { return std::log1p(x); }
double Sqrt(double x) { return std::sqrt(x); }
double Rsqrt(double x) { return 1 / std::sqrt(x); }
// A step of Newton's method with an exact residual after the library's, which is up to 3 ulps off in
// some.
double Cbrt(double x) {
  if (x == 0 || !std::isfinite(x)) return std::cbrt(x);
  const int exponent = std::fabs(x) < 1e-200 ? 300 : 0;  // so that nothing below underflows
  const double safe = std::ldexp(x, exponent);
  const double y = std::cbrt(safe);
  const double square = y * y;
  const double lost = std::fma(y, y, -square);
  const double residual = std::fma(square, y, -safe) + lost * y;
  return std::ldexp(y - residual / (3 * square), -exponent / 3);
}
double Erf(double x) { return std::erf(x); }
// For negative x the exponential that cannot overflow: at -740, 1 / (1 + e^740) would be 0.
double Logistic(double x) {
  const double e = std::exp(-std::fabs(x));
  return std::signbit(x) ? e / (1 + e) : 1 / (1 + e);
}

constexpr TypeSet kFloating = TypeSet::kFloating;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;

template <double (*kReal)(double), Complex128 (*kComplex)(Complex128)>
constexpr OpDef Def(HloOpcode opcode, std::string_view name, std::string_view doc) {
  return AccurateDef(opcode, name, kFloatingOrComplex,
                     &kUnaryKernel<Function<kReal, kComplex>, kFloatingOrComplex>, doc);
}

}  // namespace

StatusOr<Shape> InferAccurate(const InferContext& context) {
  const ResultAccuracy& accuracy = context.attrs<AccuracyAttributes>().result_accuracy;
  const ResultAccuracy::Tolerance& tolerance = accuracy.tolerance();
  // NaN is not 0 or more either.
  if (!(tolerance.atol() >= 0 && tolerance.rtol() >= 0 && tolerance.ulps() >= 0)) {
    return InvalidArgument("result_accuracy.c1")  // result_accuracy.c1
        .Say(StrCat("result_accuracy=", accuracy.ToString(), " is no tolerance"))
        .Help("give tolerances of 0 or more, or the mode HIGHEST");
  }
  return InferElementwise(context);
}

extern const OpDef kExpDef, kExpm1Def, kLogDef, kLog1pDef, kSqrtDef, kRsqrtDef, kCbrtDef;
extern const OpDef kLogisticDef, kErfDef;

constexpr OpDef kExpDef = Def<Exp, ComplexExp>(HloOpcode::kExp, "exponential",
                                               "The natural exponential e^x of each element.");
constexpr OpDef kExpm1Def = Def<Expm1, ComplexExpm1>(HloOpcode::kExpm1, "exponential-minus-one",
                                                     "e^x - 1 of each element, accurate near 0.");
constexpr OpDef kLogDef =
    Def<Log, ComplexLog>(HloOpcode::kLog, "log",
                         "The natural logarithm of each element: 0 gives -inf, a negative real "
                         "number NaN. Of complex numbers the principal value, cut along the "
                         "negative real axis.");
constexpr OpDef kLog1pDef = Def<Log1p, ComplexLog1p>(
    HloOpcode::kLog1p, "log-plus-one",
    "ln(1 + x) of each element, accurate near 0: -1 gives -inf, a real number below it NaN.");
constexpr OpDef kSqrtDef = Def<Sqrt, ComplexSqrt>(
    HloOpcode::kSqrt, "sqrt",
    "The square root of each element: NaN of a negative real number, -0 of -0; of complex numbers "
    "the root with a real part of 0 or more.");
constexpr OpDef kRsqrtDef = Def<Rsqrt, ComplexRsqrt>(
    HloOpcode::kRsqrt, "rsqrt",
    "1 / sqrt(x) of each element. The real zeros give infinities of their sign; the complex 0 "
    "gives inf + NaN i.");
constexpr OpDef kCbrtDef = Def<Cbrt, ComplexCbrt>(
    HloOpcode::kCbrt, "cbrt",
    "The cube root of each element; of complex numbers the principal one, so that -8 + 0i gives 1 "
    "+ 1.732i where the real -8 gives -2.");
constexpr OpDef kLogisticDef =
    Def<Logistic, ComplexLogistic>(HloOpcode::kLogistic, "logistic",
                                   "1 / (1 + e^-x) of each element, from 0 to 1 for real numbers.");
constexpr OpDef kErfDef = AccurateDef(
    HloOpcode::kErf, "erf", kFloating, &kUnaryKernel<RealFunction<Erf>, kFloating>,
    "The error function of each element: 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x.");

}  // namespace hloom
