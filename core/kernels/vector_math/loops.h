// Loops over floats and doubles that compute a vector at a time.
#ifndef HLOOM_KERNELS_VECTOR_MATH_LOOPS_H_
#define HLOOM_KERNELS_VECTOR_MATH_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/elementwise/element_function.h"
#include "kernels/loop_hints.h"
#include "kernels/vector_math/functions.h"
#include "kernels/vector_math/lanes.h"

namespace hloom::vector_math {

template <typename Lanes, typename T>
HLOOM_VECTOR_INLINE Lanes LoadLanes(const T* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}
template <typename Lanes, typename T>
HLOOM_VECTOR_INLINE void StoreLanes(T* to, Lanes lanes) {
  std::memcpy(to, &lanes, sizeof(lanes));
}
// The elements that do not fill a vector.
template <typename Lanes, typename T>
inline Lanes LoadSome(const T* from, int64_t count) {
  Lanes lanes = {};
  std::memcpy(&lanes, from, static_cast<size_t>(count) * sizeof(T));
  return lanes;
}
template <typename Lanes, typename T>
inline void StoreSome(T* to, Lanes lanes, int64_t count) {
  std::memcpy(to, &lanes, static_cast<size_t>(count) * sizeof(T));
}

// The number of vectors of an iteration. They share a test for rare lanes, and keep the processor's
// units busy: e^x takes 20% less time with four than with two.
template <typename F, typename... Lanes>
inline constexpr int64_t kVectors = kHasRareLanes<F, Lanes...> ? 4 : 2;

template <typename F, typename Lanes, typename T>
void UnaryVectorLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                     int64_t count) {
  constexpr int64_t kLanes = sizeof(Lanes) / sizeof(T);
  constexpr int64_t kSteps = kVectors<F, Lanes>;
  const T* in = reinterpret_cast<const T*>(operands[0]);
  T* out = reinterpret_cast<T*>(result);
  int64_t i = 0;
  for (; i + kSteps * kLanes <= count; i += kSteps * kLanes) {
    Lanes x[kSteps];
    HLOOM_UNROLLED
    for (int64_t v = 0; v < kSteps; ++v) x[v] = LoadLanes<Lanes>(in + i + v * kLanes);
    if constexpr (kHasRareLanes<F, Lanes>) {
      if (Any(F::Unusual(x[0]) | F::Unusual(x[1]) | F::Unusual(x[2]) | F::Unusual(x[3]))) {
        HLOOM_UNROLLED
        for (int64_t v = 0; v < kSteps; ++v) {
          StoreLanes(out + i + v * kLanes, WithRareLanes<F>(x[v]));
        }
        continue;
      }
    }
    // All loads come before the stores: to a compiler, a store could change what a later one loads.
    HLOOM_UNROLLED
    for (int64_t v = 0; v < kSteps; ++v) x[v] = F::Usual(x[v]);
    HLOOM_UNROLLED
    for (int64_t v = 0; v < kSteps; ++v) StoreLanes(out + i + v * kLanes, x[v]);
  }
  for (int64_t left; (left = count - i) > 0; i += kLanes) {
    const int64_t some = left < kLanes ? left : kLanes;
    StoreSome(out + i, ApplyToVector<F>(LoadSome<Lanes>(in + i, some)), some);
  }
}

// A function of doubles takes so long that a call costs next to nothing; of floats, it would cost
// 6%.
template <typename F, typename Lanes, typename T>
void BinaryVectorLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                      int64_t count) {
  constexpr int64_t kLanes = sizeof(Lanes) / sizeof(T);
  const T* a = reinterpret_cast<const T*>(operands[0]);
  const T* b = reinterpret_cast<const T*>(operands[1]);
  T* out = reinterpret_cast<T*>(result);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Lanes x = LoadLanes<Lanes>(a + i), y = LoadLanes<Lanes>(b + i);
    if constexpr (sizeof(T) == sizeof(double)) {
      StoreLanes(out + i, ApplyToVector<F>(x, y));
      continue;
    }
    if constexpr (kHasRareLanes<F, Lanes, Lanes>) {
      if (Any(F::Unusual(x, y))) {
        StoreLanes(out + i, WithRareLanes<F>(x, y));
        continue;
      }
    }
    StoreLanes(out + i, F::Usual(x, y));
  }
  if (const int64_t left = count - i; left > 0) {
    StoreSome(out + i, ApplyToVector<F>(LoadSome<Lanes>(a + i, left), LoadSome<Lanes>(b + i, left)),
              left);
  }
}

// Loops for ElementLoops.
template <auto kOfDoubles>
inline constexpr ElementFunction::Loop FloatsThroughDoubles =
    UnaryVectorLoop<OfFloats<kOfDoubles>, Floats, float>;
template <typename F>
inline constexpr ElementFunction::Loop FloatVectors = UnaryVectorLoop<F, Floats, float>;
template <auto kFunction>
inline constexpr ElementFunction::Loop DoubleVectors =
    UnaryVectorLoop<OfDoubles<kFunction>, Doubles, double>;

// These take F32 and F64 by vectors, or only F32 where kDoubles is null, and leave the other types
// to the most accurate loops.
template <ElementFunction::Loop kFloats, ElementFunction::Loop kDoubles,
          ElementLoops::Choice kMostAccurate>
ElementFunction::Loop VectorLoopFor(PrimitiveType type) {
  if (type == F32) return kFloats;
  if (kDoubles != nullptr && type == F64) return kDoubles;
  return kMostAccurate(type);
}
template <ElementFunction::Loop kFloats, ElementFunction::Loop kDoubles,
          ElementLoops::Choice kMostAccurate>
inline constexpr ElementLoops VectorLoops = {VectorLoopFor<kFloats, kDoubles, kMostAccurate>,
                                             kMostAccurate};

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_LOOPS_H_
