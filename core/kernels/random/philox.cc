#include "kernels/random/philox.h"

#include <algorithm>
#include <utility>

#include "kernels/contractions/lanes.h"

namespace hloom {

namespace {

constexpr uint32_t kMultiplierOf0 = 0xd2511f53, kMultiplierOf2 = 0xcd9e8d57;
constexpr uint32_t kKeyStep0 = 0x9e3779b9, kKeyStep1 = 0xbb67ae85;

using PhiloxWords = Vector<uint32_t>;
using Products = Vector<uint64_t>;
constexpr int kPhiloxLanes = VectorOf<uint32_t>::kLanes;
// A round depends on the round before, so two vectors of counters go through it side by side.
constexpr int kPhiloxChains = 2;
constexpr int64_t kTogether = kPhiloxChains * kPhiloxLanes;

// One word of each of four counters, in all the chains.
struct WordOfAll {
  PhiloxWords of[kPhiloxChains];
};
struct PhiloxCounters {
  WordOfAll w0, w1, w2, w3;
};

// Lanes 0 and 1, and lanes 2 and 3, with 64 bits each.
inline Products LowLanes(PhiloxWords words) {
  return __builtin_convertvector(__builtin_shufflevector(words, words, 0, 1), Products);
}
inline Products HighLanes(PhiloxWords words) {
  return __builtin_convertvector(__builtin_shufflevector(words, words, 2, 3), Products);
}

// A factor times four words: the upper halves of the products, and the lower ones.
inline std::pair<PhiloxWords, PhiloxWords> Multiply(PhiloxWords factor, PhiloxWords words) {
  const auto low = reinterpret_cast<PhiloxWords>(LowLanes(words) * LowLanes(factor));
  const auto high = reinterpret_cast<PhiloxWords>(HighLanes(words) * HighLanes(factor));
  return {__builtin_shufflevector(low, high, 1, 3, 5, 7),
          __builtin_shufflevector(low, high, 0, 2, 4, 6)};
}

// The factor in every lane, hidden from the compiler as a constant: otherwise it would multiply
// numbers of 64 bits, for which there is no instruction.
inline PhiloxWords PhiloxFactor(uint32_t factor) {
  PhiloxWords words = Splat(factor);
#if defined(__wasm_simd128__)
  asm("" : "+r"(words));
#endif
  return words;
}

template <int kChain>
inline void PhiloxRound(uint32_t key0, uint32_t key1, PhiloxCounters& counters) {
  PhiloxWords &w0 = counters.w0.of[kChain], &w1 = counters.w1.of[kChain];
  PhiloxWords &w2 = counters.w2.of[kChain], &w3 = counters.w3.of[kChain];
  const auto [upper0, lower0] = Multiply(PhiloxFactor(kMultiplierOf0), w0);
  const auto [upper2, lower2] = Multiply(PhiloxFactor(kMultiplierOf2), w2);
  w0 = upper2 ^ w1 ^ Splat(key0);
  w1 = lower2;
  w2 = upper0 ^ w3 ^ Splat(key1);
  w3 = lower0;
}

// Rounds and chains are expanded instead of looped: compilers keep the arrays of a loop that they
// do not unroll in memory.
template <int... kRound>
inline void AllRounds(std::integer_sequence<int, kRound...>, uint32_t key0, uint32_t key1,
                      PhiloxCounters& counters) {
  ((PhiloxRound<0>(key0 + kRound * kKeyStep0, key1 + kRound * kKeyStep1, counters),
    PhiloxRound<1>(key0 + kRound * kKeyStep0, key1 + kRound * kKeyStep1, counters)),
   ...);
}

template <int kChain>
inline void CountFrom(uint32_t first, const PhiloxCounter& counter, PhiloxCounters& counters) {
  counters.w0.of[kChain] = Splat(first + kChain * kPhiloxLanes) + PhiloxWords{0, 1, 2, 3};
  counters.w1.of[kChain] = Splat(static_cast<uint32_t>(counter.low >> 32));
  counters.w2.of[kChain] = Splat(static_cast<uint32_t>(counter.high));
  counters.w3.of[kChain] = Splat(static_cast<uint32_t>(counter.high >> 32));
}

// `counter` and the following ones.
inline PhiloxCounters CountersFrom(const PhiloxCounter& counter) {
  PhiloxCounters counters;
  const auto first = static_cast<uint32_t>(counter.low);
  if (first <= UINT32_MAX - kTogether) {
    CountFrom<0>(first, counter, counters);
    CountFrom<1>(first, counter, counters);
    return counters;
  }
  // The lowest word wraps around on the way.
  for (int i = 0; i < kTogether; ++i) {
    const PhiloxCounter at = counter.After(static_cast<uint64_t>(i));
    const int chain = i / kPhiloxLanes, lane = i % kPhiloxLanes;
    counters.w0.of[chain][lane] = static_cast<uint32_t>(at.low);
    counters.w1.of[chain][lane] = static_cast<uint32_t>(at.low >> 32);
    counters.w2.of[chain][lane] = static_cast<uint32_t>(at.high);
    counters.w3.of[chain][lane] = static_cast<uint32_t>(at.high >> 32);
  }
  return counters;
}

// Writes the words of counters one after the other.
template <int kChain>
inline void StoreWords(const PhiloxCounters& counters, uint32_t* out) {
  const PhiloxWords w0 = counters.w0.of[kChain], w1 = counters.w1.of[kChain];
  const PhiloxWords w2 = counters.w2.of[kChain], w3 = counters.w3.of[kChain];
  const auto ab = __builtin_shufflevector(w0, w1, 0, 4, 1, 5);
  const auto cd = __builtin_shufflevector(w2, w3, 0, 4, 1, 5);
  const auto ef = __builtin_shufflevector(w0, w1, 2, 6, 3, 7);
  const auto gh = __builtin_shufflevector(w2, w3, 2, 6, 3, 7);
  uint32_t* const to = out + kChain * kPhiloxLanes * kPhiloxWords;
  StoreVector(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
  StoreVector(to + kPhiloxLanes, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  StoreVector(to + 2 * kPhiloxLanes, __builtin_shufflevector(ef, gh, 0, 1, 4, 5));
  StoreVector(to + 3 * kPhiloxLanes, __builtin_shufflevector(ef, gh, 2, 3, 6, 7));
}

inline void BlocksTogether(uint64_t key, const PhiloxCounter& counter, uint32_t* out) {
  constexpr int kRounds = 10;
  PhiloxCounters counters = CountersFrom(counter);
  AllRounds(std::make_integer_sequence<int, kRounds>(), static_cast<uint32_t>(key),
            static_cast<uint32_t>(key >> 32), counters);
  StoreWords<0>(counters, out);
  StoreWords<1>(counters, out);
}

}  // namespace

void PhiloxBlocks(uint64_t key, PhiloxCounter counter, int64_t count, uint32_t* words) {
  int64_t done = 0;
  for (; done + kTogether <= count; done += kTogether) {
    BlocksTogether(key, counter.After(static_cast<uint64_t>(done)), words + done * kPhiloxWords);
  }
  if (done == count) return;
  uint32_t last[kTogether * kPhiloxWords];
  BlocksTogether(key, counter.After(static_cast<uint64_t>(done)), last);
  std::copy_n(last, (count - done) * kPhiloxWords, words + done * kPhiloxWords);
}

}  // namespace hloom
