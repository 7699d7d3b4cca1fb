// Squares of elements that change rows and columns, in vectors of 16 bytes.
#ifndef HLOOM_KERNELS_TRANSPOSE_WORDS_H_
#define HLOOM_KERNELS_TRANSPOSE_WORDS_H_

#include <cstdint>
#include <cstring>

#include "kernels/loop_hints.h"

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

using EightHalves = uint16_t __attribute__((vector_size(16)));
using SixteenBytes = uint8_t __attribute__((vector_size(16)));

// Interleaves the first halves of two vectors, and their last ones: a0 b0 a1 b1 ...
inline void Interleave(EightHalves a, EightHalves b, EightHalves& low, EightHalves& high) {
  low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
inline void Interleave(SixteenBytes a, SixteenBytes b, SixteenBytes& low, SixteenBytes& high) {
  low = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  high =
      __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// A square of 16 bytes on each side, of elements of one or two bytes: neighbor c of line r becomes
// neighbor r of line c. Each round interleaves lines that are half the square apart. Four lines a,
// b, c and d would be
//   a0 c0 a1 c1, a2 c2 a3 c3, b0 d0 b1 d1, b2 d2 b3 d3, then a0 b0 c0 d0, a1 b1 c1 d1, ...
template <typename Line, typename T>
void TransposeSquare(const T* from, int64_t line, T* to, int64_t to_line) {
  constexpr int kSide = 16 / static_cast<int>(sizeof(T));
  Line lines[kSide], next[kSide];
  HLOOM_UNROLLED
  for (int i = 0; i < kSide; ++i) std::memcpy(&lines[i], from + i * line, 16);
  HLOOM_UNROLLED
  for (int round = 1; round < kSide; round *= 2) {
    HLOOM_UNROLLED
    for (int i = 0; i < kSide / 2; ++i) {
      Interleave(lines[i], lines[i + kSide / 2], next[2 * i], next[2 * i + 1]);
    }
    HLOOM_UNROLLED
    for (int i = 0; i < kSide; ++i) lines[i] = next[i];
  }
  HLOOM_UNROLLED
  for (int i = 0; i < kSide; ++i) std::memcpy(to + i * to_line, &lines[i], 16);
}
inline void TransposeWords(const uint16_t* from, int64_t line, uint16_t* to, int64_t to_line) {
  TransposeSquare<EightHalves>(from, line, to, to_line);
}
inline void TransposeWords(const uint8_t* from, int64_t line, uint8_t* to, int64_t to_line) {
  TransposeSquare<SixteenBytes>(from, line, to, to_line);
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
