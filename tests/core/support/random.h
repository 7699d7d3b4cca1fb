// Random numbers that are the same everywhere, and how many of them a test takes.
#ifndef HLOOM_TESTS_SUPPORT_RANDOM_H_
#define HLOOM_TESTS_SUPPORT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hloom::testing_support {

// HLOOM_SANITIZES: the core runs under sanitizers. The build sets it for tests that are compiled
// without them; for others, GCC has a macro and clang a feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HLOOM_SANITIZES
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HLOOM_SANITIZES
#endif

// Rounds of a test: the second number where each takes long, under sanitizers and as WebAssembly,
// and in the build for `npm test`, which defines HLOOM_SHORT_TESTS.
constexpr int Rounds([[maybe_unused]] int natively, [[maybe_unused]] int slowly) {
#if defined(HLOOM_SANITIZES) || defined(HLOOM_SHORT_TESTS) || defined(__wasm__)
  return slowly;
#else
  return natively;
#endif
}

// As many of some cases as a test takes: the first ones only, where each takes long.
template <typename T>
std::vector<T> FirstOf(const std::vector<T>& all, int natively, int slowly) {
  return {all.begin(), all.begin() + Rounds(natively, slowly)};
}

// Returns whether a test takes case `number` of a file of cases. Programs of gamma functions have
// so many iterations that under sanitizers they would take as long as all others, so only every
// fourth runs there. WebAssembly runs them all.
constexpr bool TakesCase([[maybe_unused]] std::string_view file, [[maybe_unused]] size_t number) {
#if defined(HLOOM_SANITIZES)
  return file != "gamma-functions" || number % 4 == 0;
#else
  return true;
#endif
}

// A linear congruential generator.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  // 0 .. bound-1.
  int64_t Below(int64_t bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state_ >> 33) % static_cast<uint64_t>(bound));
  }
  int64_t Between(int64_t low, int64_t high) { return low + Below(high - low + 1); }
  bool OneIn(int64_t n) { return Below(n) == 0; }

  std::vector<int64_t> Permutation(size_t n) {
    std::vector<int64_t> order;
    for (size_t i = 0; i < n; ++i) {
      order.insert(order.begin() + Below(static_cast<int64_t>(i) + 1), static_cast<int64_t>(i));
    }
    return order;
  }

 private:
  uint64_t state_;
};

// All 64 bits of each number are random: splitmix64.
class RandomBits {
 public:
  explicit RandomBits(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double Uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(Next() >> 11) * 0x1p-53;
  }

 private:
  uint64_t state_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_RANDOM_H_
