// Loops over tiles of features and over vectors of them, in double.
#ifndef HLOOM_KERNELS_NORMALIZATION_FEATURE_LOOPS_H_
#define HLOOM_KERNELS_NORMALIZATION_FEATURE_LOOPS_H_

#include <algorithm>

#include "kernels/elementwise/fold_runs.h"
#include "kernels/elementwise/loops.h"
#include "kernels/normalization/feature_tiles.h"
#include "kernels/strided_run.h"

namespace hloom {

inline double* DoublesAt(std::byte* scratch) { return reinterpret_cast<double*>(scratch); }
constexpr int64_t BytesOfDoubles(int64_t doubles) {
  return doubles * static_cast<int64_t>(sizeof(double));
}

// ---- sums of a tile ----

// What is summed is term(x, g, mean), a template: it takes single numbers and pairs of them.

// The sum over the elements of one feature, in an order that their number alone decides.
template <typename Term>
double SumOfFeature(int64_t count, const double* x, const double* g, double mean,
                    const Term& term) {
  const DoublePair means = {mean, mean};
  DoublePair a = {}, b = {}, c = {}, d = {};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    a += term(LoadPair(x + i), LoadPair(g + i), means);
    b += term(LoadPair(x + i + 2), LoadPair(g + i + 2), means);
    c += term(LoadPair(x + i + 4), LoadPair(g + i + 4), means);
    d += term(LoadPair(x + i + 6), LoadPair(g + i + 6), means);
  }
  const DoublePair all = (a + c) + (b + d);
  double sum = all[0] + all[1];
  for (; i < count; ++i) sum += term(x[i], g[i], mean);
  return sum;
}

// Sets sums[f] to the sum over the elements of feature f of a tile.
template <typename Term>
void SumFeatures(const FeatureTile& tile, const double* x, const double* g, const double* means,
                 double* sums, const Term& term) {
  if (tile.features == 1) {
    sums[0] = SumOfFeature(tile.positions, x, g, means[0], term);
    return;
  }
  std::fill_n(sums, tile.features, 0.0);
  for (int64_t p = 0; p < tile.positions; ++p, x += tile.features, g += tile.features) {
    HLOOM_INDEPENDENT
    for (int64_t f = 0; f < tile.features; ++f) sums[f] += term(x[f], g[f], means[f]);
  }
}

// Calls f(feature of the tile, element) for each element of a tile.
template <typename F>
void ForEachElement(const FeatureTile& tile, const F& f) {
  if (tile.features == 1) {
    HLOOM_INDEPENDENT
    for (int64_t i = 0; i < tile.positions; ++i) f(0, i);
    return;
  }
  for (int64_t p = 0; p < tile.positions; ++p) {
    const int64_t first = p * tile.features;
    HLOOM_INDEPENDENT
    for (int64_t c = 0; c < tile.features; ++c) f(c, first + c);
  }
}

// ---- vectors ----

// Some neighbouring features.
struct FeatureRange {
  int64_t first;
  int64_t count;
};
inline constexpr int64_t kFeaturesATask = 1024;

inline FeatureRange FeaturesOfTask(int64_t task, int64_t features) {
  return {task * kFeaturesATask, std::min(kFeaturesATask, features - task * kFeaturesATask)};
}

inline void LoadFeatures(PrimitiveType type, const std::byte* vector, const FeatureRange& range,
                         double* values) {
  LoadRun(type, vector + range.first * ByteWidth(type), 1, F64,
          reinterpret_cast<std::byte*>(values + range.first), range.count);
}
inline void StoreFeatures(PrimitiveType type, const double* values, const FeatureRange& range,
                          std::byte* vector) {
  StoreRun(F64, reinterpret_cast<const std::byte*>(values + range.first), type,
           vector + range.first * ByteWidth(type), 1, range.count);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_FEATURE_LOOPS_H_
