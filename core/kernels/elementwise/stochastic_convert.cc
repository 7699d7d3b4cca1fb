#include "kernels/elementwise/stochastic_convert.h"

#include <algorithm>
#include <cmath>

#include "kernels/convert.h"

namespace hloom {

namespace {

constexpr int64_t kStochasticConvertGrain = 1 << 14;

// Rounds away from zero if the fraction, of `random_bits` binary digits, is more than `random`. For
// 2.75 and 8 bits the fraction is 192: random numbers 0..191 give 3, the others 2.
int64_t RoundAtRandom(double x, uint64_t random, int random_bits, int64_t low, int64_t high) {
  if (std::isnan(x)) return 0;
  if (x >= static_cast<double>(high)) return high;
  if (x <= static_cast<double>(low)) return low;
  const double magnitude = std::fabs(x);
  const double whole = std::trunc(magnitude);
  // The fraction is below 2^random_bits, so that the conversion is defined.
  const double fraction = std::ldexp(magnitude - whole, random_bits);
  const bool up = random < static_cast<uint64_t>(fraction);
  const int64_t rounded = static_cast<int64_t>(whole) + (up ? 1 : 0);
  return std::signbit(x) ? -rounded : rounded;
}

struct Arrays {
  PrimitiveType from;
  const std::byte* operand;
  PrimitiveType random_type;
  const std::byte* random;
  PrimitiveType to;
  std::byte* result;
};

void ComputeStochasticConvert(const Arrays& arrays, int64_t first, int64_t last) {
  const auto [from, operand, random_type, random, to, result] = arrays;
  const int64_t high = static_cast<int64_t>(~uint64_t{0} >> (65 - BitWidth(to)));
  constexpr int64_t kRun = 256;
  double values[kRun];
  uint64_t thresholds[kRun];
  int64_t rounded[kRun];
  for (int64_t begin = first; begin < last; begin += kRun) {
    const int64_t run = std::min(kRun, last - begin);
    ConvertRun(from, operand + begin * ByteWidth(from), F64, reinterpret_cast<std::byte*>(values),
               run);
    ConvertRun(random_type, random + begin * ByteWidth(random_type), U64,
               reinterpret_cast<std::byte*>(thresholds), run);
    for (int64_t i = 0; i < run; ++i) {
      rounded[i] = RoundAtRandom(values[i], thresholds[i], BitWidth(random_type), -high - 1, high);
    }
    ConvertRun(S64, reinterpret_cast<const std::byte*>(rounded), to, result + begin * ByteWidth(to),
               run);
  }
}

Kernel ComputeInTasks(Arrays arrays, int64_t count) {
  const auto task = [&](int64_t i, std::byte*) {
    ComputeStochasticConvert(arrays, i * kStochasticConvertGrain,
                             std::min(count, (i + 1) * kStochasticConvertGrain));
  };
  co_await Tasks(TaskCount(count, kStochasticConvertGrain), task);
  co_return OkStatus();
}

}  // namespace

Kernel StochasticConvert(PrimitiveType from, const std::byte* operand, PrimitiveType random_type,
                         const std::byte* random, PrimitiveType to, std::byte* result,
                         int64_t count) {
  const Arrays arrays = {from, operand, random_type, random, to, result};
  if (count > kFewStochasticConverts) return ComputeInTasks(arrays, count);
  ComputeStochasticConvert(arrays, 0, count);
  return {};
}

}  // namespace hloom
