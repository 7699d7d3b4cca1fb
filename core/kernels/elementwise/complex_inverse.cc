// Inverse circular and hyperbolic functions: W. Kahan's formulas ("Branch cuts for complex
// elementary functions"), which take separate roots of 1 - z and 1 + z so that nothing cancels and
// signed zeros choose the side of a branch cut.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/complex_arithmetic.h"
#include "kernels/elementwise/complex_math.h"

namespace hloom {

namespace {

constexpr double kComplexInverseNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793238462643383280;
constexpr double kComplexInverseLn2 = 0.693147180559945309417232121458;

bool IsFinitePoint(Complex128 z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }
bool IsComplexInverseNan(Complex128 z) { return std::isnan(z.real()) || std::isnan(z.imag()); }
// True if z is so large, or infinite, that 1 does not matter beside z^2.
bool IsLarge(Complex128 z) {
  return std::max(std::fabs(z.real()), std::fabs(z.imag())) > 1e100 || std::isinf(z.real()) ||
         std::isinf(z.imag());
}
// Returns true if z is so near 0 that z^3 does not matter beside z. Then asin z and atanh z are z,
// which keeps the last bits of numbers next to zero.
bool IsTiny(Complex128 z) { return std::fabs(z.real()) < 0x1p-30 && std::fabs(z.imag()) < 0x1p-30; }
double LogOfTwice(Complex128 z) { return LogOfModulus(z.real(), z.imag()) + kComplexInverseLn2; }

Complex128 RootOfOneMinus(Complex128 z) { return ComplexSqrt({1 - z.real(), -z.imag()}); }
Complex128 RootOfOnePlus(Complex128 z) { return ComplexSqrt({1 + z.real(), z.imag()}); }

}  // namespace

Complex128 ComplexAsin(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && std::fabs(x) <= 1) return {std::asin(x), y};
  if (IsTiny(z)) return z;
  if (IsLarge(z)) {
    const double angle = std::atan2(std::fabs(x), std::fabs(y));
    return {std::isnan(angle) ? kComplexInverseNan : std::copysign(angle, x),
            std::copysign(LogOfTwice(z), y)};
  }
  if (IsComplexInverseNan(z)) return {x == 0 ? x : kComplexInverseNan, kComplexInverseNan};
  const Complex128 a = RootOfOneMinus(z);
  const Complex128 b = RootOfOnePlus(z);
  return {std::atan2(x, a.real() * b.real() - a.imag() * b.imag()),
          std::asinh(a.real() * b.imag() - a.imag() * b.real())};
}

Complex128 ComplexAcos(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && std::fabs(x) <= 1) return {std::acos(x), -y};
  if (IsTiny(z)) return {kPi / 2 - x, -y};
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
  if (IsTiny(z)) return {std::fabs(y), std::copysign(kPi / 2 - x, y)};
  if (IsLarge(z)) return {LogOfTwice(z), std::atan2(y, x)};
  if (IsComplexInverseNan(z)) return {kComplexInverseNan, kComplexInverseNan};
  const Complex128 a = ComplexSqrt({x - 1, y});
  const Complex128 b = ComplexSqrt({x + 1, y});
  return {std::asinh(a.real() * b.real() + a.imag() * b.imag()),
          2 * std::atan2(a.imag(), b.real())};
}

// Re = log1p(4x / ((1-x)^2 + y^2)) / 4, Im = atan2(2y, (1-x)(1+x) - y^2) / 2
Complex128 ComplexAtanh(Complex128 z) {
  if (IsTiny(z)) return z;
  const double x = std::fabs(z.real());
  const double y = z.imag();
  double real;
  double imag;
  if (y == 0 && x <= 1) {
    real = std::atanh(x);
    imag = y;
  } else if (IsLarge(z)) {
    // x / |z|^2, of halves, whose modulus does not overflow.
    const double modulus = std::hypot(x / 2, y / 2);
    real = std::isinf(modulus) ? 0 : x / 2 / modulus / modulus / 2;
    imag = std::isnan(y) ? kComplexInverseNan : std::copysign(kPi / 2, y);
  } else if (IsComplexInverseNan(z)) {
    real = x == 0 ? x : kComplexInverseNan;
    imag = kComplexInverseNan;
  } else {
    // At x = 1 the square of a tiny y would underflow; 4 + y^2 is then 4.
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

// The formula as XLA's evaluator computes it, which decides zeros, infinities and NaNs.
Complex128 PlainAtan2(Complex128 y, Complex128 x) {
  constexpr Complex128 kI(0, 1);
  return -kI * ComplexLog(ComplexQuotient(x + kI * y, ComplexSqrt(x * x + y * y)));
}

// The imaginary part of log((x + iy) / sqrt(x^2 + y^2)), near the real part of atan2, for a real
// sum of the squares: it determines the half turns. Near y = +-ix the sum has lost its digits,
// which the product of p = x + iy and q = x - iy has.
double RoughAngle(Complex128 y, Complex128 x, Complex128 p, Complex128 q, bool is_product) {
  Complex128 square = x * x + y * y;
  if (is_product) square = {(p * q).real(), square.imag()};
  return ComplexLog(ComplexQuotient(p, ComplexSqrt(square))).imag();
}

double Angle(Complex128 z, bool is_low) {
  return std::atan2(std::copysign(z.imag(), is_low ? -1.0 : 1.0), z.real());
}

// The half turn depends on the signs of numbers that may cancel or underflow; these signs are
// exact.
struct Atan2Signs {
  Atan2Signs(Complex128 y, Complex128 x)
      : square(complex_arithmetic::SignOfSum(x.real(), x.imag(), y.real(), y.imag())),
        ratio(complex_arithmetic::SignOfSum(x.real(), y.real(), x.imag(), y.imag())),
        moduli(complex_arithmetic::SignOfSum(y.imag(), x.real(), -y.real(), x.imag())) {
    const double turned = (Complex128(0, 1) * y).imag();
    p_is_low = std::signbit(x.imag() + turned);
    q_is_low = std::signbit(x.imag() - turned);
  }

  int square;               // of the imaginary part of p q
  int ratio;                // of that of p conj(q), and so of p / q
  int moduli;               // of |q| - |p|
  bool p_is_low, q_is_low;  // below the real axis
};

// Adds half turns to the real part of atan2. The root of p q is that of |p q| at half its angle,
// which is the sum of the angles of p and q, or 2 pi off it if that sum leaves -pi..pi: then both
// are on one side of the real axis, and their product on the other.
double WithHalfTurns(double real, Complex128 y, Complex128 x, Complex128 p, Complex128 q,
                     const Atan2Signs& signs, bool is_product) {
  if (signs.square == 0 || signs.p_is_low != signs.q_is_low) {
    const double angle = signs.square == 0
                             ? RoughAngle(y, x, p, q, is_product)
                             : 0.5 * (Angle(p, signs.p_is_low) - Angle(q, signs.q_is_low));
    return real + std::nearbyint((angle - real) / kPi) * kPi;
  }
  if (signs.p_is_low == (signs.square < 0)) return real;
  if (signs.ratio == 0) return std::copysign(kPi, PlainAtan2(y, x).real());
  return signs.ratio > 0 ? real - kPi : real + kPi;
}

// Gives `factor` = (x + sign iy) 2^exponent another scale if it is next to 0: its modulus becomes
// about 1. Returns the logarithm by which that of the modulus differs; 0 if the factor stays.
double ScaleAlone(Complex128 x, Complex128 y, double sign, int exponent, Complex128& factor) {
  constexpr double kNextToZero = 0x1p-900;
  if (std::max(std::fabs(factor.real()), std::fabs(factor.imag())) > kNextToZero) return 0;
  const Complex128 stated(x.real() - sign * y.imag(), x.imag() + sign * y.real());
  const double larger = std::max(std::fabs(stated.real()), std::fabs(stated.imag()));
  if (larger == 0) return 0;
  const int own = -std::ilogb(larger);
  factor = Scaled(stated, own);
  return (exponent - own) * kComplexInverseLn2;
}

}  // namespace

// With p = x + iy and q = x - iy, whose parts are rounded once, it is -i/2 log(p / q) but for half
// turns: Re = arg(p conj(q)) / 2, Im = log(|q| / |p|) / 2. If neither is small, that is
//
//     p conj(q) = |x|^2 - |y|^2 + 2i Re(x conj(y)),   |q|^2 - |p|^2 = 4 Im(y conj(x))
//
// which lose nothing if y is much smaller than x.
Complex128 ComplexAtan2(Complex128 y, Complex128 x) {
  constexpr double kNoSquare = 0x1p-500;
  if (!IsFinitePoint(x) || !IsFinitePoint(y)) return PlainAtan2(y, x);
  const double largest = std::max(
      {std::fabs(x.real()), std::fabs(x.imag()), std::fabs(y.real()), std::fabs(y.imag())});
  if (largest == 0) return PlainAtan2(y, x);
  const Atan2Signs signs(y, x);
  // Only the ratio counts: parts are scaled so that their squares, and products with smaller ones,
  // are in range.
  const Complex128 stated_y = y, stated_x = x;
  int exponent = 0;
  if (largest < 1 || largest > 0x1p+400) {
    exponent = -std::ilogb(largest);
    y = Scaled(y, exponent);
    x = Scaled(x, exponent);
  }
  const Complex128 i_times_y = Complex128(0, 1) * y;
  Complex128 p = x + i_times_y, q = x - i_times_y;
  // If large parts cancel, scaling down rounds off what is left of p or q, which is scaled alone.
  const double p_log = exponent < 0 ? ScaleAlone(stated_x, stated_y, 1, exponent, p) : 0;
  const double q_log = exponent < 0 ? ScaleAlone(stated_x, stated_y, -1, exponent, q) : 0;
  if (p == 0.0 || q == 0.0) return PlainAtan2(y, x);
  const double of_p = SquareOfModulus(p);
  const double of_q = SquareOfModulus(q);
  const bool one_is_small = p_log != q_log || of_p < of_q / 4 || of_q < of_p / 4;
  double side, along, imag;
  if (one_is_small) {
    side = p.imag() * q.real() - p.real() * q.imag();
    along = p.real() * q.real() + p.imag() * q.imag();
    imag = std::min(of_p, of_q) > kNoSquare
               ? 0.25 * std::log(of_q / of_p)
               : 0.5 * (LogOfModulus(q.real(), q.imag()) - LogOfModulus(p.real(), p.imag()));
    imag += 0.5 * (q_log - p_log);
  } else {
    side = 2 * (x.real() * y.real() + x.imag() * y.imag());
    along = (x.real() - y.real()) * (x.real() + y.real()) +
            (x.imag() - y.imag()) * (x.imag() + y.imag());
    const double more = 4 * (y.imag() * x.real() - y.real() * x.imag());
    imag = more < 0 ? -0.25 * std::log1p(-more / of_q) : 0.25 * std::log1p(more / of_p);
  }
  if (signs.ratio != 0) side = std::copysign(side, signs.ratio);
  double real = 0.5 * std::atan2(side, along);
  real = WithHalfTurns(real, y, x, p, q, signs, one_is_small);
  if (imag == 0 && signs.moduli != 0) imag = std::copysign(imag, signs.moduli);
  const bool real_is_exact = real == 0 && signs.ratio == 0;
  const bool imag_is_exact = imag == 0 && signs.moduli == 0;
  if (real_is_exact || imag_is_exact) {
    const Complex128 plain = PlainAtan2(y, x);
    if (real_is_exact) real = std::copysign(real, plain.real());
    if (imag_is_exact) imag = std::copysign(imag, plain.imag());
  }
  return {real, imag};
}

}  // namespace hloom
