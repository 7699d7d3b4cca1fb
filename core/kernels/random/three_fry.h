// ThreeFry-2x32 with 20 rounds: a function of a key and a counter that returns two random words.
//
// Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011). Any part of a stream can be
// computed without the parts before it.
#ifndef HLOOM_KERNELS_RANDOM_THREE_FRY_H_
#define HLOOM_KERNELS_RANDOM_THREE_FRY_H_

#include <cstdint>

namespace hloom {

// Computes the words of the counters `counter`, `counter` + 1, ..., which wrap around: those of
// counter number i are first[i] and second[i]. There is room for `count` of each, rounded up to a
// multiple of kThreeFryTogether. The first word of a key, or of a counter, is its low half.
void ThreeFryPairs(uint64_t key, uint64_t counter, int64_t count, uint32_t* first,
                   uint32_t* second);

// Writes them in turn: the words of counter number i are words[2 * i] and words[2 * i + 1]. `count`
// is a multiple of kThreeFryTogether.
void ThreeFryInTurn(uint64_t key, uint64_t counter, int64_t count, uint32_t* words);

// So many counters are computed together.
inline constexpr int64_t kThreeFryTogether = 16;

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_THREE_FRY_H_
