#include "kernels/windows/log_add_exp.h"

#include <algorithm>
#include <cmath>

namespace hloom {

namespace {

// Two infinities of one sign have no difference, and their sum is the right result; the same holds
// for a NaN and anything.
double LogAddExp(double a, double b) {
  const double difference = a - b;
  if (std::isnan(difference)) return a + b;
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(difference)));
}

template <typename F>
void DispatchLogAddExp(PrimitiveType type, const F& f) {
  if (type == F32) return f.template operator()<float>();
  f.template operator()<double>();
}

void FoldLogAddExpRuns(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                       const FoldKernel::Runs& runs) {
  DispatchLogAddExp(type, [&]<typename T>() {
    auto* const values = reinterpret_cast<double*>(accumulators);
    const T* in = reinterpret_cast<const T*>(data);
    for (int64_t r = 0; r < runs.runs; ++r, in += runs.run_step) {
      for (int64_t i = 0; i < runs.count; ++i) values[r] = LogAddExp(values[r], in[i * runs.step]);
    }
  });
}

void FoldLogAddExpRows(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                       const FoldKernel::Rows& rows) {
  DispatchLogAddExp(type, [&]<typename T>() {
    auto* const values = reinterpret_cast<double*>(accumulators);
    const T* in = reinterpret_cast<const T*>(data);
    for (int64_t r = 0; r < rows.rows; ++r, in += rows.row_step) {
      for (int64_t i = 0; i < rows.columns; ++i)
        values[i] = LogAddExp(values[i], in[i * rows.step]);
    }
  });
}

void ScanLogAddExp(PrimitiveType type, std::byte* accumulator, const std::byte* data, int64_t step,
                   std::byte* out, int64_t out_step, int64_t count) {
  DispatchLogAddExp(type, [&]<typename T>() {
    double& value = *reinterpret_cast<double*>(accumulator);
    const T* const in = reinterpret_cast<const T*>(data);
    T* const to = reinterpret_cast<T*>(out);
    for (int64_t i = 0; i < count; ++i) {
      value = LogAddExp(value, in[i * step]);
      to[i * out_step] = static_cast<T>(value);
    }
  });
}

void CombineLogAddExp(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                      const FoldKernel::Block& block) {
  DispatchLogAddExp(type, [&]<typename T>() {
    for (int64_t r = 0; r < block.rows; ++r) {
      T* const to = reinterpret_cast<T*>(accumulators) + r * block.accumulator_row_step;
      const T* const from = reinterpret_cast<const T*>(values) + r * block.value_row_step;
      for (int64_t i = 0; i < block.columns; ++i) {
        T& accumulator = to[i * block.accumulator_step];
        accumulator = static_cast<T>(LogAddExp(accumulator, from[i * block.value_step]));
      }
    }
  });
}

}  // namespace

constexpr FoldKernel kLogAddExpFold = {
    .fold_runs = FoldLogAddExpRuns,
    .fold_rows = FoldLogAddExpRows,
    .scan = ScanLogAddExp,
    .combine = CombineLogAddExp,
    .widens = true,
    .work = 16,
};

}  // namespace hloom
