// Long windows by kernels against the plain models: running sums and windows that slide, over
// random shapes, layouts and types; the same in any order of tasks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <limits>

#include "kernels/windows/long_windows.h"
#include "kernels/windows/scan_lines.h"
#include "support/folded_windows.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kLongWindowKernelRounds = Rounds(500, 25);

// Numbers whose sums are exact in every type in which floats are computed.
ArrayModel SmallNumbers(Random& random, const NumberType& type, const Sizes& sizes) {
  ArrayModel array{sizes, {}};
  for (int64_t i = CountOf(sizes); i > 0; --i) {
    array.elements.push_back(type.bytes(static_cast<double>(random.Between(-6, 6))));
  }
  return array;
}

// Windows so long that they are not folded one by one.
void ExpectLongFolded(Random& random, const NumberType& type, const FoldModel& fold,
                      const Sizes& sizes, const WindowModels& window, LongWindows kind,
                      int64_t least_phases = 0) {
  const ArrayModel array = SmallNumbers(random, type, sizes);
  const std::string init = SmallNumbers(random, type, {}).elements[0];
  const ArrayModel expected = WindowsFoldedOnceModel(type, fold, array, init, window);
  const Literal literal = ToLiteral(array, LaidOut(random, type.type, sizes));
  const Shape result = LaidOut(random, type.type, expected.sizes);
  ASSERT_EQ(LongWindowsOf(*fold.kernel, Windowed(window, literal, result)), kind)
      << ToWindow(window).ToString();
  for (const TaskOrder order : kTaskOrders) {
    KernelReport report;
    const Literal filled = Folded(fold, window, literal, result, init, order, report);
    ASSERT_TRUE(report.status.ok());
    ASSERT_GE(report.phases, least_phases);
    ASSERT_TRUE(ToModel(filled).elements == expected.elements)
        << literal.shape().ToString(true) << " to " << result.ToString(true) << ", window "
        << ToWindow(window).ToString();
  }
}

TEST(LongWindowKernelTest, LongWindows) {
  Random random(53);
  for (int i = 0; i < kLongWindowKernelRounds; ++i) {
    const std::vector<Sizes> shapes = {{200},    {3, 150},   {150, 3}, {2, 140, 5},
                                       {100, 9}, {80, 2, 7}, {90, 5},  {80, 26}};
    const Sizes sizes = shapes[static_cast<size_t>(random.Below(8))];
    const size_t d = sizes.size() > 1 && sizes[0] < sizes[1] ? 1 : 0;
    const int64_t n = sizes[d];
    WindowModels window(sizes.size());
    WindowModel& w = window[d];
    const NumberType& type = kNumberTypes[random.Below(std::size(kNumberTypes))];
    const FoldModel& fold = kFoldModels[random.Below(3)];
    LongWindows kind = LongWindows::kSliding;
    switch (random.Below(4)) {
      case 0:
        w.size = n + random.Below(3);
        w.low = w.size - 1;
        w.high = 0;
        kind = LongWindows::kPrefixes;
        break;
      case 1:
        w.size = n + random.Below(3);
        w.high = w.size - 1;
        w.low = 0;
        kind = LongWindows::kSuffixes;
        break;
      default:
        w.size = random.Between(FoldsExactly(*fold.kernel, type.type) ? 49 : 65, 2 * n);
        w.low = random.Between(-10, w.size + 30);
        w.high = std::max(w.size - n - w.low, int64_t{-10}) + 70 + random.Below(100);
    }
    if (kind == LongWindows::kSliding && w.low == w.size - 1 && w.Outputs(n) == n) continue;
    if (kind == LongWindows::kSliding && w.low == 0 && w.size >= n && w.Outputs(n) == n) continue;
    ASSERT_NO_FATAL_FAILURE(ExpectLongFolded(random, type, fold, sizes, window, kind));
  }
}

// Windows that slide along dimension d, in one pass along each line.
ArrayModel SlidingModel(const NumberType& type, const FoldModel& fold, const ArrayModel& array,
                        const std::string& init, const WindowModels& window, size_t d) {
  const WindowModel& w = window[d];
  const int64_t n = array.sizes[d];
  ArrayModel result{array.sizes, {}};
  result.sizes[d] = w.Outputs(n);
  result.elements.resize(static_cast<size_t>(CountOf(result.sizes)));
  Sizes lines = array.sizes;
  lines[d] = 1;
  for (int64_t line = 0; line < CountOf(lines); ++line) {
    Sizes index = IndexAt(lines, line);
    std::vector<double> values, sums = {0};
    for (index[d] = 0; index[d] < n; ++index[d]) {
      values.push_back(type.value(array.At(index)));
      sums.push_back(sums.back() + values.back());
    }
    // Elements of the window that no later one of it outdoes.
    std::deque<int64_t> best;
    int64_t next = 0;
    for (index[d] = 0; index[d] < result.sizes[d]; ++index[d]) {
      const int64_t begin = std::clamp<int64_t>(index[d] - w.low, 0, n);
      const int64_t end = std::clamp<int64_t>(index[d] - w.low + w.size, 0, n);
      for (; next < end; ++next) {
        const double value = values[static_cast<size_t>(next)];
        while (!best.empty() &&
               fold.apply(values[static_cast<size_t>(best.back())], value) == value) {
          best.pop_back();
        }
        best.push_back(next);
      }
      while (!best.empty() && best.front() < begin) best.pop_front();
      double value = type.value(init);
      if (fold.kernel == &kAddFold) {
        value += sums[static_cast<size_t>(end)] - sums[static_cast<size_t>(begin)];
      } else if (begin < end) {
        value = fold.apply(value, values[static_cast<size_t>(best.front())]);
      }
      result.elements[static_cast<size_t>(PositionOf(result.sizes, index))] = type.bytes(value);
    }
  }
  return result;
}

std::vector<NumberType> SomeNumberTypes() {
  return FirstOf<NumberType>({kNumberTypes[0], kNumberTypes[4], kNumberTypes[2]}, 3, 1);
}

struct SlidingCase {
  Sizes sizes;
  size_t d;
  int64_t size, low, high;
  int64_t phases;  // three where blocks are cut into parts
};

// Windows of several tasks, of which some are longer than a task or than the line, with padding
// that contains whole windows, or with elements left out at the edges.
TEST(LongWindowKernelTest, SlidingWindowsOfManyElements) {
  Random random(58);
  const std::vector<SlidingCase> cases = {
      {{150'000}, 0, 100, 0, 0, 1},
      {{150'000}, 0, 1000, 1500, 1200, 1},
      {{100'000}, 0, 20'000, -3000, -25'000, 1},
      {{100'001}, 0, 40'001, 50'000, 90'000, 3},
      {{100'000}, 0, 70'000, -100, -200, 3},
      {{50'000}, 0, 90'000, 60'000, 100'000, 3},
      {{3, 30'000}, 1, 9000, 8999, 0, 1},
      {{30'000, 3}, 0, 20'000, 19'000, 5000, 3},
      {{2500, 40}, 0, 1500, 700, 800, 3},
      {{700, 270}, 0, 300, 150, 149, 1},
      {{2, 300, 150}, 1, 100, 250, 0, 1},
      {{90, 1000}, 0, 80, 40, 39, 1},
      {{100, 7}, 0, int64_t{1} << 50, (int64_t{1} << 50) - 1000, 70'000, 3},
  };
  for (const SlidingCase& one : cases) {
    WindowModels window(one.sizes.size());
    window[one.d].size = one.size;
    window[one.d].low = one.low;
    window[one.d].high = one.high;
    for (const NumberType& type : SomeNumberTypes()) {
      const FoldModel& fold = kFoldModels[random.Below(3)];
      const ArrayModel array = SmallNumbers(random, type, one.sizes);
      const std::string init = SmallNumbers(random, type, {}).elements[0];
      const ArrayModel expected = SlidingModel(type, fold, array, init, window, one.d);
      const Literal literal = ToLiteral(array, LaidOut(random, type.type, one.sizes));
      const Shape result = LaidOut(random, type.type, expected.sizes);
      ASSERT_EQ(LongWindowsOf(*fold.kernel, Windowed(window, literal, result)),
                LongWindows::kSliding);
      for (const TaskOrder order : kTaskOrders) {
        KernelReport report;
        const Literal filled = Folded(fold, window, literal, result, init, order, report);
        ASSERT_TRUE(report.status.ok());
        const bool in_layout = literal.shape().layout() == result.layout();
        if (in_layout && one.sizes.size() == 1) {
          EXPECT_EQ(report.phases, one.phases);
        }
        ASSERT_TRUE(ToModel(filled).elements == expected.elements)
            << literal.shape().ToString(true) << " to " << result.ToString(true) << ", window "
            << ToWindow(window).ToString();
      }
    }
  }
}

// A task keeps scans of its own part only, for any size of the array and of the window.
TEST(LongWindowKernelTest, SlidingWindowsNeedLittleMemory) {
  const Shape line = ShapeUtil::MakeShape(BF16, {1 << 22});
  const Shape columns = ShapeUtil::MakeShape(BF16, {1 << 13, 1 << 9});
  for (const Shape& shape : {line, columns}) {
    const int64_t n = shape.dimensions(0);
    Literal zeros = *Literal::Create(shape);
    std::fill_n(zeros.mutable_data<std::byte>(), zeros.size_bytes(), std::byte{0});
    for (const int64_t size : FirstOf<int64_t>({3000, 100, n / 2}, 3, 1)) {
      WindowModels window(static_cast<size_t>(shape.rank()));
      window[0].size = size;
      std::vector<int64_t> outputs = shape.dimensions().ToVector();
      outputs[0] = n - size + 1;
      const Shape result = ShapeUtil::MakeShape(BF16, outputs);
      KernelReport report;
      Folded(kFoldModels[0], window, zeros, result, std::string(2, '\0'), TaskOrder::kForwards,
             report);
      ASSERT_TRUE(report.status.ok());
      EXPECT_LE(report.scratch_bytes, 512 << 10) << shape.ToString() << " " << size;
      EXPECT_GE(report.most_tasks, 16);
    }
  }
}

// Lines of several tasks, single and side by side.
TEST(LongWindowKernelTest, LongWindowsOfManyElements) {
  Random random(55);
  const auto run = [&](const Sizes& sizes, size_t d, LongWindows kind) {
    WindowModels window(sizes.size());
    const int64_t n = sizes[d];
    const bool suffix = kind == LongWindows::kSuffixes;
    window[d].size = n;
    (suffix ? window[d].high : window[d].low) = n - 1;
    for (const NumberType& type : SomeNumberTypes()) {
      for (const FoldModel& fold : {kFoldModels[0], kFoldModels[1]}) {
        // The model takes the square of the time: prefixes are expected of it by their own sums.
        const ArrayModel array = SmallNumbers(random, type, sizes);
        const std::string init = SmallNumbers(random, type, {}).elements[0];
        ArrayModel expected = array;
        Sizes lines = sizes;
        lines[d] = 1;
        for (int64_t line = 0; line < CountOf(lines); ++line) {
          Sizes index = IndexAt(lines, line);
          double sum = type.value(init);
          for (int64_t i = 0; i < n; ++i) {
            index[d] = suffix ? n - 1 - i : i;
            const auto at = static_cast<size_t>(PositionOf(sizes, index));
            sum = fold.apply(sum, type.value(array.elements[at]));
            expected.elements[at] = type.bytes(sum);
          }
        }
        const Literal literal = ToLiteral(array, LaidOut(random, type.type, sizes));
        const Shape result = LaidOut(random, type.type, sizes);
        for (const TaskOrder order : kTaskOrders) {
          KernelReport report;
          const Literal filled = Folded(fold, window, literal, result, init, order, report);
          ASSERT_TRUE(report.status.ok());
          // The parts, or their sums and initial values and then the parts.
          if (n > 70'000) {
            EXPECT_GE(report.phases, 3);
            EXPECT_LE(report.phases, 4);
          }
          ASSERT_TRUE(ToModel(filled).elements == expected.elements) << result.ToString(true);
        }
      }
    }
  };
  for (const LongWindows kind : {LongWindows::kPrefixes, LongWindows::kSuffixes}) {
    run({150'001}, 0, kind);
    run({2, 70'001}, 1, kind);
    run({3, 4001, 30}, 1, kind);
    if (Rounds(1, 0) == 0) continue;
    run({70'001, 3}, 0, kind);
    run({30'001, 9}, 0, kind);
  }
}

// Running sums of floats round once, whatever the order of tasks and the distance of elements.
TEST(LongWindowKernelTest, RunningSumsOfFloatsHaveTheSameBitsEverywhere) {
  Random random(57);
  for (const int64_t length : {1, 2, 8, 9, 10, 100, 1003, 65'537, 300'001}) {
    for (const float init : {-0.0f, 2.5f}) {
      std::vector<float> elements(static_cast<size_t>(length));
      for (float& x : elements) x = static_cast<float>(random.Between(-1000, 1000)) / 7.0f;
      elements[0] = -0.0f;
      if (length == 1003) elements[900] = -std::numeric_limits<float>::infinity();
      if (length == 1003) elements[950] = std::numeric_limits<float>::infinity();
      std::vector<float> first;
      for (const auto& [from, to] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {3, 2}}) {
        std::vector<float> spread(static_cast<size_t>(length * from));
        for (size_t i = 0; i < elements.size(); ++i) {
          spread[i * static_cast<size_t>(from)] = elements[i];
        }
        const ScannedLines lines(
            kAddFold, {.lines = {}, .length = length, .to = to, .from = from, .type = F32});
        for (const TaskOrder order : kTaskOrders) {
          std::vector<float> out(static_cast<size_t>(length * to));
          const KernelReport report =
              RunKernel(lines.Run(reinterpret_cast<const std::byte*>(spread.data()),
                                  reinterpret_cast<const std::byte*>(&init),
                                  reinterpret_cast<std::byte*>(out.data())),
                        order);
          ASSERT_TRUE(report.status.ok());
          std::vector<float> results;
          for (size_t i = 0; i < elements.size(); ++i) {
            results.push_back(out[i * static_cast<size_t>(to)]);
          }
          if (first.empty()) first = results;
          ASSERT_EQ(std::memcmp(first.data(), results.data(), results.size() * 4), 0) << length;
        }
      }
      long double sum = init;
      for (size_t i = 0; i < elements.size(); ++i) {
        sum += elements[i];
        if (std::isnan(sum)) {
          ASSERT_TRUE(std::isnan(first[i])) << i;
          continue;
        }
        const auto rounded = static_cast<float>(sum);
        ASSERT_EQ(std::signbit(first[i]), std::signbit(rounded)) << i;
        // Sums of doubles may be on the other side of a tie.
        ASSERT_TRUE(first[i] == rounded || std::nextafter(first[i], rounded) == rounded) << i;
      }
    }
  }
}

// A product is rounded at each application, in row-major order, even in a scan.
TEST(LongWindowKernelTest, ProductsOfPrefixes) {
  Random random(56);
  const FoldModel product = {&kMultiplyFold, [](double a, double b) { return a * b; }};
  for (const NumberType& type : kNumberTypes) {
    for (const Sizes& sizes : {Sizes{300}, Sizes{2, 90}, Sizes{90, 9}, Sizes{70'000}}) {
      const size_t d = sizes[0] == 2 ? 1 : 0;
      const int64_t n = sizes[d];
      ArrayModel array{sizes, {}};
      for (int64_t i = CountOf(sizes); i > 0; --i) {
        const bool is_float = IsFloatingPointType(type.type);
        const auto number = static_cast<double>(random.Between(1, 7));
        array.elements.push_back(type.bytes(is_float ? 1 + (number - 4) / 16 : number));
      }
      const std::string init = type.bytes(1);
      ArrayModel expected = array;
      Sizes lines = sizes;
      lines[d] = 1;
      for (int64_t line = 0; line < CountOf(lines); ++line) {
        Sizes index = IndexAt(lines, line);
        std::string value = init;
        for (int64_t i = 0; i < n; ++i) {
          index[d] = i;
          const auto at = static_cast<size_t>(PositionOf(sizes, index));
          value = type.bytes(product.apply(type.value(value), type.value(array.elements[at])));
          expected.elements[at] = value;
        }
      }
      WindowModels window(sizes.size());
      window[d].size = n;
      window[d].low = n - 1;
      const Literal literal = ToLiteral(array, LaidOut(random, type.type, sizes));
      const Shape result = LaidOut(random, type.type, sizes);
      KernelReport report;
      const Literal filled =
          Folded(product, window, literal, result, init, TaskOrder::kShuffled, report);
      ASSERT_TRUE(report.status.ok());
      ASSERT_TRUE(ToModel(filled).elements == expected.elements)
          << PrimitiveTypeName(type.type) << " " << result.ToString(true);
      // Suffixes would have another order.
      window[d].low = 0;
      window[d].high = n - 1;
      EXPECT_EQ(LongWindowsOf(kMultiplyFold, Windowed(window, literal, result)),
                LongWindows::kNone);
    }
  }
}

}  // namespace
}  // namespace hloom
