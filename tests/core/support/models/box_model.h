// The plain models of dynamic-slice and dynamic-update-slice, by their definitions in the Operation
// Semantics, element by element. They are the oracle of those operations, whose kernel is
// CopyStrided. They are slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_BOX_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_BOX_MODEL_H_

#include <algorithm>

#include "support/models/window_model.h"

namespace hloom::testing_support {

// clamp(0, start, size - box size) for each dimension.
inline Sizes BoxStarts(const Sizes& starts, const Sizes& array, const Sizes& box) {
  Sizes clamped = starts;
  for (size_t d = 0; d < starts.size(); ++d) {
    clamped[d] = std::max<int64_t>(0, std::min(starts[d], array[d] - box[d]));
  }
  return clamped;
}

inline Sizes Sum(Sizes a, const Sizes& b) {
  for (size_t d = 0; d < a.size(); ++d) a[d] += b[d];
  return a;
}

// `array` holds all elements of the bounds, dead ones too.
inline ArrayModel DynamicSliceModel(const ArrayModel& array, const Sizes& starts,
                                    const Sizes& sizes) {
  const Sizes begin = BoxStarts(starts, array.sizes, sizes);
  ArrayModel box{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    box.elements.push_back(array.At(Sum(begin, IndexAt(sizes, i))));
  }
  return box;
}

// `update` holds the live elements of an array of bounds `box`.
inline ArrayModel DynamicUpdateSliceModel(ArrayModel array, const ArrayModel& update,
                                          const Sizes& box, const Sizes& starts) {
  const Sizes begin = BoxStarts(starts, array.sizes, box);
  for (int64_t i = 0; i < CountOf(update.sizes); ++i) {
    const Sizes index = IndexAt(update.sizes, i);
    array.elements[static_cast<size_t>(PositionOf(array.sizes, Sum(begin, index)))] =
        update.At(index);
  }
  return array;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_BOX_MODEL_H_
