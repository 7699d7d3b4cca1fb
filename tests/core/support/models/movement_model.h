// The plain models of the operations that move elements: what their definitions say, index by
// index. They are the oracle of kernels/copy, reshape and iota, and of the operations in
// ops/data_movement. They are slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_MOVEMENT_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_MOVEMENT_MODEL_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hlo/attributes/padding_config.h"
#include "hlo/attributes/slice_ranges.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"

namespace hloom::testing_support {

// An array of these sizes that holds at(index) at each index.
inline ArrayModel ByIndex(const Sizes& sizes, const std::function<std::string(Sizes)>& at) {
  ArrayModel result{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) result.elements.push_back(at(IndexAt(sizes, i)));
  return result;
}

inline ArrayModel ModelTranspose(const ArrayModel& x, const Sizes& permutation) {
  Sizes sizes;
  for (int64_t d : permutation) sizes.push_back(x.sizes[static_cast<size_t>(d)]);
  return ByIndex(sizes, [&](const Sizes& index) {
    Sizes from(index.size());
    for (size_t d = 0; d < index.size(); ++d) from[static_cast<size_t>(permutation[d])] = index[d];
    return x.At(from);
  });
}

inline ArrayModel ModelReverse(const ArrayModel& x, const Sizes& dimensions) {
  return ByIndex(x.sizes, [&](Sizes index) {
    for (int64_t d : dimensions) {
      const size_t i = static_cast<size_t>(d);
      index[i] = x.sizes[i] - 1 - index[i];
    }
    return x.At(index);
  });
}

inline ArrayModel ModelSlice(const ArrayModel& x, const SliceRanges& ranges) {
  Sizes sizes;
  for (const SliceRange& range : ranges) {
    sizes.push_back(0);
    for (int64_t i = range.start; i < range.limit; i += range.stride) ++sizes.back();
  }
  return ByIndex(sizes, [&](Sizes index) {
    for (size_t d = 0; d < index.size(); ++d) {
      index[d] = ranges[d].start + index[d] * ranges[d].stride;
    }
    return x.At(index);
  });
}

// A padded dimension as a list: an index of the operand, or -1 for padding, for each position.
inline Sizes PaddedDimension(int64_t size, const PaddingConfigDimension& padding) {
  Sizes places;
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0) places.insert(places.end(), static_cast<size_t>(padding.interior_padding()), -1);
    places.push_back(i);
  }
  // Edges that add come before edges that take away: -4 of low may take what +5 of high has put
  // there.
  for (int64_t i = 0; i < padding.edge_padding_low(); ++i) places.insert(places.begin(), -1);
  for (int64_t i = 0; i < padding.edge_padding_high(); ++i) places.push_back(-1);
  for (int64_t i = 0; i > padding.edge_padding_low() && !places.empty(); --i) {
    places.erase(places.begin());
  }
  for (int64_t i = 0; i > padding.edge_padding_high() && !places.empty(); --i) places.pop_back();
  return places;
}

inline ArrayModel ModelPad(const ArrayModel& x, const std::string& value,
                           const PaddingConfig& padding) {
  Sizes sizes;
  std::vector<Sizes> places;
  for (size_t d = 0; d < x.sizes.size(); ++d) {
    places.push_back(PaddedDimension(x.sizes[d], padding.dimensions()[d]));
    sizes.push_back(static_cast<int64_t>(places.back().size()));
  }
  return ByIndex(sizes, [&](Sizes index) {
    for (size_t d = 0; d < index.size(); ++d) {
      index[d] = places[d][static_cast<size_t>(index[d])];
      if (index[d] < 0) return value;
    }
    return x.At(index);
  });
}

// There is at least one array.
inline ArrayModel ModelConcatenate(const std::vector<ArrayModel>& arrays, size_t dimension) {
  Sizes source;  // for each index along the dimension: which array
  Sizes within;  // and which index there
  for (size_t n = 0; n < arrays.size(); ++n) {
    for (int64_t i = 0; i < arrays[n].sizes[dimension]; ++i) {
      source.push_back(static_cast<int64_t>(n));
      within.push_back(i);
    }
  }
  Sizes sizes = arrays[0].sizes;
  sizes[dimension] = static_cast<int64_t>(source.size());
  return ByIndex(sizes, [&](Sizes index) {
    const size_t at = static_cast<size_t>(index[dimension]);
    index[dimension] = within[at];
    return arrays[static_cast<size_t>(source[at])].At(index);
  });
}

// The same list of elements: both sides are read in row-major order.
inline ArrayModel ModelReshape(const ArrayModel& x, const Sizes& sizes) {
  return {sizes, x.elements};
}

// Dimension i of the operand becomes dimensions[i] of the result.
inline ArrayModel ModelBroadcastInDim(const ArrayModel& x, const Sizes& sizes,
                                      const Sizes& dimensions) {
  return ByIndex(sizes, [&](const Sizes& index) {
    Sizes from;
    for (int64_t d : dimensions) from.push_back(index[static_cast<size_t>(d)]);
    return x.At(from);
  });
}

inline ArrayModel ModelIota(PrimitiveType type, const Sizes& sizes, size_t dimension) {
  return ByIndex(sizes, [&](const Sizes& index) { return NumberAs(type, index[dimension]); });
}

// The elements below `live` in each dimension.
inline ArrayModel ModelCut(const ArrayModel& x, const Sizes& live) {
  return ByIndex(live, [&](const Sizes& index) { return x.At(index); });
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_MOVEMENT_MODEL_H_
