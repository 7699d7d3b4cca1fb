// The plain models of gather and scatter: the index arithmetic of their definitions in the
// Operation Semantics, word by word, and random problems. They are the oracle of the operations in
// ops/indexing with all that they do before their kernels, which indexing_model.h has. They are
// slow and obvious on purpose, and share no code with what they judge.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_WINDOW_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_WINDOW_MODEL_H_

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "support/models/array_model.h"

namespace hloom::testing_support {

inline bool Has(const Sizes& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
inline int64_t& At(Sizes& list, int64_t i) { return list[static_cast<size_t>(i)]; }
inline int64_t At(const Sizes& list, int64_t i) { return list[static_cast<size_t>(i)]; }

// Bounds, and the live sizes of this run.
struct Extents {
  Sizes bounds;
  Sizes live;
  std::vector<bool> dynamic;

  explicit Extents(Sizes sizes) : bounds(sizes), live(sizes), dynamic(sizes.size(), false) {}
  size_t rank() const { return bounds.size(); }
  Shape ShapeOf(PrimitiveType type) const {
    Shape shape = ShapeUtil::MakeShape(type, bounds);
    for (size_t d = 0; d < rank(); ++d) {
      if (dynamic[d]) shape.set_dynamic_dimension(static_cast<int64_t>(d), true);
    }
    return shape;
  }
};

inline void MakeSomeDynamic(Random& random, Extents& extents, int64_t except = -1) {
  for (size_t d = 0; d < extents.rank(); ++d) {
    if (static_cast<int64_t>(d) == except || !random.OneIn(3)) continue;
    extents.dynamic[d] = true;
    extents.live[d] = random.Below(extents.bounds[d] + 1);
  }
}

// The names are those of gather; scatter's in the comments.
struct WindowProblem {
  Extents operand{{}};
  Extents indices{{}};
  Sizes slice_sizes;            // of each dimension of the operand; of a window
  Sizes offset_dims;            // update_window_dims
  Sizes collapsed_slice_dims;   // inserted_window_dims
  Sizes start_index_map;        // scatter_dims_to_operand_dims
  Sizes operand_batching_dims;  // input_batching_dims
  Sizes start_indices_batching_dims;
  int64_t index_vector_dim = 0;
  PrimitiveType index_type = S32;
  ArrayModel index_values;  // of the live sizes

  bool Implicit() const { return index_vector_dim == static_cast<int64_t>(indices.rank()); }
  // The dimensions of the result (the updates) that are not offset dimensions.
  Sizes BatchDims() const {
    Sizes dims;
    const size_t rank = indices.rank() - (Implicit() ? 0 : 1) + offset_dims.size();
    for (int64_t i = 0; i < static_cast<int64_t>(rank); ++i) {
      if (!Has(offset_dims, i)) dims.push_back(i);
    }
    return dims;
  }
  // remapped_offset_dims (window_dims_to_operand_dims), as a list.
  Sizes RemappedOffsetDims() const {
    Sizes dims;
    for (int64_t i = 0; i < static_cast<int64_t>(operand.rank()); ++i) {
      if (!Has(collapsed_slice_dims, i) && !Has(operand_batching_dims, i)) dims.push_back(i);
    }
    return dims;
  }
  // start_indices.shape.dims[k] if k < index_vector_dim, start_indices.shape.dims[k+1] otherwise.
  size_t IndicesDim(size_t k) const {
    return static_cast<int64_t>(k) < index_vector_dim ? k : k + 1;
  }
  std::string Text() const {
    return StrCat("offset_dims=", Braced(offset_dims),
                  " collapsed_slice_dims=", Braced(collapsed_slice_dims),
                  " start_index_map=", Braced(start_index_map), " batching ",
                  Braced(operand_batching_dims), Braced(start_indices_batching_dims),
                  " index_vector_dim=", index_vector_dim, " slice_sizes=", Braced(slice_sizes),
                  " operand ", operand.ShapeOf(F32).ToString(), Braced(operand.live), " indices ",
                  indices.ShapeOf(index_type).ToString(), Braced(indices.live));
  }

  // S, S_in and the batching dimensions: the start in the operand for the index `out` into the
  // result (the updates).
  Sizes Start(const Sizes& out) const;
};

// Any integer as a number; what is far away as 2^40.
inline int64_t IndexOf(PrimitiveType type, const std::string& bytes) {
  uint64_t bits = 0;
  for (size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | static_cast<uint8_t>(bytes[i]);
  constexpr int64_t kFar = int64_t{1} << 40;
  if (!IsSignedIntegralType(type))
    return static_cast<int64_t>(std::min<uint64_t>(bits, static_cast<uint64_t>(kFar)));
  const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
  return std::clamp(static_cast<int64_t>(bits << unused) >> unused, -kFar, kFar);
}

inline Sizes WindowProblem::Start(const Sizes& out) const {
  Sizes g;
  for (int64_t k : BatchDims()) g.push_back(At(out, k));
  Sizes start(operand.rank(), 0);
  for (size_t k = 0; k < start_index_map.size(); ++k) {
    Sizes combined = g;  // Combine(G, k)
    combined.insert(combined.begin() + index_vector_dim, static_cast<int64_t>(k));
    if (Implicit()) combined.pop_back();
    At(start, start_index_map[k]) = IndexOf(index_type, index_values.At(combined));
  }
  for (size_t k = 0; k < operand_batching_dims.size(); ++k) {
    const int64_t d = start_indices_batching_dims[k];
    At(start, operand_batching_dims[k]) = At(g, d < index_vector_dim ? d : d - 1);
  }
  return start;
}

// gather, an element of the result: In = O_in + S_in, with S_in clamped; zero bytes where a slice
// has no such element.
inline std::string GatheredElement(const WindowProblem& p, const ArrayModel& operand,
                                   const Sizes& out, PrimitiveType type) {
  const std::string zero(static_cast<size_t>(ByteWidth(type)), '\0');
  const Sizes remapped = p.RemappedOffsetDims();
  Sizes in = p.Start(out);
  for (size_t d = 0; d < in.size(); ++d) {
    const int64_t there = std::min(p.slice_sizes[d], p.operand.live[d]);
    if (there == 0) return zero;
    in[d] = std::clamp<int64_t>(in[d], 0, p.operand.live[d] - there);
  }
  for (size_t k = 0; k < remapped.size(); ++k) At(in, remapped[k]) += At(out, p.offset_dims[k]);
  for (size_t d = 0; d < in.size(); ++d) {
    if (in[d] >= p.operand.live[d]) return zero;
  }
  return operand.At(in);
}

// scatter: the index vectors in row-major order; for each its window, if all of it is in bounds.
inline void Scatter(const WindowProblem& p, const std::function<Elements(const Elements&)>& combine,
                    const Extents& updates, const std::vector<ArrayModel>& update_models,
                    std::vector<ArrayModel>& outputs) {
  const Sizes update_scatter_dims = p.BatchDims();
  const Sizes remapped = p.RemappedOffsetDims();
  Sizes scatter_sizes, window_sizes;
  for (size_t k = 0; k < update_scatter_dims.size(); ++k)
    scatter_sizes.push_back(p.indices.live[p.IndicesDim(k)]);
  for (int64_t d : p.offset_dims) window_sizes.push_back(At(updates.live, d));
  for (int64_t g = 0; g < CountOf(scatter_sizes); ++g) {
    const Sizes scatter_index = IndexAt(scatter_sizes, g);
    std::vector<std::pair<Sizes, Sizes>> window;  // U and I
    bool inside = true;
    for (int64_t w = 0; w < CountOf(window_sizes); ++w) {
      const Sizes window_index = IndexAt(window_sizes, w);
      Sizes u(updates.rank(), 0);
      for (size_t k = 0; k < update_scatter_dims.size(); ++k)
        At(u, update_scatter_dims[k]) = scatter_index[k];
      for (size_t k = 0; k < p.offset_dims.size(); ++k) At(u, p.offset_dims[k]) = window_index[k];
      Sizes i = p.Start(u);
      for (size_t k = 0; k < remapped.size(); ++k) At(i, remapped[k]) += window_index[k];
      for (size_t d = 0; d < i.size(); ++d)
        inside = inside && i[d] >= 0 && i[d] < p.operand.live[d];
      window.emplace_back(u, i);
    }
    if (!inside) continue;
    for (const auto& [u, i] : window) {
      Elements arguments;
      for (ArrayModel& output : outputs) arguments.push_back(output.At(i));
      for (const ArrayModel& update : update_models) arguments.push_back(update.At(u));
      const Elements values = combine(arguments);
      for (size_t n = 0; n < outputs.size(); ++n)
        outputs[n].elements[static_cast<size_t>(PositionOf(outputs[n].sizes, i))] = values[n];
    }
  }
}

inline PrimitiveType RandomIntegralType(Random& random) {
  while (true) {
    const PrimitiveType type = RandomType(random);
    if (IsIntegralType(type)) return type;
  }
}

// An index around what is inside of a dimension of `size`, or any number at all.
inline std::string RandomIndex(Random& random, PrimitiveType type, int64_t size) {
  if (random.OneIn(12)) return RandomElement(random, type);
  const int bits = BitWidth(type);
  const bool is_signed = IsSignedIntegralType(type);
  const int64_t most = bits > 8 ? 255 : (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  const int64_t least = is_signed ? -most - 1 : 0;
  const int64_t number =
      random.OneIn(3) ? random.Between(-2, size + 1) : random.Below(std::max<int64_t>(size, 1));
  const uint64_t value = static_cast<uint64_t>(std::clamp(number, least, most));
  std::string bytes;
  for (int64_t i = 0; i < ByteWidth(type); ++i)
    bytes.push_back(static_cast<char>(value >> (8 * i) & 255));
  return bytes;
}

inline WindowProblem RandomWindowProblem(Random& random) {
  WindowProblem p;
  const size_t rank = static_cast<size_t>(random.Below(6));
  p.operand = Extents(RandomSizes(random, rank));
  Sizes batch;
  Sizes batching_at;
  for (int64_t extra = random.Below(3); extra > 0; --extra)
    batch.push_back(random.OneIn(16) ? 0 : random.Between(1, 4));
  for (int64_t d = 0; d < static_cast<int64_t>(rank); ++d) {
    const int64_t size = At(p.operand.bounds, d);
    const int64_t kind = random.Below(8);
    if (kind == 0) p.operand_batching_dims.push_back(d);
    if (kind == 1 || kind == 2) p.collapsed_slice_dims.push_back(d);
    const bool window = kind > 2;
    const int64_t largest = window ? size : std::min<int64_t>(size, 1);
    const int64_t smallest = random.OneIn(16) ? 0 : std::min<int64_t>(largest, 1);
    p.slice_sizes.push_back(window && random.OneIn(3) ? size : random.Between(smallest, largest));
    if (kind != 0 && !random.OneIn(3)) p.start_index_map.push_back(d);
  }
  const Sizes order = random.Permutation(p.start_index_map.size());
  Sizes map;
  for (int64_t i : order) map.push_back(At(p.start_index_map, i));
  p.start_index_map = map;
  // The positions of the batching dimensions among the others, before the index vectors.
  for (int64_t d : p.operand_batching_dims) {
    const int64_t at = random.Below(static_cast<int64_t>(batch.size()) + 1);
    for (int64_t& other : batching_at) other += other >= at ? 1 : 0;
    batch.insert(batch.begin() + at, At(p.operand.bounds, d));
    batching_at.push_back(at);
  }
  const int64_t batch_rank = static_cast<int64_t>(batch.size());
  const bool implicit = map.size() == 1 && random.OneIn(2);
  p.index_vector_dim = implicit ? batch_rank : random.Below(batch_rank + 1);
  for (int64_t at : batching_at)
    p.start_indices_batching_dims.push_back(at < p.index_vector_dim ? at : at + 1);
  Sizes indices = batch;
  if (!implicit)
    indices.insert(indices.begin() + p.index_vector_dim, static_cast<int64_t>(map.size()));
  p.indices = Extents(indices);
  // Which dimensions of the result count within a slice.
  const size_t offsets = rank - p.collapsed_slice_dims.size() - p.operand_batching_dims.size();
  Sizes positions = random.Permutation(offsets + batch.size());
  positions.resize(offsets);
  std::sort(positions.begin(), positions.end());
  p.offset_dims = positions;
  if (random.OneIn(3)) {
    MakeSomeDynamic(random, p.operand);
    MakeSomeDynamic(random, p.indices, p.index_vector_dim);
  }
  p.index_type = RandomIntegralType(random);
  p.index_values.sizes = p.indices.live;
  for (int64_t i = 0; i < CountOf(p.indices.live); ++i) {
    const Sizes index = IndexAt(p.indices.live, i);
    const int64_t component = implicit ? 0 : At(index, p.index_vector_dim);
    p.index_values.elements.push_back(
        RandomIndex(random, p.index_type, At(p.operand.bounds, At(map, component))));
  }
  return p;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_WINDOW_MODEL_H_
