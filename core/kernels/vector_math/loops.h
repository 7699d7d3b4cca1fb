// Loops over floats and doubles that compute a vector at a time.
#ifndef HLOOM_KERNELS_VECTOR_MATH_LOOPS_H_
#define HLOOM_KERNELS_VECTOR_MATH_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/elementwise/element_function.h"
#include "kernels/vector_math/lanes.h"

namespace hloom::vector_math {

// A function of float or double vectors has a type with a static member
//
//   Lanes Usual(Lanes x...)
//
// and, if that does not hold for all numbers, two more, which take over in the lanes of a mask:
//
//   Mask Unusual(Lanes x)
//   Lanes Rare(Lanes x)
template <typename F, typename Lanes>
inline constexpr bool kHasRareLanes = requires(Lanes x) {
  F::Rare(x);
};

// A function of doubles, of which a vector of floats takes two.
template <auto kOfDoubles>
struct OfFloats {
  template <typename... Lanes>
  HLOOM_VECTOR_INLINE static Floats Usual(Lanes... x) {
    return ThroughDoubles<kOfDoubles>(x...);
  }
};
template <auto kFunction>
struct OfDoubles {
  template <typename... Lanes>
  HLOOM_VECTOR_INLINE static Doubles Usual(Lanes... x) {
    return kFunction(x...);
  }
};

// Not inline, so that the loop stays short.
template <typename F, typename Lanes>
__attribute__((noinline)) Lanes WithRareLanes(Lanes x) {
  return Select(F::Unusual(x), F::Rare(x), F::Usual(x));
}

template <typename F, typename Lanes>
HLOOM_VECTOR_INLINE Lanes ApplyToVector(Lanes x) {
  if constexpr (kHasRareLanes<F, Lanes>) {
    if (Any(F::Unusual(x))) return WithRareLanes<F>(x);
  }
  return F::Usual(x);
}

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

template <typename F, typename Lanes, typename T>
void UnaryVectorLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                     int64_t count) {
  constexpr int64_t kLanes = sizeof(Lanes) / sizeof(T);
  const T* in = reinterpret_cast<const T*>(operands[0]);
  T* out = reinterpret_cast<T*>(result);
  // Two vectors share a test for rare lanes, and keep the processor's units busy.
  int64_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    const Lanes a = LoadLanes<Lanes>(in + i), b = LoadLanes<Lanes>(in + i + kLanes);
    if constexpr (kHasRareLanes<F, Lanes>) {
      if (Any(F::Unusual(a) | F::Unusual(b))) {
        StoreLanes(out + i, WithRareLanes<F>(a));
        StoreLanes(out + i + kLanes, WithRareLanes<F>(b));
        continue;
      }
    }
    StoreLanes(out + i, F::Usual(a));
    StoreLanes(out + i + kLanes, F::Usual(b));
  }
  for (int64_t left; (left = count - i) > 0; i += kLanes) {
    const int64_t some = left < kLanes ? left : kLanes;
    StoreSome(out + i, ApplyToVector<F>(LoadSome<Lanes>(in + i, some)), some);
  }
}

// F has no rare lanes.
template <typename F, typename Lanes, typename T>
void BinaryVectorLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                      int64_t count) {
  constexpr int64_t kLanes = sizeof(Lanes) / sizeof(T);
  const T* a = reinterpret_cast<const T*>(operands[0]);
  const T* b = reinterpret_cast<const T*>(operands[1]);
  T* out = reinterpret_cast<T*>(result);
  for (int64_t i = 0, left; (left = count - i) > 0; i += kLanes) {
    if (left >= kLanes) {
      StoreLanes(out + i, F::Usual(LoadLanes<Lanes>(a + i), LoadLanes<Lanes>(b + i)));
    } else {
      StoreSome(out + i, F::Usual(LoadSome<Lanes>(a + i, left), LoadSome<Lanes>(b + i, left)),
                left);
    }
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
