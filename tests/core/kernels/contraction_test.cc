// Contractions by kernels against the plain model, over random sizes, strides and types; the same
// bits in any order of tasks.
#include "kernels/contractions/contraction.h"

#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "kernels/contraction_model.h"
#include "kernels/strided_operands.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kContractionRounds = Rounds(2500, 400);

// A contraction with its arrays.
class ContractionProblem {
 public:
  ContractionProblem(Random& random, const Types& types, const Sizes& batch, const Sizes& lhs,
                     const Sizes& rhs, const Sizes& contracting, Values values) {
    c.batch_sizes = batch;
    c.lhs_sizes = lhs;
    c.rhs_sizes = rhs;
    c.contracting_sizes = contracting;
    c.result_type = types.result;
    c.lhs.type = types.lhs;
    c.rhs.type = types.rhs;
    const auto fill = [&](Contraction::Operand& operand, const Sizes& kept, Memory& memory) {
      const Strides strides = SomeStrides(random, Joined({batch, kept, contracting}), false);
      Split(strides.strides, {&operand.batch, &operand.kept, &operand.contracting},
            {batch.size(), kept.size(), contracting.size()});
      memory.Fill(random, operand.type, strides, values);
    };
    fill(c.lhs, lhs, lhs_);
    fill(c.rhs, rhs, rhs_);
    const Strides strides = SomeStrides(random, Joined({batch, lhs, rhs}), true);
    Split(strides.strides, {&c.result_batch, &c.result_lhs, &c.result_rhs},
          {batch.size(), lhs.size(), rhs.size()});
    result_.Place(c.result_type, strides);
  }

  KernelReport Run(TaskOrder order = TaskOrder::kForwards) {
    result_.Clear();
    const ContractionPlan plan(c);
    Kernel kernel = plan.Contract(lhs_.data(), rhs_.data(), result_.data());
    EXPECT_EQ(plan.is_small(), kernel.done());
    return RunKernel(std::move(kernel), order);
  }
  const std::string& result_bytes() const { return result_.bytes(); }

  // Compares `samples` results, or all of them, with the model, and the gaps between them with
  // their former contents.
  ::testing::AssertionResult IsRight(Random& random, double ulps, int64_t samples = -1) {
    const ContractionModel model(c, lhs_.data(), rhs_.data());
    const int64_t count = static_cast<int64_t>(model.batches() * model.rows() * model.columns());
    const auto look = [&](int64_t i, const auto& at) {
      const size_t column = static_cast<size_t>(i) % model.columns();
      const size_t row = static_cast<size_t>(i) / model.columns() % model.rows();
      const size_t batch = static_cast<size_t>(i) / model.columns() / model.rows();
      const SumModel sum = model.At(batch, row, column);
      const std::byte* const got = at(model.ResultPlace(batch, row, column));
      if (sum.Accepts(got, ulps)) return std::string();
      return StrCat("batch ", batch, " row ", row, " column ", column, ": ", sum.TextBeside(got));
    };
    return result_.IsRight(random, count, samples, look) << " in " << Text();
  }

  std::string Text() const {
    const auto list = [](const Sizes& sizes) { return ::testing::PrintToString(sizes); };
    return std::string(PrimitiveTypeText(c.lhs.type)) + " x " +
           std::string(PrimitiveTypeText(c.rhs.type)) + " -> " +
           std::string(PrimitiveTypeText(c.result_type)) + " batch " + list(c.batch_sizes) +
           " lhs " + list(c.lhs_sizes) + " rhs " + list(c.rhs_sizes) + " contracting " +
           list(c.contracting_sizes) + " strides " +
           list(Joined({c.lhs.batch, c.lhs.kept, c.lhs.contracting})) +
           list(Joined({c.rhs.batch, c.rhs.kept, c.rhs.contracting})) +
           list(Joined({c.result_batch, c.result_lhs, c.result_rhs}));
  }

  Contraction c;

 private:
  static void Split(const Sizes& all, std::initializer_list<Sizes*> parts,
                    std::initializer_list<size_t> counts) {
    auto from = all.begin();
    const size_t* count = counts.begin();
    for (Sizes* part : parts) {
      part->assign(from, from + static_cast<int64_t>(*count));
      from += static_cast<int64_t>(*count++);
    }
  }

  Memory lhs_, rhs_;
  ResultMemory result_;
};

Sizes SomeSizes(Random& random, int64_t most) {
  Sizes sizes;
  for (int64_t rank = random.Below(3); rank > 0; --rank) {
    const int64_t size = random.OneIn(40) ? 0 : random.Between(1, random.OneIn(4) ? most : 6);
    sizes.push_back(size);
    most = std::max<int64_t>(most / std::max<int64_t>(size, 1), 1);
  }
  return sizes;
}

TEST(ContractionTest, ContractsAsTheModelDoes) {
  Random random(71);
  for (int i = 0; i < kContractionRounds; ++i) {
    const Types types = random.OneIn(4) ? Types{F32, F32, F32} : SomeTypes(random);
    const Values values = static_cast<Values>(random.Below(4));
    const int64_t most = random.OneIn(4) ? 40 : 12;
    ContractionProblem problem(random, types, SomeSizes(random, 4), SomeSizes(random, most),
                               SomeSizes(random, most),
                               SomeSizes(random, random.OneIn(4) ? 600 : 20), values);
    ASSERT_TRUE(problem.Run().status.ok());
    ASSERT_TRUE(problem.IsRight(random, 1));
  }
}

// Each type with itself, with numbers whose sums are exact.
TEST(ContractionTest, EveryTypeIsExactWhereItCanBe) {
  Random random(72);
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    for (const Sizes& sizes : {Sizes{5, 9, 3}, Sizes{4, 8, 16}, Sizes{1, 40, 30}, Sizes{40, 1, 30},
                               Sizes{17, 33, 7}, Sizes{1, 1, 100}}) {
      for (int i = 0; i < 4; ++i) {
        ContractionProblem problem(random, {info.type, info.type, info.type}, {}, {sizes[0]},
                                   {sizes[1]}, {sizes[2]}, Values::kSmallIntegers);
        ASSERT_TRUE(problem.Run().status.ok());
        ASSERT_TRUE(problem.IsRight(random, 0));
      }
    }
  }
}

// 0 times infinity is NaN for any 0, including zeros that fill up a panel.
TEST(ContractionTest, InfinitiesTouchNoOtherResult) {
  Random random(74);
  for (const Sizes& sizes : {Sizes{3, 5, 2}, Sizes{6, 10, 300}, Sizes{1, 20, 9}, Sizes{30, 1, 9},
                             Sizes{1, 1, 40}, Sizes{70, 90, 100}, Sizes{300, 300, 1}}) {
    for (const PrimitiveType type : {F32, F64, BF16, C64}) {
      ContractionProblem problem(random, {type, type, type}, {2}, {sizes[0]}, {sizes[1]},
                                 {sizes[2]}, Values::kSpecial);
      ASSERT_TRUE(problem.Run().status.ok());
      ASSERT_TRUE(problem.IsRight(random, 1, 2000));
    }
  }
}

TEST(ContractionTest, ASumOfNothingIsZero) {
  Random random(75);
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    const Types types = {info.type, info.type, info.type};
    for (const Sizes& kept :
         {Sizes{3, 5}, Sizes{1, 7}, Sizes{7, 1}, Sizes{1, 1}, Sizes{300, 400}}) {
      ContractionProblem problem(random, types, {2}, {kept[0]}, {kept[1]}, {4, 0},
                                 Values::kSmallIntegers);
      ASSERT_TRUE(problem.Run().status.ok());
      ASSERT_TRUE(problem.IsRight(random, 0, 100));
    }
  }
}

// If one size is 0, the product of the others may overflow.
TEST(ContractionTest, NoResults) {
  constexpr int64_t kHuge = int64_t{1} << 40;
  for (const Sizes& batch : {Sizes{0}, Sizes{kHuge, 0}, Sizes{kHuge, kHuge}}) {
    Contraction c;
    c.batch_sizes = c.result_batch = c.lhs.batch = c.rhs.batch = batch;
    c.lhs_sizes = c.result_lhs = c.lhs.kept = {0, kHuge, kHuge};
    c.rhs_sizes = c.result_rhs = c.rhs.kept = {kHuge, kHuge};
    c.contracting_sizes = c.lhs.contracting = c.rhs.contracting = {kHuge, kHuge, kHuge};
    c.lhs.type = c.rhs.type = c.result_type = F32;
    const ContractionPlan plan(c);
    EXPECT_TRUE(plan.is_small());
    EXPECT_TRUE(plan.Contract(nullptr, nullptr, nullptr).done());
  }
}

// The needs of a contraction of row-major matrices; nothing is computed.
struct Demand {
  int64_t phases = 0, tasks = 0;
  int64_t bytes = 0;  // on one thread
};
Demand DemandOf(const Types& types, int64_t batch, int64_t rows, int64_t columns, int64_t depth,
                bool transposed) {
  Contraction c;
  c.batch_sizes = {batch};
  c.lhs_sizes = {rows};
  c.rhs_sizes = {columns};
  c.contracting_sizes = {depth};
  c.lhs = {types.lhs, {rows * depth}, {depth}, {1}};
  c.rhs = {types.rhs, {depth * columns}, {1}, {columns}};
  if (transposed) {
    c.lhs = {types.lhs, {rows * depth}, {1}, {rows}};
    c.rhs = {types.rhs, {depth * columns}, {depth}, {1}};
  }
  c.result_type = types.result;
  c.result_batch = {rows * columns};
  c.result_lhs = {columns};
  c.result_rhs = {1};
  const ContractionPlan plan(c);
  KernelRun run(plan.Contract(nullptr, nullptr, nullptr));
  Demand demand;
  int64_t shared = 0;
  int64_t most = 0;
  while (true) {
    const Kernel::Need need = *run.Next();
    if (need == Kernel::Need::kNothing) break;
    if (need == Kernel::Need::kMemory) {
      shared += run.bytes();
    } else {
      ++demand.phases;
      demand.tasks += run.phase().tasks;
      most = std::max(most, run.phase().scratch_bytes);
    }
  }
  demand.bytes = shared + most;
  return demand;
}

// Tasks are neither long nor too many, and a thread has a megabyte besides the arrays.
TEST(ContractionTest, WorkIsCutIntoTasks) {
  for (const Types& types : {Types{F32, F32, F32}, Types{BF16, BF16, BF16}, Types{S8, S8, S32},
                             Types{F64, F64, F64}, Types{C64, C64, C64}, Types{C128, C128, C128}}) {
    for (const bool transposed : {false, true}) {
      struct Case {
        int64_t batch, rows, columns, depth;
      };
      for (const Case& one :
           {Case{1, 512, 512, 512}, Case{1, 2048, 2048, 2048}, Case{1, 10000, 64, 64},
            Case{1, 64, 10000, 64}, Case{1, 64, 64, 100'000}, Case{1, 1, 8192, 8192},
            Case{1, 8192, 1, 8192}, Case{1, 1, 1, 100'000'000}, Case{1, 1, 100'000, 1000},
            Case{1, 3, 3, 10'000'000}, Case{1, 8192, 8192, 1}, Case{100'000, 8, 8, 8},
            Case{100'000, 1, 16, 64}, Case{1, 3'000'000, 4, 8}, Case{1, 4, 3'000'000, 8}}) {
        const Demand demand =
            DemandOf(types, one.batch, one.rows, one.columns, one.depth, transposed);
        const std::string text = std::string(PrimitiveTypeText(types.lhs)) + " " +
                                 std::to_string(one.rows) + " " + std::to_string(one.columns) +
                                 " " + std::to_string(one.depth) +
                                 (transposed ? " transposed" : "");
        const int64_t elements =
            one.batch * (one.rows * one.depth + one.depth * one.columns + one.rows * one.columns);
        const int64_t products = one.batch * one.rows * one.columns * one.depth;
        EXPECT_LE(demand.bytes, 1 << 20) << text;
        EXPECT_GE(demand.tasks, 2 * demand.phases) << text;
        EXPECT_GE(demand.tasks, products >> 27) << text;
        EXPECT_LE(demand.tasks, 8 + (products >> 16) + (elements >> 14)) << text;
      }
    }
  }
}

// Many rows, many columns, a deep sum, and each of these alone; in one phase, and in several.
TEST(ContractionTest, ManyElementsInAnyOrder) {
  struct Case {
    Types types;
    Sizes batch, lhs, rhs, contracting;
  };
  constexpr Types kF32 = {F32, F32, F32};
  const Case cases[] = {
      {kF32, {}, {200}, {190}, {180}},
      {kF32, {}, {70}, {60}, {9000}},
      {kF32, {}, {600}, {40}, {600}},
      {kF32, {}, {20}, {900}, {530}},
      {kF32, {3}, {10, 12}, {9, 16}, {8, 31}},
      {kF32, {}, {1030}, {}, {700}},
      {kF32, {}, {}, {2100}, {530}},
      {kF32, {}, {}, {}, {300'000}},
      {kF32, {}, {3}, {}, {400'000}},
      {kF32, {2}, {700}, {800}, {}},
      {kF32, {4000}, {5}, {6}, {7}},
      {kF32, {3000}, {33}, {}, {9}},
      {{F64, F64, F64}, {}, {130}, {140}, {300}},
      {{C64, C64, C64}, {}, {90}, {75}, {310}},
      {{C64, C64, C64}, {}, {400}, {}, {330}},
      {{C128, C128, C128}, {}, {60}, {66}, {270}},
      {{C128, C128, C128}, {}, {}, {310}, {300}},
      {{S32, S32, S32}, {}, {200}, {190}, {180}},
      {{S64, S64, S64}, {}, {80}, {90}, {300}},
      {{S8, S8, S32}, {}, {200}, {190}, {301}},
      {{S8, U8, S32}, {}, {30}, {40}, {9001}},
      {{S16, S16, S16}, {}, {300}, {150}, {77}},
      {{U8, U8, U8}, {}, {}, {500}, {400}},
      {{BF16, BF16, BF16}, {}, {200}, {190}, {180}},
      {{BF16, BF16, F32}, {}, {500}, {}, {400}},
      {{F16, F32, F16}, {}, {40}, {50}, {8000}},
      {{F8E5M2, F8E4M3FN, F32}, {}, {100}, {120}, {130}},
      {{PRED, PRED, PRED}, {}, {150}, {160}, {170}},
  };
  Random random(73);
  bool left_out = false;
  for (const Case& one : cases) {
    // Each case is slow, so only every other one runs: smaller ones of all types are tried above.
    left_out = Rounds(0, 1) == 1 && !left_out;
    if (left_out) continue;
    for (int i = 0; i < Rounds(2, 1); ++i) {
      ContractionProblem problem(random, one.types, one.batch, one.lhs, one.rhs, one.contracting,
                                 Values::kFractions);
      ASSERT_NO_FATAL_FAILURE(ExpectRightInAnyOrder(problem, random));
    }
  }
}

}  // namespace
}  // namespace hloom
