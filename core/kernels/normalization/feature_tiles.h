// Arrays seen as features by positions: one dimension counts the features, and an index of all the
// others together is a position. Kernels that compute something for each feature over all positions
// go through arrays in tiles that fit into the nearest cache.
#ifndef HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_
#define HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_

#include <cstdint>
#include <vector>

#include "base/span.h"
#include "shape/primitive_type.h"

namespace hloom {

// Some neighbouring features at some positions that follow each other. Element (p, f) of a tile is
// number p * features + f of its values.
struct FeatureTile {
  int64_t first_feature = 0;
  int64_t features = 0;
  int64_t first_position = 0;
  int64_t positions = 0;
  // How many positions of its block come before it.
  int64_t positions_before = 0;
};

// Arrays of the same sizes. Positions are numbered in the order in which the first array has them
// in memory. f32[8,4,4,3] with feature dimension 3 has 3 features and 128 positions; in row-major
// order element {n,h,w,c} is feature c at position 16 * n + 4 * h + w.
class FeatureTiles {
 public:
  // The most elements, and the most features, that a tile has.
  static constexpr int64_t kMostElements = 2048;
  static constexpr int64_t kMostFeatures = 256;

  // `strides` has those of each array, in elements.
  FeatureTiles(Span<const int64_t> sizes, size_t feature_dimension,
               Span<const std::vector<int64_t>> strides);

  int64_t features() const { return features_; }
  int64_t positions() const { return positions_; }

  // The tiles are divided into tasks: each has a block of the features and one of the positions.
  int64_t tasks() const { return feature_blocks_ * position_blocks_; }
  int64_t position_blocks() const { return position_blocks_; }
  // The number of positions in a block: all blocks are alike but the last one.
  int64_t PositionsIn(int64_t position_block) const;
  int64_t PositionBlockOf(int64_t task) const { return task / feature_blocks_; }
  // Calls f(tile) for each tile of a task, and for the tiles of a feature in the order of their
  // positions.
  template <typename F>
  void ForEachTile(int64_t task, const F& f) const;

  // Copies a tile of an array into `values`, and back, converting the elements.
  void Load(size_t array, PrimitiveType type, const std::byte* data, const FeatureTile& tile,
            double* values) const;
  void Store(size_t array, PrimitiveType type, const FeatureTile& tile, const double* values,
             std::byte* data) const;

 private:
  // One or several dimensions of the positions, through which all arrays go in equal steps.
  struct Dimension {
    int64_t size;
    std::vector<int64_t> strides;  // of each array
  };

  // Calls run(offset, stride, at, count) for elements `at`, at + 1, ... of the tile that lie
  // `stride` apart in the array, from `offset` on.
  template <typename F>
  void ForEachRun(size_t array, const FeatureTile& tile, const F& run) const;

  int64_t features_ = 0;
  int64_t positions_ = 0;
  std::vector<int64_t> feature_strides_;  // of each array
  std::vector<Dimension> dimensions_;     // from the major to the minor one; at least one
  int64_t tile_features_ = 1;
  int64_t tile_positions_ = 1;
  int64_t block_features_ = 1;
  int64_t block_positions_ = 1;
  int64_t feature_blocks_ = 0;
  int64_t position_blocks_ = 0;
};

template <typename F>
void FeatureTiles::ForEachTile(int64_t task, const F& f) const {
  const auto least = [](int64_t a, int64_t b) { return a < b ? a : b; };
  const int64_t feature = task % feature_blocks_ * block_features_;
  const int64_t position = PositionBlockOf(task) * block_positions_;
  const int64_t feature_end = least(feature + block_features_, features_);
  const int64_t position_end = least(position + block_positions_, positions_);
  FeatureTile tile;
  for (tile.first_feature = feature; tile.first_feature < feature_end;
       tile.first_feature += tile.features) {
    tile.features = least(tile_features_, feature_end - tile.first_feature);
    for (tile.first_position = position; tile.first_position < position_end;
         tile.first_position += tile.positions) {
      tile.positions = least(tile_positions_, position_end - tile.first_position);
      tile.positions_before = tile.first_position - position;
      f(tile);
    }
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_
