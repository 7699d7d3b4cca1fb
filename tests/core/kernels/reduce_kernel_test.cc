// Reductions by kernels against the plain model, over random shapes, layouts and types; the same in
// any order of tasks, and with pauses between tasks of a bounded size.
#include "kernels/windows/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "shape/index_util.h"
#include "support/folded_windows.h"
#include "support/kernel_runner.h"
#include "support/models/applied_model.h"
#include "support/models/elementwise_model.h"
#include "support/models/fold_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kReduceKernelRounds = Rounds(3000, 300);

// Arrays that are reduced in step over the same dimensions.
class ReduceKernelProblem {
 public:
  ReduceKernelProblem(const Sizes& sizes, const Sizes& dimensions) : dimensions_(dimensions) {
    for (size_t d = 0; d < sizes.size(); ++d) {
      (IsReduced(d) ? reduction.reduced_sizes : reduction.kept_sizes).push_back(sizes[d]);
    }
  }

  void Add(const Literal& array, const Literal& init, const Shape& result_shape) {
    inputs_.push_back(array);
    inputs_.push_back(init);
    results_.push_back(*Literal::Create(result_shape));
    Reduction::Array added;
    added.type = array.shape().element_type();
    added.data = array.data<std::byte>();
    added.init = init.data<std::byte>();
    added.result = results_.back().mutable_data<std::byte>();
    const Sizes strides = IndexUtil::Strides(array.shape());
    for (size_t d = 0; d < strides.size(); ++d) {
      (IsReduced(d) ? added.reduced_strides : added.kept_strides).push_back(strides[d]);
    }
    added.result_strides = IndexUtil::Strides(result_shape);
    reduction.arrays.push_back(added);
  }
  ArrayModel Result(size_t i = 0) const { return ToModel(results_[i]); }

  Reduction reduction;

 private:
  bool IsReduced(size_t d) const {
    return std::count(dimensions_.begin(), dimensions_.end(), static_cast<int64_t>(d)) > 0;
  }

  Sizes dimensions_;
  std::vector<Literal> inputs_, results_;
};

Sizes SomeDimensions(Random& random, size_t rank) {
  Sizes dimensions;
  for (size_t d = 0; d < rank; ++d) {
    if (random.OneIn(2)) dimensions.push_back(static_cast<int64_t>(d));
  }
  return dimensions;
}

Kernel FoldOnce(const FoldKernel& fold, Reduction reduction) {
  if (reduction.result_count() == 0) co_return OkStatus();
  const Reduction::Array at = reduction.arrays[0];
  const FoldedReduction folded(fold, std::move(reduction));
  co_await folded.Run(at.data, at.init, at.result);
  co_return OkStatus();
}

void ExpectFoldedOfReduceKernel(Random& random, const NumberType& type, const FoldModel& fold,
                                const Sizes& sizes, const Sizes& dimensions,
                                std::initializer_list<TaskOrder> orders, int64_t least_tasks = 0) {
  const ArrayModel array = RandomNumbers(random, type, sizes);
  const ArrayModel init = RandomNumbers(random, type, {});
  const ArrayModel expected = ReducedModel(type, fold, array, init.elements[0], dimensions);
  const Shape shape = LaidOut(random, type.type, sizes);
  const Shape result = LaidOut(random, type.type, expected.sizes);
  for (const TaskOrder order : orders) {
    ReduceKernelProblem problem(sizes, dimensions);
    problem.Add(ToLiteral(array, shape), ToLiteral(init, ShapeUtil::MakeShape(type.type, {})),
                result);
    const KernelReport report =
        RunKernel(FoldOnce(*fold.kernel, std::move(problem.reduction)), order);
    ASSERT_TRUE(report.status.ok());
    ASSERT_GE(report.most_tasks * report.phases, least_tasks) << shape.ToString(true);
    ASSERT_TRUE(problem.Result().elements == expected.elements)
        << shape.ToString(true) << " to " << result.ToString(true) << " over "
        << ::testing::PrintToString(dimensions);
  }
}

TEST(ReduceKernelTest, FoldsAsTheModelDoes) {
  Random random(41);
  for (int i = 0; i < kReduceKernelRounds; ++i) {
    const Sizes sizes = RandomSizes(random);
    ASSERT_NO_FATAL_FAILURE(ExpectFoldedOfReduceKernel(
        random, kNumberTypes[random.Below(std::size(kNumberTypes))], kFoldModels[random.Below(3)],
        sizes, SomeDimensions(random, sizes.size()), {TaskOrder::kForwards}));
  }
}

// Long runs and short ones, results side by side and one after the other, with and without phases
// that wait for each other.
TEST(ReduceKernelTest, ManyElementsInAnyOrder) {
  struct Case {
    Sizes sizes, dimensions;
  };
  const Case cases[] = {
      {{700, 400}, {1}},  {{700, 400}, {0}},   {{300'000}, {0}},       {{2, 150'000}, {1}},
      {{3000, 90}, {0}},  {{70, 90, 50}, {1}}, {{70, 90, 50}, {0, 2}}, {{60'000, 5}, {1}},
      {{5, 60'000}, {0}}, {{300'000}, {}},     {{9001, 20}, {1}},
  };
  Random random(42);
  for (const Case& one : cases) {
    for (const NumberType& type : {kNumberTypes[0], kNumberTypes[4]}) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectFoldedOfReduceKernel(random, type, kFoldModels[0], one.sizes, one.dimensions,
                                     {TaskOrder::kShuffled, TaskOrder::kSideBySide}, 2));
    }
  }
}

// The folds of all operations, on their compute types: one application after the other, as in the
// models of the elementwise operations.
TEST(ReduceKernelTest, FoldsOfEveryOperation) {
  struct Case {
    std::string_view operation;
    const FoldKernel* kernel;
  };
  const Case cases[] = {{"add", &kAddFold},         {"multiply", &kMultiplyFold},
                        {"maximum", &kMaximumFold}, {"minimum", &kMinimumFold},
                        {"and", &kAndFold},         {"or", &kOrFold},
                        {"xor", &kXorFold}};
  Random random(45);
  for (const Case& one : cases) {
    const ElementwiseModel& model = ElementwiseModelOf(one.operation);
    for (const PrimitiveType type : {PRED, S8, U8, S16, U16, S32, U32, S64, U64, F32, F64}) {
      if (!model.Takes(type)) continue;
      // Sums of floats are kept in double: fold_model.h has them.
      if (one.operation == "add" && IsFloatingPointType(type)) continue;
      for (const Sizes& sizes : {Sizes{3, 5, 2}, Sizes{40, 7}, Sizes{1}, Sizes{2, 0}, Sizes{700},
                                 Sizes{2, 301}, Sizes{301, 3}, Sizes{33, 40}}) {
        const ArrayModel array = RandomArray(random, type, sizes);
        const ArrayModel init = RandomArray(random, type, {});
        const Sizes dimensions = SomeDimensions(random, sizes.size());
        const ArrayModel expected =
            ReduceModel({array}, init.elements, dimensions, [&](const Elements& e) {
              const ElementModel value = model.Value(
                  type, {ReadElement(type, e[0].data()), ReadElement(type, e[1].data())});
              return Elements{WriteElement(type, value)};
            })[0];
        ReduceKernelProblem problem(sizes, dimensions);
        problem.Add(ToLiteral(array, LaidOut(random, type, sizes)),
                    ToLiteral(init, ShapeUtil::MakeShape(type, {})),
                    LaidOut(random, type, expected.sizes));
        const KernelReport report =
            RunKernel(FoldOnce(*one.kernel, std::move(problem.reduction)), TaskOrder::kShuffled);
        ASSERT_TRUE(report.status.ok());
        const Elements have = problem.Result().elements;
        ASSERT_EQ(have.size(), expected.elements.size());
        for (size_t i = 0; i < have.size(); ++i) {
          ASSERT_TRUE(SameElement(ReadElement(type, have[i].data()),
                                  ReadElement(type, expected.elements[i].data())))
              << one.operation << " of " << PrimitiveTypeName(type);
        }
      }
    }
  }
}

// The order of a sum is free, but it is one order: the same bits whenever tasks run. Eight floats
// are added in F32, all others in double.
TEST(ReduceKernelTest, SumsOfFloats) {
  struct Case {
    Sizes sizes, dimensions;
  };
  const Case cases[] = {{{300'001}, {0}},    {{700, 501}, {0}}, {{700, 501}, {1}},
                        {{100'000, 3}, {0}}, {{40, 50}, {1}},   {{9, 70, 300}, {0, 2}},
                        {{3000, 17}, {1}},   {{1000, 99}, {1}}, {{300, 2100}, {0}}};
  RandomBits bits(47);
  for (const Case& one : cases) {
    for (const PrimitiveType type : {F32, F64}) {
      ArrayModel array{one.sizes, {}};
      Sizes kept;
      for (size_t d = 0; d < one.sizes.size(); ++d) {
        if (std::count(one.dimensions.begin(), one.dimensions.end(), static_cast<int64_t>(d)) == 0)
          kept.push_back(one.sizes[d]);
      }
      std::vector<long double> sums(static_cast<size_t>(CountOf(kept)), 0.5L);
      for (int64_t i = 0; i < CountOf(one.sizes); ++i) {
        const double number = bits.Uniform(0, 1);
        array.elements.push_back(type == F32 ? BytesOf(static_cast<float>(number))
                                             : BytesOf(number));
        const Sizes index = IndexAt(one.sizes, i);
        Sizes place;
        for (size_t d = 0; d < index.size(); ++d) {
          if (std::count(one.dimensions.begin(), one.dimensions.end(), static_cast<int64_t>(d)) ==
              0)
            place.push_back(index[d]);
        }
        sums[static_cast<size_t>(PositionOf(kept, place))] +=
            type == F32 ? static_cast<float>(number) : number;
      }
      const std::string init = type == F32 ? BytesOf(0.5f) : BytesOf(0.5);
      Elements first;
      for (const TaskOrder order : kTaskOrders) {
        ReduceKernelProblem problem(one.sizes, one.dimensions);
        problem.Add(ToLiteral(array, ShapeUtil::MakeShape(type, one.sizes)),
                    ToLiteral({{}, {init}}, ShapeUtil::MakeShape(type, {})),
                    ShapeUtil::MakeShape(type, kept));
        ASSERT_TRUE(RunKernel(FoldOnce(kAddFold, std::move(problem.reduction)), order).status.ok());
        const Elements have = problem.Result().elements;
        if (first.empty()) first = have;
        ASSERT_TRUE(have == first);
      }
      for (size_t i = 0; i < sums.size(); ++i) {
        const long double sum = sums[i];
        if (type == F32) {
          // Three roundings in F32, and that of the result.
          EXPECT_LE(std::abs(ElementAs<float>(first[i]) - sum), 0x4p-24L * sum);
        } else {
          EXPECT_LE(std::abs(ElementAs<double>(first[i]) - sum), 1e-13L * sum);
        }
      }
    }
  }
}

// NaNs, infinities, zeros of both signs and sums that overflow in F32, at every place of vectors:
// rows that are reduced to one result, and columns side by side.
TEST(ReduceKernelTest, SpecialFloats) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kHuge = 3e38F;
  struct Case {
    float others;
    std::vector<float> placed;  // neighbors
    float sum, largest, smallest;
  };
  const Case cases[] = {
      {1, {kNan}, kNan, kNan, kNan},
      {1, {kInf}, kInf, kInf, 1},
      {1, {-kInf, kInf}, kNan, kInf, -kInf},
      {-0.0F, {-0.0F}, -0.0F, -0.0F, -0.0F},
      {-0.0F, {0.0F}, 0.0F, 0.0F, -0.0F},
      {0.0F, {-0.0F}, 0.0F, 0.0F, -0.0F},
      {-1, {-0.0F}, -69, -0.0F, -1},
      {-1, {-0.0F, 0.0F}, -68, 0.0F, -1},
      {1, {0.0F}, 69, 1, 0.0F},
      {1, {0.0F, -0.0F}, 68, 1, -0.0F},
      {0, {kHuge, kHuge, -kHuge, -kHuge}, 0, kHuge, -kHuge},
      {0, {-kHuge, kHuge, kHuge}, kHuge, kHuge, -kHuge},
  };
  constexpr int64_t kCount = 70;
  constexpr int64_t kResults = 11;
  for (const Case& one : cases) {
    const struct {
      const FoldKernel& fold;
      float init, want;
    } folds[] = {{kAddFold, -0.0F, one.sum},
                 {kMaximumFold, -kInf, one.largest},
                 {kMinimumFold, kInf, one.smallest}};
    for (const bool columns : {false, true}) {
      for (int64_t place = 0; place < kCount; ++place) {
        ArrayModel array{columns ? Sizes{kCount, kResults} : Sizes{kResults, kCount}, {}};
        for (int64_t i = 0; i < kCount * kResults; ++i) {
          const int64_t at = columns ? i / kResults : i % kCount;
          const auto placed = static_cast<size_t>((at - place + kCount) % kCount);
          array.elements.push_back(
              BytesOf(placed < one.placed.size() ? one.placed[placed] : one.others));
        }
        for (const auto& [fold, init, want] : folds) {
          ReduceKernelProblem problem(array.sizes, {columns ? 0 : 1});
          problem.Add(ToLiteral(array, ShapeUtil::MakeShape(F32, array.sizes)),
                      ToLiteral({{}, {BytesOf(init)}}, ShapeUtil::MakeShape(F32, {})),
                      ShapeUtil::MakeShape(F32, {kResults}));
          ASSERT_TRUE(RunKernel(FoldOnce(fold, std::move(problem.reduction))).status.ok());
          for (const std::string& element : problem.Result().elements) {
            const float have = ElementAs<float>(element);
            ASSERT_TRUE(std::isnan(want) ? std::isnan(have) : element == BytesOf(want))
                << have << " and not " << want << ", of " << one.others << " with " << one.placed[0]
                << " at " << place << (columns ? " of columns" : " of rows");
          }
        }
      }
    }
  }
}

// Rows that are read several at a time, and rows so long that each is read in several places.
TEST(ReduceKernelTest, RowsAreFoldedAsEachAlone) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kHuge = 3e38F;
  const std::vector<float> rare_ones[] = {{}, {0.0F}, {kNan}, {kInf, -kInf}, {kHuge, -kHuge}};
  struct Fold {
    const FoldKernel& kernel;
    float init, sign;  // of the order, of extremes
  };
  const Fold folds[] = {{kAddFold, -0.0F, 0}, {kMaximumFold, -kInf, 1}, {kMinimumFold, kInf, -1}};
  Random random(48);
  const auto fold_rows = [](const Fold& fold, const std::vector<float>& x, int64_t rows) {
    const Sizes sizes = {rows, static_cast<int64_t>(x.size()) / rows};
    ArrayModel array{sizes, {}};
    for (const float value : x) array.elements.push_back(BytesOf(value));
    ReduceKernelProblem problem(sizes, {1});
    problem.Add(ToLiteral(array, ShapeUtil::MakeShape(F32, sizes)),
                ToLiteral({{}, {BytesOf(fold.init)}}, ShapeUtil::MakeShape(F32, {})),
                ShapeUtil::MakeShape(F32, {rows}));
    EXPECT_TRUE(RunKernel(FoldOnce(fold.kernel, std::move(problem.reduction))).status.ok());
    return problem.Result().elements;
  };
  for (const Sizes& sizes : {Sizes{66, 300}, Sizes{11, 5003}, Sizes{3, 20'001}}) {
    for (const Fold& fold : folds) {
      std::vector<float> x;
      for (int64_t i = 0; i < CountOf(sizes); ++i) {
        const std::vector<float>& rare = rare_ones[i / sizes[1] % std::ssize(rare_ones)];
        const bool takes = !rare.empty() && random.OneIn(static_cast<int>(sizes[1] / 4));
        x.push_back(takes
                        ? rare[random.Below(rare.size())]
                        : (fold.sign == 0 ? 1 : -fold.sign) * static_cast<float>(random.Below(3)));
      }
      const Elements all = fold_rows(fold, x, sizes[0]);
      for (int64_t r = 0; r < sizes[0]; ++r) {
        const std::vector<float> row(x.begin() + r * sizes[1], x.begin() + (r + 1) * sizes[1]);
        const auto have = ElementAs<float>(all[static_cast<size_t>(r)]);
        ASSERT_EQ(BytesOf(have), fold_rows(fold, row, 1)[0]) << "row " << r << " of " << sizes[1];
        if (fold.sign == 0) continue;
        const bool has_nan = std::any_of(row.begin(), row.end(), [](float y) { return y != y; });
        const auto best = *std::max_element(row.begin(), row.end(), [&](float a, float b) {
          const auto of = [&](float y) {
            return std::pair(fold.sign * y, fold.sign * std::copysign(1.0F, y));
          };
          return of(a) < of(b);
        });
        ASSERT_EQ(std::isnan(have), has_nan);
        if (has_nan) continue;
        ASSERT_EQ(BytesOf(have), BytesOf(best)) << "row " << r << " of " << sizes[1];
      }
    }
  }
}

TEST(ReduceKernelTest, SumsOfNegativeZeros) {
  for (const PrimitiveType type : {F32, F64}) {
    const std::string zero = type == F32 ? BytesOf(-0.0f) : BytesOf(-0.0);
    for (const Sizes& sizes : {Sizes{40}, Sizes{70'000}, Sizes{300'000}}) {
      const ArrayModel array{sizes, Elements(static_cast<size_t>(CountOf(sizes)), zero)};
      ReduceKernelProblem problem(sizes, {0});
      problem.Add(ToLiteral(array, ShapeUtil::MakeShape(type, sizes)),
                  ToLiteral({{}, {zero}}, ShapeUtil::MakeShape(type, {})),
                  ShapeUtil::MakeShape(type, {}));
      ASSERT_TRUE(RunKernel(FoldOnce(kAddFold, std::move(problem.reduction))).status.ok());
      EXPECT_EQ(problem.Result().elements[0], zero);
    }
  }
}

TEST(ReduceKernelTest, NoElementsAndNoResults) {
  Random random(43);
  for (const Sizes& sizes : {Sizes{0}, Sizes{3, 0}, Sizes{0, 3}, Sizes{100'000, 0}}) {
    for (const Sizes& dimensions :
         {Sizes{}, Sizes{0}, Sizes{static_cast<int64_t>(sizes.size()) - 1}}) {
      ASSERT_NO_FATAL_FAILURE(ExpectFoldedOfReduceKernel(
          random, kNumberTypes[0], kFoldModels[0], sizes, dimensions, {TaskOrder::kForwards}));
    }
  }
}

// a, b := b - a, b ^ 3a, of an s32 and a u8: neither commutes.
int32_t ReduceKernelNextFirst(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(b) - static_cast<uint32_t>(a));
}
uint8_t ReduceKernelNextSecond(uint8_t a, uint8_t b) { return static_cast<uint8_t>(b ^ (3 * a)); }

Elements ReduceKernelPlainNext(const Elements& e) {
  return {BytesOf(ReduceKernelNextFirst(ElementAs<int32_t>(e[0]), ElementAs<int32_t>(e[2]))),
          BytesOf(ReduceKernelNextSecond(ElementAs<uint8_t>(e[1]), ElementAs<uint8_t>(e[3])))};
}

void ApplyToPairsOfReduceKernel(const Application& a) {
  const auto first = [&](size_t p) { return reinterpret_cast<const int32_t*>(a.arguments[p]); };
  const auto second = [&](size_t p) { return reinterpret_cast<const uint8_t*>(a.arguments[p]); };
  EXPECT_EQ(a.computation, 0u);
  for (int64_t i = 0; i < a.count; ++i) {
    reinterpret_cast<int32_t*>(a.results[0])[i] = ReduceKernelNextFirst(first(0)[i], first(2)[i]);
    reinterpret_cast<uint8_t*>(a.results[1])[i] =
        ReduceKernelNextSecond(second(1)[i], second(3)[i]);
  }
}

TEST(ReduceKernelTest, AppliesAComputationInOrder) {
  Random random(44);
  for (int i = 0; i < kReduceKernelRounds; ++i) {
    Sizes sizes = RandomSizes(random);
    if (!sizes.empty() && random.OneIn(50)) sizes[0] = 1500;
    const Sizes dimensions = SomeDimensions(random, sizes.size());
    const ArrayModel x = RandomArray(random, S32, sizes), y = RandomArray(random, U8, sizes);
    const ArrayModel x0 = RandomArray(random, S32, {}), y0 = RandomArray(random, U8, {});
    const std::vector<ArrayModel> expected =
        ReduceModel({x, y}, {x0.elements[0], y0.elements[0]}, dimensions, ReduceKernelPlainNext);
    ReduceKernelProblem problem(sizes, dimensions);
    const Sizes& kept = expected[0].sizes;
    problem.Add(ToLiteral(x, LaidOut(random, S32, sizes)),
                ToLiteral(x0, ShapeUtil::MakeShape(S32, {})), LaidOut(random, S32, kept));
    problem.Add(ToLiteral(y, LaidOut(random, U8, sizes)),
                ToLiteral(y0, ShapeUtil::MakeShape(U8, {})), LaidOut(random, U8, kept));
    const KernelReport report = RunKernel(ReduceByApplying(std::move(problem.reduction)),
                                          OneOfTaskOrders(i), ApplyToPairsOfReduceKernel);
    ASSERT_TRUE(report.status.ok());
    ASSERT_EQ(problem.Result(0).elements, expected[0].elements);
    ASSERT_EQ(problem.Result(1).elements, expected[1].elements);
  }
}

int64_t folded = 0;

// A sum that counts its elements.
FoldKernel CountingFold() {
  FoldKernel fold = kAddFold;
  fold.fold_runs = [](PrimitiveType type, std::byte* accumulators, const std::byte* data,
                      const FoldKernel::Runs& runs) {
    folded += runs.runs * runs.count;
    kAddFold.fold_runs(type, accumulators, data, runs);
  };
  fold.fold_rows = [](PrimitiveType type, std::byte* accumulators, const std::byte* data,
                      const FoldKernel::Rows& rows) {
    folded += rows.rows * rows.columns;
    kAddFold.fold_rows(type, accumulators, data, rows);
  };
  return fold;
}

TEST(ReduceKernelTest, TasksAreOfABoundedSize) {
  constexpr int64_t kCount = 3'000'000;
  constexpr int64_t kMost = 1 << 18;
  const FoldKernel fold = CountingFold();
  struct Case {
    Sizes sizes, dimensions;
  };
  const Case cases[] = {{{kCount}, {0}},
                        {{3, kCount / 3}, {1}},
                        {{kCount / 3, 3}, {0}},
                        {{kCount / 300, 300}, {0}},
                        {{kCount / 3, 3}, {1}}};
  for (const Case& one : cases) {
    const Shape shape = ShapeUtil::MakeShape(U8, one.sizes);
    Literal ones = *Literal::Create(shape);
    std::fill_n(ones.mutable_data<uint8_t>(), kCount, 1);
    Sizes kept;
    for (size_t d = 0; d < one.sizes.size(); ++d) {
      if (static_cast<int64_t>(d) != one.dimensions[0]) kept.push_back(one.sizes[d]);
    }
    ReduceKernelProblem problem(one.sizes, one.dimensions);
    problem.Add(ones, ToLiteral({{}, {std::string(1, '\0')}}, ShapeUtil::MakeShape(U8, {})),
                ShapeUtil::MakeShape(U8, kept));
    KernelRun run(FoldOnce(fold, std::move(problem.reduction)));
    std::vector<std::byte> scratch(1 << 20);
    int64_t total = 0;
    while (true) {
      const Kernel::Need need = run.Next().value();
      if (need == Kernel::Need::kNothing) break;
      if (need == Kernel::Need::kMemory) {
        ASSERT_LE(run.bytes(), 1 << 20);
        run.Give(scratch.data());
        continue;
      }
      for (int64_t task = 0; task < run.phase().tasks; ++task) {
        folded = 0;
        run.phase().Run(task, nullptr);
        ASSERT_LE(folded, kMost);
        total += folded;
      }
    }
    EXPECT_EQ(total, kCount);
    const int64_t each = kCount / std::max<int64_t>(CountOf(kept), 1);
    EXPECT_EQ(problem.Result().elements.back(), std::string(1, static_cast<char>(each & 255)));
  }
}

}  // namespace
}  // namespace hloom
