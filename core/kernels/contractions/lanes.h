// The types in which contractions multiply and add, 16 bytes at a time.
//
// There are fewer of them than element types. Integers of up to 32 bits are computed in 32, of
// which the low bits are exact; complex numbers are pairs of floats (see tiles.h); PRED is counted
// in floats, which never wrap around to 0.
#ifndef HLOOM_KERNELS_CONTRACTIONS_LANES_H_
#define HLOOM_KERNELS_CONTRACTIONS_LANES_H_

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "kernels/loop_hints.h"

namespace hloom {

enum class LaneKind { kFloat, kDouble, kInt32, kInt64, kInt16Pair };

// True if tiles can read rows directly, in the most common type; otherwise rows are packed.
constexpr bool ReadsRows(LaneKind kind) { return kind == LaneKind::kFloat; }

template <typename T>
struct VectorOf {
  using type __attribute__((vector_size(16))) = T;
  static constexpr int kLanes = 16 / sizeof(T);
};
template <typename T>
using Vector = typename VectorOf<T>::type;

template <typename T>
inline Vector<T> LoadVector(const T* from) {
  Vector<T> vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}
template <typename T>
inline void StoreVector(T* to, Vector<T> vector) {
  std::memcpy(to, &vector, sizeof(vector));
}
template <typename T>
inline Vector<T> Splat(T x) {
  if constexpr (sizeof(T) == 4) {
    return Vector<T>{x, x, x, x};
  } else {
    return Vector<T>{x, x};
  }
}

// Loads every second one of seven neighbors.
inline Vector<uint32_t> LoadEverySecond(const uint32_t* from) {
  return __builtin_shufflevector(LoadVector(from), LoadVector(from + 3), 0, 2, 5, 7);
}

// Lanes that each hold one number. Element: the type of a lane.
template <LaneKind kLaneKind, typename T>
struct NumberLane {
  static constexpr LaneKind kKind = kLaneKind;
  using Element = T;
  static Vector<T> Product(Vector<T> a, Vector<T> b) { return a * b; }
};
using FloatLane = NumberLane<LaneKind::kFloat, float>;
using DoubleLane = NumberLane<LaneKind::kDouble, double>;
using Int32Lane = NumberLane<LaneKind::kInt32, uint32_t>;
using Int64Lane = NumberLane<LaneKind::kInt64, uint64_t>;

// Two neighboring int16 of the contracted dimension; their products are added up in 32 bits.
struct Int16PairLane {
  static constexpr LaneKind kKind = LaneKind::kInt16Pair;
  using Element = uint32_t;
  static Vector<uint32_t> Product(Vector<uint32_t> a, Vector<uint32_t> b) {
#if defined(__wasm_simd128__)
    using Shorts = short __attribute__((vector_size(16)));
    return reinterpret_cast<Vector<uint32_t>>(
        __builtin_wasm_dot_s_i32x4_i16x8(reinterpret_cast<Shorts>(a), reinterpret_cast<Shorts>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<Vector<uint32_t>>(
        _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    const auto low = [](Vector<uint32_t> x) {
      return reinterpret_cast<Vector<int32_t>>(x << 16) >> 16;
    };
    const auto high = [](Vector<uint32_t> x) { return reinterpret_cast<Vector<int32_t>>(x) >> 16; };
    const auto product = [](Vector<int32_t> x, Vector<int32_t> y) {
      return reinterpret_cast<Vector<uint32_t>>(x) * reinterpret_cast<Vector<uint32_t>>(y);
    };
    return product(low(a), low(b)) + product(high(a), high(b));
#endif
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_LANES_H_
