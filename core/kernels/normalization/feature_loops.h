// Loops over features at positions, and over vectors of features, in double.
#ifndef HLOOM_KERNELS_NORMALIZATION_FEATURE_LOOPS_H_
#define HLOOM_KERNELS_NORMALIZATION_FEATURE_LOOPS_H_

#include <algorithm>
#include <cstddef>

#include "kernels/loop_hints.h"
#include "kernels/normalization/feature_tiles.h"
#include "kernels/normalization/four_doubles.h"
#include "kernels/strided_run.h"

namespace hloom {

// ---- features at positions ----

// Features at positions in equal steps, in arrays of floats or of doubles: x[p * x_step + f] is
// feature f at position p. y may be the memory of x or g.
template <typename T>
struct FeatureRows {
  ptrdiff_t features = 0;
  ptrdiff_t positions = 0;
  const T* x = nullptr;
  const T* g = nullptr;
  T* y = nullptr;
  ptrdiff_t x_step = 0;
  ptrdiff_t g_step = 0;
  ptrdiff_t y_step = 0;

  // True if there is one feature, with contiguous elements.
  bool is_line() const { return features == 1 && x_step == 1 && g_step == 1 && y_step == 1; }
};

// The summed function is term(x, g, mean), a template: it takes single numbers and four at a time.

// Adds up the contiguous elements of one feature, in an order that depends only on their number.
template <typename T, typename Term>
double SumOfLine(const FeatureRows<T>& rows, double mean, const Term& term) {
  const FourDoubles means = FourDoubles::Splat(mean);
  FourDoubles a = FourDoubles::Splat(0);
  FourDoubles b = a;
  const T* x = rows.x;
  const T* g = rows.g;
  ptrdiff_t left = rows.positions;
  for (; left >= 8; left -= 8, x += 8, g += 8) {
    a += term(FourDoubles::Load(x), FourDoubles::Load(g), means);
    b += term(FourDoubles::Load(x + 4), FourDoubles::Load(g + 4), means);
  }
  double sum = (a + b).Sum();
  for (; left > 0; --left) sum += term(double{*x++}, double{*g++}, mean);
  return sum;
}

// Adds kRows positions, from `first` on, to the sums, one position after the other.
template <int kRows, typename T, typename Term>
void SumRows(FeatureRows<T> rows, ptrdiff_t first, const double* means, double* sums,
             const Term& term) {
  const T* const x = rows.x + first * rows.x_step;
  const T* const g = rows.g + first * rows.g_step;
  const auto add = [&]<typename Lanes>(ptrdiff_t f, Lanes sum) {
    const Lanes mean = LoadLanes<Lanes>(means + f);
    const auto add_row = [&](ptrdiff_t row) {
      sum += term(LoadLanes<Lanes>(x + row * rows.x_step + f),
                  LoadLanes<Lanes>(g + row * rows.g_step + f), mean);
    };
    add_row(0);
    if constexpr (kRows == 4) {
      add_row(1);
      add_row(2);
      add_row(3);
    }
    StoreLanes(sum, sums + f);
  };
  ptrdiff_t f = 0;
  for (; f + 4 <= rows.features; f += 4) add(f, FourDoubles::Load(sums + f));
  HLOOM_LEFT_OVER
  for (; f < rows.features; ++f) add(f, sums[f]);
}

// Adds to sums[f] the terms of the elements of feature f. Four positions at a time share the loads
// of the per-feature values; more would be so many streams that they evict each other from the
// cache if steps are powers of two.
template <typename T, typename Term>
void SumFeatures(const FeatureRows<T>& rows, const double* means, double* sums, const Term& term) {
  if (rows.is_line()) {
    sums[0] += SumOfLine(rows, means[0], term);
    return;
  }
  ptrdiff_t p = 0;
  for (; p + 4 <= rows.positions; p += 4) SumRows<4>(rows, p, means, sums, term);
  for (; p < rows.positions; ++p) SumRows<1>(rows, p, means, sums, term);
}

// Four numbers for each feature, by which its elements are computed.
struct Coefficients {
  const double* a;
  const double* b;
  const double* c;
  const double* d;
};

// The computed function is f(x, g, a, b, c, d), a template too.

template <typename T, typename F>
void MapLine(const FeatureRows<T>& rows, const Coefficients& by, const F& f) {
  const double a = *by.a, b = *by.b, c = *by.c, d = *by.d;
  const auto splat = FourDoubles::Splat;
  const FourDoubles as = splat(a), bs = splat(b), cs = splat(c), ds = splat(d);
  const auto four = [&](ptrdiff_t p) {
    return f(FourDoubles::Load(rows.x + p), FourDoubles::Load(rows.g + p), as, bs, cs, ds);
  };
  ptrdiff_t p = 0;
  for (; p + 4 <= rows.positions; p += 4) four(p).Store(rows.y + p);
  HLOOM_LEFT_OVER
  for (; p < rows.positions; ++p) {
    StoreLanes(f(double{rows.x[p]}, double{rows.g[p]}, a, b, c, d), rows.y + p);
  }
}

template <int kRows, typename T, typename F>
void MapRows(FeatureRows<T> rows, ptrdiff_t first, Coefficients by, const F& f) {
  const T* const x = rows.x + first * rows.x_step;
  const T* const g = rows.g + first * rows.g_step;
  T* const y = rows.y + first * rows.y_step;
  const auto map = [&]<typename Lanes>(ptrdiff_t at, Lanes a) {
    const Lanes b = LoadLanes<Lanes>(by.b + at);
    const Lanes c = LoadLanes<Lanes>(by.c + at);
    const Lanes d = LoadLanes<Lanes>(by.d + at);
    const auto map_row = [&](ptrdiff_t row) {
      StoreLanes(f(LoadLanes<Lanes>(x + row * rows.x_step + at),
                   LoadLanes<Lanes>(g + row * rows.g_step + at), a, b, c, d),
                 y + row * rows.y_step + at);
    };
    map_row(0);
    if constexpr (kRows == 4) {
      map_row(1);
      map_row(2);
      map_row(3);
    }
  };
  ptrdiff_t at = 0;
  for (; at + 4 <= rows.features; at += 4) map(at, FourDoubles::Load(by.a + at));
  HLOOM_LEFT_OVER
  for (; at < rows.features; ++at) map(at, by.a[at]);
}

// Sets the elements of y to f(x, g, a, b, c, d), where a to d are the coefficients of the feature.
template <typename T, typename F>
void MapFeatures(const FeatureRows<T>& rows, const Coefficients& by, const F& f) {
  if (rows.is_line()) return MapLine(rows, by, f);
  ptrdiff_t p = 0;
  for (; p + 4 <= rows.positions; p += 4) MapRows<4>(rows, p, by, f);
  for (; p < rows.positions; ++p) MapRows<1>(rows, p, by, f);
}

// ---- vectors ----

// Some neighboring features.
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
