// Complex functions on double. C++ libraries differ between platforms, in special values and in
// accuracy, so they are not used.
//
// Branch cuts, signs of zeros and special values are those of C99's Annex G. Components are
// accurate, except for cancellation in the nature of the function (the real part of expm1 near its
// zero set), for which the error is small against the absolute value of the result.
#ifndef HLOOM_KERNELS_ELEMENTWISE_COMPLEX_MATH_H_
#define HLOOM_KERNELS_ELEMENTWISE_COMPLEX_MATH_H_

#include <complex>

namespace hloom {

using Complex128 = std::complex<double>;

Complex128 ComplexExp(Complex128 z);
Complex128 ComplexExpm1(Complex128 z);
Complex128 ComplexLog(Complex128 z);
Complex128 ComplexLog1p(Complex128 z);
Complex128 ComplexLogistic(Complex128 z);
Complex128 ComplexSqrt(Complex128 z);
Complex128 ComplexRsqrt(Complex128 z);  // 0 gives inf + NaN i, an infinity 0
Complex128 ComplexCbrt(Complex128 z);   // the principal value
Complex128 ComplexPow(Complex128 z, Complex128 w);
Complex128 ComplexSign(Complex128 z);  // z / |z|, 0 for 0

Complex128 ComplexSin(Complex128 z);
Complex128 ComplexCos(Complex128 z);
Complex128 ComplexTan(Complex128 z);
Complex128 ComplexSinh(Complex128 z);
Complex128 ComplexCosh(Complex128 z);
Complex128 ComplexTanh(Complex128 z);

Complex128 ComplexAsin(Complex128 z);
Complex128 ComplexAcos(Complex128 z);
Complex128 ComplexAsinh(Complex128 z);
Complex128 ComplexAcosh(Complex128 z);
Complex128 ComplexAtanh(Complex128 z);
// -i log((x + i y) / sqrt(x^2 + y^2)). Its zeros, infinities and NaNs follow from that
// formula, not from Annex G.
Complex128 ComplexAtan2(Complex128 y, Complex128 x);

// log |x + i y|, accurate near |x + i y| = 1 and without overflow on the way.
double LogOfModulus(double x, double y);
// e^x factor, even if e^x alone over- or underflows. The factor must not be 0.
double ExpTimes(double x, double factor);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_COMPLEX_MATH_H_
