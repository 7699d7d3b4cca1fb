// The common part of the kernels of batch normalization: phases over tiles or over features, run in
// tasks or, for little work, immediately.
#ifndef HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_WORK_H_
#define HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_WORK_H_

#include "kernels/normalization/batch_norm.h"
#include "kernels/normalization/feature_loops.h"

namespace hloom {

// ---- phases ----

// A kernel is a class, Work, whose Work::Phases() is an array of these, run one after the other. A
// phase over features has tasks of kFeaturesATask of them; the others have the tasks of the tiles.
template <typename Work>
struct NormPhase {
  enum Over { kTiles, kFeatures };

  Over over;
  void (Work::*run)(int64_t task, double* scratch) const;
};

// The base of each Work, whose `doubles` and `scratch_doubles` return the memory that it requires.
struct NormWork {
  // The most vectors of features, with the sums of a block, that a Work has, and the most of a tile
  // and copies of tiles that a task has.
  static constexpr int64_t kMostVectors = 8;
  static constexpr int64_t kMostTileVectors = 3;
  static constexpr int64_t kMostTiles = 2;
  // The number of doubles on the stack.
  static constexpr int64_t kLittle = 2048;

  int64_t features() const { return norm.tiles.features(); }
  // The number of sums: one for each feature in each block of positions.
  int64_t parts() const { return norm.tiles.position_blocks() * features(); }
  // The number of doubles for copies of `tiles` tiles.
  int64_t copies(int64_t tiles) const {
    return norm.is_read_in_place() ? 0 : tiles * norm.tiles.tile_elements();
  }

  const BatchNorm& norm;
  const std::byte* const* operands;
  std::byte* const* results;
  double* memory = nullptr;
};

template <typename Work>
Kernel RunNormInTasks(Work work) {
  work.memory = co_await Scratch<double>(work.doubles());
  for (const NormPhase<Work>& phase : Work::Phases()) {
    const bool over_tiles = phase.over == NormPhase<Work>::kTiles;
    co_await Tasks(
        over_tiles ? work.norm.tiles.tasks() : TaskCount(work.features(), kFeaturesATask),
        [&](int64_t task, std::byte* scratch) {
          (work.*phase.run)(task, reinterpret_cast<double*>(scratch));
        },
        over_tiles ? work.scratch_doubles() * static_cast<int64_t>(sizeof(double)) : 0);
  }
  co_return OkStatus();
}

template <typename Work>
Kernel RunNorm(const BatchNorm& norm, const std::byte* const* operands, std::byte* const* results) {
  Work work(NormWork{norm, operands, results});
  if (!norm.is_small()) return RunNormInTasks(work);
  alignas(16) double memory[NormWork::kLittle];
  work.memory = memory;
  for (const NormPhase<Work>& phase : Work::Phases()) {
    // Without positions there are no tiles.
    if (phase.over == NormPhase<Work>::kTiles && norm.tiles.tasks() == 0) continue;
    (work.*phase.run)(0, memory + work.doubles());
  }
  return {};
}

// ---- the elements of a tile ----

// The arrays of a phase; null for arrays that it does not use.
struct NormArrays {
  const std::byte* operand = nullptr;
  const std::byte* gradient = nullptr;
  std::byte* result = nullptr;
};

// The elements of a tile as floats or doubles: in place, or in a copy.
template <typename T>
class TileRows {
 public:
  // All of them must outlive it. `copy` is null if the elements are read in place.
  TileRows(const BatchNorm& norm, const FeatureTile& tile, const NormArrays& arrays,
           const FeatureRows<T>* copy)
      : norm_(norm), tile_(tile), arrays_(arrays), copy_(copy) {}

  // Calls f(rows) for elements that are together all of them, each time it is called.
  template <typename F>
  void ForEach(const F& f) const {
    // There is only one call of f, because compilers inline it at each call.
    for (FeatureRuns runs(norm_.tiles, tile_); !runs.done(); runs.Next()) {
      f(copy_ != nullptr ? *copy_ : RowsOf(runs));
      if (copy_ != nullptr) return;
    }
  }

 private:
  FeatureRows<T> RowsOf(const FeatureRuns& runs) const {
    const auto step = [&](size_t array) { return static_cast<ptrdiff_t>(runs.step(array)); };
    FeatureRows<T> rows;
    rows.features = static_cast<ptrdiff_t>(tile_.features);
    rows.positions = static_cast<ptrdiff_t>(runs.positions());
    rows.x = reinterpret_cast<const T*>(arrays_.operand) + runs.offset(BatchNorm::kOperand);
    rows.x_step = rows.g_step = rows.y_step = step(BatchNorm::kOperand);
    rows.g = rows.x;
    if (arrays_.gradient != nullptr) {
      rows.g = reinterpret_cast<const T*>(arrays_.gradient) + runs.offset(BatchNorm::kGradOutput);
      rows.g_step = step(BatchNorm::kGradOutput);
    }
    if (arrays_.result != nullptr) {
      rows.y = reinterpret_cast<T*>(arrays_.result) + runs.offset(BatchNorm::kResult);
      rows.y_step = step(BatchNorm::kResult);
    }
    return rows;
  }

  const BatchNorm& norm_;
  const FeatureTile& tile_;
  const NormArrays& arrays_;
  const FeatureRows<T>* copy_;
};

// Calls f(elements), where `elements` are the TileRows of a tile; copies are in `scratch`.
template <typename F>
void OnTile(const BatchNorm& norm, const FeatureTile& tile, const NormArrays& arrays,
            double* scratch, const F& f) {
  const bool in_place = norm.is_read_in_place();
  if (in_place && norm.type == F32) return f(TileRows<float>(norm, tile, arrays, nullptr));
  FeatureRows<double> copy;
  if (!in_place) {
    copy.features = static_cast<ptrdiff_t>(tile.features);
    copy.positions = static_cast<ptrdiff_t>(tile.positions);
    copy.x_step = copy.g_step = copy.y_step = copy.features;
    copy.x = copy.g = copy.y = scratch;
    norm.tiles.Load(BatchNorm::kOperand, norm.type, arrays.operand, tile, scratch);
    if (arrays.gradient != nullptr) {
      double* const gradient = scratch + norm.tiles.tile_elements();
      norm.tiles.Load(BatchNorm::kGradOutput, norm.type, arrays.gradient, tile, gradient);
      copy.g = gradient;
    }
  }
  f(TileRows<double>(norm, tile, arrays, in_place ? nullptr : &copy));
  if (in_place || arrays.result == nullptr) return;
  norm.tiles.Store(BatchNorm::kResult, norm.type, tile, scratch, arrays.result);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_WORK_H_
