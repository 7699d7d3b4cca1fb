// Sums of a few products, made for many neighbors at a time: each has taps, elements at the same
// distances from it, which are multiplied with weights.
#ifndef HLOOM_KERNELS_CONTRACTIONS_TAP_SUMS_H_
#define HLOOM_KERNELS_CONTRACTIONS_TAP_SUMS_H_

#include <algorithm>
#include <cstddef>

#include "kernels/contractions/lanes.h"
#include "kernels/loop_hints.h"

namespace hloom {

// The taps and weights that all sums share.
template <typename T>
struct Taps {
  const ptrdiff_t* places;
  const T* weights;
  ptrdiff_t weights_step;
  ptrdiff_t depth;
};

// Sums up four lines at a time. The last vectors end exactly at the ends of the lines, so that they
// may overlap those before. Three taps are taken per iteration, because windows often have three or
// nine. kAlongWeights: neighbors have different weights, which are neighbors as well.
template <typename T, bool kAlongWeights>
void SumFourLines(const Taps<T>& taps, const T* const* a, T* const* c, ptrdiff_t last) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  constexpr ptrdiff_t kStep = kAlongWeights ? kLanes : 4 * kLanes;
  using V = Vector<T>;
  for (ptrdiff_t at = 0;; at = std::min(at + kStep, last)) {
    const T* const a0 = a[0] + at;
    const T* const a1 = a[1] + at;
    const T* const a2 = a[2] + at;
    const T* const a3 = a[3] + at;
    const T* weights = kAlongWeights ? taps.weights + at : taps.weights;
    const ptrdiff_t* places = taps.places;
    V c0{}, c1{}, c2{}, c3{};
    const auto add_tap = [&] {
      const V x = kAlongWeights ? LoadVector(weights) : Splat(*weights);
      const ptrdiff_t place = *places++;
      c0 += LoadVector(a0 + place) * x;
      c1 += LoadVector(a1 + place) * x;
      c2 += LoadVector(a2 + place) * x;
      c3 += LoadVector(a3 + place) * x;
      weights += taps.weights_step;
    };
    for (ptrdiff_t k = taps.depth; k > 0; k -= 3) {
      add_tap();
      if (k == 1) break;
      add_tap();
      if (k == 2) break;
      add_tap();
    }
    StoreVector(c[0] + at, c0);
    StoreVector(c[1] + at, c1);
    StoreVector(c[2] + at, c2);
    StoreVector(c[3] + at, c3);
    if (at == last) return;
  }
}

// True if taps come in threes that are as far apart as neighbors are: rows of windows three wide,
// which move by the distance of their positions.
template <typename T>
bool AreThrees(const Taps<T>& taps, ptrdiff_t apart) {
  if (taps.depth % 3 != 0) return false;
  for (ptrdiff_t k = 0; k < taps.depth; k += 3) {
    const ptrdiff_t* const places = taps.places + k;
    if (places[1] - places[0] != apart || places[2] - places[1] != apart) return false;
  }
  return true;
}

// Does as SumFourLines does, along weights, for lines that are `apart` from each other and taps in
// threes: of the twelve elements that four sums take of a three, only six are different.
//
//   line 0: x0 x1 x2           line 2:       x2 x3 x4
//   line 1:    x1 x2 x3        line 3:          x3 x4 x5
template <typename T>
void SumFourNeighbours(const Taps<T>& taps, const T* a, ptrdiff_t apart, T* const* c,
                       ptrdiff_t last) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  using V = Vector<T>;
  for (ptrdiff_t at = 0;; at = std::min(at + kLanes, last)) {
    const T* weights = taps.weights + at;
    const ptrdiff_t* places = taps.places;
    const ptrdiff_t* const end = places + taps.depth;
    V c0{}, c1{}, c2{}, c3{};
    for (; places != end; places += 3) {
      const T* x = a + at + *places;
      const V w0 = LoadVector(weights);
      const V w1 = LoadVector(weights += taps.weights_step);
      const V w2 = LoadVector(weights += taps.weights_step);
      weights += taps.weights_step;
      const V x0 = LoadVector(x);
      const V x1 = LoadVector(x += apart);
      const V x2 = LoadVector(x += apart);
      const V x3 = LoadVector(x += apart);
      const V x4 = LoadVector(x += apart);
      const V x5 = LoadVector(x + apart);
      c0 = c0 + x0 * w0 + x1 * w1 + x2 * w2;
      c1 = c1 + x1 * w0 + x2 * w1 + x3 * w2;
      c2 = c2 + x2 * w0 + x3 * w1 + x4 * w2;
      c3 = c3 + x3 * w0 + x4 * w1 + x5 * w2;
    }
    StoreVector(c[0] + at, c0);
    StoreVector(c[1] + at, c1);
    StoreVector(c[2] + at, c2);
    StoreVector(c[3] + at, c3);
    if (at == last) return;
  }
}

// Sums up a line that is shorter than a vector. Neighbors' weights are `apart` from each other.
template <typename T>
void SumFew(const Taps<T>& taps, const T* a, T* c, ptrdiff_t count, ptrdiff_t apart) {
  for (ptrdiff_t i = 0; i < count; ++i) {
    T sum = 0;
    HLOOM_LEFT_OVER
    for (ptrdiff_t k = 0; k < taps.depth; ++k) {
      sum += a[i + taps.places[k]] * taps.weights[k * taps.weights_step + i * apart];
    }
    c[i] = sum;
  }
}

// Sums up a line of neighbors.
template <typename T>
void SumLine(const Taps<T>& taps, const T* a, T* c, ptrdiff_t length) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  if (length < kLanes) return SumFew<T>(taps, a, c, length, 0);
  const T* from[4];
  T* to[4];
  for (ptrdiff_t i = 0; i < 4; ++i) {
    const ptrdiff_t at = std::min(i * kLanes, length - kLanes);
    from[i] = a + at;
    to[i] = c + at;
  }
  SumFourLines<T, false>(taps, from, to, std::max<ptrdiff_t>(length - 4 * kLanes, 0));
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_TAP_SUMS_H_
