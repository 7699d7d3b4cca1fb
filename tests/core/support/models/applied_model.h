// The plain models of operations that apply a computation to elements: map, reduce, reduce-window,
// select-and-scatter and scan, element by element in the order that their definitions say. They are
// the oracle of MapElements in kernels/map and of ReduceByApplying, ApplyToWindows, PickByApplying,
// ComparedPicks, ScatterByApplying and ScatterByFold in kernels/windows, and of the steps of
// scan. (Scatter is in window_model.h and indexing_model.h, sort with a comparator in
// sort_model.h.) They are slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_APPLIED_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_APPLIED_MODEL_H_

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support/models/array_model.h"
#include "support/models/moving_window_model.h"

namespace hloom::testing_support {

// The computation: elements in, elements out.
using Applied = std::function<Elements(const Elements&)>;

// An operand of rank 0 goes with every element of the others.
inline ArrayModel MapModel(const std::vector<ArrayModel>& operands, const Sizes& sizes,
                           const Applied& f) {
  ArrayModel result{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    Elements elements;
    for (const ArrayModel& operand : operands) {
      elements.push_back(operand.sizes.empty() ? operand.elements[0]
                                               : operand.At(IndexAt(sizes, i)));
    }
    result.elements.push_back(f(elements)[0]);
  }
  return result;
}

// accumulators = f(accumulators..., element of each array at the index...)
inline void AccumulateModel(const std::vector<ArrayModel>& arrays, const Sizes& index,
                            const Applied& f, Elements& accumulators) {
  Elements arguments = accumulators;
  for (const ArrayModel& array : arrays) arguments.push_back(array.At(index));
  accumulators = f(arguments);
}

// Arrays of one shape, and an init for each.
inline std::vector<ArrayModel> ReduceModel(const std::vector<ArrayModel>& arrays,
                                           const Elements& inits, const Sizes& dimensions,
                                           const Applied& f) {
  const Sizes& sizes = arrays[0].sizes;
  const auto kept_of = [&](const Sizes& list) {
    Sizes kept;
    for (size_t d = 0; d < list.size(); ++d) {
      if (std::count(dimensions.begin(), dimensions.end(), static_cast<int64_t>(d)) == 0) {
        kept.push_back(list[d]);
      }
    }
    return kept;
  };
  const Sizes kept = kept_of(sizes);
  std::vector<Elements> results(static_cast<size_t>(CountOf(kept)), inits);
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    const Sizes index = IndexAt(sizes, i);
    const int64_t at = PositionOf(kept, kept_of(index));
    AccumulateModel(arrays, index, f, results[static_cast<size_t>(at)]);
  }
  std::vector<ArrayModel> models(arrays.size(), ArrayModel{kept, {}});
  for (const Elements& result : results) {
    for (size_t k = 0; k < models.size(); ++k) models[k].elements.push_back(result[k]);
  }
  return models;
}

inline std::vector<ArrayModel> ReduceWindowModel(const std::vector<ArrayModel>& arrays,
                                                 const Elements& inits, const WindowModels& window,
                                                 const Applied& f) {
  const Sizes outputs = OutputSizes(window, arrays[0].sizes);
  std::vector<ArrayModel> models(arrays.size(), ArrayModel{outputs, {}});
  for (int64_t o = 0; o < CountOf(outputs); ++o) {
    Elements accumulators = inits;
    ForEachInWindow(window, arrays[0].sizes, IndexAt(outputs, o),
                    [&](const Sizes& index) { AccumulateModel(arrays, index, f, accumulators); });
    for (size_t k = 0; k < models.size(); ++k) models[k].elements.push_back(accumulators[k]);
  }
  return models;
}

// For each output the element that its window picks, by its place in row-major order, or -1 where
// there is none. The next element is picked where select(picked, next) is false.
inline Sizes PickModel(const WindowModels& window, const ArrayModel& array,
                       const std::function<bool(const std::string&, const std::string&)>& select) {
  const Sizes outputs = OutputSizes(window, array.sizes);
  Sizes picks;
  for (int64_t o = 0; o < CountOf(outputs); ++o) {
    int64_t pick = -1;
    ForEachInWindow(window, array.sizes, IndexAt(outputs, o), [&](const Sizes& index) {
      const bool stays =
          pick >= 0 && select(array.elements[static_cast<size_t>(pick)], array.At(index));
      if (!stays) pick = PositionOf(array.sizes, index);
    });
    picks.push_back(pick);
  }
  return picks;
}

// The elements that are picked become scatter(element, value), value after value.
inline void ScatterPickedModel(const Sizes& picks, const Elements& values, const Applied& scatter,
                               Elements& elements) {
  for (size_t v = 0; v < picks.size(); ++v) {
    if (picks[v] < 0) continue;
    std::string& element = elements[static_cast<size_t>(picks[v])];
    element = scatter({element, values[v]})[0];
  }
}

// Scan: a step takes a slice of each input and the carries, and returns slices of outputs and the
// next carries. Here a step is the same function at each index of a slice, f(inputs..., carries...)
// -> (outputs..., carries...). Returns the outputs and then the carries.
inline std::vector<ArrayModel> ScanModel(const std::vector<ArrayModel>& inputs,
                                         const std::vector<ArrayModel>& carries, size_t outputs,
                                         size_t dimension, bool reverse, const Applied& f) {
  const Sizes& sizes = inputs[0].sizes;
  const Sizes& slice = carries[0].sizes;
  std::vector<ArrayModel> results(outputs, {sizes, Elements(inputs[0].elements.size())});
  results.insert(results.end(), carries.begin(), carries.end());
  for (int64_t step = 0; step < sizes[dimension]; ++step) {
    for (int64_t e = 0; e < CountOf(slice); ++e) {
      Sizes index = IndexAt(slice, e);
      index.insert(index.begin() + static_cast<std::ptrdiff_t>(dimension),
                   reverse ? sizes[dimension] - 1 - step : step);
      const size_t place = static_cast<size_t>(PositionOf(sizes, index));
      Elements arguments;
      for (const ArrayModel& input : inputs) arguments.push_back(input.elements[place]);
      for (size_t c = outputs; c < results.size(); ++c) {
        arguments.push_back(results[c].elements[static_cast<size_t>(e)]);
      }
      const Elements given = f(arguments);
      for (size_t r = 0; r < results.size(); ++r) {
        results[r].elements[r < outputs ? place : static_cast<size_t>(e)] = given[r];
      }
    }
  }
  return results;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_APPLIED_MODEL_H_
