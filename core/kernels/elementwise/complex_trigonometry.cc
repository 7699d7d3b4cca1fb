// Circular and hyperbolic functions. The circular ones are the hyperbolic ones of i z, turned back.
#include <cmath>
#include <limits>

#include "kernels/elementwise/complex_math.h"

namespace hloom {

namespace {

constexpr double kComplexTrigonometryInf = std::numeric_limits<double>::infinity();
constexpr double kComplexTrigonometryNan = std::numeric_limits<double>::quiet_NaN();

Complex128 TimesI(Complex128 z) { return {-z.imag(), z.real()}; }
Complex128 OverI(Complex128 z) { return {z.imag(), -z.real()}; }

// e^|x| / 2 * factor, which is sinh and cosh for |x| from 700 on.
double HalfExpTimes(double x, double factor) {
  constexpr double kHalfOfPower = 5.0711602736750225e+303;  // e^700 / 2
  return ExpTimes(std::fabs(x) - 700, kHalfOfPower * factor);
}
double SinhTimes(double x, double factor) {
  if (std::fabs(x) < 700) return std::sinh(x) * factor;
  return std::copysign(1.0, x) * HalfExpTimes(x, factor);
}
double CoshTimes(double x, double factor) {
  return std::fabs(x) < 700 ? std::cosh(x) * factor : HalfExpTimes(x, factor);
}
double ZeroWithSignOf(double a, double b) {
  return std::signbit(a) == std::signbit(b) ? 0.0 : -0.0;
}

}  // namespace

Complex128 ComplexSinh(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0) return {std::sinh(x), y};
  if (!std::isfinite(y))
    return {x == 0 || std::isinf(x) ? x : kComplexTrigonometryNan, kComplexTrigonometryNan};
  if (std::isnan(x)) return {kComplexTrigonometryNan, kComplexTrigonometryNan};
  return {SinhTimes(x, std::cos(y)), CoshTimes(x, std::sin(y))};
}

Complex128 ComplexCosh(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0) return {std::cosh(x), std::isnan(x) ? y : ZeroWithSignOf(x, y)};
  if (!std::isfinite(y)) {
    if (x == 0) return {kComplexTrigonometryNan, ZeroWithSignOf(x, y)};
    return {std::isinf(x) ? kComplexTrigonometryInf : kComplexTrigonometryNan,
            kComplexTrigonometryNan};
  }
  if (std::isnan(x)) return {kComplexTrigonometryNan, kComplexTrigonometryNan};
  return {CoshTimes(x, std::cos(y)), SinhTimes(x, std::sin(y))};
}

// Kahan's formula: with t = tan y and s = sinh x, the denominator is 1 + (1 + t^2) s^2.
Complex128 ComplexTanh(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0) return {std::tanh(x), y};
  if (std::isinf(x)) {
    const double sign = std::isfinite(y) ? std::sin(y) * std::cos(y) : y;
    return {std::copysign(1.0, x), std::copysign(0.0, sign)};
  }
  if (!std::isfinite(y)) return {x == 0 ? x : kComplexTrigonometryNan, kComplexTrigonometryNan};
  if (std::isnan(x)) return {kComplexTrigonometryNan, kComplexTrigonometryNan};
  if (std::fabs(x) > 22) {
    const double decay = std::exp(-std::fabs(x));
    return {std::copysign(1.0, x), 4 * std::sin(y) * std::cos(y) * decay * decay};
  }
  const double t = std::tan(y);
  const double beta = 1 + t * t;
  const double s = std::sinh(x);
  const double rho = std::cosh(x);
  const double denominator = 1 + beta * s * s;
  return {beta * rho * s / denominator, t / denominator};
}

Complex128 ComplexSin(Complex128 z) { return OverI(ComplexSinh(TimesI(z))); }
Complex128 ComplexCos(Complex128 z) { return ComplexCosh(TimesI(z)); }
Complex128 ComplexTan(Complex128 z) { return OverI(ComplexTanh(TimesI(z))); }

}  // namespace hloom
