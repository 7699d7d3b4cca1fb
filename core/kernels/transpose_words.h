// Squares of elements that change rows and columns, in vectors.
#ifndef HLOOM_KERNELS_TRANSPOSE_WORDS_H_
#define HLOOM_KERNELS_TRANSPOSE_WORDS_H_

#include <cstdint>
#include <cstring>

namespace hloom {

using FourWords = uint32_t __attribute__((vector_size(16)));

// Element c of vector r becomes element r of vector c.
inline void TransposeWords(FourWords (&rows)[4]) {
  const FourWords ab_low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const FourWords ab_high = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const FourWords cd_low = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const FourWords cd_high = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// Four neighbors of each of four lines become four neighbors of four lines `to_line` apart.
inline void TransposeWords(const uint32_t* line0, const uint32_t* line1, const uint32_t* line2,
                           const uint32_t* line3, uint32_t* to, int64_t to_line) {
  FourWords rows[4];
  std::memcpy(&rows[0], line0, sizeof(FourWords));
  std::memcpy(&rows[1], line1, sizeof(FourWords));
  std::memcpy(&rows[2], line2, sizeof(FourWords));
  std::memcpy(&rows[3], line3, sizeof(FourWords));
  TransposeWords(rows);
  std::memcpy(to, &rows[0], sizeof(FourWords));
  std::memcpy(to + to_line, &rows[1], sizeof(FourWords));
  std::memcpy(to + 2 * to_line, &rows[2], sizeof(FourWords));
  std::memcpy(to + 3 * to_line, &rows[3], sizeof(FourWords));
}

// The same of lines that are `line` apart.
inline void TransposeWords(const uint32_t* from, int64_t line, uint32_t* to, int64_t to_line) {
  TransposeWords(from, from + line, from + 2 * line, from + 3 * line, to, to_line);
}

// Two neighbors of each of two lines become two neighbors of two lines.
inline void TransposeWords(const uint64_t* from, int64_t line, uint64_t* to, int64_t to_line) {
  using Words = uint64_t __attribute__((vector_size(16)));
  const uint64_t* const next = from + line;
  const Words first = {from[0], next[0]};
  const Words second = {from[1], next[1]};
  std::memcpy(to, &first, sizeof(first));
  std::memcpy(to + to_line, &second, sizeof(second));
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_TRANSPOSE_WORDS_H_
