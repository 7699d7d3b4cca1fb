// Running sums of floats, accumulated in doubles.
#ifndef HLOOM_KERNELS_ELEMENTWISE_SCAN_SUMS_H_
#define HLOOM_KERNELS_ELEMENTWISE_SCAN_SUMS_H_

#include <cstdint>
#include <cstring>

#include "kernels/elementwise/fold_runs.h"
#include "kernels/vector_math/lanes.h"

namespace hloom {

// Writes `before` + the sum of the elements up to each one, rounded once, and returns `before` +
// the sum of all: the sum of the elements does not depend on `before`. A null `out` gives only the
// sum, the same one. There are one or more elements; results must not overlap them.
//
// A pair of sums grows by two elements at a time, of which loads from two addresses give the sums:
//
//   {sum up to 0, sum up to 1} + {x1, x2} + {x2, x3} = {sum up to 2, sum up to 3}
//
// Only one addition in eight elements waits for the one before it.
template <bool kDense>
double ScanSums(double before, const float* in, int64_t step, float* out, int64_t out_step,
                int64_t count) {
  const auto pair_at = [&](int64_t i) {
    if constexpr (kDense) return LoadPair(in + i);
    return vector_math::Doubles{in[i * step], in[(i + 1) * step]};
  };
  const auto store = [&](int64_t i, vector_math::Doubles first, vector_math::Doubles second) {
    if constexpr (kDense) {
      const vector_math::Floats floats = vector_math::ToFloats(first, second);
      std::memcpy(out + i, &floats, sizeof(floats));
    } else {
      out[i * out_step] = static_cast<float>(first[0]);
      out[(i + 1) * out_step] = static_cast<float>(first[1]);
      out[(i + 2) * out_step] = static_cast<float>(second[0]);
      out[(i + 3) * out_step] = static_cast<float>(second[1]);
    }
  };
  double sum = in[0];
  if (out != nullptr) out[0] = static_cast<float>(before + sum);
  const vector_math::Doubles start = {before, before};
  vector_math::Doubles sums = {-0.0, sum};  // up to elements i - 2 and i - 1; the sum of none is -0
  int64_t i = 1;
  for (; i + 8 <= count; i += 8) {
    const vector_math::Doubles a = pair_at(i - 1) + pair_at(i);
    const vector_math::Doubles ab = a + (pair_at(i + 1) + pair_at(i + 2));
    const vector_math::Doubles c = pair_at(i + 3) + pair_at(i + 4);
    const vector_math::Doubles all = ab + (c + (pair_at(i + 5) + pair_at(i + 6)));
    const vector_math::Doubles last = sums + all;
    if (out != nullptr) {
      const vector_math::Doubles middle = sums + ab;
      store(i, start + (sums + a), start + middle);
      store(i + 4, start + (middle + c), start + last);
    }
    sums = last;
  }
  sum = sums[1];
  for (; i < count; ++i) {
    sum += in[i * step];
    if (out != nullptr) out[i * out_step] = static_cast<float>(before + sum);
  }
  return before + sum;
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_SCAN_SUMS_H_
