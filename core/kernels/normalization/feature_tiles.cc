#include "kernels/normalization/feature_tiles.h"

#include <algorithm>

#include "kernels/sizes.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

// The approximate number of elements per task.
constexpr int64_t kTaskElements = 32768;
// Each block of positions leaves a few numbers for each feature: with at least this many positions
// they take little memory compared with the array.
constexpr int64_t kLeastPositions = 64;

int64_t Blocks(int64_t count, int64_t block) { return (count + block - 1) / block; }

}  // namespace

FeatureTiles::FeatureTiles(Span<const int64_t> sizes, size_t feature_dimension,
                           Span<const std::vector<int64_t>> strides)
    : arrays_(strides.size()), features_(sizes[feature_dimension]) {
  // Without features the sizes of the other dimensions may multiply to anything.
  if (features_ == 0) return;
  const auto strides_of = [&](size_t d) {
    PerArray of_arrays = {};
    for (size_t i = 0; i < arrays_; ++i) of_arrays[i] = strides[i][d];
    return of_arrays;
  };
  feature_strides_ = strides_of(feature_dimension);
  std::vector<int64_t> position_sizes;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d == feature_dimension || sizes[d] == 1) continue;
    dimensions_.push_back({sizes[d], strides_of(d)});
    position_sizes.push_back(sizes[d]);
  }
  positions_ = ElementCount(position_sizes);
  if (positions_ == 0) return;
  MergeDimensions();

  // If features are the minor dimension, a tile has many neighboring ones, otherwise it has one.
  const PerArray& steps = dimensions_.back().strides;
  const bool minor = positions_ == 1 || feature_strides_[0] < steps[0];
  tile_features_ = minor ? std::min(features_, kMostFeatures) : 1;
  tile_positions_ = kMostElements / tile_features_;
  const int64_t wanted = std::max(kLeastPositions, kTaskElements / tile_features_);
  block_positions_ = std::min(positions_, Blocks(wanted, tile_positions_) * tile_positions_);
  block_features_ =
      tile_features_ * std::max<int64_t>(1, kTaskElements / (tile_features_ * block_positions_));
  feature_blocks_ = Blocks(features_, block_features_);
  position_blocks_ = Blocks(positions_, block_positions_);
  const PerArray& distances = tile_features_ > 1 ? feature_strides_ : steps;
  side_by_side_ = std::all_of(distances.begin(), distances.begin() + arrays_,
                              [](int64_t distance) { return distance == 1; });
}

void FeatureTiles::MergeDimensions() {
  std::stable_sort(
      dimensions_.begin(), dimensions_.end(),
      [](const Dimension& a, const Dimension& b) { return a.strides[0] > b.strides[0]; });
  // f32[8,4,4,3]: the positions are one dimension of 128, whose elements are 3 apart.
  std::vector<Dimension> merged;
  for (Dimension inner : dimensions_) {
    bool goes_on = !merged.empty();
    for (size_t i = 0; goes_on && i < arrays_; ++i) {
      goes_on = merged.back().strides[i] == inner.strides[i] * inner.size;
    }
    if (goes_on) {
      inner.size *= merged.back().size;
      merged.back() = inner;
    } else {
      merged.push_back(inner);
    }
  }
  // A single position is a run of one; its step does not matter.
  if (merged.empty()) merged.push_back({1, {1, 1, 1}});
  dimensions_ = std::move(merged);
}

int64_t FeatureTiles::PositionsIn(int64_t position_block) const {
  return std::min(block_positions_, positions_ - position_block * block_positions_);
}

void FeatureRuns::Find() {
  const std::vector<FeatureTiles::Dimension>& dimensions = tiles_.dimensions_;
  const FeatureTiles::Dimension& inner = dimensions.back();
  int64_t rest = tile_.first_position + begin_;
  const int64_t inner_index = rest % inner.size;
  rest /= inner.size;
  for (size_t i = 0; i < tiles_.arrays_; ++i) {
    whole_offsets_[i] = tile_.first_feature * tiles_.feature_strides_[i];
  }
  alike_ = 1;
  for (size_t d = dimensions.size() - 1; d-- > 0; rest /= dimensions[d].size) {
    const int64_t index = rest % dimensions[d].size;
    if (d + 2 == dimensions.size()) alike_ = dimensions[d].size - index;
    for (size_t i = 0; i < tiles_.arrays_; ++i) {
      whole_offsets_[i] += index * dimensions[d].strides[i];
    }
  }
  for (size_t i = 0; i < tiles_.arrays_; ++i) {
    offsets_[i] = whole_offsets_[i] + inner_index * inner.strides[i];
  }
  positions_ = std::min(inner.size - inner_index, tile_.positions - begin_);
}

void FeatureRuns::Next() {
  begin_ += positions_;
  if (done()) return;
  if (--alike_ == 0) return Find();
  const std::vector<FeatureTiles::Dimension>& dimensions = tiles_.dimensions_;
  const FeatureTiles::Dimension& outer = dimensions[dimensions.size() - 2];
  for (size_t i = 0; i < tiles_.arrays_; ++i) whole_offsets_[i] += outer.strides[i];
  offsets_ = whole_offsets_;
  positions_ = std::min(dimensions.back().size, tile_.positions - begin_);
}

template <typename F>
void FeatureTiles::ForEachLine(size_t array, const FeatureTile& tile, const F& line) const {
  const int64_t feature_stride = feature_strides_[array];
  for (FeatureRuns runs(*this, tile); !runs.done(); runs.Next()) {
    const int64_t offset = runs.offset(array);
    const int64_t step = runs.step(array);
    if (tile.features == 1) {
      line(offset, step, runs.begin(), runs.positions());
    } else if (feature_stride == 1 && step == tile.features) {
      line(offset, 1, runs.begin() * tile.features, runs.positions() * tile.features);
    } else {
      for (int64_t p = 0; p < runs.positions(); ++p) {
        line(offset + p * step, feature_stride, (runs.begin() + p) * tile.features, tile.features);
      }
    }
  }
}

void FeatureTiles::Load(size_t array, PrimitiveType type, const std::byte* data,
                        const FeatureTile& tile, double* values) const {
  const int64_t width = ByteWidth(type);
  ForEachLine(array, tile, [&](int64_t offset, int64_t stride, int64_t at, int64_t count) {
    LoadRun(type, data + offset * width, stride, F64, reinterpret_cast<std::byte*>(values + at),
            count);
  });
}

void FeatureTiles::Store(size_t array, PrimitiveType type, const FeatureTile& tile,
                         const double* values, std::byte* data) const {
  const int64_t width = ByteWidth(type);
  ForEachLine(array, tile, [&](int64_t offset, int64_t stride, int64_t at, int64_t count) {
    StoreRun(F64, reinterpret_cast<const std::byte*>(values + at), type, data + offset * width,
             stride, count);
  });
}

}  // namespace hloom
