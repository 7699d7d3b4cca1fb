#include "kernels/normalization/batch_norm.h"

#include <cmath>
#include <limits>

#include "kernels/normalization/feature_loops.h"

namespace hloom {

namespace {

using Tile = FeatureTile;
constexpr int64_t kMostElements = FeatureTiles::kMostElements;
constexpr int64_t kMostFeatures = FeatureTiles::kMostFeatures;

// The mean of no elements: the sign of 0.0 / 0.0 is the machine's affair.
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// What each element is normalised by: for each feature (x - mean) * factor * scale + offset.
struct Coefficients {
  explicit Coefficients(double* memory, int64_t features)
      : mean(memory),
        factor(memory + features),
        scale(memory + 2 * features),
        offset(memory + 3 * features) {}
  static constexpr int64_t kCount = 4;

  double* mean;
  double* factor;
  double* scale;
  double* offset;
};

Kernel Normalize(const BatchNorm& norm, Coefficients by, const std::byte* operand,
                 std::byte* result) {
  co_await Tasks(
      norm.tiles.tasks(),
      [&](int64_t task, std::byte* scratch) {
        double* const values = DoublesAt(scratch);
        norm.tiles.ForEachTile(task, [&](const Tile& tile) {
          norm.tiles.Load(BatchNorm::kOperand, norm.type, operand, tile, values);
          const double* const mean = by.mean + tile.first_feature;
          const double* const factor = by.factor + tile.first_feature;
          const double* const scale = by.scale + tile.first_feature;
          const double* const offset = by.offset + tile.first_feature;
          ForEachElement(tile, [&](int64_t f, int64_t i) {
            values[i] = (values[i] - mean[f]) * factor[f] * scale[f] + offset[f];
          });
          norm.tiles.Store(BatchNorm::kResult, norm.type, tile, values, result);
        });
      },
      BytesOfDoubles(kMostElements));
  co_return OkStatus();
}

// ---- moments ----

// What is known of some numbers of a feature: how many they are, their sum, and the sum of their
// squared distances from their mean. Two such sets are put together without a difference of large
// numbers, which would leave nothing of a variance that is small beside the mean (Chan, Golub and
// LeVeque).
struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void Add(const Moments& other) {
    if (count == 0) {
      *this = other;
      return;
    }
    const double total = count + other.count;
    const double distance = other.sum / other.count - sum / count;
    squares += other.squares + distance * distance * (count * other.count / total);
    sum += other.sum;
    count = total;
  }
};

// The sums and squares of each feature within each block of positions, one block after the other.
struct MomentSums {
  double* sums;
  double* squares;
};

class MomentsOfBlocks {
 public:
  MomentsOfBlocks(const FeatureTiles& tiles, MomentSums parts) : tiles_(tiles), parts_(parts) {}

  static constexpr int64_t kScratch = 2 * kMostFeatures;

  // Adds the values of a tile to their block. The tiles of a block come in order.
  void AddTile(int64_t block, const Tile& tile, const double* values, double* scratch) const {
    double* const sums = scratch;
    double* const squares = scratch + kMostFeatures;
    const double count = static_cast<double>(tile.positions);
    double means[kMostFeatures] = {};
    SumFeatures(tile, values, values, means, sums, [](auto x, auto, auto) { return x; });
    for (int64_t f = 0; f < tile.features; ++f) means[f] = sums[f] / count;
    SumFeatures(tile, values, values, means, squares,
                [](auto x, auto, auto mean) { return (x - mean) * (x - mean); });
    const double before = static_cast<double>(tile.positions_before);
    const int64_t at = block * tiles_.features() + tile.first_feature;
    for (int64_t f = 0; f < tile.features; ++f) {
      Moments moments;
      if (before > 0) moments = {before, parts_.sums[at + f], parts_.squares[at + f]};
      moments.Add({count, sums[f], squares[f]});
      parts_.sums[at + f] = moments.sum;
      parts_.squares[at + f] = moments.squares;
    }
  }

  // The moments of a feature over all positions.
  Moments Of(int64_t feature) const {
    Moments moments;
    for (int64_t block = 0; block < tiles_.position_blocks(); ++block) {
      const int64_t at = block * tiles_.features() + feature;
      moments.Add(
          {static_cast<double>(tiles_.PositionsIn(block)), parts_.sums[at], parts_.squares[at]});
    }
    return moments;
  }

 private:
  const FeatureTiles& tiles_;
  const MomentSums parts_;
};

}  // namespace

Kernel NormalizeByBatch(const BatchNorm& norm, const std::byte* const* operands,
                        std::byte* const* results) {
  const FeatureTiles& tiles = norm.tiles;
  const int64_t features = tiles.features();
  const int64_t parts = tiles.position_blocks() * features;
  double* const memory = co_await Scratch<double>(2 * parts);
  const MomentsOfBlocks blocks(tiles, {memory, memory + parts});
  co_await Tasks(
      tiles.tasks(),
      [&](int64_t task, std::byte* scratch) {
        double* const values = DoublesAt(scratch);
        tiles.ForEachTile(task, [&](const Tile& tile) {
          tiles.Load(BatchNorm::kOperand, norm.type, operands[0], tile, values);
          blocks.AddTile(tiles.PositionBlockOf(task), tile, values, values + kMostElements);
        });
      },
      BytesOfDoubles(kMostElements + MomentsOfBlocks::kScratch));

  double* const vectors = co_await Scratch<double>((Coefficients::kCount + 1) * features);
  const Coefficients by(vectors, features);
  double* const variance = vectors + Coefficients::kCount * features;
  co_await Tasks(TaskCount(features, kFeaturesATask), [&](int64_t task, std::byte*) {
    const FeatureRange range = FeaturesOfTask(task, features);
    LoadFeatures(norm.type, operands[1], range, by.scale);
    LoadFeatures(norm.type, operands[2], range, by.offset);
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      const Moments moments = blocks.Of(f);
      const bool any = moments.count > 0;
      by.mean[f] = any ? moments.sum / moments.count : kNothing;
      variance[f] = any ? moments.squares / moments.count : kNothing;
      by.factor[f] = 1 / std::sqrt(variance[f] + norm.epsilon);
    }
    StoreFeatures(norm.type, by.mean, range, results[1]);
    StoreFeatures(norm.type, variance, range, results[2]);
  });
  co_await Normalize(norm, by, operands[0], results[0]);
  co_return OkStatus();
}

Kernel NormalizeByMoments(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results) {
  const int64_t features = norm.tiles.features();
  double* const memory = co_await Scratch<double>(Coefficients::kCount * features);
  const Coefficients by(memory, features);
  co_await Tasks(TaskCount(features, kFeaturesATask), [&](int64_t task, std::byte*) {
    const FeatureRange range = FeaturesOfTask(task, features);
    LoadFeatures(norm.type, operands[1], range, by.scale);
    LoadFeatures(norm.type, operands[2], range, by.offset);
    LoadFeatures(norm.type, operands[3], range, by.mean);
    LoadFeatures(norm.type, operands[4], range, by.factor);
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      by.factor[f] = 1 / std::sqrt(by.factor[f] + norm.epsilon);
    }
  });
  co_await Normalize(norm, by, operands[0], results[0]);
  co_return OkStatus();
}

}  // namespace hloom
