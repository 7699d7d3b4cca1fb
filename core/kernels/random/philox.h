// Philox-4x32 with 10 rounds: a function of a key and a counter that returns four random words.
//
// Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011).
#ifndef HLOOM_KERNELS_RANDOM_PHILOX_H_
#define HLOOM_KERNELS_RANDOM_PHILOX_H_

#include <cstdint>

namespace hloom {

inline constexpr int64_t kPhiloxWords = 4;

// 128 bits, which wrap around.
struct PhiloxCounter {
  uint64_t low = 0;
  uint64_t high = 0;

  PhiloxCounter After(uint64_t count) const {
    return {low + count, high + (low + count < low ? 1 : 0)};
  }
};

// A key, and the next counter.
struct RandomState {
  uint64_t key = 0;
  PhiloxCounter counter;
};

// Writes the block of four words of each of `count` counters, from `counter` on.
void PhiloxBlocks(uint64_t key, PhiloxCounter counter, int64_t count, uint32_t* words);

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_PHILOX_H_
