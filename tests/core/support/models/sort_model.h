// The plain models of sorting: order among elements, and sorting by its definition, which is stable
// insertion, one comparison at a time. They are the oracle of kernels/sorting and of TopK. They are
// slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_SORT_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_SORT_MODEL_H_

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "support/models/array_model.h"
#include "support/models/element_model.h"

namespace hloom::testing_support {

// The sort key of an element that is not complex: by value, and in the total order.
struct ModelNumber {
  bool nan = false;
  long double value = 0;     // 64-bit integers are exact in it
  long double position = 0;  // in the total order, of floats: sign and magnitude of the bits
};

template <typename F, typename U>
ModelNumber FloatNumber(F value) {
  U bits;
  std::memcpy(&bits, &value, sizeof(U));
  const U magnitude = static_cast<U>(bits << 1) >> 1;
  const long double size = static_cast<long double>(magnitude);
  return {std::isnan(value), static_cast<long double>(value),
          std::signbit(value) ? -size - 1 : size};
}

inline ModelNumber NumberOf(PrimitiveType type, const std::string& bytes) {
  if (type == F32) return FloatNumber<float, uint32_t>(ElementAs<float>(bytes));
  if (type == F64) return FloatNumber<double, uint64_t>(ElementAs<double>(bytes));
  const ElementModel element = ReadElement(type, bytes.data());
  // All numbers of narrow types are numbers of F32, in the same order.
  if (!element.is_integer) {
    return FloatNumber<float, uint32_t>(static_cast<float>(element.real));
  }
  return {false, element.real, 0};
}

// True if the elements at position a go before those at position b.
using ModelLess = std::function<bool(int64_t a, int64_t b)>;

inline Sizes InsertionSort(int64_t length, const ModelLess& less) {
  Sizes order;
  for (int64_t i = 0; i < length; ++i) {
    size_t at = order.size();
    while (at > 0 && less(i, order[at - 1])) --at;
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), i);
  }
  return order;
}

// The same order for lists for which insertion would take too long.
inline Sizes StableOrder(int64_t length, const ModelLess& less) {
  Sizes order(static_cast<size_t>(length));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

// TopK of a row: the first k, the largest or the least in the total order first; of equal ones that
// which comes first.
inline Sizes TopKModel(const std::vector<ModelNumber>& row, int64_t k, bool is_float,
                       bool largest) {
  const auto position = [&](int64_t i) {
    const ModelNumber& number = row[static_cast<size_t>(i)];
    const long double p = is_float ? number.position : number.value;
    return largest ? -p : p;
  };
  Sizes order = InsertionSort(static_cast<int64_t>(row.size()),
                              [&](int64_t a, int64_t b) { return position(a) < position(b); });
  order.resize(static_cast<size_t>(k));
  return order;
}

// Elements of which some are equal, zeros, infinities and NaNs among them.
inline ArrayModel RandomArrayWithTies(Random& random, PrimitiveType type, const Sizes& sizes) {
  const size_t width = static_cast<size_t>(ByteWidth(type));
  std::vector<std::string> pool = {std::string(width, '\0')};
  for (int i = 0; i < 4; ++i) pool.push_back(RandomElement(random, type));
  if (IsFloatingPointType(type) && BitWidth(type) >= 8) {
    std::string minus_zero(width, '\0');
    minus_zero.back() = '\x80';
    pool.push_back(minus_zero);
    pool.push_back(std::string(width, '\xff'));                                // mostly NaN
    pool.push_back(std::string(width - 1, '\xff') + static_cast<char>(0x7f));  // likewise
  }
  ArrayModel model{sizes, {}};
  const bool ties = !random.OneIn(4);
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    model.elements.push_back(
        ties ? pool[static_cast<size_t>(random.Below(static_cast<int64_t>(pool.size())))]
             : RandomElement(random, type));
  }
  return model;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_SORT_MODEL_H_
