// The plain model of folds, kernels/windows: one element after the other, in numbers of double
// precision, which hold every value of the types here. Shares no code with the core.
#ifndef HLOOM_TESTS_SUPPORT_FOLD_MODEL_H_
#define HLOOM_TESTS_SUPPORT_FOLD_MODEL_H_

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/elementwise/elements.h"
#include "support/array_model.h"
#include "support/moving_window.h"

namespace hloom::testing_support {

// An element type by its numbers.
struct NumberType {
  PrimitiveType type;
  double (*value)(const std::string& bytes);
  std::string (*bytes)(double value);
};

template <typename T>
double ValueOf(const std::string& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return static_cast<double>(value);
}
template <typename T>
std::string BytesOf(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}
// Integers wrap around, floats round.
template <typename T>
std::string BytesOfNumber(double value) {
  if constexpr (std::is_integral_v<T>) return BytesOf(static_cast<T>(static_cast<int64_t>(value)));
  return BytesOf(static_cast<T>(value));
}

// bf16 is the upper half of an f32, rounded to nearest even.
inline std::string BytesOfBf16(double value) {
  uint32_t bits;
  const float single = static_cast<float>(value);
  std::memcpy(&bits, &single, sizeof(bits));
  bits += 0x7fff + ((bits >> 16) & 1);
  return BytesOf(static_cast<uint16_t>(bits >> 16));
}
inline double ValueOfBf16(const std::string& bytes) {
  uint16_t half;
  std::memcpy(&half, bytes.data(), sizeof(half));
  return ValueOf<float>(BytesOf(uint32_t{half} << 16));
}
inline std::string BytesOfS4(double value) {
  const int64_t low = static_cast<int64_t>(value) & 15;
  return BytesOf(static_cast<int8_t>(low > 7 ? low - 16 : low));
}

inline constexpr NumberType kNumberTypes[] = {
    {F32, ValueOf<float>, BytesOfNumber<float>},
    {F64, ValueOf<double>, BytesOfNumber<double>},
    {S32, ValueOf<int32_t>, BytesOfNumber<int32_t>},
    {U8, ValueOf<uint8_t>, BytesOfNumber<uint8_t>},
    {BF16, ValueOfBf16, BytesOfBf16},
    {S4, ValueOf<int8_t>, BytesOfS4},
};

// An operation that folds.
struct FoldModel {
  const FoldKernel* kernel;
  double (*apply)(double a, double b);
};
inline constexpr FoldModel kFoldModels[] = {
    {&kAddFold, [](double a, double b) { return a + b; }},
    {&kMaximumFold, [](double a, double b) { return a > b ? a : b; }},
    {&kMinimumFold, [](double a, double b) { return a < b ? a : b; }},
};

// Numbers whose sums round in the narrow types.
inline ArrayModel RandomNumbers(Random& random, const NumberType& type, const Sizes& sizes) {
  ArrayModel array{sizes, {}};
  const bool is_float = IsFloatingPointType(type.type);
  for (int64_t i = CountOf(sizes); i > 0; --i) {
    const double number = static_cast<double>(random.Between(-1000, 1000));
    array.elements.push_back(type.bytes(is_float ? number / 7 : number));
  }
  return array;
}

// Each result of a reduction over dimensions: folded in double precision, rounded once.
inline ArrayModel ReducedModel(const NumberType& type, const FoldModel& fold,
                               const ArrayModel& array, const std::string& init,
                               const Sizes& dimensions) {
  const auto is_reduced = [&](size_t d) {
    return std::count(dimensions.begin(), dimensions.end(), static_cast<int64_t>(d)) > 0;
  };
  ArrayModel result;
  for (size_t d = 0; d < array.sizes.size(); ++d) {
    if (!is_reduced(d)) result.sizes.push_back(array.sizes[d]);
  }
  std::vector<double> sums(static_cast<size_t>(CountOf(result.sizes)), type.value(init));
  for (int64_t i = 0; i < CountOf(array.sizes); ++i) {
    const Sizes index = IndexAt(array.sizes, i);
    Sizes kept;
    for (size_t d = 0; d < index.size(); ++d) {
      if (!is_reduced(d)) kept.push_back(index[d]);
    }
    double& sum = sums[static_cast<size_t>(PositionOf(result.sizes, kept))];
    sum = fold.apply(sum, type.value(array.elements[static_cast<size_t>(i)]));
  }
  for (const double sum : sums) result.elements.push_back(type.bytes(sum));
  return result;
}

// The elements in each window, folded one after the other and rounded each time.
inline ArrayModel WindowsFoldedModel(const NumberType& type, const FoldModel& fold,
                                     const ArrayModel& array, const std::string& init,
                                     const WindowModels& window) {
  ArrayModel result{OutputSizes(window, array.sizes), {}};
  for (int64_t i = 0; i < CountOf(result.sizes); ++i) {
    std::string sum = init;
    ForEachInWindow(window, array.sizes, IndexAt(result.sizes, i), [&](const Sizes& index) {
      sum = type.bytes(fold.apply(type.value(sum), type.value(array.At(index))));
    });
    result.elements.push_back(sum);
  }
  return result;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_FOLD_MODEL_H_
