// The plain models of folds: one element after the other, in numbers of double precision, which
// hold every value of the types here. They are the oracle of FoldedReduction and FoldedWindows in
// kernels/windows, and of the fold that add, maximum and minimum have in kernels/elementwise. They
// are slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_FOLD_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_FOLD_MODEL_H_

#include <cmath>
#include <string>
#include <vector>

#include "kernels/elementwise/elements.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"
#include "support/models/moving_window_model.h"

namespace hloom::testing_support {

// An element type by its numbers.
struct NumberType {
  PrimitiveType type;

  double value(const std::string& bytes) const {
    return static_cast<double>(ReadElement(type, bytes.data()).real);
  }
  // Integers wrap around, floats round.
  std::string bytes(double value) const {
    const bool is_float = IsFloatingPointType(type);
    return WriteElement(
        type, ConvertedElement(
                  type, is_float ? RealModel(value) : IntegerModel(static_cast<int64_t>(value))));
  }
};

inline constexpr NumberType kNumberTypes[] = {{F32},  {F64}, {S32}, {U8},
                                              {BF16}, {S4},  {F16}, {F8E5M2}};

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

// Numbers whose sums round in the narrow types. A sum takes its elements in an order of its own:
// sums of eight are exact in F32, and all sums in double.
inline ArrayModel RandomNumbers(Random& random, const NumberType& type, const Sizes& sizes) {
  ArrayModel array{sizes, {}};
  const bool is_float = IsFloatingPointType(type.type);
  for (int64_t i = CountOf(sizes); i > 0; --i) {
    const double number = static_cast<double>(random.Between(-1000, 1000));
    const double part = type.type == F64 || type.type == F32 ? number / 8 : number / 7;
    array.elements.push_back(type.bytes(is_float ? part : number));
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

// The same, folded in double precision and rounded once.
inline ArrayModel WindowsFoldedOnceModel(const NumberType& type, const FoldModel& fold,
                                         const ArrayModel& array, const std::string& init,
                                         const WindowModels& window) {
  ArrayModel result{OutputSizes(window, array.sizes), {}};
  for (int64_t i = 0; i < CountOf(result.sizes); ++i) {
    double sum = type.value(init);
    ForEachInWindow(window, array.sizes, IndexAt(result.sizes, i), [&](const Sizes& index) {
      sum = fold.apply(sum, type.value(array.At(index)));
    });
    result.elements.push_back(type.bytes(sum));
  }
  return result;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_FOLD_MODEL_H_
