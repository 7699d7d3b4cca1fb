// Quotients and products of complex numbers without intermediate overflow or underflow: a quotient
// is within 4 ulps of its larger part wherever it is representable. Zeros, infinities and NaNs are
// those of C99's Annex G. The platforms' own divisions lose accuracy in different ways.
#ifndef HLOOM_KERNELS_COMPLEX_ARITHMETIC_H_
#define HLOOM_KERNELS_COMPLEX_ARITHMETIC_H_

#include <cmath>
#include <complex>

namespace hloom {

namespace complex_arithmetic {

// The slow paths of the functions below: for operands that are not finite, or far from 1.
std::complex<float> RareQuotient(std::complex<float> z, std::complex<float> w);
std::complex<double> RareQuotient(std::complex<double> z, std::complex<double> w);
std::complex<float> RareProduct(std::complex<float> z, std::complex<float> w);
std::complex<double> RareProduct(std::complex<double> z, std::complex<double> w);

// The exact sign of ab + cd, even if a product underflows: -1, 0 or 1.
int SignOfSum(double a, double b, double c, double d);

// Returns true if squares and products of such numbers are far from the ends of the type.
inline bool IsModerate(std::complex<double> z) {
  const double x = std::fabs(z.real()), y = std::fabs(z.imag());
  return x < 0x1p500 && y < 0x1p500 && (x > 0x1p-500 || y > 0x1p-500);
}

// The rounding error of a square. WebAssembly has no fused multiply-add, so x is split in two.
inline double LostOfSquare(double x, double square) {
  const double split = x * 0x1.0000002p27;  // 2^27 + 1
  const double high = split - (split - x), low = x - high;
  return ((high * high - square) + 2 * high * low) + low * low;
}
// c^2 + d^2, rounded once: the other terms of a quotient lose nearly all of its 4 ulps.
inline double SumOfSquares(double c, double d) {
  const double c_square = c * c, d_square = d * d;
  const double sum = c_square + d_square, d_part = sum - c_square;
  const double lost = (c_square - (sum - d_part)) + (d_square - d_part);
  return sum + (lost + LostOfSquare(c, c_square) + LostOfSquare(d, d_square));
}

// z / w of moderate numbers.
inline std::complex<double> PlainQuotient(std::complex<double> z, std::complex<double> w) {
  const double a = z.real(), b = z.imag(), c = w.real(), d = w.imag();
  // Each part is rounded once. The product with d is a zero, which gives zeros their signs.
  if (d == 0) return {a / c + b * d, b / c - a * d};
  const double square = SumOfSquares(c, d);
  return {(a * c + b * d) / square, (b * c - a * d) / square};
}

}  // namespace complex_arithmetic

// The products of floats are exact in double, and their sums far from its ends.
inline std::complex<float> ComplexQuotient(std::complex<float> z, std::complex<float> w) {
  const double a = z.real(), b = z.imag(), c = w.real(), d = w.imag();
  const double square = c * c + d * d;
  const double re = (a * c + b * d) / square, im = (b * c - a * d) / square;
  if (re != re || im != im) return complex_arithmetic::RareQuotient(z, w);
  return {static_cast<float>(re), static_cast<float>(im)};
}
inline std::complex<double> ComplexQuotient(std::complex<double> z, std::complex<double> w) {
  using namespace complex_arithmetic;  // NOLINT
  if (!IsModerate(z) || !IsModerate(w)) return RareQuotient(z, w);
  return PlainQuotient(z, w);
}

// The same bits as the product of std::complex, except if that is not finite.
template <typename T>
inline std::complex<T> ComplexProduct(std::complex<T> z, std::complex<T> w) {
  const T re = z.real() * w.real() - z.imag() * w.imag();
  const T im = z.real() * w.imag() + z.imag() * w.real();
  // 0 and 0, or a NaN if a part is not finite, so that one comparison is enough.
  if (re - re != im - im) return complex_arithmetic::RareProduct(z, w);
  return {re, im};
}

// For kernels of real and complex types.
template <typename T>
inline T ElementQuotient(T a, T b) {
  return a / b;
}
template <typename T>
inline std::complex<T> ElementQuotient(std::complex<T> z, std::complex<T> w) {
  return ComplexQuotient(z, w);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_COMPLEX_ARITHMETIC_H_
