// Squares of elements that change rows and columns, in vectors.
#ifndef HLOOM_KERNELS_TRANSPOSE_WORDS_H_
#define HLOOM_KERNELS_TRANSPOSE_WORDS_H_

#include <cstdint>
#include <cstring>

namespace hloom {

// Four neighbours of each of four lines become four neighbours of four lines `to_line` apart.
inline void TransposeWords(const uint32_t* line0, const uint32_t* line1, const uint32_t* line2,
                           const uint32_t* line3, uint32_t* to, int64_t to_line) {
  using Words = uint32_t __attribute__((vector_size(16)));
  const auto load = [](const uint32_t* at) {
    Words words;
    std::memcpy(&words, at, sizeof(words));
    return words;
  };
  const auto store = [](uint32_t* at, Words words) { std::memcpy(at, &words, sizeof(words)); };
  const Words a = load(line0);
  const Words b = load(line1);
  const Words c = load(line2);
  const Words d = load(line3);
  const Words ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Words ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Words cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Words cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store(to, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
  store(to + to_line, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
  store(to + 2 * to_line, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  store(to + 3 * to_line, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

// The same of lines that are `line` apart.
inline void TransposeWords(const uint32_t* from, int64_t line, uint32_t* to, int64_t to_line) {
  TransposeWords(from, from + line, from + 2 * line, from + 3 * line, to, to_line);
}

// Two neighbours of each of two lines become two neighbours of two lines.
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
