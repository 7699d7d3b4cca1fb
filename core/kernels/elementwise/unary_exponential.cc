// Exponentials, logarithms and roots; logistic and erf.
#include "kernels/elementwise/elements.h"

#include <cmath>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

double Exp(double x) { return std::exp(x); }
double Expm1(double x) { return std::expm1(x); }
double Log(double x) { return std::log(x); }
double Log1p(double x) { return std::log1p(x); }
double Sqrt(double x) { return std::sqrt(x); }
double Rsqrt(double x) { return 1 / std::sqrt(x); }
// Adds a step of Newton's method with an exact residual to the library's result, which is up to 3
// ulps off in some libraries.
double Cbrt(double x) {
  if (x == 0 || !std::isfinite(x)) return std::cbrt(x);
  const int exponent = std::fabs(x) < 1e-200 ? 300 : 0;  // avoids underflow below
  const double safe = std::ldexp(x, exponent);
  const double y = std::cbrt(safe);
  const double square = y * y;
  const double lost = std::fma(y, y, -square);
  const double residual = std::fma(square, y, -safe) + lost * y;
  return std::ldexp(y - residual / (3 * square), -exponent / 3);
}
double Erf(double x) { return std::erf(x); }
// A negative x takes the exponential that cannot overflow: at -740, 1 / (1 + e^740) would be 0.
double Logistic(double x) {
  const double e = std::exp(-std::fabs(x));
  return std::signbit(x) ? e / (1 + e) : 1 / (1 + e);
}

constexpr TypeSet kUnaryExponentialFloating = TypeSet::kFloating;

}  // namespace

constexpr ElementLoops kExpLoops =
    UnaryLoops<Function<Exp, ComplexExp>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kExpm1Loops =
    UnaryLoops<Function<Expm1, ComplexExpm1>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kLogLoops =
    UnaryLoops<Function<Log, ComplexLog>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kLog1pLoops =
    UnaryLoops<Function<Log1p, ComplexLog1p>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kSqrtLoops =
    UnaryLoops<Function<Sqrt, ComplexSqrt>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kRsqrtLoops =
    UnaryLoops<Function<Rsqrt, ComplexRsqrt>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kCbrtLoops =
    UnaryLoops<Function<Cbrt, ComplexCbrt>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kLogisticLoops =
    UnaryLoops<Function<Logistic, ComplexLogistic>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kErfLoops = UnaryLoops<RealFunction<Erf>, kUnaryExponentialFloating>;

}  // namespace hloom
