// Arrays of uniform and of normal random numbers, computed from Philox's words in order.
//
//   float     v * (b - a) + a, where v is the upper bits of a word, as many as the fraction has:
//             F32 (word >> 9) * 2^-23, F64 (two words >> 12) * 2^-52; narrower types by F32
//   integer   a + bits % (b - a), of a word, or of two for 64 bits
//   normal    a + b * z, where each pair of elements (see pair_split.h) is made of uniform numbers
//             u and v in [0, 1) at the pair's places:
//             z = sqrt(-2 log(max(u, 1e-7))) * (sin, cos)(2 pi v)
//
// Steps are rounded to F32 or F64, as in a program that states them separately.
#ifndef HLOOM_KERNELS_RANDOM_RANDOM_NUMBERS_H_
#define HLOOM_KERNELS_RANDOM_RANDOM_NUMBERS_H_

#include <cstddef>
#include <cstdint>

#include "kernels/random/filled_array.h"
#include "kernels/random/pair_split.h"
#include "kernels/random/philox.h"
#include "shape/primitive_type.h"

namespace hloom {

// The decisions that depend on type and sizes. Must outlive the kernels that it makes.
class RandomNumbersArray {
 public:
  // `type` is PRED, an integer or a float; a float if numbers are normal. `strides` give the places
  // of elements.
  RandomNumbersArray(bool normal, PrimitiveType type, Span<const int64_t> sizes,
                     Span<const int64_t> strides);

  // The number of counters that the array takes.
  int64_t counters() const { return counters_; }
  // `a` and `b` are elements of the type, which are read immediately.
  Kernel Fill(RandomState state, const std::byte* a, const std::byte* b, std::byte* out) const;

 private:
  // T: the type of the computation, float, double, uint32_t or uint64_t.
  template <typename T>
  Kernel FillUniform(RandomState state, const std::byte* a, const std::byte* b,
                     std::byte* out) const;
  template <typename T>
  Kernel FillNormal(RandomState state, const std::byte* a, const std::byte* b,
                    std::byte* out) const;
  Kernel FillWith(const std::byte* a, std::byte* out) const;

  const bool normal_;
  const PrimitiveType type_;
  const FilledArray array_;
  const PairSplit split_;
  int64_t counters_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_RANDOM_NUMBERS_H_
