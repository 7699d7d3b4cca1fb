// Exponentials, logarithms and roots; logistic and erf.
#include "kernels/elementwise/elements.h"

#include <cmath>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"
#include "kernels/vector_math/exponential.h"
#include "kernels/vector_math/functions.h"
#include "kernels/vector_math/logarithm.h"
#include "kernels/vector_math/loops.h"

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

template <double (*kReal)(double), std::complex<double> (*kComplex)(std::complex<double>)>
constexpr ElementLoops::Choice kExponentialOnce =
    UnaryLoopFor<Function<kReal, kComplex>, TypeSet::kFloatingOrComplex>;

}  // namespace

using vector_math::DoubleVectors;
using vector_math::FloatsThroughDoubles;
using vector_math::FloatVectors;
using vector_math::VectorLoops;

extern constexpr ElementLoops kExpLoops =
    VectorLoops<FloatVectors<vector_math::Exp32>, DoubleVectors<vector_math::Exp64>,
                kExponentialOnce<Exp, ComplexExp>>;
extern constexpr ElementLoops kExpm1Loops =
    VectorLoops<FloatsThroughDoubles<vector_math::Expm1ForFloat>, nullptr,
                kExponentialOnce<Expm1, ComplexExpm1>>;
extern constexpr ElementLoops kLogLoops =
    VectorLoops<FloatVectors<vector_math::Log32>, DoubleVectors<vector_math::Log64>,
                kExponentialOnce<Log, ComplexLog>>;
extern constexpr ElementLoops kLog1pLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::Log1pForFloat>, nullptr,
                kExponentialOnce<Log1p, ComplexLog1p>>;
extern constexpr ElementLoops kSqrtLoops =
    VectorLoops<FloatVectors<vector_math::SqrtOfFloats>, DoubleVectors<vector_math::SqrtOfDoubles>,
                kExponentialOnce<Sqrt, ComplexSqrt>>;
extern constexpr ElementLoops kRsqrtLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::RsqrtOfDoubles>,
                DoubleVectors<vector_math::RsqrtOfDoubles>, kExponentialOnce<Rsqrt, ComplexRsqrt>>;
extern constexpr ElementLoops kCbrtLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::CbrtForFloat>, nullptr,
                kExponentialOnce<Cbrt, ComplexCbrt>>;
extern constexpr ElementLoops kLogisticLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::LogisticForFloat>,
                DoubleVectors<vector_math::Logistic64>,
                kExponentialOnce<Logistic, ComplexLogistic>>;
extern constexpr ElementLoops kErfLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::ErfForFloat>, nullptr,
                UnaryLoopFor<RealFunction<Erf>, TypeSet::kFloating>>;

}  // namespace hloom
