// Windows by kernels against the plain models, over random shapes, windows, layouts and types; the
// same in any order of tasks, and with pauses between tasks of a bounded size.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/windows/apply_to_prefixes.h"
#include "kernels/windows/apply_to_windows.h"
#include "kernels/windows/select_and_scatter.h"
#include "support/folded_windows.h"
#include "support/models/applied_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kWindowKernelRounds = Rounds(4000, 400);

void ExpectFoldedOfWindowKernel(Random& random, const NumberType& type, const FoldModel& fold,
                                const Sizes& sizes, const WindowModels& window,
                                std::initializer_list<TaskOrder> orders, int64_t least_tasks = 0) {
  const ArrayModel array = RandomNumbers(random, type, sizes);
  const std::string init = RandomNumbers(random, type, {}).elements[0];
  const ArrayModel expected = WindowsFoldedModel(type, fold, array, init, window);
  const Literal literal = ToLiteral(array, LaidOut(random, type.type, sizes));
  const Shape result = LaidOut(random, type.type, expected.sizes);
  for (const TaskOrder order : orders) {
    KernelReport report;
    const Literal filled = Folded(fold, window, literal, result, init, order, report);
    ASSERT_TRUE(report.status.ok());
    ASSERT_GE(report.most_tasks * report.phases, least_tasks);
    ASSERT_TRUE(ToModel(filled).elements == expected.elements)
        << literal.shape().ToString(true) << " to " << result.ToString(true) << ", window "
        << ToWindow(window).ToString();
  }
}

TEST(WindowKernelTest, FoldsAsTheModelDoes) {
  Random random(51);
  for (int i = 0; i < kWindowKernelRounds; ++i) {
    const Sizes sizes = RandomSizes(random);
    const WindowModels window = RandomWindow(random, sizes, random.OneIn(2));
    ASSERT_NO_FATAL_FAILURE(ExpectFoldedOfWindowKernel(
        random, kNumberTypes[random.Below(std::size(kNumberTypes))], kFoldModels[random.Below(3)],
        sizes, window, {TaskOrder::kForwards}));
  }
}

// Operations that do not round fold large windows dimension by dimension.
struct SeparateCase {
  Sizes sizes;
  WindowModels window;
};
std::vector<SeparateCase> SeparateCases() {
  const auto one = [](int64_t size, int64_t stride, int64_t low, int64_t high,
                      int64_t base_dilation = 1, int64_t window_dilation = 1) {
    return WindowModel{size, stride, low, high, base_dilation, window_dilation};
  };
  const WindowModel none;
  return {
      {{30, 31}, {one(9, 1, 4, 4), one(9, 1, 4, 4)}},
      {{40, 5, 41}, {one(12, 2, 0, 3), none, one(13, 2, 14, 20)}},  // padding alone: only init
      {{26, 27, 4}, {one(9, 1, 8, 8, 1, 2), one(7, 1, 2, 2, 2), none}},
      {{12, 11, 13}, {one(5, 1, 2, 2), one(5, 1, -1, 4), one(6, 1, 3, 2)}},
  };
}

int64_t combined = 0;

// The fold, whose applications to accumulators are counted in `combined`.
template <const FoldKernel& kFold>
FoldKernel Counted() {
  FoldKernel fold = kFold;
  fold.combine = [](PrimitiveType type, std::byte* accumulators, const std::byte* values,
                    const FoldKernel::Block& block) {
    combined += block.rows * block.columns;
    kFold.combine(type, accumulators, values, block);
  };
  return fold;
}

// Each window takes 15 elements of a row and 15 results of rows, not 225 elements.
TEST(WindowKernelTest, LargeWindowsTakeTheirSizesNotTheirProduct) {
  Random random(61);
  const FoldKernel folds[] = {Counted<kMaximumFold>(), Counted<kAddFold>()};
  for (const FoldKernel& fold : folds) {
    const WindowModels window = {{15, 1, 7, 7, 1, 1}, {15, 1, 7, 7, 1, 1}};
    const ArrayModel array = RandomNumbers(random, {S32}, {64, 64});
    const Literal literal = ToLiteral(array, LaidOut(random, S32, array.sizes));
    KernelReport report;
    combined = 0;
    Folded({&fold, nullptr}, window, literal, LaidOut(random, S32, array.sizes), array.elements[0],
           TaskOrder::kForwards, report);
    EXPECT_LE(combined, 64 * 64 * (15 + 15));
    EXPECT_GT(combined, 64 * 64 * 15);
  }
}

TEST(WindowKernelTest, FoldsLargeWindowsByDimension) {
  Random random(59);
  const std::vector<NumberType> types = {kNumberTypes[0], kNumberTypes[2], kNumberTypes[3],
                                         kNumberTypes[4], kNumberTypes[5]};
  std::vector<SeparateCase> cases = SeparateCases();
  // So large along one dimension that windows there share work, too.
  cases.push_back({{140, 12}, {{70, 1, 35, 34, 1, 1}, {6, 1, 2, 3, 1, 1}}});
  for (size_t i = 0; i < cases.size() * types.size(); ++i) {
    const NumberType& type = types[i / cases.size()];
    const bool is_float = IsFloatingPointType(type.type);
    const FoldModel& fold = kFoldModels[is_float ? 1 + i % 2 : i % 3];
    const SeparateCase& one = cases[i % cases.size()];
    ASSERT_NO_FATAL_FAILURE(ExpectFoldedOfWindowKernel(random, type, fold, one.sizes, one.window,
                                                       {OneOfTaskOrders(i)}));
  }
}

// The first NaN of a window wins unless the windows are long, and -0 < +0, in any layout.
TEST(WindowKernelTest, ExtremesOfSpecialFloatsByDimension) {
  Random random(60);
  constexpr uint32_t kFloats[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                  0x00000001, 0xbf800000, 0x7fc00001, 0xffc00002};
  for (size_t i = 0; i < 4 * std::size(kTaskOrders); ++i) {
    const std::vector<SeparateCase> cases = SeparateCases();
    const auto& [sizes, window] = cases[i % cases.size()];
    const bool largest = random.OneIn(2);
    const auto better = [&](uint32_t a, uint32_t b) {
      const auto x = ElementAs<float>(BytesOf(a));
      const auto y = ElementAs<float>(BytesOf(b));
      if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? a : b;
      if (x == y) return std::signbit(x) == largest ? b : a;
      return (x > y) == largest ? a : b;
    };
    ArrayModel array{sizes, {}};
    for (int64_t e = CountOf(sizes); e > 0; --e) {
      const int64_t kind = random.OneIn(40) ? random.Below(8) : random.Below(2);
      array.elements.push_back(BytesOf(kFloats[kind]));
    }
    const std::string init = BytesOf(kFloats[i % 3 == 0 ? 1 : largest ? 3 : 2]);
    Elements expected;
    const Sizes outputs = OutputSizes(window, sizes);
    for (int64_t o = 0; o < CountOf(outputs); ++o) {
      auto value = ElementAs<uint32_t>(init);
      ForEachInWindow(window, sizes, IndexAt(outputs, o), [&](const Sizes& index) {
        value = better(value, ElementAs<uint32_t>(array.At(index)));
      });
      expected.push_back(BytesOf(value));
    }
    const Literal literal = ToLiteral(array, LaidOut(random, F32, sizes));
    KernelReport report;
    const Literal filled =
        Folded(kFoldModels[largest ? 1 : 2], window, literal, LaidOut(random, F32, outputs), init,
               OneOfTaskOrders(i / 4), report);
    ASSERT_TRUE(report.status.ok());
    ASSERT_TRUE(ToModel(filled).elements == expected) << literal.shape().ToString(true);
  }
}

struct LargeCase {
  Sizes sizes;
  WindowModels window;
  int64_t least_tasks;
};

WindowModel WindowKernelOf(int64_t size, int64_t stride, int64_t low, int64_t high,
                           int64_t base_dilation = 1, int64_t window_dilation = 1) {
  return {size, stride, low, high, base_dilation, window_dilation};
}
const WindowModel kNone;

// Several tiles and tasks; windows in the inner dimensions, in outer ones, and over few outputs.
std::vector<LargeCase> LargeCases() {
  return {
      {{260, 300}, {WindowKernelOf(3, 1, 1, 1), WindowKernelOf(3, 1, 1, 1)}, 2},
      {{200, 300}, {WindowKernelOf(2, 2, 0, 0), WindowKernelOf(3, 2, 1, 1, 2, 3)}, 1},
      {{4, 40, 40, 24}, {kNone, WindowKernelOf(3, 2, 1, 1), WindowKernelOf(3, 2, 1, 1), kNone}, 1},
      {{2, 30, 30, 24},
       {kNone, WindowKernelOf(3, 1, 1, 1), WindowKernelOf(2, 1, 0, 1, 2), kNone},
       1},
      {{6000, 3, 3}, {kNone, WindowKernelOf(3, 1, 0, 0), WindowKernelOf(2, 1, 0, 0)}, 1},
      {{3, 3, 700}, {WindowKernelOf(3, 1, 0, 0), WindowKernelOf(3, 1, 1, 1), kNone}, 1},
      {{20000}, {WindowKernelOf(40, 1, 39, 0)}, 2},
  };
}

TEST(WindowKernelTest, ManyElementsInAnyOrder) {
  Random random(52);
  for (const LargeCase& one : LargeCases()) {
    for (const NumberType& type : {kNumberTypes[0], kNumberTypes[4]}) {
      ASSERT_NO_FATAL_FAILURE(ExpectFoldedOfWindowKernel(
          random, type, kFoldModels[0], one.sizes, one.window,
          {TaskOrder::kForwards, TaskOrder::kShuffled, TaskOrder::kSideBySide}, one.least_tasks));
    }
  }
}

TEST(WindowKernelTest, TasksAreOfABoundedSize) {
  constexpr int64_t kMost = 1 << 20;
  const FoldKernel fold = Counted<kAddFold>();
  const std::vector<LargeCase> cases = {
      {{1 << 16}, {WindowKernelOf(1 << 16, 1, 1 << 15, 1 << 15)}, 0},
      {{1 << 20}, {WindowKernelOf(1 << 20, 1, 0, 0)}, 0},  // all elements in one window
      {{1 << 10, 1 << 10},
       {WindowKernelOf(1 << 10, 1, 512, 511), WindowKernelOf(1 << 10, 1, 511, 512)},
       0},
      {{1},
       {WindowKernelOf(int64_t{1} << 40, int64_t{1} << 20, int64_t{1} << 40, int64_t{1} << 40)},
       0},
      {{1024, 1024}, {WindowKernelOf(5, 1, 2, 2), WindowKernelOf(5, 1, 2, 2)}, 0},
      // As in LargeCases, but larger: windows cover more than four million elements.
      {{3000, 2000}, {WindowKernelOf(2, 2, 0, 0), WindowKernelOf(3, 2, 1, 1, 2, 3)}, 0},
      {{4, 200, 200, 24},
       {kNone, WindowKernelOf(3, 2, 1, 1), WindowKernelOf(3, 2, 1, 1), kNone},
       0},
      {{2, 250, 250, 24},
       {kNone, WindowKernelOf(3, 1, 1, 1), WindowKernelOf(2, 1, 0, 1, 2), kNone},
       0},
      {{600'000, 3, 3}, {kNone, WindowKernelOf(3, 1, 0, 0), WindowKernelOf(2, 1, 0, 0)}, 0},
      {{3, 3, 400'000}, {WindowKernelOf(3, 1, 0, 0), WindowKernelOf(3, 1, 1, 1), kNone}, 0},
  };
  for (const LargeCase& one : cases) {
    for (const PrimitiveType type : {F32, BF16}) {
      const Shape shape = ShapeUtil::MakeShape(type, one.sizes);
      Sizes outputs;
      for (size_t d = 0; d < one.sizes.size(); ++d) {
        const WindowModel& w = one.window[d];
        outputs.push_back((w.Padded(one.sizes[d]) - w.Reach()) / w.stride + 1);
      }
      const Shape result = ShapeUtil::MakeShape(type, outputs);
      Literal zeros = *Literal::Create(shape);
      std::fill_n(zeros.mutable_data<std::byte>(), zeros.size_bytes(), std::byte{0});
      Literal filled = *Literal::Create(result);
      WindowedArray array = {{}, type, IndexUtil::Strides(shape), IndexUtil::Strides(result)};
      for (size_t d = 0; d < one.sizes.size(); ++d) {
        const WindowModel& w = one.window[d];
        array.axes.push_back({w.size, w.stride, w.low, w.window_dilation, w.base_dilation,
                              one.sizes[d], outputs[d]});
      }
      const FoldedWindows folded(fold, array);
      KernelRun run(folded.Run(zeros.data<std::byte>(), zeros.data<std::byte>(),
                               filled.mutable_data<std::byte>()));
      std::vector<std::unique_ptr<std::byte[]>> memory;
      const auto give = [&](int64_t bytes) {
        memory.push_back(std::make_unique<std::byte[]>(static_cast<size_t>(bytes)));
        return memory.back().get();
      };
      int64_t tasks = 0;
      int64_t all = 0;
      const int64_t least = one.sizes.size() > 1 ? 4 * kMost : 0;
      const int64_t most_tasks = least > 0 ? 600 : 200;
      while (tasks < most_tasks) {
        const Kernel::Need need = run.Next().value();
        if (need == Kernel::Need::kNothing) break;
        if (need == Kernel::Need::kMemory) {
          run.Give(give(run.bytes()));
          continue;
        }
        std::byte* const scratch = give(run.phase().scratch_bytes);
        for (int64_t task = 0; task < run.phase().tasks && tasks < most_tasks; ++task, ++tasks) {
          combined = 0;
          run.phase().Run(task, scratch);
          ASSERT_LE(combined, kMost) << shape.ToString();
          all += combined;
        }
      }
      // Many tasks, of which a good number have elements.
      EXPECT_GE(tasks, 4) << shape.ToString(true) << PrimitiveTypeName(type);
      EXPECT_GE(all, least) << shape.ToString(true);
    }
  }
}

// a, b := b - a, b ^ 3a, of an s32 and a u8: neither commutes.
uint32_t WindowKernelNextFirst(uint32_t a, uint32_t b) { return b - a; }
uint8_t WindowKernelNextSecond(uint8_t a, uint8_t b) { return static_cast<uint8_t>(b ^ (3 * a)); }

Elements WindowKernelPlainNext(const Elements& e) {
  return {BytesOf(WindowKernelNextFirst(ElementAs<uint32_t>(e[0]), ElementAs<uint32_t>(e[2]))),
          BytesOf(WindowKernelNextSecond(ElementAs<uint8_t>(e[1]), ElementAs<uint8_t>(e[3])))};
}

void ApplyToPairsOfWindowKernel(const Application& a) {
  const auto first = [&](size_t p) { return reinterpret_cast<const uint32_t*>(a.arguments[p]); };
  const auto second = [&](size_t p) { return reinterpret_cast<const uint8_t*>(a.arguments[p]); };
  for (int64_t i = 0; i < a.count; ++i) {
    reinterpret_cast<uint32_t*>(a.results[0])[i] = WindowKernelNextFirst(first(0)[i], first(2)[i]);
    reinterpret_cast<uint8_t*>(a.results[1])[i] =
        WindowKernelNextSecond(second(1)[i], second(3)[i]);
  }
}

// By `kernel`, ApplyToWindows or ApplyToPrefixes.
void ExpectAppliedInOrder(Random& random, Kernel (*kernel)(AppliedWindows), const Sizes& sizes,
                          const WindowModels& window, TaskOrder order) {
  const Sizes outputs = OutputSizes(window, sizes);
  const ArrayModel arrays[] = {RandomArray(random, U32, sizes), RandomArray(random, U8, sizes)};
  const std::string inits[] = {RandomElement(random, U32), RandomElement(random, U8)};
  const std::vector<ArrayModel> expected = ReduceWindowModel(
      {arrays[0], arrays[1]}, {inits[0], inits[1]}, window, WindowKernelPlainNext);
  AppliedWindows windows = {ToAxes(window, sizes), {}};
  std::vector<Literal> inputs, results;
  for (size_t k = 0; k < 2; ++k) {
    const PrimitiveType type = k == 0 ? U32 : U8;
    inputs.push_back(ToLiteral(arrays[k], LaidOut(random, type, sizes)));
    results.push_back(*Literal::Create(LaidOut(random, type, outputs)));
    windows.arrays.push_back(
        {ByteWidth(type),
         inputs[k].data<std::byte>(),
         reinterpret_cast<const std::byte*>(inits[k].data()),
         results[k].mutable_data<std::byte>(),
         {IndexUtil::Strides(inputs[k].shape()), IndexUtil::Strides(results[k].shape())}});
  }
  const KernelReport report =
      RunKernel(kernel(std::move(windows)), order, ApplyToPairsOfWindowKernel);
  ASSERT_TRUE(report.status.ok());
  for (size_t k = 0; k < 2; ++k) {
    ASSERT_TRUE(ToModel(results[k]).elements == expected[k].elements)
        << results[k].shape().ToString(true) << ", window " << ToWindow(window).ToString();
  }
}

TEST(WindowKernelTest, AppliesAComputationInOrder) {
  Random random(54);
  for (int i = 0; i < kWindowKernelRounds; ++i) {
    Sizes sizes = RandomSizes(random);
    if (!sizes.empty() && random.OneIn(50)) sizes[0] = 6000;  // more than are applied together
    const WindowModels window = RandomWindow(random, sizes, random.OneIn(2));
    ASSERT_NO_FATAL_FAILURE(
        ExpectAppliedInOrder(random, ApplyToWindows, sizes, window, OneOfTaskOrders(i)));
  }
}

// Each continues from the one before it: running sums, with none or with several elements at first.
TEST(WindowKernelTest, AppliesAComputationToPrefixes) {
  Random random(56);
  for (int i = 0; i < kWindowKernelRounds / 4; ++i) {
    const std::vector<Sizes> shapes = {{9}, {70}, {3, 20}, {20, 3}, {2, 15, 5}, {6000}, {9, 5000}};
    // The large ones are more than are applied together.
    const Sizes sizes = shapes[static_cast<size_t>(random.Below(random.OneIn(50) ? 7 : 5))];
    const auto d = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
    if (sizes[d] > 70) continue;  // the model takes as many steps as elements, squared
    const int64_t outputs = random.Between(2, sizes[d]);
    WindowModels window(sizes.size());
    window[d].low = outputs - 1 + random.Below(4);
    window[d].size = std::max<int64_t>(window[d].low + random.Between(-2, 3), 1);
    // The last output must have so many elements, and there are no more.
    if (outputs - 1 - window[d].low + window[d].size > sizes[d]) continue;
    window[d].high = outputs - 1 + window[d].size - window[d].low - sizes[d];
    if (window[d].Outputs(sizes[d]) != outputs) continue;
    ASSERT_TRUE(ArePrefixes(ToAxes(window, sizes))) << ToWindow(window).ToString();
    ASSERT_NO_FATAL_FAILURE(
        ExpectAppliedInOrder(random, ApplyToPrefixes, sizes, window, OneOfTaskOrders(i)));
  }
}

// Elements in row-major order as places in the memory of a shape.
Sizes PlacesOf(const Sizes& picks, const Shape& shape) {
  Sizes places;
  for (const int64_t pick : picks) {
    const Sizes index = pick < 0 ? Sizes() : IndexAt(shape.dimensions().ToVector(), pick);
    const int64_t width = ByteWidth(shape.element_type());
    places.push_back(pick < 0 ? -1 : static_cast<int64_t>(OffsetOf(shape, index)) / width);
  }
  return places;
}

TEST(SelectAndScatterKernelTest, PicksAsTheModelDoes) {
  struct Case {
    PickOrder order;
    bool (*keeps)(int32_t, int32_t);
  };
  const Case cases[] = {
      {PickOrder::kGreaterOrEqual, [](int32_t a, int32_t b) { return a >= b; }},
      {PickOrder::kGreater, [](int32_t a, int32_t b) { return a > b; }},
      {PickOrder::kLessOrEqual, [](int32_t a, int32_t b) { return a <= b; }},
      {PickOrder::kLess, [](int32_t a, int32_t b) { return a < b; }},
  };
  Random random(55);
  std::vector<LargeCase> large = LargeCases();
  for (int i = 0; i < kWindowKernelRounds + static_cast<int>(large.size()); ++i) {
    const bool is_large = i >= kWindowKernelRounds;
    const Sizes sizes =
        is_large ? large[static_cast<size_t>(i - kWindowKernelRounds)].sizes : RandomSizes(random);
    const WindowModels window = is_large
                                    ? large[static_cast<size_t>(i - kWindowKernelRounds)].window
                                    : RandomWindow(random, sizes, random.OneIn(2));
    ArrayModel array{sizes, {}};
    for (int64_t e = CountOf(sizes); e > 0; --e) {
      array.elements.push_back(BytesOf(static_cast<int32_t>(random.Below(7))));  // many ties
    }
    const Literal literal = ToLiteral(array, LaidOut(random, S32, sizes));
    const Sizes outputs = OutputSizes(window, sizes);
    const Shape picks_shape = ShapeUtil::MakeShape(S64, outputs);
    const Case& one = cases[random.Below(4)];
    const Sizes expected =
        PlacesOf(PickModel(window, array,
                           [&](const std::string& a, const std::string& b) {
                             return one.keeps(ElementAs<int32_t>(a), ElementAs<int32_t>(b));
                           }),
                 literal.shape());
    const WindowedArray windowed = Windowed(window, literal, picks_shape);
    const ComparedPicks compared(one.order, windowed);
    const auto apply = [&](const Application& a) {
      for (int64_t k = 0; k < a.count; ++k) {
        a.results[0][k] = std::byte{one.keeps(reinterpret_cast<const int32_t*>(a.arguments[0])[k],
                                              reinterpret_cast<const int32_t*>(a.arguments[1])[k])};
      }
    };
    for (const TaskOrder order : kTaskOrders) {
      std::vector<int64_t> picks(expected.size(), -7);
      ASSERT_TRUE(
          RunKernel(compared.Run(literal.data<std::byte>(), picks.data()), order).status.ok());
      ASSERT_TRUE(picks == expected)
          << literal.shape().ToString(true) << ", window " << ToWindow(window).ToString();
    }
    std::vector<int64_t> picks(expected.size(), -7);
    AppliedWindows windows = {windowed.axes, {}};
    windows.arrays.push_back({.width = 4,
                              .elements = literal.data<std::byte>(),
                              .strides = {windowed.element_strides, windowed.output_strides}});
    ASSERT_TRUE(
        RunKernel(PickByApplying(std::move(windows), picks.data()), OneOfTaskOrders(i), apply)
            .status.ok());
    ASSERT_TRUE(picks == expected) << literal.shape().ToString(true);
  }
}

// bf16 elements are widened before they are compared; their values do not change.
TEST(SelectAndScatterKernelTest, PicksNarrowFloats) {
  Random random(56);
  const NumberType& type = kNumberTypes[4];
  ASSERT_EQ(type.type, BF16);
  for (const LargeCase& one : LargeCases()) {
    const ArrayModel array = RandomNumbers(random, type, one.sizes);
    const Literal literal = ToLiteral(array, LaidOut(random, BF16, one.sizes));
    const Sizes expected = PlacesOf(PickModel(one.window, array,
                                              [&](const std::string& a, const std::string& b) {
                                                return type.value(a) >= type.value(b);
                                              }),
                                    literal.shape());
    std::vector<int64_t> picks(expected.size(), -7);
    const Shape outputs = ShapeUtil::MakeShape(S64, OutputSizes(one.window, one.sizes));
    const ComparedPicks compared(PickOrder::kGreaterOrEqual,
                                 Windowed(one.window, literal, outputs));
    const KernelReport report =
        RunKernel(compared.Run(literal.data<std::byte>(), picks.data()), TaskOrder::kShuffled);
    ASSERT_TRUE(report.status.ok());
    ASSERT_TRUE(picks == expected) << literal.shape().ToString(true);
  }
}

TEST(SelectAndScatterKernelTest, ScattersInOrder) {
  // No task takes more values.
  constexpr int64_t kMostOfTask = 1 << 15;
  Random random(57);
  for (int i = 0; i < kWindowKernelRounds / 10; ++i) {
    const int64_t places = random.OneIn(30) ? 70'000 : random.Between(1, 60);
    const int64_t count = random.OneIn(30) ? 100'000 : random.Below(200);
    const ArrayModel array = RandomArray(random, U32, {places});
    const ArrayModel values = RandomArray(random, U32, {count});
    Sizes picks;
    for (int64_t v = 0; v < count; ++v) picks.push_back(random.Below(places + 1) - 1);
    const Literal values_in = ToLiteral(values, ShapeUtil::MakeShape(U32, {count}));
    const auto check = [&](const Applied& model, const std::function<Kernel(ScatteredValues)>& make,
                           const std::function<void(const Application&)>& apply) {
      Elements expected = array.elements;
      ScatterPickedModel(picks, values.elements, model, expected);
      Literal target = ToLiteral(array, ShapeUtil::MakeShape(U32, {places}));
      const KernelReport report = RunKernel(make({U32, values_in.data<std::byte>(), picks.data(),
                                                  count, target.mutable_data<std::byte>(), places}),
                                            OneOfTaskOrders(i), apply);
      ASSERT_TRUE(report.status.ok());
      // The order of the values matters, so that phases have one task each.
      EXPECT_GE(report.phases * report.most_tasks * kMostOfTask + kFewScatteredValues, count);
      ASSERT_TRUE(ToModel(target).elements == expected);
    };
    ASSERT_NO_FATAL_FAILURE(check(
        [](const Elements& e) {
          return Elements{BytesOf(ElementAs<uint32_t>(e[0]) + ElementAs<uint32_t>(e[1]))};
        },
        [](ScatteredValues scattered) { return ScatterByFold(kAddFold, scattered); }, nullptr));
    ASSERT_NO_FATAL_FAILURE(check(
        [](const Elements& e) {
          return Elements{BytesOf(ElementAs<uint32_t>(e[1]) - ElementAs<uint32_t>(e[0]))};
        },
        [](ScatteredValues scattered) { return ScatterByApplying(1, scattered); },
        [](const Application& a) {
          EXPECT_EQ(a.computation, 1u);
          for (int64_t k = 0; k < a.count; ++k) {
            const uint32_t current = reinterpret_cast<const uint32_t*>(a.arguments[0])[k];
            const uint32_t value = reinterpret_cast<const uint32_t*>(a.arguments[1])[k];
            reinterpret_cast<uint32_t*>(a.results[0])[k] = value - current;
          }
        }));
  }
}

}  // namespace
}  // namespace hloom
