// Operands of products, of any types and values and with any strides.
#ifndef HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_
#define HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "support/array_model.h"
#include "support/element_model.h"

namespace hloom::testing_support {

// Which values operands have.
enum class Values { kSmallIntegers, kFractions, kAnyBits, kSpecial };

inline std::string SomeValue(Random& random, PrimitiveType type, Values values) {
  const int64_t number = random.Between(-8, 8);
  if (values == Values::kAnyBits && (IsIntegralType(type) || type == PRED)) {
    return RandomElement(random, type);
  }
  if (values == Values::kSpecial && IsFloatingPointType(type) && random.OneIn(8)) {
    constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
    const long double special[] = {-0.0L, 0.0L, kInfinity, -kInfinity, NAN};
    const ElementModel value = {.real = special[random.Below(random.OneIn(4) ? 5 : 2)]};
    return WriteElement(type, ConvertedElement(type, value));
  }
  if (values == Values::kSmallIntegers || IsIntegralType(type) || type == PRED) {
    return NumberAs(type, number);
  }
  const ElementModel value = {.real = static_cast<long double>(number) / 7,
                              .imaginary = static_cast<long double>(random.Between(-9, 9)) / 11};
  return WriteElement(type, ConvertedElement(type, value));
}

// Strides for dimensions in any order, with gaps now and then, and backwards.
struct Strides {
  Sizes strides;
  int64_t elements = 1;
  int64_t origin = 0;
};
inline Strides SomeStrides(Random& random, const Sizes& sizes, bool distinct) {
  Strides result;
  result.strides.resize(sizes.size());
  const Sizes order = random.OneIn(3) ? random.Permutation(sizes.size()) : Sizes();
  int64_t stride = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t d = order.empty() ? sizes.size() - 1 - i : static_cast<size_t>(order[i]);
    if (random.OneIn(8)) stride += random.Between(1, 3);
    const bool repeated = !distinct && random.OneIn(12);
    const bool backwards = random.OneIn(12);
    result.strides[d] = repeated ? 0 : backwards ? -stride : stride;
    if (repeated) continue;
    const int64_t reach = std::max<int64_t>(sizes[d] - 1, 0) * stride;
    if (backwards) result.origin += reach;
    result.elements += reach;
    stride = stride * std::max<int64_t>(sizes[d], 1);
  }
  return result;
}

// Memory of an array whose strides may be negative.
struct Memory {
  std::string bytes;
  int64_t origin = 0;  // the place of the element whose indices are all 0
  int64_t width = 0;

  void Fill(Random& random, PrimitiveType type, const Strides& strides, Values values) {
    width = ByteWidth(type);
    origin = strides.origin;
    for (int64_t i = 0; i < strides.elements; ++i) bytes += SomeValue(random, type, values);
  }
  std::byte* data() { return reinterpret_cast<std::byte*>(bytes.data()) + origin * width; }
};

inline Sizes Joined(std::initializer_list<Sizes> lists) {
  Sizes all;
  for (const Sizes& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

struct Types {
  PrimitiveType lhs, rhs, result;
};

inline Types SomeTypes(Random& random) {
  const PrimitiveType result = RandomType(random);
  const PrimitiveType lhs = random.OneIn(2) ? result : RandomType(random);
  return {lhs, random.OneIn(2) ? lhs : RandomType(random), result};
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_
