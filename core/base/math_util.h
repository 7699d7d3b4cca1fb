// Integer arithmetic that cannot overflow silently. Sizes are always int64 and come from the user.
#ifndef HLOOM_BASE_MATH_UTIL_H_
#define HLOOM_BASE_MATH_UTIL_H_

#include <cstdint>
#include <optional>

namespace hloom {

inline std::optional<int64_t> CheckedMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

}  // namespace hloom

#endif  // HLOOM_BASE_MATH_UTIL_H_
