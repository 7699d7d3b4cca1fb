// The gradients of batch normalization.
#include <cmath>

#include "kernels/normalization/batch_norm.h"
#include "kernels/normalization/batch_norm_work.h"

namespace hloom {

namespace {

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

class Gradients : public NormWork {
 public:
  explicit Gradients(const NormWork& work) : NormWork(work) {}

  static constexpr std::array<NormPhase<Gradients>, 4> Phases() {
    return {{{NormPhase<Gradients>::kFeatures, &Gradients::LoadMeans},
             {NormPhase<Gradients>::kTiles, &Gradients::AddUp},
             {NormPhase<Gradients>::kFeatures, &Gradients::Finish},
             {NormPhase<Gradients>::kTiles, &Gradients::Apply}}};
  }
  int64_t doubles() const { return GradientVectors::kCount * features() + 2 * parts(); }
  int64_t scratch_doubles() const { return copies(2); }

 private:
  GradientVectors vectors() const { return GradientVectors(memory, features()); }
  // For each block of positions the sums of g, and the sums of g * (x - m), of each feature.
  double* sums() const { return memory + GradientVectors::kCount * features(); }
  double* products() const { return sums() + parts(); }

  void LoadMeans(int64_t task, double*) const {
    LoadFeatures(norm.type, operands[2], FeaturesOfTask(task, features()), vectors().mean);
  }

  void AddUp(int64_t task, double* scratch) const {
    const int64_t block = norm.tiles.PositionBlockOf(task) * features();
    const NormArrays arrays = {.operand = operands[0], .gradient = operands[4]};
    const auto gradient = [](auto, auto g, auto) { return g; };
    const auto product = [](auto x, auto g, auto mean) { return g * (x - mean); };
    norm.tiles.ForEachTile(task, [&](const FeatureTile& tile) {
      const double* const means = vectors().mean + tile.first_feature;
      double* const tile_sums = sums() + block + tile.first_feature;
      double* const tile_products = products() + block + tile.first_feature;
      if (tile.positions_before == 0) {
        std::fill_n(tile_sums, tile.features, 0.0);
        std::fill_n(tile_products, tile.features, 0.0);
      }
      OnTile(norm, tile, arrays, scratch, [&](const auto& elements) {
        elements.ForEach([&](const auto& rows) {
          SumFeatures(rows, means, tile_sums, gradient);
          SumFeatures(rows, means, tile_products, product);
        });
      });
    });
  }

  void Finish(int64_t task, double*) const {
    const FeatureRange range = FeaturesOfTask(task, features());
    const GradientVectors by = vectors();
    const double positions = static_cast<double>(norm.tiles.positions());
    LoadFeatures(norm.type, operands[1], range, by.factor);
    LoadFeatures(norm.type, operands[3], range, by.slope);
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      const double variance = by.slope[f] + norm.epsilon;
      const double root = 1 / std::sqrt(variance);
      double sum = 0;
      double product = 0;
      for (int64_t at = f; at < parts(); at += features()) {
        sum += sums()[at];
        product += products()[at];
      }
      by.grad_scale[f] = product * root;
      by.grad_offset[f] = sum;
      by.shift[f] = sum / positions;
      by.slope[f] = product / positions / variance;
      by.factor[f] *= root;
    }
    StoreFeatures(norm.type, by.grad_scale, range, results[1]);
    StoreFeatures(norm.type, by.grad_offset, range, results[2]);
  }

  void Apply(int64_t task, double* scratch) const {
    const GradientVectors by = vectors();
    const NormArrays arrays = {
        .operand = operands[0], .gradient = operands[4], .result = results[0]};
    const auto gradient = [](auto x, auto g, auto mean, auto shift, auto slope, auto factor) {
      return (g - shift - (x - mean) * slope) * factor;
    };
    norm.tiles.ForEachTile(task, [&](const FeatureTile& tile) {
      const int64_t f = tile.first_feature;
      const Coefficients of_tile = {by.mean + f, by.shift + f, by.slope + f, by.factor + f};
      OnTile(norm, tile, arrays, scratch, [&](const auto& elements) {
        elements.ForEach([&](const auto& rows) { MapFeatures(rows, of_tile, gradient); });
      });
    });
  }
};

}  // namespace

Kernel BatchNormGradients(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results) {
  return RunNorm<Gradients>(norm, operands, results);
}

}  // namespace hloom
