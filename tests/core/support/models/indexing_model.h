// The plain models of gather and scatter on memory as kernels see it: index by index, in row-major
// order. They are the oracle of GatherTasks, CombinedScatter and ScatterApplied in
// kernels/indexing, whose descriptions of arrays they read. They are slow and obvious on purpose,
// and share no code with what they judge. And random problems for them, of many elements.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_INDEXING_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_INDEXING_MODEL_H_

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "kernels/indexing/gather.h"
#include "kernels/indexing/scatter.h"
#include "support/models/window_model.h"

namespace hloom::testing_support {

using Bytes = std::vector<std::byte>;

// Dimensions in memory: their sizes, their order, and the gap after each.
struct Strided {
  Sizes sizes, strides;
  int64_t stored = 1;  // elements in memory
};

inline Strided RandomStrides(Random& random, const Sizes& sizes) {
  Strided array = {sizes, Sizes(sizes.size(), 0)};
  for (const int64_t d : random.Permutation(sizes.size())) {
    At(array.strides, d) = array.stored;
    array.stored *= At(sizes, d) + (random.OneIn(4) ? 2 : 0);
  }
  return array;
}

inline Sizes Part(const Sizes& of, size_t begin, size_t count) {
  const auto first = of.begin() + static_cast<std::ptrdiff_t>(begin);
  return Sizes(first, first + static_cast<std::ptrdiff_t>(count));
}

inline int64_t Dot(const Sizes& a, const Sizes& b) {
  int64_t sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Component `c` of the index vector at an index.
inline int64_t PlainComponent(const IndexVectors& vectors, size_t c, const Sizes& index) {
  const IndexVectors::Component& component = vectors.components[c];
  if (component.along >= 0) return At(index, component.along);
  const int64_t width = ByteWidth(vectors.type);
  const std::byte* const at =
      vectors.data + (component.offset + Dot(index, vectors.strides)) * width;
  return IndexOf(vectors.type,
                 std::string(reinterpret_cast<const char*>(at), static_cast<size_t>(width)));
}

struct PlacedGather : GatherArrays {
  const std::byte* operand = nullptr;
  std::byte* result = nullptr;
};

inline void PlainGather(const PlacedGather& arrays) {
  for (int64_t n = 0; n < CountOf(arrays.indices.sizes); ++n) {
    const Sizes vector = IndexAt(arrays.indices.sizes, n);
    int64_t from = 0;
    for (size_t c = 0; c < arrays.indices.components.size(); ++c) {
      const size_t d = arrays.indices.components[c].dimension;
      const int64_t start = PlainComponent(arrays.indices, c, vector);
      from += std::clamp<int64_t>(start, 0, arrays.last_starts[d]) * arrays.operand_strides[d];
    }
    for (int64_t e = 0; e < CountOf(arrays.sizes); ++e) {
      const Sizes index = IndexAt(arrays.sizes, e);
      const int64_t to = Dot(vector, arrays.result_strides) + Dot(index, arrays.to_strides);
      std::memcpy(arrays.result + to * arrays.width,
                  arrays.operand + (from + Dot(index, arrays.from_strides)) * arrays.width,
                  static_cast<size_t>(arrays.width));
    }
  }
}

// `combine`: the new values of an element of each array, of the old ones and of the updates.
inline void PlainScatter(const ScatterArrays& arrays,
                         const std::function<Elements(const Elements&)>& combine) {
  for (int64_t n = 0; n < CountOf(arrays.indices.sizes); ++n) {
    const Sizes vector = IndexAt(arrays.indices.sizes, n);
    Sizes starts(arrays.ends.size(), 0);
    bool inside = true;
    for (size_t c = 0; c < arrays.indices.components.size(); ++c) {
      const size_t d = arrays.indices.components[c].dimension;
      starts[d] = PlainComponent(arrays.indices, c, vector);
      inside = inside && starts[d] >= 0 && starts[d] < arrays.ends[d];
    }
    for (int64_t e = 0; inside && e < CountOf(arrays.window); ++e) {
      const Sizes index = IndexAt(arrays.window, e);
      Elements values, updates;
      std::vector<std::byte*> places;
      for (const ScatterArray& array : arrays.arrays) {
        const auto width = static_cast<size_t>(ByteWidth(array.type));
        places.push_back(array.result + (Dot(starts, array.result_strides) +
                                         Dot(index, array.result_window_strides)) *
                                            ByteWidth(array.type));
        const std::byte* const update = array.updates + (Dot(vector, array.update_strides) +
                                                         Dot(index, array.update_window_strides)) *
                                                            ByteWidth(array.type);
        values.emplace_back(reinterpret_cast<const char*>(places.back()), width);
        updates.emplace_back(reinterpret_cast<const char*>(update), width);
      }
      values.insert(values.end(), updates.begin(), updates.end());
      const Elements combined = combine(values);
      for (size_t i = 0; i < places.size(); ++i) {
        std::memcpy(places[i], combined[i].data(), combined[i].size());
      }
    }
  }
}

// Shared by gather and scatter: an array with windows at indices, and arrays that hold the windows.
// A problem has about `elements` elements in windows.
struct IndexingProblem {
  Sizes operand;             // sizes
  Sizes window;              // sizes, of which those of dimensions `absent` are 1
  std::vector<bool> absent;  // of the windowed arrays
  Bytes index_memory;
  IndexVectors indices;

  Sizes WindowDims() const {
    Sizes dims;
    for (size_t d = 0; d < operand.size(); ++d) {
      if (!absent[d]) dims.push_back(static_cast<int64_t>(d));
    }
    return dims;
  }
  Sizes WindowSizes() const { return Of(window); }
  // Entries of those dimensions that windowed arrays have.
  Sizes Of(const Sizes& list) const {
    Sizes found;
    for (const int64_t d : WindowDims()) found.push_back(At(list, d));
    return found;
  }
  // Those that count index vectors, and then those of a window.
  Sizes Windowed() const {
    Sizes sizes = indices.sizes;
    const Sizes more = WindowSizes();
    sizes.insert(sizes.end(), more.begin(), more.end());
    return sizes;
  }
};

inline IndexingProblem RandomIndexingProblem(Random& random, int64_t elements) {
  IndexingProblem p;
  const size_t rank = static_cast<size_t>(random.Between(1, 3));
  // Many small windows, some big ones, or a huge one.
  const int64_t edge[] = {elements, 300, 40};
  const int64_t mosts[] = {1, 4, 20, edge[rank - 1]};
  const int64_t most = mosts[random.Below(4)];
  for (size_t d = 0; d < rank; ++d) {
    const int64_t window = random.Between(1, most);
    p.absent.push_back(window == 1 && random.OneIn(2));
    p.window.push_back(window);
    p.operand.push_back(window + random.Below(window > 40 ? 5 : 50));
  }
  const int64_t vectors = std::max<int64_t>(1, elements / CountOf(p.window));
  const int64_t last = random.Between(1, std::min<int64_t>(vectors, 9));
  p.indices.sizes = random.OneIn(2) ? Sizes{vectors} : Sizes{TaskCount(vectors, last), last};
  size_t components = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (random.OneIn(4) && rank > 1) continue;
    const bool batching = p.indices.sizes.back() <= p.operand[d] - p.window[d] && random.OneIn(4);
    p.indices.components.push_back(
        {.along = batching ? static_cast<int64_t>(p.indices.sizes.size()) - 1 : -1,
         .dimension = d});
    components += batching ? 0 : 1;
  }
  Sizes sizes = p.indices.sizes;
  sizes.push_back(static_cast<int64_t>(components));
  const Strided memory = RandomStrides(random, sizes);
  p.indices.strides = Part(memory.strides, 0, p.indices.sizes.size());
  int64_t offset = 0;
  for (IndexVectors::Component& component : p.indices.components) {
    if (component.along >= 0) continue;
    component.offset = offset;
    offset += memory.strides.back();
  }
  const PrimitiveType types[] = {S8, U8, S16, S32, U32, S64, U64};
  p.indices.type = types[random.Below(7)];
  for (int64_t i = 0; i < memory.stored; ++i) {
    const size_t d = static_cast<size_t>(random.Below(static_cast<int64_t>(rank)));
    // Most windows are in bounds.
    const std::string index = RandomIndex(random, p.indices.type, p.operand[d] - p.window[d] + 1);
    for (const char byte : index) p.index_memory.push_back(static_cast<std::byte>(byte));
  }
  p.indices.data = p.index_memory.data();
  return p;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_INDEXING_MODEL_H_
