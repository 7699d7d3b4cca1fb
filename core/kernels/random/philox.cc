#include "kernels/random/philox.h"

namespace hloom {

namespace {

constexpr int kRounds = 10;
constexpr uint64_t kMultiplierOf0 = 0xd2511f53, kMultiplierOf2 = 0xcd9e8d57;
constexpr uint32_t kKeyStep0 = 0x9e3779b9, kKeyStep1 = 0xbb67ae85;
// A round needs what the round before gave, so several counters go through it side by side.
constexpr int64_t kTogether = 4;

struct Words {
  uint32_t w[kPhiloxWords];
};

inline void Round(uint32_t key0, uint32_t key1, Words& words) {
  const uint64_t of0 = kMultiplierOf0 * words.w[0];
  const uint64_t of2 = kMultiplierOf2 * words.w[2];
  words = {{static_cast<uint32_t>(of2 >> 32) ^ words.w[1] ^ key0, static_cast<uint32_t>(of2),
            static_cast<uint32_t>(of0 >> 32) ^ words.w[3] ^ key1, static_cast<uint32_t>(of0)}};
}

inline Words WordsOf(const PhiloxCounter& counter) {
  return {{static_cast<uint32_t>(counter.low), static_cast<uint32_t>(counter.low >> 32),
           static_cast<uint32_t>(counter.high), static_cast<uint32_t>(counter.high >> 32)}};
}

template <int64_t kCount>
inline void Call(uint64_t key, const PhiloxCounter& counter, uint32_t* out) {
  Words words[kCount];
  for (int64_t i = 0; i < kCount; ++i) words[i] = WordsOf(counter.After(static_cast<uint64_t>(i)));
  auto key0 = static_cast<uint32_t>(key);
  auto key1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < kRounds; ++round) {
    for (Words& each : words) Round(key0, key1, each);
    key0 += kKeyStep0;
    key1 += kKeyStep1;
  }
  for (int64_t i = 0; i < kCount; ++i) {
    for (int64_t w = 0; w < kPhiloxWords; ++w) out[i * kPhiloxWords + w] = words[i].w[w];
  }
}

}  // namespace

void PhiloxCalls(uint64_t key, PhiloxCounter counter, int64_t count, uint32_t* words) {
  int64_t done = 0;
  for (; done + kTogether <= count; done += kTogether) {
    Call<kTogether>(key, counter.After(static_cast<uint64_t>(done)), words + done * kPhiloxWords);
  }
  for (; done < count; ++done) {
    Call<1>(key, counter.After(static_cast<uint64_t>(done)), words + done * kPhiloxWords);
  }
}

}  // namespace hloom
