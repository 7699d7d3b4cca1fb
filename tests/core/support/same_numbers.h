// Comparison of results bit for bit, except for those of a NaN: which of two NaNs an operation returns
// is not defined, and compilers exchange the operands of additions.
#ifndef HLOOM_TESTS_CORE_SUPPORT_SAME_NUMBERS_H_
#define HLOOM_TESTS_CORE_SUPPORT_SAME_NUMBERS_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "literal/literal.h"
#include "shape/primitive_type.h"

namespace hloom::testing_support {

// Returns whether the bytes of one real number are a NaN; false for types without NaN.
inline bool IsNanOf(PrimitiveType type, const char* bytes) {
  uint16_t half = 0;
  if (type == F16 || type == BF16) std::memcpy(&half, bytes, sizeof(half));
  if (type == F16) return (half & 0x7fff) > 0x7c00;
  if (type == BF16) return (half & 0x7fff) > 0x7f80;
  float single = 0;
  if (type == F32) std::memcpy(&single, bytes, sizeof(single));
  double wide = single;
  if (type == F64) std::memcpy(&wide, bytes, sizeof(wide));
  return std::isnan(wide);
}

inline bool SameNumbers(PrimitiveType type, std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a == b) return true;
  const PrimitiveType part = IsComplexType(type) ? ComplexComponentType(type) : type;
  const auto width = static_cast<size_t>(ByteWidth(part));
  for (size_t at = 0; at < a.size(); at += width) {
    const bool same = a.substr(at, width) == b.substr(at, width);
    if (!same && !(IsNanOf(part, a.data() + at) && IsNanOf(part, b.data() + at))) return false;
  }
  return true;
}

inline bool SameNumbers(const Literal& a, const Literal& b) {
  if (a.shape().IsTuple()) {
    bool same = b.shape().IsTuple() && a.elements().size() == b.elements().size();
    for (size_t i = 0; same && i < a.elements().size(); ++i) {
      same = SameNumbers(a.elements()[i], b.elements()[i]);
    }
    return same;
  }
  const auto bytes = [](const Literal& literal) {
    return std::string_view(literal.data<char>(), static_cast<size_t>(literal.size_bytes()));
  };
  return a.shape() == b.shape() && SameNumbers(a.shape().element_type(), bytes(a), bytes(b));
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_CORE_SUPPORT_SAME_NUMBERS_H_
