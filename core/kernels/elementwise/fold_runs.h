// Folds of many contiguous elements into one accumulator, where the order of the applications is
// free.
#ifndef HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_
#define HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_

#include <cstdint>
#include <cstring>
#include <limits>

namespace hloom {

using DoublePair = double __attribute__((vector_size(16)));
inline DoublePair LoadPair(const double* from) {
  DoublePair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}
inline DoublePair LoadPair(const float* from) {
  using FloatPair = float __attribute__((vector_size(8)));
  FloatPair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return __builtin_convertvector(pair, DoublePair);
}

// The sums of every eighth number, added up by halves until there are `kept` of them: 1, or 2 for
// the parts of complex numbers. Gives how many numbers were added, a multiple of 16.
template <typename T>
int64_t SumOfEighths(const T* in, int64_t count, int kept, double* sums) {
  // The sum of no numbers is -0: starting from +0 would change the sum of -0 and -0. There are four
  // variables for eight loads: V8 does all loads of a round first, and has registers for no more
  // than both.
  constexpr DoublePair kNothing = {-0.0, -0.0};
  DoublePair a = kNothing, b = a, c = a, d = a;
  const T* const end = in + count / 16 * 16;
  for (; in != end; in += 16) {
    a += LoadPair(in);
    b += LoadPair(in + 2);
    c += LoadPair(in + 4);
    d += LoadPair(in + 6);
    a += LoadPair(in + 8);
    b += LoadPair(in + 10);
    c += LoadPair(in + 12);
    d += LoadPair(in + 14);
  }
  const DoublePair all = (a + c) + (b + d);
  sums[0] = kept == 1 ? all[0] + all[1] : all[0];
  if (kept == 2) sums[1] = all[1];
  return count / 16 * 16;
}

// The kind of extreme that a functor finds, if any.
enum class Extreme { kNone, kLargest, kSmallest };
template <typename Functor>
inline constexpr Extreme kExtremeOf = [] {
  if constexpr (requires { Functor::kExtreme; }) return Functor::kExtreme;
  return Extreme::kNone;
}();

// The largest or smallest of some floats, compared as integers in the order of the floats. Returns
// the number of folded elements: none if there is a NaN, because the first NaN counts.
template <Extreme kExtreme>
int64_t FoldExtreme(float* value, const float* in, int64_t count) {
  constexpr int32_t kMagnitude = std::numeric_limits<int32_t>::max();
  const auto flip = [](int32_t x) { return x ^ ((x >> 31) & kMagnitude); };
  int32_t extreme = flip(__builtin_bit_cast(int32_t, in[0]));
  int32_t largest_magnitude = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int32_t bits = __builtin_bit_cast(int32_t, in[i]);
    const int32_t key = flip(bits);
    const int32_t magnitude = bits & kMagnitude;
    extreme = (kExtreme == Extreme::kLargest ? key > extreme : key < extreme) ? key : extreme;
    largest_magnitude = magnitude > largest_magnitude ? magnitude : largest_magnitude;
  }
  constexpr int32_t kInfinity = 0x7f800000;
  if (largest_magnitude > kInfinity) return 0;
  *value = __builtin_bit_cast(float, flip(extreme));
  return count;
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_
