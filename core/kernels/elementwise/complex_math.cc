// Exponentials, logarithms, roots and powers.
#include "kernels/elementwise/complex_math.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/complex_arithmetic.h"

namespace hloom {

namespace {

constexpr double kComplexMathInf = std::numeric_limits<double>::infinity();
constexpr double kComplexMathNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kComplexMathLn2 = 0.693147180559945309417232121458;

bool IsInf(Complex128 z) { return std::isinf(z.real()) || std::isinf(z.imag()); }
bool IsComplexMathNan(Complex128 z) { return std::isnan(z.real()) || std::isnan(z.imag()); }

// A sum of terms that may cancel: the rounding errors are summed too.
class ExactSum {
 public:
  void Add(double x) {
    const double sum = high_ + x;
    const double part = sum - high_;
    low_ += (high_ - (sum - part)) + (x - part);
    high_ = sum;
  }
  void AddSquare(double x) {
    const double square = x * x;
    Add(square);
    Add(std::fma(x, x, -square));
  }
  double value() const { return high_ + low_; }

 private:
  double high_ = 0;
  double low_ = 0;
};

// The scaling by a power of two, 2^(3k), that takes |z| away from over- and underflow.
int SafeExponent(Complex128 z) {
  const double largest = std::max(std::fabs(z.real()), std::fabs(z.imag()));
  if (largest > 1e300) return -6;
  return largest < 1e-280 ? 240 : 0;
}
Complex128 Scale(Complex128 z, int exponent) {
  if (exponent == 0) return z;
  return {std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent)};
}

Complex128 SqrtOfSafe(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  const double t = std::sqrt((std::fabs(x) + std::hypot(x, y)) / 2);
  if (x >= 0) return {t, y / (2 * t)};
  return {std::fabs(y) / (2 * t), std::copysign(t, y)};
}

// z^n for an integer of -64 to 64, exact if the products are. If a power may overflow or vanish, it
// is computed from a number near 1.
Complex128 IntegerPow(Complex128 z, int n) {
  int exponent = std::ilogb(std::max(std::fabs(z.real()), std::fabs(z.imag())));
  if (std::abs(exponent * n) < 900) exponent = 0;
  z = Scale(z, -exponent);
  Complex128 result = 1;
  for (int bits = std::abs(n); bits != 0; bits >>= 1) {
    if (bits & 1) result *= z;
    if (bits > 1) z *= z;
  }
  return Scale(n < 0 ? ComplexQuotient(1, result) : result, exponent * n);
}

}  // namespace

double ExpTimes(double x, double factor) {
  constexpr double kStep = 700;
  const double power = x > 0 ? 1.0142320547350045e+304 : 9.85967654375977e-305;  // e^700, e^-700
  // Two steps, because a factor near zero brings e^1454 back.
  for (int i = 0; i < 2 && std::fabs(x) > kStep; ++i) {
    factor *= power;
    x -= std::copysign(kStep, x);
  }
  return std::exp(x) * factor;
}

double LogOfModulus(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return kComplexMathInf;
  const int exponent = SafeExponent({x, y});
  if (exponent != 0) {
    return std::log(std::hypot(std::ldexp(x, exponent), std::ldexp(y, exponent))) -
           exponent * kComplexMathLn2;
  }
  const double modulus = std::hypot(x, y);
  if (!(modulus > 0.5 && modulus < 3)) return std::log(modulus);
  ExactSum square_minus_one;
  square_minus_one.Add(-1);
  square_minus_one.AddSquare(x);
  square_minus_one.AddSquare(y);
  return 0.5 * std::log1p(square_minus_one.value());
}

Complex128 ComplexExp(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0) return {std::exp(x), y};
  if (std::isfinite(y)) {
    if (std::isnan(x)) return {kComplexMathNan, kComplexMathNan};
    return {ExpTimes(x, std::cos(y)), ExpTimes(x, std::sin(y))};
  }
  if (x == -kComplexMathInf) return {0, std::copysign(0.0, y)};
  if (x == kComplexMathInf) return {kComplexMathInf, kComplexMathNan};
  return {kComplexMathNan, kComplexMathNan};
}

// Near e^x cos y = 1, computed as expm1(x) - 2 e^x sin^2(y/2).
Complex128 ComplexExpm1(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0) return {std::expm1(x), y};
  if (!std::isfinite(y) || !std::isfinite(x) || x > 700) {
    const Complex128 e = ComplexExp(z);
    return {e.real() - 1, e.imag()};
  }
  const double s = std::sin(y / 2);
  if (x == 0) return {-2 * s * s, std::sin(y)};
  const double e = std::exp(x);
  const double plain = e * std::cos(y) - 1;
  const double real = std::fabs(plain) > 0.5 ? plain : std::expm1(x) - 2 * e * s * s;
  return {real, e * std::sin(y)};
}

Complex128 ComplexLog(Complex128 z) {
  return {LogOfModulus(z.real(), z.imag()), std::atan2(z.imag(), z.real())};
}

// |1 + z|^2 - 1 = 2x + x^2 + y^2
Complex128 ComplexLog1p(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0 && x >= -1) return {std::log1p(x), y};
  const double angle = std::atan2(y, 1 + x);
  if (std::fabs(x) < 2 && std::fabs(y) < 2) {
    ExactSum square_minus_one;
    square_minus_one.Add(2 * x);
    square_minus_one.AddSquare(x);
    square_minus_one.AddSquare(y);
    // Otherwise z is so near -1 that 1 + x is exact.
    if (square_minus_one.value() > -0.9) return {0.5 * std::log1p(square_minus_one.value()), angle};
  }
  return {LogOfModulus(1 + x, y), angle};
}

// 1 / (1 + e^-z) with q = e^-|x|, over the common denominator
//   d = |1 + q e^iy|^2 = (1 - q)^2 + 2 q (1 + cos y) = expm1(-|x|)^2 + 4 q cos^2(y/2),
// a sum of squares: nothing cancels near the poles at odd multiples of pi i. The parts are
//   x >= 0:  (1 + q cos y) / d,    q sin y / d
//   x < 0:   q (q + cos y) / d,    q sin y / d
// where 1 + q cos y = -expm1(-|x|) + 2 q cos^2(y/2) does not cancel either; q + cos y does, on the
// curve where the real part is zero.
Complex128 ComplexLogistic(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  const double q = std::exp(-std::fabs(x));
  if (y == 0) return {x >= 0 ? 1 / (1 + q) : q / (1 + q), y};
  if (!std::isfinite(x) || !std::isfinite(y)) {
    // e^z, or 1 - e^-z.
    const Complex128 e = ComplexExp(x < 0 ? z : -z);
    return x < 0 ? e : Complex128(1 + e.real(), -e.imag());
  }
  const double falls = std::expm1(-std::fabs(x));
  const double cosine = std::cos(y);
  const double half = std::cos(y / 2);
  const double near = cosine > -0.5 ? 1 + cosine : 2 * half * half;  // 1 + cos y
  const double d = falls * falls + 2 * q * near;
  const double imag = q * std::sin(y) / d;
  if (x >= 0) return {(cosine > -0.5 ? 1 + q * cosine : q * near - falls) / d, imag};
  // The sum of the smaller terms has the smaller error.
  const double sum = near < 0.25 ? falls + near : q + cosine;
  return {q * sum / d, imag};
}

Complex128 ComplexSqrt(Complex128 z) {
  const double x = z.real();
  const double y = z.imag();
  if (x == 0 && y == 0) return {0, y};
  if (std::isinf(y)) return {kComplexMathInf, y};
  if (x == kComplexMathInf) return {kComplexMathInf, std::isnan(y) ? y : std::copysign(0.0, y)};
  if (x == -kComplexMathInf) {
    return std::isnan(y) ? Complex128(kComplexMathNan, kComplexMathInf)
                         : Complex128(0, std::copysign(kComplexMathInf, y));
  }
  if (IsComplexMathNan(z)) return {kComplexMathNan, kComplexMathNan};
  const int exponent = SafeExponent(z);
  return Scale(SqrtOfSafe(Scale(z, exponent)), -exponent / 2);
}

Complex128 ComplexRsqrt(Complex128 z) {
  if (z == 0.0) return {kComplexMathInf, kComplexMathNan};
  if (IsInf(z)) return {0, std::copysign(0.0, -z.imag())};
  if (IsComplexMathNan(z)) return {kComplexMathNan, kComplexMathNan};
  const int exponent = SafeExponent(z);
  const Complex128 safe = Scale(z, exponent);
  const Complex128 root = SqrtOfSafe(safe);
  const double modulus = std::hypot(safe.real(), safe.imag());
  return Scale({root.real() / modulus, -root.imag() / modulus}, exponent / 2);
}

Complex128 ComplexCbrt(Complex128 z) {
  if (z.imag() == 0 && !std::signbit(z.real())) return {std::cbrt(z.real()), z.imag()};
  const int exponent = SafeExponent(z);
  const Complex128 safe = Scale(z, exponent);
  const double radius = std::cbrt(std::hypot(safe.real(), safe.imag()));
  const double angle = std::atan2(z.imag(), z.real()) / 3;
  // An infinite radius times an angle of 0 must not become NaN.
  const double imag = angle == 0 ? angle : radius * std::sin(angle);
  return Scale({radius * std::cos(angle), imag}, -exponent / 3);
}

Complex128 ComplexPow(Complex128 z, Complex128 w) {
  if (w == 0.0 || z == 1.0) return 1;
  const bool real_exponent = w.imag() == 0;
  if (IsInf(z) && real_exponent && w.real() != 0 && !std::isnan(w.real())) {
    return {w.real() > 0 ? kComplexMathInf : 0, 0};
  }
  if (z == 0.0) {
    if (w.real() > 0) return 0;
    return real_exponent && w.real() < 0 ? Complex128(kComplexMathInf, 0)
                                         : Complex128(kComplexMathNan, kComplexMathNan);
  }
  if (real_exponent && z.imag() == 0 && z.real() > 0) return {std::pow(z.real(), w.real()), 0};
  if (real_exponent && std::fabs(w.real()) <= 64 && w.real() == std::trunc(w.real()) &&
      std::isfinite(z.real()) && std::isfinite(z.imag())) {
    return IntegerPow(z, static_cast<int>(w.real()));
  }
  const double log = LogOfModulus(z.real(), z.imag());
  const double angle = std::atan2(z.imag(), z.real());
  const auto times_log = [&](Complex128 v) -> Complex128 {
    return {v.real() * log - v.imag() * angle,
            v.real() * angle + (v.imag() == 0 ? 0 : v.imag() * log)};
  };
  Complex128 exponent = times_log(w);
  // Infinities that overflow have no sum; a part of them has, and e to it is as large or small.
  if (IsComplexMathNan(exponent - exponent)) exponent = times_log(Scale(w, -20));
  return ComplexExp(exponent);
}

Complex128 ComplexSign(Complex128 z) {
  if (z == 0.0) return 0;
  if (IsComplexMathNan(z)) return {kComplexMathNan, kComplexMathNan};
  const Complex128 safe = Scale(z, SafeExponent(z));
  const double modulus = std::hypot(safe.real(), safe.imag());
  return {safe.real() / modulus, safe.imag() / modulus};
}

}  // namespace hloom
