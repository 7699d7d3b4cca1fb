#include "kernels/normalization/batch_norm.h"

#include <cmath>
#include <limits>

#include "kernels/normalization/batch_norm_work.h"

namespace hloom {

namespace {

// The mean of no elements: the sign of 0.0 / 0.0 is the machine's affair.
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// The coefficients of each feature: an element becomes (x - mean) * factor * scale + offset.
struct NormVectors {
  explicit NormVectors(double* memory, int64_t features)
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

// Normalizes the elements of a task.
void Normalize(const NormWork& work, const NormVectors& by, int64_t task, double* scratch) {
  const BatchNorm& norm = work.norm;
  const NormArrays arrays = {.operand = work.operands[0], .result = work.results[0]};
  norm.tiles.ForEachTile(task, [&](const FeatureTile& tile) {
    const int64_t f = tile.first_feature;
    const Coefficients of_tile = {by.mean + f, by.factor + f, by.scale + f, by.offset + f};
    const auto normalized = [](auto x, auto, auto mean, auto factor, auto scale, auto offset) {
      return (x - mean) * factor * scale + offset;
    };
    OnTile(norm, tile, arrays, scratch, [&](const auto& elements) {
      elements.ForEach([&](const auto& rows) { MapFeatures(rows, of_tile, normalized); });
    });
  });
}

// ---- moments ----

// The moments of some numbers of each feature: their sum, and the sum of their squared distances
// from their mean.
struct Moments {
  Moments At(int64_t feature) const { return {sums + feature, squares + feature}; }

  double* sums;
  double* squares;
};

// Adds the moments of `more` numbers of each feature to those of `count` others. It subtracts no
// large numbers, which would lose a variance that is small compared to the mean (Chan, Golub and
// LeVeque).
void AddMoments(int64_t features, double count, Moments to, double more, Moments from) {
  if (count == 0) {
    std::copy_n(from.sums, features, to.sums);
    std::copy_n(from.squares, features, to.squares);
    return;
  }
  const double share = 1 / count;
  const double more_share = 1 / more;
  const double weight = count * more / (count + more);
  HLOOM_INDEPENDENT
  for (int64_t f = 0; f < features; ++f) {
    const double distance = from.sums[f] * more_share - to.sums[f] * share;
    to.squares[f] += from.squares[f] + distance * distance * weight;
    to.sums[f] += from.sums[f];
  }
}

// Normalizes by the moments of the operand itself.
class ByBatch : public NormWork {
 public:
  explicit ByBatch(const NormWork& work) : NormWork(work) {}

  static constexpr std::array<NormPhase<ByBatch>, 3> Phases() {
    return {{{NormPhase<ByBatch>::kTiles, &ByBatch::AddUp},
             {NormPhase<ByBatch>::kFeatures, &ByBatch::Finish},
             {NormPhase<ByBatch>::kTiles, &ByBatch::Apply}}};
  }
  int64_t doubles() const { return (NormVectors::kCount + 1) * features() + 2 * parts(); }
  int64_t scratch_doubles() const { return copies(1) + 3 * norm.tiles.tile_features(); }

 private:
  NormVectors vectors() const { return NormVectors(memory, features()); }
  double* variance() const { return memory + NormVectors::kCount * features(); }
  // The moments within each block of positions, one block after the other.
  Moments of_blocks() const {
    double* const sums = variance() + features();
    return {sums, sums + parts()};
  }

  void AddUp(int64_t task, double* scratch) const {
    const int64_t block = norm.tiles.PositionBlockOf(task) * features();
    double* const means = scratch + copies(1);
    const Moments of_tile = {means + norm.tiles.tile_features(),
                             means + 2 * norm.tiles.tile_features()};
    const NormArrays arrays = {.operand = operands[0]};
    const auto itself = [](auto x, auto, auto) { return x; };
    const auto square = [](auto x, auto, auto mean) { return (x - mean) * (x - mean); };
    norm.tiles.ForEachTile(task, [&](const FeatureTile& tile) {
      const double count = static_cast<double>(tile.positions);
      std::fill_n(of_tile.sums, tile.features, 0.0);
      std::fill_n(of_tile.squares, tile.features, 0.0);
      OnTile(norm, tile, arrays, scratch, [&](const auto& elements) {
        elements.ForEach([&](const auto& rows) { SumFeatures(rows, means, of_tile.sums, itself); });
        for (int64_t f = 0; f < tile.features; ++f) means[f] = of_tile.sums[f] / count;
        elements.ForEach(
            [&](const auto& rows) { SumFeatures(rows, means, of_tile.squares, square); });
      });
      AddMoments(tile.features, static_cast<double>(tile.positions_before),
                 of_blocks().At(block + tile.first_feature), count, of_tile);
    });
  }

  void Finish(int64_t task, double*) const {
    const FeatureRange range = FeaturesOfTask(task, features());
    const NormVectors by = vectors();
    LoadFeatures(norm.type, operands[1], range, by.scale);
    LoadFeatures(norm.type, operands[2], range, by.offset);
    const Moments all = Moments{by.mean, variance()}.At(range.first);
    double count = 0;
    for (int64_t block = 0; block < norm.tiles.position_blocks(); ++block) {
      const double more = static_cast<double>(norm.tiles.PositionsIn(block));
      AddMoments(range.count, count, all, more, of_blocks().At(block * features() + range.first));
      count += more;
    }
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      by.mean[f] = count > 0 ? by.mean[f] / count : kNothing;
      variance()[f] = count > 0 ? variance()[f] / count : kNothing;
      by.factor[f] = 1 / std::sqrt(variance()[f] + norm.epsilon);
    }
    StoreFeatures(norm.type, by.mean, range, results[1]);
    StoreFeatures(norm.type, variance(), range, results[2]);
  }

  void Apply(int64_t task, double* scratch) const { Normalize(*this, vectors(), task, scratch); }
};

// Normalizes by moments that are given.
class ByMoments : public NormWork {
 public:
  explicit ByMoments(const NormWork& work) : NormWork(work) {}

  static constexpr std::array<NormPhase<ByMoments>, 2> Phases() {
    return {{{NormPhase<ByMoments>::kFeatures, &ByMoments::Prepare},
             {NormPhase<ByMoments>::kTiles, &ByMoments::Apply}}};
  }
  int64_t doubles() const { return NormVectors::kCount * features(); }
  int64_t scratch_doubles() const { return copies(1); }

 private:
  void Prepare(int64_t task, double*) const {
    const FeatureRange range = FeaturesOfTask(task, features());
    const NormVectors by(memory, features());
    LoadFeatures(norm.type, operands[1], range, by.scale);
    LoadFeatures(norm.type, operands[2], range, by.offset);
    LoadFeatures(norm.type, operands[3], range, by.mean);
    LoadFeatures(norm.type, operands[4], range, by.factor);
    for (int64_t f = range.first; f < range.first + range.count; ++f) {
      by.factor[f] = 1 / std::sqrt(by.factor[f] + norm.epsilon);
    }
  }

  void Apply(int64_t task, double* scratch) const {
    Normalize(*this, NormVectors(memory, features()), task, scratch);
  }
};

}  // namespace

bool BatchNorm::is_small() const {
  if (tiles.tasks() > 1) return false;
  const int64_t copies = is_read_in_place() ? 0 : NormWork::kMostTiles * tiles.tile_elements();
  const int64_t vectors = NormWork::kMostVectors * tiles.features() +
                          NormWork::kMostTileVectors * tiles.tile_features();
  return copies + vectors <= NormWork::kLittle;
}

Kernel NormalizeByBatch(const BatchNorm& norm, const std::byte* const* operands,
                        std::byte* const* results) {
  return RunNorm<ByBatch>(norm, operands, results);
}

Kernel NormalizeByMoments(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results) {
  return RunNorm<ByMoments>(norm, operands, results);
}

}  // namespace hloom
