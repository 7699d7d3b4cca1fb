// Inverse circular and hyperbolic functions: W. Kahan's formulas ("Branch cuts for complex
// elementary functions"), which take the roots of 1 - z and 1 + z apart so that nothing cancels and
// signed zeros choose the side of a branch cut.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/elementwise/complex_math.h"

namespace hloom {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793238462643383280;
constexpr double kLn2 = 0.693147180559945309417232121458;

bool IsNan(Complex128 z) { return std::isnan(z.real()) || std::isnan(z.imag()); }
// Whether z is so large, or infinite, that 1 does not matter beside z^2.
bool IsLarge(Complex128 z) {
  return std::max(std::fabs(z.real()), std::fabs(z.imag())) > 1e100 || std::isinf(z.real()) ||
         std::isinf(z.imag());
}
double LogOfTwice(Complex128 z) { return LogOfModulus(z.real(), z.imag()) + kLn2; }

Complex128 RootOfOneMinus(Complex128 z) { return ComplexSqrt({1 - z.real(), -z.imag()}); }
Complex128 RootOfOnePlus(Complex128 z) { return ComplexSqrt({1 + z.real(), z.imag()}); }

}  // namespace

Complex128 ComplexAsin(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && std::fabs(x) <= 1) return {std::asin(x), y};
  if (IsLarge(z)) {
    const double angle = std::atan2(std::fabs(x), std::fabs(y));
    return {std::isnan(angle) ? kNan : std::copysign(angle, x), std::copysign(LogOfTwice(z), y)};
  }
  if (IsNan(z)) return {x == 0 ? x : kNan, y == 0 ? y : kNan};
  const Complex128 a = RootOfOneMinus(z);
  const Complex128 b = RootOfOnePlus(z);
  return {std::atan2(x, a.real() * b.real() - a.imag() * b.imag()),
          std::asinh(a.real() * b.imag() - a.imag() * b.real())};
}

Complex128 ComplexAcos(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && std::fabs(x) <= 1) return {std::acos(x), -y};
  if (IsLarge(z)) return {std::atan2(std::fabs(y), x), std::copysign(LogOfTwice(z), -y)};
  if (IsNan(z)) return {x == 0 ? kPi / 2 : kNan, kNan};
  const Complex128 a = RootOfOneMinus(z);
  const Complex128 b = RootOfOnePlus(z);
  return {2 * std::atan2(a.real(), b.real()),
          std::asinh(b.real() * a.imag() - b.imag() * a.real())};
}

// asinh z = asin(i z) / i
Complex128 ComplexAsinh(Complex128 z) {
  const Complex128 w = ComplexAsin({-z.imag(), z.real()});
  return {w.imag(), -w.real()};
}

Complex128 ComplexAcosh(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (IsLarge(z)) return {LogOfTwice(z), std::atan2(y, x)};
  if (IsNan(z)) return {kNan, kNan};
  const Complex128 a = ComplexSqrt({x - 1, y});
  const Complex128 b = ComplexSqrt({x + 1, y});
  return {std::asinh(a.real() * b.real() + a.imag() * b.imag()),
          2 * std::atan2(a.imag(), b.real())};
}

// Re = log1p(4x / ((1-x)^2 + y^2)) / 4, Im = atan2(2y, (1-x)(1+x) - y^2) / 2
Complex128 ComplexAtanh(Complex128 z) {
  const double x = std::fabs(z.real());
  const double y = z.imag();
  double real;
  double imag;
  if (y == 0 && x <= 1) {
    real = std::atanh(x);
    imag = y;
  } else if (IsLarge(z)) {
    const double modulus = std::hypot(x, y);
    real = std::isinf(modulus) ? 0 : x / modulus / modulus;
    imag = std::isnan(y) ? kNan : std::copysign(kPi / 2, y);
  } else if (IsNan(z)) {
    real = x == 0 ? x : kNan;
    imag = kNan;
  } else {
    // At x = 1 the square of a tiny y would underflow; beside it, 4 is all of 4 + y^2.
    const bool tiny = x == 1 && std::fabs(y) < 1e-100;
    const double apart = 1 - x;
    real = tiny ? 0.5 * (kLn2 - std::log(std::fabs(y)))
                : 0.25 * std::log1p(4 * x / (apart * apart + y * y));
    imag = 0.5 * std::atan2(2 * y, apart * (1 + x) - y * y);
  }
  return {std::copysign(real, z.real()), imag};
}

Complex128 ComplexAtan2(Complex128 y, Complex128 x) {
  const Complex128 sum = {x.real() - y.imag(), x.imag() + y.real()};  // x + i y
  const Complex128 log = ComplexLog(sum / ComplexSqrt(x * x + y * y));
  const Complex128 by_log = {log.imag(), -log.real()};
  // The logarithm of something near 1 has lost what atan(y / x) still has. Both differ by a
  // multiple of pi, which the logarithm knows.
  const Complex128 ratio = y / x;
  const Complex128 t = ComplexAtanh({-ratio.imag(), ratio.real()});  // atanh(i y / x)
  const Complex128 by_ratio = {t.imag(), -t.real()};
  const double turns = std::nearbyint((by_log.real() - by_ratio.real()) / kPi);
  if (!std::isfinite(turns) || !std::isfinite(by_ratio.imag())) {
    return by_log;
  }
  return {by_ratio.real() + turns * kPi, by_ratio.imag()};
}

}  // namespace hloom
