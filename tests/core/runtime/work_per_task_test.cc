// No task takes long: how much work each has follows from sizes and costs, which are counted here
// instead of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "kernels/sorting/comparator_sort.h"
#include "kernels/sorting/key_sort.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "runtime/machine.h"
#include "support/kernel_runner.h"
#include "support/operation_module.h"
#include "support/random.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Additions of an elementwise operation: at most 80 nanoseconds each where numbers are the worst.
constexpr int64_t kMostAdditions = 1 << 15;
// Elements that a sort moves, at most 10 nanoseconds each.
constexpr int64_t kMostMoved = 1 << 18;
// Additions of a loop over scalars, which takes each step for itself.
constexpr int64_t kMostOfLoop = 1 << 14;

// The number of tasks of the first phase; 0: the kernel was done immediately. The kernel is
// abandoned there.
int64_t TasksOf(Kernel kernel) {
  KernelRun run(std::move(kernel));
  while (true) {
    const Kernel::Need need = run.Next().value();
    if (need == Kernel::Need::kNothing) return 0;
    if (need == Kernel::Need::kTasks) return run.phase().tasks;
  }
}

TEST(WorkPerTaskTest, OfEveryElementwiseOperation) {
  constexpr int64_t kMostElements = 300'000;
  const std::vector<std::byte> zeros(kMostElements * 16);
  std::vector<std::byte> out(kMostElements * 16);
  Random random(21);
  int64_t checked = 0;
  for (const OpDef* def : AllOpDefs()) {
    const OpEval& eval = GetOpEval(def->opcode);
    if (eval.elements() == nullptr || def->traits.shape_given) continue;
    for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
      if (!IsArrayType(info.type) || !TypeSetContains(def->types, info.type)) continue;
      const int64_t count = random.Between(1, kMostElements);
      const auto module = ModuleOfOperation(*def, ShapeUtil::MakeShape(info.type, {count}));
      if (!module.ok())
        continue;  // select, which has operands of two types, takes as long as
                   // others
      const HloInstruction& instruction = *(*module)->entry_computation().root();
      const auto prepared = eval.As<Computes>()->prepare(instruction, OperandShapesOf(instruction));
      ASSERT_NE(prepared, nullptr) << def->name;
      if (prepared->view_of() != PreparedOp::kNoView) continue;
      const std::byte* const operands[] = {zeros.data(), zeros.data(), zeros.data()};
      std::byte* const results[] = {out.data()};
      const int64_t tasks = std::max<int64_t>(TasksOf(prepared->Run(operands, results)), 1);
      const int64_t cost = CostOf(*eval.elements(), ComputeTypeOf(info.type));
      EXPECT_GE(cost, IsComplexType(info.type) ? 4 : 1);
      EXPECT_LE(TaskCount(count, tasks) * cost, kMostAdditions)
          << def->name << " of " << PrimitiveTypeName(info.type) << "[" << count << "]";
      ++checked;
    }
  }
  EXPECT_GT(checked, 600);
}

// The time of a remainder depends on the distance of the exponents.
TEST(WorkPerTaskTest, CostsOfWhatTakesLonger) {
  const auto cost_of = [](HloOpcode opcode, PrimitiveType type) {
    return CostOf(*GetOpEval(opcode).elements(), type);
  };
  EXPECT_EQ(cost_of(HloOpcode::kAdd, F64), 1);
  EXPECT_EQ(cost_of(HloOpcode::kRemainder, F64), 8);
  EXPECT_EQ(cost_of(HloOpcode::kPower, C128), 4);
}

// As many elements are in each task as there are in most.
TEST(WorkPerTaskTest, ElementsAreDealtOutEvenly) {
  constexpr int64_t kCount = 200'001;
  const auto module =
      ModuleOfOperation(GetOpDef(HloOpcode::kAdd), ShapeUtil::MakeShape(U8, {kCount}));
  const HloInstruction& add = *(*module)->entry_computation().root();
  const auto prepared =
      GetOpEval(HloOpcode::kAdd).As<Computes>()->prepare(add, OperandShapesOf(add));
  const std::vector<std::byte> ones(kCount, std::byte{1});
  std::vector<std::byte> out(kCount);
  const std::byte* const operands[] = {ones.data(), ones.data()};
  std::byte* const results[] = {out.data()};
  KernelRun run(prepared->Run(operands, results));
  ASSERT_EQ(run.Next().value(), Kernel::Need::kTasks);
  int64_t before = 0;
  for (int64_t task = 0; task < run.phase().tasks; ++task) {
    run.phase().Run(task, nullptr);
    const int64_t now = std::count(out.begin(), out.end(), std::byte{2});
    EXPECT_GT(now, before);
    EXPECT_LE(now - before, kMostAdditions);
    before = now;
  }
  EXPECT_EQ(before, kCount);
}

// The most elements, of all arrays, that a task moves, counted in results that hold zeros before.
enum class By { kNarrowKey, kWideKey, kComparing };

int64_t MostMoved(int64_t rows, int64_t length, int64_t columns, size_t payloads, By by) {
  const int64_t count = rows * length * columns;
  const PrimitiveType type = by == By::kWideKey ? F64 : F32;
  std::vector<std::byte> keys(static_cast<size_t>(count * 8));
  std::vector<std::byte> sorted(keys.size());
  const std::vector<std::byte> ones(static_cast<size_t>(count), std::byte{1});
  std::vector<std::byte> moved(static_cast<size_t>(count) * payloads);
  const RowStrides strides = {{length * columns, 1}, columns};
  SortedRows problem;
  problem.length = problem.wanted = length;
  problem.outer_sizes = {rows, columns};
  problem.arrays.push_back({type, strides, strides});
  std::vector<const std::byte*> from = {keys.data()};
  std::vector<std::byte*> to = {sorted.data()};
  for (size_t k = 0; k < payloads; ++k) {
    problem.arrays.push_back({U8, strides, strides});
    from.push_back(ones.data());
    to.push_back(moved.data() + k * static_cast<size_t>(count));
  }
  const SortedMemory memory = {from.data(), to.data()};
  int64_t before = 0;
  int64_t most = 0;
  const auto count_moved = [&] {
    const int64_t now = std::count(moved.begin(), moved.end(), std::byte{1});
    most = std::max(most, now - before);
    before = now;
  };
  // All keys are equal.
  const auto answer = [&](const Application& questions) {
    std::fill_n(questions.results[0], questions.count, std::byte{0});
  };
  std::vector<bool> compared(payloads + 1, false);
  compared[0] = true;
  const KeySorting by_keys(problem, {{{.operand = 0, .total_order = true}}});
  Kernel sort =
      by == By::kComparing ? SortByComparing(problem, compared, memory) : by_keys.Sort(memory);
  const KernelReport report = RunKernel(std::move(sort), TaskOrder::kForwards, answer, count_moved);
  EXPECT_TRUE(report.status.ok());
  const int64_t at_once = std::count(moved.begin(), moved.end(), std::byte{1}) - before;
  EXPECT_EQ(before + at_once, count * static_cast<int64_t>(payloads));
  return std::max(most, at_once);
}

TEST(WorkPerTaskTest, OfSorts) {
  struct Sizes {
    int64_t rows, length, columns;
    size_t payloads;
  };
  std::vector<Sizes> all = {{1, 60'000, 1, 10}, {1, 30'000, 2, 10}, {1, 100'000, 1, 6},
                            {300, 500, 2, 2},   {20'000, 3, 1, 10}, {1, 300'000, 1, 1},
                            {2, 9, 2, 30'000},  {1, 65'536, 1, 8}};
  Random random(22);
  for (int round = Rounds(12, 4); round > 0; --round) {
    Sizes sizes = {random.Between(1, 20), random.Between(1, 70'000), random.Between(1, 4),
                   static_cast<size_t>(random.Between(1, 60))};
    const auto elements = [&] {
      return sizes.rows * sizes.length * sizes.columns * static_cast<int64_t>(sizes.payloads);
    };
    while (elements() > 600'000 && sizes.rows > 1) sizes.rows /= 2;
    while (elements() > 600'000 && sizes.payloads > 1) sizes.payloads /= 2;
    all.push_back(sizes);
  }
  for (const Sizes& sizes : all) {
    for (const By by : {By::kNarrowKey, By::kWideKey, By::kComparing}) {
      EXPECT_LE(MostMoved(sizes.rows, sizes.length, sizes.columns, sizes.payloads, by), kMostMoved)
          << sizes.payloads << " arrays [" << sizes.rows << "," << sizes.length << ","
          << sizes.columns << "]";
    }
  }
}

// A machine with its own run, on which a program is executed step by step.
struct SteppedRun {
  explicit SteppedRun(std::string_view text) {
    run.ledger = std::make_shared<MemoryLedger>(int64_t{1} << 30);
    std::shared_ptr<const HloModule> module = ParseHloModule(text).value();
    executable = Executable::Create(module).value();
    std::vector<Literal> arguments;
    for (const HloInstruction* parameter : module->entry_computation().parameters()) {
      arguments.push_back(*Literal::Create(parameter->shape_ptr()));
      std::memset(arguments.back().mutable_data<std::byte>(), 0,
                  static_cast<size_t>(arguments.back().size_bytes()));
    }
    machine = std::make_unique<Machine>(executable, &run);
    EXPECT_TRUE(machine->Start(module->entry_computation(), arguments).ok());
  }

  // The most instructions of a step.
  int64_t MostInstructions() {
    int64_t most = 0;
    while (true) {
      const int64_t before = run.instructions;
      const StatusOr<Machine::State> state = machine->Step();
      EXPECT_TRUE(state.ok());
      most = std::max(most, run.instructions - before);
      if (!state.ok() || *state != Machine::State::kRunning) return most;
    }
  }

  RunState run;
  std::shared_ptr<const Executable> executable;
  std::unique_ptr<Machine> machine;
};

// Instructions of a chain of operations on `x` and `y`, and their cost per element.
struct Chain {
  std::string text;
  std::string last = "x";
  int64_t instructions = 0;
  int64_t cost = 0;
};

Chain RandomChain(PrimitiveType type, int64_t length, Random& random) {
  constexpr HloOpcode kOfAll[] = {HloOpcode::kAdd, HloOpcode::kPower, HloOpcode::kAtan2};
  constexpr HloOpcode kDear[] = {HloOpcode::kAdd, HloOpcode::kRemainder};
  Chain chain;
  const bool complex = IsComplexType(type);
  for (int64_t i = 0; i < length; ++i) {
    const HloOpcode opcode = complex ? kOfAll[random.Below(3)] : kDear[random.Below(2)];
    const std::string name = StrCat("v", i);
    chain.text += StrCat("  ", name, " = ", PrimitiveTypeName(type), "[] ", HloOpcodeString(opcode),
                         "(", chain.last, ", y)\n");
    chain.last = name;
    chain.cost += CostOf(*GetOpEval(opcode).elements(), type);
    ++chain.instructions;
  }
  return chain;
}

TEST(WorkPerTaskTest, OfAppliedComputations) {
  constexpr int64_t kElements = 20'000;
  Random random(23);
  for (const PrimitiveType type : {F64, C128}) {
    for (const int64_t length : {int64_t{1}, int64_t{2}, random.Between(3, 60), int64_t{400}}) {
      const Chain chain = RandomChain(type, length, random);
      const std::string t(PrimitiveTypeText(type));
      SteppedRun run(StrCat(
          "HloModule m\nf {\n  x = ", t, "[] parameter(0)\n  y = ", t, "[] parameter(1)\n",
          chain.text, "  ROOT r = ", t, "[] negate(", chain.last, ")\n}\nENTRY e {\n  a = ", t, "[",
          kElements, "] parameter(0)\n  b = ", t, "[", kElements, "] parameter(1)\n  ROOT m = ", t,
          "[", kElements, "] map(a, b), dimensions={0}, to_apply=f\n}"));
      const int64_t cost = chain.cost + CostOf(*GetOpEval(HloOpcode::kNegate).elements(), type);
      const int64_t instructions = chain.instructions + 3;  // x, y and r
      const int64_t most = TaskCount(run.MostInstructions(), instructions);
      EXPECT_LE(most * cost, kMostAdditions) << t << ", " << length << " operations";
      EXPECT_LE(most, 4096);
      // Nor are they so few that stepping takes longer than they do.
      EXPECT_GE(most, std::min<int64_t>(4096, kMostAdditions / cost));
    }
  }
}

TEST(WorkPerTaskTest, OfLoopsOverScalars) {
  Random random(24);
  for (const PrimitiveType type : {F64, C128}) {
    for (const int64_t length : {int64_t{1}, random.Between(2, 60), int64_t{400}}) {
      const Chain chain = RandomChain(type, length, random);
      const std::string t(PrimitiveTypeText(type));
      const std::string state = StrCat("(s32[], ", t, "[])");
      SteppedRun run(
          StrCat("HloModule m\ncondition {\n  s = ", state, " parameter(0)\n",
                 "  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant(2000)\n",
                 "  ROOT go = pred[] compare(i, n), direction=LT\n}\nbody {\n  s = ", state,
                 " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  x = ", t,
                 "[] get-tuple-element(s), index=1\n  y = ", t, "[] add(x, x)\n", chain.text,
                 "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  ROOT t = ", state,
                 " tuple(j, ", chain.last, ")\n}\nENTRY e {\n  i = s32[] parameter(0)\n  x = ", t,
                 "[] parameter(1)\n  p = ", state, " tuple(i, x)\n  ROOT w = ", state,
                 " while(p), condition=condition, body=body\n}"));
      // Around the chain there are 7 instructions of the body, 4 of the condition and 2 of `while`.
      const int64_t instructions = chain.instructions + 13;
      const int64_t most = run.MostInstructions() / instructions;
      EXPECT_LE((most - 1) * chain.cost, kMostOfLoop) << t << ", " << length << " operations";
      EXPECT_LE((most - 1) * instructions, kMostOfLoop);
      EXPECT_GT(most, 1);
    }
  }
}

}  // namespace
}  // namespace hloom
