#include "kernels/normalization/feature_tiles.h"

#include <algorithm>

#include "kernels/sizes.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

// A task has about so many elements.
constexpr int64_t kTaskElements = 32768;
// Each block of positions leaves a few numbers for each feature: with so many positions or more
// they take little memory beside the array.
constexpr int64_t kLeastPositions = 64;

int64_t Blocks(int64_t count, int64_t block) { return (count + block - 1) / block; }

}  // namespace

FeatureTiles::FeatureTiles(Span<const int64_t> sizes, size_t feature_dimension,
                           Span<const std::vector<int64_t>> strides) {
  features_ = sizes[feature_dimension];
  // Without features the sizes of the other dimensions may multiply to anything.
  if (features_ == 0) return;
  for (const std::vector<int64_t>& array : strides)
    feature_strides_.push_back(array[feature_dimension]);
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d == feature_dimension || sizes[d] == 1) continue;
    Dimension dimension = {sizes[d], {}};
    for (const std::vector<int64_t>& array : strides) dimension.strides.push_back(array[d]);
    dimensions_.push_back(std::move(dimension));
  }
  std::vector<int64_t> position_sizes;
  for (const Dimension& dimension : dimensions_) position_sizes.push_back(dimension.size);
  positions_ = ElementCount(position_sizes);
  if (positions_ == 0) return;

  std::stable_sort(
      dimensions_.begin(), dimensions_.end(),
      [](const Dimension& a, const Dimension& b) { return a.strides[0] > b.strides[0]; });
  // f32[8,4,4,3]: the positions are one dimension of 128, whose elements are 3 apart.
  std::vector<Dimension> merged;
  for (Dimension& inner : dimensions_) {
    bool goes_on = !merged.empty();
    for (size_t i = 0; goes_on && i < strides.size(); ++i) {
      goes_on = merged.back().strides[i] == inner.strides[i] * inner.size;
    }
    if (goes_on) {
      inner.size *= merged.back().size;
      merged.back() = std::move(inner);
    } else {
      merged.push_back(std::move(inner));
    }
  }
  if (merged.empty()) merged.push_back({1, std::vector<int64_t>(strides.size(), 0)});
  dimensions_ = std::move(merged);

  // Where features are the minor dimension, a tile has many of them side by side; else it has one.
  const bool minor = positions_ == 1 || feature_strides_[0] < dimensions_.back().strides[0];
  tile_features_ = minor ? std::min(features_, kMostFeatures) : 1;
  tile_positions_ = kMostElements / tile_features_;
  const int64_t wanted = std::max(kLeastPositions, kTaskElements / tile_features_);
  block_positions_ = std::min(positions_, Blocks(wanted, tile_positions_) * tile_positions_);
  block_features_ =
      tile_features_ * std::max<int64_t>(1, kTaskElements / (tile_features_ * block_positions_));
  feature_blocks_ = Blocks(features_, block_features_);
  position_blocks_ = Blocks(positions_, block_positions_);
}

int64_t FeatureTiles::PositionsIn(int64_t position_block) const {
  return std::min(block_positions_, positions_ - position_block * block_positions_);
}

template <typename F>
void FeatureTiles::ForEachRun(size_t array, const FeatureTile& tile, const F& run) const {
  const int64_t feature_stride = feature_strides_[array];
  const Dimension& inner = dimensions_.back();
  const int64_t stride = inner.strides[array];
  for (int64_t done = 0; done < tile.positions;) {
    int64_t rest = tile.first_position + done;
    const int64_t count = std::min(tile.positions - done, inner.size - rest % inner.size);
    int64_t offset = tile.first_feature * feature_stride;
    for (size_t d = dimensions_.size(); d-- > 0; rest /= dimensions_[d].size) {
      offset += rest % dimensions_[d].size * dimensions_[d].strides[array];
    }
    if (tile.features == 1) {
      run(offset, stride, done, count);
    } else if (feature_stride == 1 && stride == tile.features) {
      run(offset, 1, done * tile.features, count * tile.features);
    } else {
      for (int64_t p = 0; p < count; ++p) {
        run(offset + p * stride, feature_stride, (done + p) * tile.features, tile.features);
      }
    }
    done += count;
  }
}

void FeatureTiles::Load(size_t array, PrimitiveType type, const std::byte* data,
                        const FeatureTile& tile, double* values) const {
  const int64_t width = ByteWidth(type);
  ForEachRun(array, tile, [&](int64_t offset, int64_t stride, int64_t at, int64_t count) {
    LoadRun(type, data + offset * width, stride, F64, reinterpret_cast<std::byte*>(values + at),
            count);
  });
}

void FeatureTiles::Store(size_t array, PrimitiveType type, const FeatureTile& tile,
                         const double* values, std::byte* data) const {
  const int64_t width = ByteWidth(type);
  ForEachRun(array, tile, [&](int64_t offset, int64_t stride, int64_t at, int64_t count) {
    StoreRun(F64, reinterpret_cast<const std::byte*>(values + at), type, data + offset * width,
             stride, count);
  });
}

}  // namespace hloom
