// The arithmetic of windows against counting, and at the limits of 64 bits.
#include "kernels/windows/window_axis.h"

#include <limits>

#include "gtest/gtest.h"
#include "kernels/windows/window_walk.h"
#include "support/models/moving_window_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// One that is not counted out.
WindowAxis WindowAxisOf(const WindowModel& w, int64_t size) {
  return {w.size, w.stride, w.low, w.window_dilation, w.base_dilation, size, 1};
}

Sizes DenseStrides(const Sizes& sizes) {
  Sizes strides(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0; stride *= sizes[d]) strides[d] = stride;
  return strides;
}

TEST(WindowAxisTest, OverlapsAreThoseThatCountingFinds) {
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
    const WindowAxis axis = ToAxes({w}, {size})[0];
    const int64_t begin = outputs == 0 ? 0 : random.Below(outputs);
    const auto [first, last] = PositionRange(axis, begin, outputs);
    for (int64_t k = 0; k < w.size; ++k) {
      const Overlap found = OutputsOnElements(axis, begin, outputs, k);
      int64_t count = 0;
      for (int64_t o = begin; o < outputs; ++o) {
        const int64_t element = w.ElementAt(size, o, k);
        if (element < 0) continue;
        ASSERT_EQ(found.first + count * found.step, o) << axis.stride;
        ASSERT_EQ(found.index + count * found.index_step, element);
        ++count;
      }
      ASSERT_EQ(found.count, count);
      ASSERT_TRUE(count == 0 || (first <= k && k < last));
    }
    if (begin < outputs) {
      const int64_t from = random.Below(w.size);
      const int64_t to = from + 1 + random.Below(w.size - from);
      const auto [least, end] = ElementRange(axis, begin, outputs, from, to);
      ASSERT_TRUE(0 <= least && least <= end && end <= size);
      for (int64_t o = begin; o < outputs; ++o) {
        for (int64_t k = from; k < to; ++k) {
          const int64_t element = w.ElementAt(size, o, k);
          ASSERT_TRUE(element < 0 || (least <= element && element < end));
        }
      }
    }
    for (int64_t o = 0; o < outputs; ++o) {
      const Overlap found = PositionsOnElements(axis, o);
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

// The positions of the window at an output that are on elements.
Sizes PositionsAt(const WindowModel& w, int64_t size, int64_t output) {
  Sizes positions;
  for (int64_t k = 0; k < w.size; ++k) {
    if (w.ElementAt(size, output, k) >= 0) positions.push_back(k);
  }
  return positions;
}

TEST(WindowAxisTest, OutputsLikeOneAreAsManyAsThereAre) {
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    WindowModel w;
    const int64_t size = random.Below(6);
    w.size = random.Between(0, 6);
    w.stride = random.Between(1, 7);
    w.low = random.Between(-5, 20);
    w.base_dilation = random.Between(1, 6);
    w.window_dilation = random.Between(1, 6);
    WindowAxis axis = WindowAxisOf(w, size);
    axis.outputs = random.Between(1, 15);
    for (int64_t o = 0; o < axis.outputs; ++o) {
      const AlikeOutputs alike = OutputsLike(axis, o);
      ASSERT_GE(alike.count, 1);
      const Sizes positions = PositionsAt(w, size, o);
      for (int64_t j = 1; j < alike.count; ++j) {
        const int64_t output = o + j * alike.step;
        ASSERT_LT(output, axis.outputs);
        ASSERT_EQ(PositionsAt(w, size, output), positions);
        for (const int64_t k : positions) {
          ASSERT_EQ(w.ElementAt(size, output, k), w.ElementAt(size, o, k) + j * alike.index_step);
        }
      }
      // A run ends early only if another position then reaches an element, or would reach one of a
      // longer base.
      const int64_t next = o + alike.count * alike.step;
      if (next < axis.outputs && !positions.empty()) {
        ASSERT_NE(PositionsAt(w, size, next), positions);
      }
    }
  }
}

// On a base without end, outputs and positions are those on a multiple of its dilation.
TEST(WindowAxisTest, EndlessBases) {
  Random random(6);
  for (int round = 0; round < 20000; ++round) {
    WindowAxis axis;
    axis.window = random.Between(1, 6);
    axis.stride = random.Between(1, 7);
    axis.padding_low = random.Between(-9, 20);
    axis.base_dilation = random.Between(1, 6);
    axis.window_dilation = random.Between(1, 6);
    axis.outputs = random.Between(1, 15);
    const int64_t output = random.Below(axis.outputs);
    const auto place = [&](int64_t o, int64_t k) {
      return o * axis.stride + k * axis.window_dilation - axis.padding_low;
    };
    const Overlap found = PositionsOnEndless(axis, output);
    const AlikeOutputs alike = OutputsLikeOnEndless(axis, output);
    int64_t count = 0;
    for (int64_t k = 0; k < axis.window; ++k) {
      if (place(output, k) % axis.base_dilation != 0) continue;
      ASSERT_EQ(found.first + count * found.step, k);
      ASSERT_EQ((found.index + count * found.index_step) * axis.base_dilation, place(output, k));
      for (int64_t j = 0; j < alike.count; ++j) {
        const int64_t index = found.index + count * found.index_step + j * alike.index_step;
        ASSERT_EQ(index * axis.base_dilation, place(output + j * alike.step, k));
      }
      ++count;
    }
    ASSERT_EQ(found.count, count);
    ASSERT_EQ(alike.count, (axis.outputs - 1 - output) / alike.step + 1);
  }
}

TEST(WindowAxisTest, OutputsLikeOneOfHugeWindows) {
  // All of padding, until the window reaches the only element, with one position and one output.
  WindowAxis axis;
  axis.padding_low = kMax / 2;
  axis.outputs = kMax;
  EXPECT_EQ(OutputsLike(axis, 0).count, kMax / 2);
  EXPECT_EQ(OutputsLike(axis, kMax / 2).count, 1);
  EXPECT_EQ(OutputsLike(axis, kMax / 2 + 1).count, kMax - kMax / 2 - 1);
  // Every second output is on no element, for any size of the base.
  axis = WindowAxis();
  axis.size = axis.window = axis.outputs = kMax / 2;
  axis.window_dilation = axis.base_dilation = 2;
  const AlikeOutputs alike = OutputsLike(axis, 1);
  EXPECT_EQ(alike.step, 2);
  EXPECT_EQ(alike.count, kMax / 4);
  // A step that leads past all numbers.
  axis.stride = kMax;
  axis.base_dilation = kMax - 1;
  EXPECT_EQ(OutputsLike(axis, 0).count, 1);
  EXPECT_EQ(OutputsLike(axis, 0).step, kMax - 1);
}

TEST(WindowAxisTest, OverlapsOfHugeWindows) {
  // One element in a window of 2^62 that reaches far to both sides.
  WindowModel w;
  w.size = int64_t{1} << 62;
  w.low = w.size - 1;
  Overlap overlap = PositionsOnElements(WindowAxisOf(w, 1), 0);
  EXPECT_EQ(overlap.count, 1);
  EXPECT_EQ(overlap.first, w.size - 1);
  EXPECT_EQ(overlap.index, 0);
  // There are three elements 2^60 apart, and a window with places 2^61 apart.
  w = WindowModel();
  w.size = 2;
  w.base_dilation = int64_t{1} << 60;
  w.window_dilation = int64_t{1} << 61;
  overlap = PositionsOnElements(WindowAxisOf(w, 3), 0);
  EXPECT_EQ(overlap.count, 2);
  EXPECT_EQ(overlap.step, 1);
  EXPECT_EQ(overlap.index_step, 2);
  EXPECT_EQ(PositionRange(WindowAxisOf(w, 3), 0, 1), std::make_pair(int64_t{0}, int64_t{2}));
  // Places 3 apart over elements 2^61 + 1 apart: they meet again after 2^61 + 1 places.
  w.size = kMax / 4;
  w.base_dilation = (int64_t{1} << 61) + 1;
  w.window_dilation = 2;
  overlap = PositionsOnElements(WindowAxisOf(w, 3), 0);
  EXPECT_EQ(overlap.count, 1);
  EXPECT_EQ(overlap.first, 0);
}

TEST(WindowAxisTest, WalkVisitsEachPairOnce) {
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
    WindowWalk walk(ToAxes(model, sizes), {{DenseStrides(sizes), DenseStrides(outputs)}});
    for (; walk.has_position(); walk.NextPosition()) {
      for (; walk.has_run(); walk.NextRun()) {
        const WindowRun run = walk.RunOf(0);
        for (int64_t i = 0; i < walk.count(); ++i) {
          actual[static_cast<size_t>(run.output + i * run.output_step)].push_back(
              run.element + i * run.element_step);
        }
      }
    }
    ASSERT_EQ(actual, expected) << ToWindow(model).ToString();
  }
}

}  // namespace
}  // namespace hloom
