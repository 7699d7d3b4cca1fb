// Inverse circular and hyperbolic functions: W. Kahan's formulas ("Branch cuts for complex
// elementary functions"), which take the roots of 1 - z and 1 + z apart so that nothing cancels and
// signed zeros choose the side of a branch cut.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/elementwise/complex_math.h"

namespace hloom {

namespace {

constexpr double kComplexInverseNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793238462643383280;
constexpr double kComplexInverseLn2 = 0.693147180559945309417232121458;

bool IsComplexInverseNan(Complex128 z) { return std::isnan(z.real()) || std::isnan(z.imag()); }
// Whether z is so large, or infinite, that 1 does not matter beside z^2.
bool IsLarge(Complex128 z) {
  return std::max(std::fabs(z.real()), std::fabs(z.imag())) > 1e100 || std::isinf(z.real()) ||
         std::isinf(z.imag());
}
double LogOfTwice(Complex128 z) { return LogOfModulus(z.real(), z.imag()) + kComplexInverseLn2; }

Complex128 RootOfOneMinus(Complex128 z) { return ComplexSqrt({1 - z.real(), -z.imag()}); }
Complex128 RootOfOnePlus(Complex128 z) { return ComplexSqrt({1 + z.real(), z.imag()}); }

}  // namespace

Complex128 ComplexAsin(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && std::fabs(x) <= 1) return {std::asin(x), y};
  if (IsLarge(z)) {
    const double angle = std::atan2(std::fabs(x), std::fabs(y));
    return {std::isnan(angle) ? kComplexInverseNan : std::copysign(angle, x),
            std::copysign(LogOfTwice(z), y)};
  }
  if (IsComplexInverseNan(z))
    return {x == 0 ? x : kComplexInverseNan, y == 0 ? y : kComplexInverseNan};
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
  if (IsComplexInverseNan(z)) return {x == 0 ? kPi / 2 : kComplexInverseNan, kComplexInverseNan};
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
  if (IsComplexInverseNan(z)) return {kComplexInverseNan, kComplexInverseNan};
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
    imag = std::isnan(y) ? kComplexInverseNan : std::copysign(kPi / 2, y);
  } else if (IsComplexInverseNan(z)) {
    real = x == 0 ? x : kComplexInverseNan;
    imag = kComplexInverseNan;
  } else {
    // At x = 1 the square of a tiny y would underflow; beside it, 4 is all of 4 + y^2.
    const bool tiny = x == 1 && std::fabs(y) < 1e-100;
    const double apart = 1 - x;
    real = tiny ? 0.5 * (kComplexInverseLn2 - std::log(std::fabs(y)))
                : 0.25 * std::log1p(4 * x / (apart * apart + y * y));
    imag = 0.5 * std::atan2(2 * y, apart * (1 + x) - y * y);
  }
  return {std::copysign(real, z.real()), imag};
}

namespace {

double SquareOfModulus(Complex128 z) { return z.real() * z.real() + z.imag() * z.imag(); }

Complex128 Scaled(Complex128 z, int exponent) {
  return {std::scalbn(z.real(), exponent), std::scalbn(z.imag(), exponent)};
}

// The imaginary part of log((x + iy) / sqrt(x^2 + y^2)), near the real part of atan2: it tells the
// half turns. Near y = +-ix the sum of the squares has lost its digits, which the product of
// p = x + iy and q = x - iy has.
double RoughAngle(Complex128 y, Complex128 x, Complex128 p, Complex128 q, bool is_product) {
  Complex128 square = x * x + y * y;
  if (is_product) {
    const Complex128 product = p * q;
    square = {product.real(), product.imag() == 0 ? square.imag() : product.imag()};
  }
  return ComplexLog(p / ComplexSqrt(square)).imag();
}

}  // namespace

// With p = x + iy and q = x - iy, whose parts are rounded once, it is -i/2 log(p / q) but for half
// turns: Re = arg(p conj(q)) / 2, Im = log(|q| / |p|) / 2. Where neither is small, that is
//
//     p conj(q) = |x|^2 - |y|^2 + 2i Re(x conj(y)),   |q|^2 - |p|^2 = 4 Im(y conj(x))
//
// which lose nothing where y is much smaller than x.
Complex128 ComplexAtan2(Complex128 y, Complex128 x) {
  const double largest = std::max(
      {std::fabs(x.real()), std::fabs(x.imag()), std::fabs(y.real()), std::fabs(y.imag())});
  // Only the ratio counts: parts are brought to where they have squares.
  if (largest > 0 && std::isfinite(largest) && (largest > 0x1p+400 || largest < 0x1p-400)) {
    const int exponent = -std::ilogb(largest);
    return ComplexAtan2(Scaled(y, exponent), Scaled(x, exponent));
  }
  const Complex128 p = {x.real() - y.imag(), x.imag() + y.real()};
  const Complex128 q = {x.real() + y.imag(), x.imag() - y.real()};
  const double of_p = SquareOfModulus(p);
  const double of_q = SquareOfModulus(q);
  const bool one_is_small = of_p < of_q / 4 || of_q < of_p / 4;
  const double angle = RoughAngle(y, x, p, q, one_is_small && of_p != 0 && of_q != 0);
  double real, imag;
  if (one_is_small) {
    real = 0.5 * std::atan2(p.imag() * q.real() - p.real() * q.imag(),
                            p.real() * q.real() + p.imag() * q.imag());
    imag = 0.25 * std::log(of_q / of_p);
  } else {
    real = 0.5 * std::atan2(2 * (x.real() * y.real() + x.imag() * y.imag()),
                            (x.real() - y.real()) * (x.real() + y.real()) +
                                (x.imag() - y.imag()) * (x.imag() + y.imag()));
    const double more = 4 * (y.imag() * x.real() - y.real() * x.imag());
    imag = more < 0 ? -0.25 * std::log1p(-more / of_q) : 0.25 * std::log1p(more / of_p);
    if (imag == 0) imag = std::copysign(0.0, (y / x).imag());
  }
  const double turns = std::nearbyint((angle - real) / kPi);
  if (std::isfinite(turns) && std::isfinite(imag)) return {real + turns * kPi, imag};
  const Complex128 log = ComplexLog(p / ComplexSqrt(x * x + y * y));
  return {log.imag(), -log.real()};
}

}  // namespace hloom
