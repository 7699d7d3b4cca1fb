// The larger and the smaller of two elements.
#ifndef HLOOM_KERNELS_ELEMENTWISE_EXTREMES_H_
#define HLOOM_KERNELS_ELEMENTWISE_EXTREMES_H_

#include <cstdint>
#include <type_traits>

#include "kernels/elementwise/fold_runs.h"

namespace hloom {

// The bits of two equal floats, and-ed or or-ed: only zeros differ, in their signs.
template <typename T, typename F>
T OfBits(T a, T b, F f) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  // The wasm toolchain's library has no std::bit_cast.
  return __builtin_bit_cast(T, f(__builtin_bit_cast(Bits, a), __builtin_bit_cast(Bits, b)));
}

// NaN propagates, -0 < +0. Written as selections, not branches, so that loops become vector
// instructions.
struct Maximum {
  static constexpr Extreme kExtreme = Extreme::kLargest;

  template <typename T>
  static T Apply(T a, T b) {
    T result = a > b ? a : b;  // b where either is a NaN
    if constexpr (std::is_floating_point_v<T>) {
      result = a == b ? OfBits(a, b, [](auto x, auto y) { return x & y; }) : result;
      result = a != a ? a : result;
    }
    return result;
  }
};
struct Minimum {
  static constexpr Extreme kExtreme = Extreme::kSmallest;

  template <typename T>
  static T Apply(T a, T b) {
    T result = a < b ? a : b;
    if constexpr (std::is_floating_point_v<T>) {
      result = a == b ? OfBits(a, b, [](auto x, auto y) { return x | y; }) : result;
      result = a != a ? a : result;
    }
    return result;
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_EXTREMES_H_
