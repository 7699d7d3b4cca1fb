#include "kernels/fft/unit_roots.h"

#include <cmath>
#include <utility>

namespace hloom {

namespace {

constexpr double kQuarter = 1.57079632679489661923;  // pi / 2
constexpr int64_t kMostInOneTable = 4096;

}  // namespace

UnitRoot RootOfUnity(int64_t k, int64_t n) {
  // The angle is pi / 2 times quarters / n throughout.
  const bool lower = 2 * k > n;
  if (lower) k = n - k;
  int64_t quarters = 4 * k;
  const bool left = quarters > n;
  if (left) quarters = 2 * n - quarters;
  const bool steep = 2 * quarters > n;
  if (steep) quarters = n - quarters;
  const double angle = kQuarter * (static_cast<double>(quarters) / static_cast<double>(n));
  double cosine = std::cos(angle);
  double sine = std::sin(angle);
  if (steep) std::swap(cosine, sine);
  return {left ? -cosine : cosine, lower ? sine : -sine};
}

RootTable::RootTable(int64_t n) {
  while (n > kMostInOneTable && (int64_t{1} << (2 * shift_)) < n) ++shift_;
  const int64_t fine = shift_ == 0 ? n : int64_t{1} << shift_;
  mask_ = shift_ == 0 ? ~int64_t{0} : fine - 1;
  fine_.reserve(static_cast<size_t>(fine));
  for (int64_t k = 0; k < fine; ++k) fine_.push_back(RootOfUnity(k, n));
  if (shift_ == 0) return;
  for (int64_t k = 0; k < n; k += fine) coarse_.push_back(RootOfUnity(k, n));
}

}  // namespace hloom
