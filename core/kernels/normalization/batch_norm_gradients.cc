// The gradients of batch normalisation.
#include <cmath>

#include "kernels/normalization/batch_norm.h"
#include "kernels/normalization/feature_loops.h"

namespace hloom {

namespace {

using Tile = FeatureTile;
constexpr int64_t kMostElements = FeatureTiles::kMostElements;
constexpr int64_t kMostFeatures = FeatureTiles::kMostFeatures;

// With g the gradient of y, N the number of positions and sums over them:
//
//   gradient of offset:   sum(g)
//   gradient of scale:    sum(g * (x - m)) / sqrt(v + epsilon)
//   gradient of operand:  (g - shift - (x - m) * slope) * factor, where
//     shift = sum(g) / N,  slope = sum(g * (x - m)) / N / (v + epsilon),
//     factor = scale / sqrt(v + epsilon)
struct GradientVectors {
  explicit GradientVectors(double* memory, int64_t features)
      : mean(memory),
        shift(memory + features),
        slope(memory + 2 * features),
        factor(memory + 3 * features),
        grad_scale(memory + 4 * features),
        grad_offset(memory + 5 * features) {}
  static constexpr int64_t kCount = 6;

  double* mean;
  double* shift;
  double* slope;
  double* factor;
  double* grad_scale;
  double* grad_offset;
};

// For each block of positions the sums of g, and those of g * (x - m), of each feature.
struct GradientSums {
  double* sums;
  double* products;
};

// A task's memory: a tile of x and one of g, and sums of their features.
struct GradientScratch {
  explicit GradientScratch(std::byte* scratch)
      : x(DoublesAt(scratch)),
        g(x + kMostElements),
        sums(g + kMostElements),
        products(sums + kMostFeatures) {}
  static constexpr int64_t kBytes = BytesOfDoubles(2 * kMostElements + 2 * kMostFeatures);

  void Load(const BatchNorm& norm, const std::byte* const* operands, const Tile& tile) const {
    norm.tiles.Load(BatchNorm::kOperand, norm.type, operands[0], tile, x);
    norm.tiles.Load(BatchNorm::kGradOutput, norm.type, operands[4], tile, g);
  }

  double* x;
  double* g;
  double* sums;
  double* products;
};

Kernel SumGradients(const BatchNorm& norm, const std::byte* const* operands, const double* means,
                    GradientSums of_blocks) {
  co_await Tasks(
      norm.tiles.tasks(),
      [&](int64_t task, std::byte* memory) {
        const GradientScratch scratch(memory);
        const double* const x = scratch.x;
        const double* const g = scratch.g;
        const int64_t block = norm.tiles.PositionBlockOf(task) * norm.tiles.features();
        norm.tiles.ForEachTile(task, [&](const Tile& tile) {
          scratch.Load(norm, operands, tile);
          const double* const mean = means + tile.first_feature;
          SumFeatures(tile, x, g, mean, scratch.sums, [](auto, auto g, auto) { return g; });
          SumFeatures(tile, x, g, mean, scratch.products,
                      [](auto x, auto g, auto mean) { return g * (x - mean); });
          double* const sums = of_blocks.sums + block + tile.first_feature;
          double* const products = of_blocks.products + block + tile.first_feature;
          const bool is_first = tile.positions_before == 0;
          for (int64_t f = 0; f < tile.features; ++f) {
            sums[f] = is_first ? scratch.sums[f] : sums[f] + scratch.sums[f];
            products[f] = is_first ? scratch.products[f] : products[f] + scratch.products[f];
          }
        });
      },
      GradientScratch::kBytes);
  co_return OkStatus();
}

Kernel ApplyGradients(const BatchNorm& norm, const std::byte* const* operands,
                      GradientVectors vectors, std::byte* result) {
  co_await Tasks(
      norm.tiles.tasks(),
      [&](int64_t task, std::byte* memory) {
        const GradientScratch scratch(memory);
        double* const x = scratch.x;
        const double* const g = scratch.g;
        norm.tiles.ForEachTile(task, [&](const Tile& tile) {
          scratch.Load(norm, operands, tile);
          const double* const mean = vectors.mean + tile.first_feature;
          const double* const shift = vectors.shift + tile.first_feature;
          const double* const slope = vectors.slope + tile.first_feature;
          const double* const factor = vectors.factor + tile.first_feature;
          ForEachElement(tile, [&](int64_t f, int64_t i) {
            x[i] = (g[i] - shift[f] - (x[i] - mean[f]) * slope[f]) * factor[f];
          });
          norm.tiles.Store(BatchNorm::kResult, norm.type, tile, x, result);
        });
      },
      GradientScratch::kBytes);
  co_return OkStatus();
}

}  // namespace

Kernel BatchNormGradients(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results) {
  const FeatureTiles& tiles = norm.tiles;
  const int64_t features = tiles.features();
  double* const memory = co_await Scratch<double>(GradientVectors::kCount * features);
  const GradientVectors vectors(memory, features);
  co_await Tasks(TaskCount(features, kFeaturesATask), [&](int64_t task, std::byte*) {
    LoadFeatures(norm.type, operands[2], FeaturesOfTask(task, features), vectors.mean);
  });
  const int64_t parts = tiles.position_blocks() * features;
  double* const sums = co_await Scratch<double>(2 * parts);
  const GradientSums blocks = {sums, sums + parts};
  co_await SumGradients(norm, operands, vectors.mean, blocks);
  co_await Tasks(TaskCount(features, kFeaturesATask), [&](int64_t task, std::byte*) {
    const FeatureRange range = FeaturesOfTask(task, features);
    const double positions = static_cast<double>(tiles.positions());
    LoadFeatures(norm.type, operands[1], range, vectors.factor);
    LoadFeatures(norm.type, operands[3], range, vectors.slope);
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      const double variance = vectors.slope[f] + norm.epsilon;
      const double root = 1 / std::sqrt(variance);
      double sum = 0;
      double product = 0;
      for (int64_t at = f; at < parts; at += features) {
        sum += blocks.sums[at];
        product += blocks.products[at];
      }
      vectors.grad_scale[f] = product * root;
      vectors.grad_offset[f] = sum;
      vectors.shift[f] = sum / positions;
      vectors.slope[f] = product / positions / variance;
      vectors.factor[f] *= root;
    }
    StoreFeatures(norm.type, vectors.grad_scale, range, results[1]);
    StoreFeatures(norm.type, vectors.grad_offset, range, results[2]);
  });
  co_await ApplyGradients(norm, operands, vectors, results[0]);
  co_return OkStatus();
}

}  // namespace hloom
