// The sizes of windows against counting, and at the limits of 64 bits.
#include "ops/windows/window_util.h"

#include <limits>

#include "gtest/gtest.h"
#include "support/models/moving_window_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr WindowRules kRules = {
    {"entries", ""}, {"positive", ""}, {"dilations", ""}, {"padding", ""}};

TEST(WindowUtilTest, Bounds) {
  EXPECT_EQ(DilatedBound(0, 5), 0);
  EXPECT_EQ(DilatedBound(1, kMax), 1);
  EXPECT_EQ(DilatedBound(3, 4), 9);
  EXPECT_EQ(DilatedBound(3, kMax), std::nullopt);
  EXPECT_EQ(DilatedBound(2, kMax), std::nullopt);
  EXPECT_EQ(DilatedBound(2, kMax - 1), kMax);
  EXPECT_EQ(StridedBound(5, 3, 2), 2);
  EXPECT_EQ(StridedBound(6, 3, 2), 2);
  EXPECT_EQ(StridedBound(2, 3, 1), 0);
  EXPECT_EQ(StridedBound(0, 1, 1), 0);
  EXPECT_EQ(StridedBound(kMax, 1, 1), kMax);
  EXPECT_EQ(StridedBound(kMax, kMax, kMax), 1);
}

TEST(WindowUtilTest, SamePaddingGivesAsManyOutputsAsStridesFit) {
  for (int64_t bound = 0; bound <= 9; ++bound) {
    for (int64_t window = 1; window <= 5; ++window) {
      for (int64_t stride = 1; stride <= 5; ++stride) {
        const auto [low, high] = SamePadding(bound, window, stride);
        EXPECT_EQ(StridedBound(low + bound + high, window, stride), (bound + stride - 1) / stride);
        EXPECT_TRUE(high == low || high == low + 1);
        EXPECT_GE(low, 0);
      }
    }
  }
  EXPECT_EQ(SamePadding(5, 3, 2), std::make_pair(int64_t{1}, int64_t{1}));
  EXPECT_EQ(SamePadding(4, 2, 1), std::make_pair(int64_t{0}, int64_t{1}));
  EXPECT_EQ(SamePadding(1, kMax, kMax), std::make_pair((kMax - 1) / 2, kMax - 1 - (kMax - 1) / 2));
}

TEST(WindowUtilTest, InferredSizes) {
  const Shape base = ShapeUtil::MakeShape(F32, {5, 2});
  WindowModel w;
  w.size = 3;
  w.stride = 2;
  EXPECT_EQ(InferWindowedSizes(base, ToWindow({w, WindowModel()}), kRules).value(),
            (std::vector<int64_t>{2, 2}));
  const auto rule = [&](const WindowModel& model) {
    return std::string(
        InferWindowedSizes(base, ToWindow({model, WindowModel()}), kRules).status().rule());
  };
  EXPECT_EQ(InferWindowedSizes(base, ToWindow({w}), kRules).status().rule(), "entries");
  WindowModel wrong = w;
  wrong.size = 0;
  EXPECT_EQ(rule(wrong), "positive");
  wrong = w;
  wrong.stride = -1;
  EXPECT_EQ(rule(wrong), "positive");
  wrong = w;
  wrong.base_dilation = 0;
  EXPECT_EQ(rule(wrong), "dilations");
  wrong = w;
  wrong.window_dilation = 0;
  EXPECT_EQ(rule(wrong), "dilations");
  wrong = w;
  wrong.low = -6;
  EXPECT_EQ(rule(wrong), "padding");
  wrong.low = -kMax;
  wrong.high = kMax;  // 5 elements are left, others than there are
  EXPECT_EQ(rule(wrong), "");
  wrong.low = kMax;
  EXPECT_EQ(rule(wrong), "shape.c3");
  wrong = w;
  wrong.base_dilation = kMax;
  EXPECT_EQ(rule(wrong), "shape.c3");
  wrong = w;
  wrong.window_dilation = kMax;
  EXPECT_EQ(rule(wrong), "shape.c3");
}

}  // namespace
}  // namespace hloom
