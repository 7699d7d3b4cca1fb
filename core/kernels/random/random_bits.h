// Arrays of random bits, in the order of XLA's generators.
//
// An array of n elements of 64 bits consists of 2n words of 32, the low one of each element first.
// An array of 32 bits or fewer has a word for each element, and keeps its low bits.
//
//   Philox    fills the words in order, four for each counter:
//               u32[6] = 0 0 0 0 1 1         the counter that each word belongs to
//   ThreeFry  has two words for each counter: of elements of 64 bits those of one element, of
//             others those of a pair of elements, see pair_split.h.
#ifndef HLOOM_KERNELS_RANDOM_RANDOM_BITS_H_
#define HLOOM_KERNELS_RANDOM_RANDOM_BITS_H_

#include <cstddef>
#include <cstdint>

#include "kernels/random/filled_array.h"
#include "kernels/random/pair_split.h"
#include "kernels/random/philox.h"
#include "shape/primitive_type.h"

namespace hloom {

// ThreeFry's counter is only the low half.
enum class RandomGenerator : uint8_t { kThreeFry, kPhilox };

// The decisions that depend on type and sizes. Must outlive the kernels that it makes.
class RandomBitsArray {
 public:
  // `type` is an integer. `strides` give the places of elements.
  RandomBitsArray(RandomGenerator generator, PrimitiveType type, Span<const int64_t> sizes,
                  Span<const int64_t> strides);

  // The number of counters that the array takes.
  int64_t counters() const { return counters_; }
  // True if Fill does all the work immediately.
  bool is_small() const { return array_.IsSmall(counters_); }
  Kernel Fill(RandomState state, std::byte* out) const;

 private:
  void FillThreeFry(const RandomState& state, int64_t begin, int64_t end, std::byte* out) const;
  void FillPhilox(const RandomState& state, int64_t begin, int64_t end, std::byte* out) const;

  const RandomGenerator generator_;
  const PrimitiveType type_;  // the type of the words: U32 for elements of 64 bits
  const FilledArray array_;
  const int64_t words_;
  PairSplit split_;
  int64_t counters_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_RANDOM_BITS_H_
