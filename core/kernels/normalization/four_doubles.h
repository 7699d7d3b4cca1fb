// Four doubles, as two vectors of two, with loads and stores that convert floats. Loops that use
// them do not depend on a compiler that vectorizes conversions.
#ifndef HLOOM_KERNELS_NORMALIZATION_FOUR_DOUBLES_H_
#define HLOOM_KERNELS_NORMALIZATION_FOUR_DOUBLES_H_

#include <cstring>
#include <type_traits>

#include "kernels/elementwise/fold_runs.h"
#include "kernels/vector_math/lanes.h"

namespace hloom {

struct FourDoubles {
  vector_math::Doubles low;
  vector_math::Doubles high;

  static FourDoubles Splat(double x) {
    const vector_math::Doubles pair = {x, x};
    return {pair, pair};
  }
  template <typename T>
  static FourDoubles Load(const T* from) {
    return {LoadPair(from), LoadPair(from + 2)};
  }

  void Store(double* to) const {
    std::memcpy(to, &low, sizeof(low));
    std::memcpy(to + 2, &high, sizeof(high));
  }
  void Store(float* to) const {
    const vector_math::Floats all = vector_math::ToFloats(low, high);
    std::memcpy(to, &all, sizeof(all));
  }

  double Sum() const {
    const vector_math::Doubles pair = low + high;
    return pair[0] + pair[1];
  }

  FourDoubles& operator+=(FourDoubles other) { return *this = *this + other; }
  friend FourDoubles operator+(FourDoubles a, FourDoubles b) {
    return {a.low + b.low, a.high + b.high};
  }
  friend FourDoubles operator-(FourDoubles a, FourDoubles b) {
    return {a.low - b.low, a.high - b.high};
  }
  friend FourDoubles operator*(FourDoubles a, FourDoubles b) {
    return {a.low * b.low, a.high * b.high};
  }
};

// The same for a single double, so that templates take both.
template <typename Lanes, typename T>
Lanes LoadLanes(const T* from) {
  if constexpr (std::is_same_v<Lanes, double>) {
    return static_cast<double>(*from);
  } else {
    return Lanes::Load(from);
  }
}
template <typename T>
void StoreLanes(FourDoubles lanes, T* to) {
  lanes.Store(to);
}
template <typename T>
void StoreLanes(double lane, T* to) {
  *to = static_cast<T>(lane);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_FOUR_DOUBLES_H_
