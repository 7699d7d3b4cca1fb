// Arrays seen as features by positions: one dimension counts the features, and an index of all the
// others together is a position. Kernels that compute something for each feature over all positions
// go through arrays in tiles that fit into the nearest cache.
#ifndef HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_
#define HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/span.h"
#include "shape/primitive_type.h"

namespace hloom {

// Some neighboring features at some positions that follow each other. Element (p, f) of a tile is
// number p * features + f of its values.
struct FeatureTile {
  int64_t first_feature = 0;
  int64_t features = 0;
  int64_t first_position = 0;
  int64_t positions = 0;
  // The number of positions of its block before it.
  int64_t positions_before = 0;
};

// Up to three arrays of the same sizes. Positions are numbered in the order in which the first
// array has them in memory. f32[8,4,4,3] with feature dimension 3 has 3 features and 128 positions;
// in row-major order element {n,h,w,c} is feature c at position 16 * n + 4 * h + w.
class FeatureTiles {
 public:
  // The most elements, and the most features, that a tile has.
  static constexpr int64_t kMostElements = 2048;
  static constexpr int64_t kMostFeatures = 256;
  static constexpr size_t kMostArrays = 3;

  // A number for each array; 0 for missing arrays.
  using PerArray = std::array<int64_t, kMostArrays>;

  // `strides` has the strides of each array, in elements.
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

  // The maximum numbers of elements and features of a tile.
  int64_t tile_elements() const { return tile_features_ * std::min(tile_positions_, positions_); }
  int64_t tile_features() const { return tile_features_; }
  // True if the features of a tile, or the positions of its only feature, are contiguous in all
  // arrays, so that loops can read them in place.
  bool lie_side_by_side() const { return side_by_side_; }

  // Copies a tile of an array into `values`, and back, converting the elements.
  void Load(size_t array, PrimitiveType type, const std::byte* data, const FeatureTile& tile,
            double* values) const;
  void Store(size_t array, PrimitiveType type, const FeatureTile& tile, const double* values,
             std::byte* data) const;

 private:
  friend class FeatureRuns;

  // One or several dimensions of the positions, through which all arrays go in equal steps.
  struct Dimension {
    int64_t size;
    PerArray strides;
  };

  // Merges dimensions where possible; at least one remains.
  void MergeDimensions();
  // Calls line(offset, stride, at, count) for elements `at`, at + 1, ... of the tile that are
  // `stride` apart in the array, from `offset` on.
  template <typename F>
  void ForEachLine(size_t array, const FeatureTile& tile, const F& line) const;

  size_t arrays_ = 0;
  int64_t features_ = 0;
  int64_t positions_ = 0;
  bool side_by_side_ = false;
  PerArray feature_strides_ = {};
  std::vector<Dimension> dimensions_;  // from the major to the minor one; at least one
  int64_t tile_features_ = 1;
  int64_t tile_positions_ = 1;
  int64_t block_features_ = 1;
  int64_t block_positions_ = 1;
  int64_t feature_blocks_ = 0;
  int64_t position_blocks_ = 0;
};

// The runs of a tile, one after the other: positions in equal steps in all arrays.
class FeatureRuns {
 public:
  // Both outlive it.
  FeatureRuns(const FeatureTiles& tiles, const FeatureTile& tile) : tiles_(tiles), tile_(tile) {
    Find();
  }

  bool done() const { return begin_ >= tile_.positions; }
  void Next();

  // The number of the tile's positions before the run, and of its own.
  int64_t begin() const { return begin_; }
  int64_t positions() const { return positions_; }
  // The offset of its first element in an array, and the distance from one position to the next.
  int64_t offset(size_t array) const { return offsets_[array]; }
  int64_t step(size_t array) const { return tiles_.dimensions_.back().strides[array]; }

 private:
  // Finds the run that begins at `begin_`.
  void Find();

  const FeatureTiles& tiles_;
  const FeatureTile& tile_;
  int64_t begin_ = 0;
  int64_t positions_ = 0;
  FeatureTiles::PerArray offsets_ = {};
  // The number of runs, including this one, that begin one stride of the next dimension apart; and
  // this run's offset as if it began with the innermost dimension.
  int64_t alike_ = 0;
  FeatureTiles::PerArray whole_offsets_ = {};
};

template <typename F>
void FeatureTiles::ForEachTile(int64_t task, const F& f) const {
  const int64_t feature = task % feature_blocks_ * block_features_;
  const int64_t position = PositionBlockOf(task) * block_positions_;
  const int64_t feature_end = std::min(feature + block_features_, features_);
  const int64_t position_end = std::min(position + block_positions_, positions_);
  FeatureTile tile;
  for (tile.first_feature = feature; tile.first_feature < feature_end;
       tile.first_feature += tile.features) {
    tile.features = std::min(tile_features_, feature_end - tile.first_feature);
    for (tile.first_position = position; tile.first_position < position_end;
         tile.first_position += tile.positions) {
      tile.positions = std::min(tile_positions_, position_end - tile.first_position);
      tile.positions_before = tile.first_position - position;
      f(tile);
    }
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_FEATURE_TILES_H_
