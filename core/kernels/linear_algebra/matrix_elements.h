// Arithmetic of the elements of matrices, real and complex.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_MATRIX_ELEMENTS_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_MATRIX_ELEMENTS_H_

#include <complex>
#include <type_traits>

namespace hloom {

// E: float, double, or std::complex of these.
template <typename E>
inline constexpr bool kIsReal = std::is_floating_point_v<E>;

template <typename E>
inline E Conjugate(E x) {
  if constexpr (kIsReal<E>) {
    return x;
  } else {
    return {x.real(), -x.imag()};
  }
}

// y + a * x, without the tests for infinities that the product of std::complex has.
template <typename E>
inline E MultiplyAdd(E a, E x, E y) {
  if constexpr (kIsReal<E>) {
    return y + a * x;
  } else {
    return {y.real() + (a.real() * x.real() - a.imag() * x.imag()),
            y.imag() + (a.real() * x.imag() + a.imag() * x.real())};
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_MATRIX_ELEMENTS_H_
