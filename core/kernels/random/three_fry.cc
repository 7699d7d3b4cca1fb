#include "kernels/random/three_fry.h"

#include <utility>

#include "kernels/contractions/lanes.h"

namespace hloom {

namespace {

using ThreeFryWords = Vector<uint32_t>;
constexpr int kThreeFryLanes = VectorOf<uint32_t>::kLanes;
// A round depends on the round before, so several chains of rounds run side by side.
constexpr int kThreeFryChains = kThreeFryTogether / kThreeFryLanes;

struct Pairs {
  ThreeFryWords x[kThreeFryChains], y[kThreeFryChains];
};

// Calls f with the number of each chain. It is expanded instead of looped, because compilers keep
// the arrays of a loop that they do not unroll in memory.
template <typename F, int... kChain>
inline void ForEach(std::integer_sequence<int, kChain...>, const F& f) {
  (f(kChain), ...);
}
template <typename F>
inline void ForEachChain(const F& f) {
  ForEach(std::make_integer_sequence<int, kThreeFryChains>(), f);
}

template <int kDistance>
inline void ThreeFryRound(Pairs& pairs) {
  ForEachChain([&pairs](int c) {
    ThreeFryWords& x = pairs.x[c];
    ThreeFryWords& y = pairs.y[c];
    x += y;
    y = (y << kDistance) | (y >> (32 - kDistance));
    y ^= x;
  });
}

inline void Inject(uint32_t to_x, uint32_t to_y, Pairs& pairs) {
  ForEachChain([&](int c) {
    pairs.x[c] += Splat(to_x);
    pairs.y[c] += Splat(to_y);
  });
}

template <int kA, int kB, int kC, int kD>
inline void FourRounds(Pairs& pairs) {
  ThreeFryRound<kA>(pairs);
  ThreeFryRound<kB>(pairs);
  ThreeFryRound<kC>(pairs);
  ThreeFryRound<kD>(pairs);
}

// The three words of the key, of which the third makes their parity.
struct Key {
  explicit Key(uint64_t key)
      : a(static_cast<uint32_t>(key)),
        b(static_cast<uint32_t>(key >> 32)),
        parity(0x1bd11bda ^ a ^ b) {}
  uint32_t a, b, parity;
};

inline void Mix(const Key& key, Pairs& pairs) {
  Inject(key.a, key.b, pairs);
  FourRounds<13, 15, 26, 6>(pairs);
  Inject(key.b, key.parity + 1, pairs);
  FourRounds<17, 29, 16, 24>(pairs);
  Inject(key.parity, key.a + 2, pairs);
  FourRounds<13, 15, 26, 6>(pairs);
  Inject(key.a, key.b + 3, pairs);
  FourRounds<17, 29, 16, 24>(pairs);
  Inject(key.b, key.parity + 4, pairs);
  FourRounds<13, 15, 26, 6>(pairs);
  Inject(key.parity, key.a + 5, pairs);
}

// The halves of `counter` and the following ones.
inline Pairs ThreeFryCounters(uint64_t counter) {
  Pairs pairs;
  const auto low = static_cast<uint32_t>(counter);
  if (low <= UINT32_MAX - kThreeFryTogether) {
    ForEachChain([&](int c) {
      const uint32_t first = low + static_cast<uint32_t>(c * kThreeFryLanes);
      pairs.x[c] = Splat(first) + ThreeFryWords{0, 1, 2, 3};
      pairs.y[c] = Splat(static_cast<uint32_t>(counter >> 32));
    });
    return pairs;
  }
  // The low half wraps around on the way.
  for (int i = 0; i < kThreeFryTogether; ++i, ++counter) {
    pairs.x[i / kThreeFryLanes][i % kThreeFryLanes] = static_cast<uint32_t>(counter);
    pairs.y[i / kThreeFryLanes][i % kThreeFryLanes] = static_cast<uint32_t>(counter >> 32);
  }
  return pairs;
}

}  // namespace

void ThreeFryInTurn(uint64_t key, uint64_t counter, int64_t count, uint32_t* words) {
  const Key of_key(key);
  for (int64_t done = 0; done < count; done += kThreeFryTogether) {
    Pairs pairs = ThreeFryCounters(counter + static_cast<uint64_t>(done));
    Mix(of_key, pairs);
    ForEachChain([&](int c) {
      uint32_t* const to = words + 2 * (done + c * kThreeFryLanes);
      StoreVector(to, __builtin_shufflevector(pairs.x[c], pairs.y[c], 0, 4, 1, 5));
      StoreVector(to + kThreeFryLanes, __builtin_shufflevector(pairs.x[c], pairs.y[c], 2, 6, 3, 7));
    });
  }
}

void ThreeFryPairs(uint64_t key, uint64_t counter, int64_t count, uint32_t* first,
                   uint32_t* second) {
  const Key words(key);
  for (int64_t done = 0; done < count; done += kThreeFryTogether) {
    Pairs pairs = ThreeFryCounters(counter + static_cast<uint64_t>(done));
    Mix(words, pairs);
    for (int c = 0; c < kThreeFryChains; ++c) {
      StoreVector(first + done + c * kThreeFryLanes, pairs.x[c]);
      StoreVector(second + done + c * kThreeFryLanes, pairs.y[c]);
    }
  }
}

}  // namespace hloom
