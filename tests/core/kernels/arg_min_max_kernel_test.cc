// ArgMinMaxReduction against a loop over the elements, in any order of tasks.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/windows/arg_min_max.h"
#include "support/kernel_runner.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Keeps a NaN, the better number and the lower index, as the client library's ArgMax does.
ArgMinMaxOrder OrderOfArgMax(bool greatest) {
  ArgMinMaxOrder order;
  order.greatest = greatest;
  for (size_t i = 0; i < ArgMinMaxOrder::kIndices; ++i) {
    const bool above = i == ArgMinMaxOrder::kAbove;
    order.choices[ArgMinMaxOrder::kLess][i] = {greatest, greatest};
    order.choices[ArgMinMaxOrder::kGreater][i] = {!greatest, !greatest};
    order.choices[ArgMinMaxOrder::kEqual][i] = {above, above};
    order.choices[ArgMinMaxOrder::kNumberAndNan][i] = {true, true};
    order.choices[ArgMinMaxOrder::kTwoNans][i] = {above, above};
  }
  return order;
}

int64_t ModelPlace(const std::vector<float>& x, int64_t first, int64_t step, int64_t count,
                   bool greatest) {
  const auto at = [&](int64_t k) { return x[static_cast<size_t>(first + k * step)]; };
  int64_t best = 0;
  for (int64_t k = 1; k < count; ++k) {
    if (std::isnan(at(best))) return best;
    if (std::isnan(at(k)) || (greatest ? at(k) > at(best) : at(k) < at(best))) best = k;
  }
  return best;
}

TEST(ArgMinMaxKernelTest, FindsThePlaces) {
  struct Sizes {
    int64_t rows, columns;
  };
  constexpr Sizes kSizes[] = {{1, 1},     {3, 5},    {7, 300},    {300, 7},
                              {200, 900}, {90, 257}, {2, 300'000}};
  Random random(29);
  size_t round = 0;
  for (const Sizes& size : kSizes) {
    for (const bool along_rows : {true, false}) {
      for (const bool greatest : {true, false}) {
        std::vector<float> x(static_cast<size_t>(size.rows * size.columns));
        const bool has_nan = random.OneIn(3);
        const bool has_infinity = random.OneIn(3);
        for (float& value : x) {
          value = static_cast<float>(random.Between(-1000, 1000));
          if (value == 0 && random.OneIn(2)) value = -0.0F;
          if (has_nan && random.OneIn(500)) value = std::nanf("");
          if (has_infinity && random.OneIn(500)) value = random.OneIn(2) ? HUGE_VALF : -HUGE_VALF;
        }
        const int64_t kept = along_rows ? size.rows : size.columns;
        const int64_t count = along_rows ? size.columns : size.rows;
        const int64_t kept_step = along_rows ? size.columns : 1;
        const int64_t step = along_rows ? 1 : size.columns;
        Reduction reduction = {.kept_sizes = {kept}, .reduced_sizes = {count}};
        for (const PrimitiveType type : {F32, S32}) {
          reduction.arrays.push_back({.type = type,
                                      .kept_strides = {kept_step},
                                      .reduced_strides = {step},
                                      .result_strides = {1}});
        }
        ASSERT_TRUE(ArgMinMaxReduction::Takes(reduction));
        const ArgMinMaxReduction search(OrderOfArgMax(greatest), std::move(reduction));
        const float init = greatest ? -2000 : 2000;
        const int32_t init_index = -1;
        std::vector<float> values(static_cast<size_t>(kept));
        std::vector<int32_t> places(static_cast<size_t>(kept));
        const auto bytes = [](const auto* p) { return reinterpret_cast<const std::byte*>(p); };
        const KernelReport report =
            RunKernel(search.Run({bytes(x.data()), bytes(&init), bytes(&init_index),
                                  reinterpret_cast<std::byte*>(values.data()),
                                  reinterpret_cast<std::byte*>(places.data())}),
                      OneOfTaskOrders(round++));
        ASSERT_TRUE(report.status.ok());
        EXPECT_EQ(search.is_small(), report.phases == 0);
        for (int64_t i = 0; i < kept; ++i) {
          const int64_t want = ModelPlace(x, i * kept_step, step, count, greatest);
          ASSERT_EQ(places[static_cast<size_t>(i)], want)
              << size.rows << " x " << size.columns << ", result " << i;
          const float best = x[static_cast<size_t>(i * kept_step + want * step)];
          const float value = values[static_cast<size_t>(i)];
          ASSERT_TRUE(std::isnan(best)
                          ? std::isnan(value)
                          : value == best && std::signbit(value) == std::signbit(best));
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
