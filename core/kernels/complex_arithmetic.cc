#include "kernels/complex_arithmetic.h"

#include <algorithm>
#include <cstdlib>

namespace hloom::complex_arithmetic {

namespace {

template <typename T>
bool IsFiniteNumber(std::complex<T> z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

// The power of two that brings the larger part of a finite number between 2^-500 and 2^500.
int ExponentToModerate(std::complex<double> z) {
  const double largest = std::max(std::fabs(z.real()), std::fabs(z.imag()));
  if (largest >= 0x1p500) return -600;
  return largest <= 0x1p-500 ? 700 : 0;
}
std::complex<double> TimesPower(std::complex<double> z, int exponent) {
  return {std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent)};
}

// z / w as C's Annex G has it. The library computes a finite z over an infinite w as 0 * (ac + bd),
// with c and d of 0 or 1, where the sum of large parts overflows and gives a NaN: a quarter of z
// gives the same zeros.
template <typename T>
std::complex<T> AnnexQuotient(std::complex<T> z, std::complex<T> w) {
  const bool is_large = IsFiniteNumber(z) && (std::fabs(z.real()) > 1 || std::fabs(z.imag()) > 1);
  const bool is_infinite = std::isinf(w.real()) || std::isinf(w.imag());
  return (is_large && is_infinite ? z * T{0.25} : z) / w;
}

// Gives a part that has underflowed its sign.
double WithSign(double part, int sign) {
  return part == 0 && sign != 0 ? std::copysign(0.0, sign) : part;
}

}  // namespace

int SignOfSum(double a, double b, double c, double d) {
  const auto sign = [](double x) { return (x > 0) - (x < 0); };
  const int first = sign(a) * sign(b), second = sign(c) * sign(d);
  if (first == 0 || second == 0 || first == second) return first == 0 ? second : first;
  // The larger product decides.
  int exponents[4];
  a = std::frexp(a, &exponents[0]);
  b = std::frexp(b, &exponents[1]);
  c = std::frexp(c, &exponents[2]);
  d = std::frexp(d, &exponents[3]);
  const int more = exponents[2] + exponents[3] - exponents[0] - exponents[1];
  if (std::abs(more) > 4) return more > 0 ? second : first;
  c = std::ldexp(c, more);
  const double left = a * b, right = c * d;
  return sign((left + right) + (std::fma(a, b, -left) + std::fma(c, d, -right)));
}

std::complex<float> RareQuotient(std::complex<float> z, std::complex<float> w) {
  return AnnexQuotient(z, w);
}

std::complex<double> RareQuotient(std::complex<double> z, std::complex<double> w) {
  if (!IsFiniteNumber(z) || !IsFiniteNumber(w) || w == 0.0) return AnnexQuotient(z, w);
  if (w.imag() == 0) return PlainQuotient(z, w);  // which takes no squares
  const int z_exponent = ExponentToModerate(z), w_exponent = ExponentToModerate(w);
  const std::complex<double> quotient = TimesPower(
      PlainQuotient(TimesPower(z, z_exponent), TimesPower(w, w_exponent)), w_exponent - z_exponent);
  return {WithSign(quotient.real(), SignOfSum(z.real(), w.real(), z.imag(), w.imag())),
          WithSign(quotient.imag(), SignOfSum(z.imag(), w.real(), -z.real(), w.imag()))};
}

std::complex<float> RareProduct(std::complex<float> z, std::complex<float> w) {
  if (!IsFiniteNumber(z) || !IsFiniteNumber(w)) return z * w;
  const double a = z.real(), b = z.imag(), c = w.real(), d = w.imag();
  return {static_cast<float>(a * c - b * d), static_cast<float>(a * d + b * c)};
}

std::complex<double> RareProduct(std::complex<double> z, std::complex<double> w) {
  if (!IsFiniteNumber(z) || !IsFiniteNumber(w)) return z * w;
  const int z_exponent = ExponentToModerate(z), w_exponent = ExponentToModerate(w);
  const std::complex<double> x = TimesPower(z, z_exponent), y = TimesPower(w, w_exponent);
  return TimesPower(
      {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()},
      -z_exponent - w_exponent);
}

}  // namespace hloom::complex_arithmetic
