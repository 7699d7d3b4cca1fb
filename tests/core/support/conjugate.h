// Real and complex elements in one piece of test code.
#ifndef HLOOM_TESTS_CORE_SUPPORT_CONJUGATE_H_
#define HLOOM_TESTS_CORE_SUPPORT_CONJUGATE_H_

#include <complex>
#include <type_traits>

namespace hloom::testing_support {

template <typename E>
inline constexpr bool kComplex = !std::is_floating_point_v<E>;

template <typename E>
E Conj(E x) {
  if constexpr (kComplex<E>) {
    return std::conj(x);
  } else {
    return x;
  }
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_CORE_SUPPORT_CONJUGATE_H_
