// The arithmetic of windows against counting, and at the limits of 64 bits.
#include "ops/windows/window_util.h"

#include <limits>

#include "gtest/gtest.h"
#include "ops/windows/window_walk.h"
#include "support/moving_window.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr WindowRules kRules = {"entries", "positive", "dilations", "padding"};

WindowDimension Of(const WindowModel& model) { return ToWindow({model}).dimensions(0); }

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

TEST(WindowUtilTest, OverlapsAreThoseThatCountingFinds) {
  Random random(3);
  for (int round = 0; round < 20000; ++round) {
    WindowModel w;
    const int64_t size = random.Below(6);
    w.size = random.Between(1, 6);
    w.stride = random.Between(1, 7);
    w.low = random.Between(-5, 6);
    w.high = random.Between(-5, 6);
    w.base_dilation = random.Between(1, 6);
    w.window_dilation = random.Between(1, 6);
    if (w.Padded(size) < 0) continue;
    const int64_t outputs = w.Outputs(size);
    const WindowDimension dimension = Of(w);
    const int64_t begin = outputs == 0 ? 0 : random.Below(outputs);
    const auto [first, last] = PositionRange(dimension, size, begin, outputs);
    for (int64_t k = 0; k < w.size; ++k) {
      const Overlap found = OutputsOnElements(dimension, size, begin, outputs, k);
      int64_t count = 0;
      for (int64_t o = begin; o < outputs; ++o) {
        const int64_t element = w.ElementAt(size, o, k);
        if (element < 0) continue;
        ASSERT_EQ(found.first + count * found.step, o) << dimension.stride();
        ASSERT_EQ(found.index + count * found.index_step, element);
        ++count;
      }
      ASSERT_EQ(found.count, count);
      ASSERT_TRUE(count == 0 || (first <= k && k < last));
    }
    for (int64_t o = 0; o < outputs; ++o) {
      const Overlap found = PositionsOnElements(dimension, size, o);
      int64_t count = 0;
      for (int64_t k = 0; k < w.size; ++k) {
        const int64_t element = w.ElementAt(size, o, k);
        if (element < 0) continue;
        ASSERT_EQ(found.first + count * found.step, k);
        ASSERT_EQ(found.index + count * found.index_step, element);
        ++count;
      }
      ASSERT_EQ(found.count, count);
    }
  }
}

TEST(WindowUtilTest, OverlapsOfHugeWindows) {
  // One element in a window of 2^62 that reaches far to both sides.
  WindowModel w;
  w.size = int64_t{1} << 62;
  w.low = w.size - 1;
  Overlap overlap = PositionsOnElements(Of(w), 1, 0);
  EXPECT_EQ(overlap.count, 1);
  EXPECT_EQ(overlap.first, w.size - 1);
  EXPECT_EQ(overlap.index, 0);
  // Three elements 2^60 apart, a window that looks at places 2^61 apart.
  w = WindowModel();
  w.size = 2;
  w.base_dilation = int64_t{1} << 60;
  w.window_dilation = int64_t{1} << 61;
  overlap = PositionsOnElements(Of(w), 3, 0);
  EXPECT_EQ(overlap.count, 2);
  EXPECT_EQ(overlap.step, 1);
  EXPECT_EQ(overlap.index_step, 2);
  EXPECT_EQ(PositionRange(Of(w), 3, 0, 1), std::make_pair(int64_t{0}, int64_t{2}));
  // Places 3 apart over elements 2^61 + 1 apart: they meet again after 2^61 + 1 places.
  w.size = kMax / 4;
  w.base_dilation = (int64_t{1} << 61) + 1;
  w.window_dilation = 2;
  overlap = PositionsOnElements(Of(w), 3, 0);
  EXPECT_EQ(overlap.count, 1);
  EXPECT_EQ(overlap.first, 0);
}

TEST(WindowUtilTest, WalkVisitsEachPairOnce) {
  Random random(4);
  for (int round = 0; round < 2000; ++round) {
    const Sizes sizes = RandomSizes(random);
    const WindowModels model = RandomWindow(random, sizes, true);
    const Sizes outputs = OutputSizes(model, sizes);
    std::vector<Sizes> expected(static_cast<size_t>(CountOf(outputs)));
    for (size_t o = 0; o < expected.size(); ++o) {
      ForEachInWindow(model, sizes, IndexAt(outputs, static_cast<int64_t>(o)),
                      [&](const Sizes& index) { expected[o].push_back(PositionOf(sizes, index)); });
    }
    std::vector<Sizes> actual(expected.size());
    WindowWalk walk(ToWindow(model), sizes, outputs);
    for (; walk.has_position(); walk.NextPosition()) {
      WindowRun run;
      while (walk.NextRun(&run)) {
        for (int64_t i = 0; i < run.count; ++i) {
          actual[static_cast<size_t>(run.output + i * run.output_step)].push_back(
              run.element + i * run.element_step);
        }
      }
    }
    ASSERT_EQ(actual, expected) << ToWindow(model).ToString();
  }
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
