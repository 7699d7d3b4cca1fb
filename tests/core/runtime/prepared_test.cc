// Steps that are prepared before a program runs: most small ones are, they give the same results as
// evaluating the instruction, and allocate nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/str_cat.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"
#include "ops/control/structural.h"
#include "runtime/allocations.h"
#include "runtime/execution.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using testing_support::Allocations;
using testing_support::kCountsAllocations;
using testing_support::Random;
using testing_support::RunKernel;
using testing_support::TaskOrder;
using testing_support::WithRandomLayout;

constexpr std::string_view kPreparedBegin = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
multiply {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] multiply(a, b)
}
add_and_negate {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] add(a, b)
  ROOT d = f32[] negate(c)
}
second {
  a = f32[] parameter(0)
  ROOT b = f32[] parameter(1)
}
add_both {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] parameter(2)
  d = f32[] parameter(3)
  e = f32[] add(a, c)
  f = f32[] maximum(b, d)
  ROOT g = (f32[], f32[]) tuple(e, f)
}
add_narrow {
  a = bf16[] parameter(0)
  b = bf16[] parameter(1)
  ROOT c = bf16[] add(a, b)
}
is_above {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=GE
}
is_nearer {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] abs(a)
  d = f32[] abs(b)
  ROOT e = pred[] compare(c, d), direction=LT
}
is_before {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT, type=TOTALORDER
}
is_before_narrow {
  a = bf16[] parameter(0)
  b = bf16[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=GT, type=TOTALORDER
}
is_less {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT
}
second_is_before {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] parameter(2)
  d = f32[] parameter(3)
  ROOT e = pred[] compare(c, d), direction=LT, type=TOTALORDER
}
ENTRY main {
  x = f32[4,6]L parameter(0)
  y = f32[4,6]L parameter(1)
  i = s32[] parameter(2)
  j = s32[] parameter(3)
  ij = s32[2] parameter(4)
  rows = s32[3,1]L parameter(5)
  box = f32[2,3]L parameter(6)
  three = f32[3,6]L parameter(7)
  v = f32[] parameter(8)
  p = pred[] parameter(9)
  narrow = bf16[4,6]L parameter(10)
  columns = f32[4,3]L parameter(11)
  narrow_v = bf16[] parameter(12)
  line = f32[40] parameter(13)
  bits = u32[4,6]L parameter(14)
  blocks = f32[2,3]L parameter(15)
  matrices = f32[2,6,3] parameter(16)
  row = f32[6] parameter(17)
)";

// They take the values above.
constexpr const char* kInstructions[] = {
    "f32[24] reshape(x)",
    "f32[3,8]L reshape(x)",
    "f32[6,4]L transpose(x), dimensions={1,0}",
    "f32[4,6]L transpose(x), dimensions={0,1}",
    "f32[4,6]L copy(x)",
    "f32[4,6]O copy(x)",
    "f32[4,6]L convert(x)",
    "bf16[4,6]L convert(x)",
    "bf16[4,6]L add(narrow, narrow)",
    "s32[4,6]L iota(), iota_dimension=1",
    "bf16[4,6]L iota(), iota_dimension=0",
    "f32[7,9]L pad(x, v), padding=1_2x2_1",
    "f32[5,6]L pad(x, v), padding=-1_-1_1x0_0",
    "f32[4,6]L pad(x, v), padding=0_0x0_0",
    "f32[4,9]L concatenate(x, columns), dimensions={1}",
    "f32[8,6]L concatenate(x, y), dimensions={0}",
    "f32[4,6]L concatenate(x), dimensions={0}",
    "f32[2,3]L dynamic-slice(x, i, j), dynamic_slice_sizes={2,3}",
    "f32[2,6]L dynamic-slice(x, ij), dynamic_slice_sizes={2,6}",
    "f32[4,6]L dynamic-slice(x, i, j), dynamic_slice_sizes={4,6}",
    "f32[4,6]L dynamic-update-slice(x, box, i, j)",
    "f32[4,6]L dynamic-update-slice(x, y, ij)",
    "f32[3,6]L gather(x, rows), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
    "index_vector_dim=1, slice_sizes={1,6}",
    "f32[3,2]L gather(x, rows), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={1}, "
    "index_vector_dim=1, slice_sizes={1,2}",
    "f32[4,6]L scatter(x, rows, three), to_apply=add, update_window_dims={1}, "
    "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1",
    "f32[4,6]L scatter(x, rows, three), to_apply=second, update_window_dims={1}, "
    "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1",
    "f32[4]L1 reduce(x, v), dimensions={1}, to_apply=add",
    "f32[6]L1 reduce(x, v), dimensions={0}, to_apply=add",
    "f32[] reduce(x, v), dimensions={0,1}, to_apply=multiply",
    "f32[4,6]L select(p, x, y)",
    "f32[4,6]L clamp(v, x, v)",
    "s32[] get-dimension-size(x), dimensions={1}",
    "f32[4,6]L broadcast(v), dimensions={}",
    "f32[4,6]L reverse(x), dimensions={0}",
    "f32[2,3]L slice(x), slice={[1:3], [0:6:2]}",
    "f32[4,6]L add(x, y)",
    "pred[4,6]L compare(x, y), direction=LT",
    "f32[4,4]L dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
    "f32[4,4]L scaled-dot(x, y, blocks, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
    "f32[4] ragged-dot(x, y, ij), lhs_batch_dims={0}, rhs_batch_dims={0}, "
    "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}",
    "f32[4,3]L convolution(x, three), dim_labels=bf_oi->bf",
    "f32[2,6,2] convolution(matrices, matrices), window={size=6 pad=2_3}, dim_labels=b0f_o0i->b0f",
    "s32[4,6]L stochastic-convert(x, bits)",
    "f32[4,6]L sort(x), dimensions={1}, to_apply=is_before",
    "bf16[4,6]L sort(narrow), dimensions={0}, to_apply=is_before_narrow",
    "f32[4,6]L reduce-window(x, v), window={size=2x3 pad=0_1x1_1}, to_apply=add",
    "bf16[2,6]L reduce-window(narrow, narrow_v), window={size=2x1 stride=2x1}, "
    "to_apply=add_narrow",
    "f32[40] reduce-window(line, v), window={size=40 pad=39_0}, to_apply=add",
    "f32[40] reduce-window(line, v), window={size=40 pad=0_39}, to_apply=add",
    "c64[4,4]L fft(x), fft_type=RFFT, fft_length={6}",
};

// The same for operations that are computed immediately, but are not light steps: they return a
// tuple, have too many operands, or read their operand before they know that they are done
// immediately. In row-major order all are done immediately.
constexpr const char* kDoneAtOnce[] = {
    "f32[4,6]L sort(x), dimensions={1}, to_apply=is_less",
    "(f32[4,6]L, f32[4,6]L) sort(x, y), dimensions={0}, to_apply=second_is_before",
    "(f32[4,2]L, s32[4,2]L) topk(x), k=2, largest=true",
    "(f32[4,2]L, s32[4,2]L) custom-call(x), custom_call_target=\"TopK\"",
    "(f32[2,6]L, f32[2,6]L) reduce-window(x, y, v, v), window={size=2x1 stride=2x1}, "
    "to_apply=add_both",
    "f32[4,6]L select-and-scatter(x, box, v), window={size=2x2 stride=2x2}, select=is_above, "
    "scatter=add",
    "(f32[4,6]L, f32[6], f32[6]) batch-norm-training(x, row, row), epsilon=1, feature_index=1",
    "f32[4,6]L batch-norm-inference(x, row, row, row, row), epsilon=1, feature_index=1",
    "(f32[4,6]L, f32[6], f32[6]) batch-norm-grad(x, row, row, row, y), epsilon=1, feature_index=1",
};

// And for operations that apply a computation to elements, depend on sizes in an operand, or take
// several phases.
constexpr const char* kHasKernel[] = {
    "f32[4,6]L map(x, y), dimensions={0,1}, to_apply=add_and_negate",
    "f32[4]L1 reduce(x, v), dimensions={1}, to_apply=add_and_negate",
    "f32[4,6]L sort(x), dimensions={1}, to_apply=is_nearer",
    "f32[4,6]L reduce-window(x, v), window={size=2x3 pad=0_1x1_1}, to_apply=add_and_negate",
    "f32[4,6]L select-and-scatter(x, box, v), window={size=2x2 stride=2x2}, select=is_nearer, "
    "scatter=add_and_negate",
    "f32[4,3]L ragged-dot(x, matrices, ij), lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
    "lhs_ragged_dims={0}, rhs_group_dims={0}",
    "c64[4,4]L fft(x), fft_type=RFFT, fft_length={4,6}",
    "f32[2,4,4] ragged-dot(x, y, ij), lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
    "lhs_ragged_dims={1}",
};

std::vector<const char*> AllInstructions() {
  std::vector<const char*> all(std::begin(kInstructions), std::end(kInstructions));
  all.insert(all.end(), std::begin(kDoneAtOnce), std::end(kDoneAtOnce));
  all.insert(all.end(), std::begin(kHasKernel), std::end(kHasKernel));
  return all;
}

// The arrays in row-major order, or in the opposite one.
std::string PreparedTextOf(std::string_view body, bool row_major) {
  std::string text = StrCat(kPreparedBegin, body, "\n}");
  const auto replace = [&text](std::string_view name, std::string_view value) {
    for (size_t at; (at = text.find(name)) != std::string::npos;) {
      text.replace(at, name.size(), value);
    }
  };
  replace("]L1", "]");
  replace("]L", row_major ? "]{1,0}" : "]{0,1}");
  replace("]O", row_major ? "]{0,1}" : "]{1,0}");
  return text;
}

std::shared_ptr<const HloModule> PreparedParsed(const std::string& text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString() << text;
  return module.ok() ? std::move(*module) : nullptr;
}

std::vector<Literal> PreparedRandomArguments(const HloModule& module, Random& random) {
  std::vector<Literal> arguments;
  for (const HloInstruction* parameter : module.entry_computation().parameters()) {
    const PrimitiveType type = parameter->shape().element_type();
    Literal array = *Literal::Create(parameter->shape());
    for (int64_t i = 0; i < array.element_count(); ++i) {
      if (type == F32) {
        array.mutable_data<float>()[i] = static_cast<float>(random.Between(-40, 40)) / 8;
      } else if (type == S32) {
        array.mutable_data<int32_t>()[i] = static_cast<int32_t>(random.Between(-2, 6));
      } else if (type == BF16) {
        array.mutable_data<uint16_t>()[i] = static_cast<uint16_t>(random.Between(0x3f00, 0x4200));
      } else if (type == U32) {
        array.mutable_data<uint32_t>()[i] = static_cast<uint32_t>(2 * random.Below(1LL << 31));
      } else {
        array.mutable_data<bool>()[i] = random.OneIn(2);
      }
    }
    arguments.push_back(std::move(array));
  }
  return arguments;
}

class NoContext final : public EvalContext {
 public:
  const LedgerPtr& ledger() const override { return ledger_; }
  int64_t device() const override { return 0; }
  const DeviceGrid& grid() const override { return grid_; }
  RandomState& random() override { return random_; }

 private:
  RandomState random_;
  const LedgerPtr ledger_;
  const DeviceGrid grid_ = {};
};

// Applies add_and_negate or is_nearer.
void ApplyPlainly(const HloComputation& computation, const Application& application) {
  const auto* const a = reinterpret_cast<const float*>(application.arguments[0]);
  const auto* const b = reinterpret_cast<const float*>(application.arguments[1]);
  std::byte* const results = application.results[0];
  for (int64_t i = 0; i < application.count; ++i) {
    if (computation.name() == "is_nearer") {
      results[i] = std::byte{std::fabs(a[i]) < std::fabs(b[i])};
    } else {
      reinterpret_cast<float*>(results)[i] = -(a[i] + b[i]);
    }
  }
}

// The result for operands in layouts that the program does not state.
Literal Unprepared(const HloInstruction& instruction, const std::vector<Literal>& values,
                   Random& random) {
  NoContext context;
  std::vector<Literal> operands;
  for (const HloInstruction* operand : instruction.operands()) {
    const Literal& value = values[static_cast<size_t>(operand->index())];
    operands.push_back(*RelayoutTo(value, WithRandomLayout(random, value.shape())));
  }
  std::vector<const Literal*> pointers;
  for (const Literal& operand : operands) pointers.push_back(&operand);
  const Operands all(pointers.data(), pointers.size());
  const OpEval& eval = ExecutingOpEval(instruction);
  StatusOr<ComputedValue> value = PrepareValue(*eval.As<Computes>(), context, instruction, all);
  EXPECT_TRUE(value.ok());
  if (value->view.valid()) return value->view;
  const Shape& shape = instruction.shape();
  Destination destination;
  if (!shape.IsTuple()) destination.Add(*Literal::Create(shape));
  for (const Shape& array : shape.tuple_shapes()) destination.Add(*Literal::Create(array));
  const auto apply = [&](const Application& application) {
    ApplyPlainly(*instruction.called_computation(application.computation), application);
  };
  EXPECT_TRUE(
      RunKernel(EvaluateInto(eval, std::move(value->op), context, instruction, all, destination),
                TaskOrder::kShuffled, apply)
          .status.ok());
  if (!shape.IsTuple()) return destination.Take(0);
  std::vector<Literal> arrays;
  for (size_t i = 0; i < destination.size(); ++i) arrays.push_back(destination.Take(i));
  return Literal::MakeTuple(std::move(arrays));
}

// The value of each instruction of a program without control flow.
std::vector<Literal> AllUnprepared(const HloComputation& computation,
                                   const std::vector<Literal>& arguments, Random& random) {
  std::vector<Literal> values;
  for (const auto& instruction : computation.instructions()) {
    if (instruction->opcode() == HloOpcode::kParameter) {
      const auto& attributes = instruction->attributes<ParameterAttributes>();
      values.push_back(arguments[static_cast<size_t>(attributes.parameter_number)]);
    } else {
      values.push_back(Unprepared(*instruction, values, random));
    }
  }
  return values;
}

class AllValues final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    // The memory may be written to afterwards.
    values.emplace(event.instruction.index(), event.value.ToString());
  }
  std::map<int64_t, std::string> values;
};

// A run gives the same result as evaluating each instruction, and a traced run gives the same value
// for each of them.
void ExpectSameValues(const std::shared_ptr<const HloModule>& module, Random& random) {
  const HloComputation& entry = module->entry_computation();
  const std::vector<Literal> arguments = PreparedRandomArguments(*module, random);
  const std::vector<Literal> expected = AllUnprepared(entry, arguments, random);
  const StatusOr<Literal> result = Evaluate(*module, arguments);
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->ToString(), expected.back().ToString());
  AllValues tracer;
  const auto traced = Execution::Start(*Executable::Create(module), arguments);
  ASSERT_TRUE(traced.ok());
  (*traced)->SetTracer(&tracer);
  ASSERT_TRUE((*traced)->RunToEnd().ok());
  // Unused arguments are not reported.
  ASSERT_GE(tracer.values.size() + entry.parameters().size(), expected.size());
  for (const auto& [index, value] : tracer.values) {
    EXPECT_EQ(value, expected[static_cast<size_t>(index)].ToString())
        << entry.instructions()[static_cast<size_t>(index)]->name();
  }
}

TEST(PreparedTest, SmallOperationsAreLightSteps) {
  for (const char* instruction : kInstructions) {
    const auto module =
        PreparedParsed(PreparedTextOf(StrCat("  ROOT r = ", instruction), /*row_major=*/true));
    ASSERT_NE(module, nullptr);
    ShapeTable shapes;
    const ComputationPlan plan = PlanFor(module->entry_computation(), shapes);
    ASSERT_EQ(plan.light_steps.size(), 1u) << instruction;
    EXPECT_NE(plan.light_steps[0].op, nullptr) << instruction;
  }
}

TEST(PreparedTest, OthersArePreparedAllTheSame) {
  for (const Span<const char* const> instructions :
       {Span<const char* const>(kDoneAtOnce), Span<const char* const>(kHasKernel)}) {
    for (const char* instruction : instructions) {
      const auto module =
          PreparedParsed(PreparedTextOf(StrCat("  ROOT r = ", instruction), /*row_major=*/true));
      ASSERT_NE(module, nullptr);
      ShapeTable shapes;
      const ComputationPlan plan = PlanFor(module->entry_computation(), shapes);
      ASSERT_EQ(plan.steps.size(), 1u) << instruction;
      EXPECT_NE(plan.steps[0].prepared, nullptr) << instruction;
    }
  }
}

TEST(PreparedTest, GivesWhatEvaluatingGives) {
  Random random(81);
  for (const char* instruction : AllInstructions()) {
    for (const bool row_major : {true, false}) {
      const auto module =
          PreparedParsed(PreparedTextOf(StrCat("  ROOT r = ", instruction), row_major));
      ASSERT_NE(module, nullptr);
      for (int round = 0; round < 8; ++round) ExpectSameValues(module, random);
      ASSERT_FALSE(HasFailure()) << instruction << (row_major ? "" : ", column-major");
    }
  }
}

// Instructions that take and give f32[4,6]. A is the value before, B any one before.
constexpr const char* kPreparedLinks[] = {
    "N = f32[4,6]L add(A, B)",
    "N = f32[4,6]L subtract(B, A)",
    "N = f32[4,6]L negate(A)",
    "N = f32[4,6]L select(p, A, B)",
    "N = f32[4,6]L clamp(v, A, v)",
    "N = f32[4,6]L copy(A)",
    "N = f32[4,6]L reverse(A), dimensions={1}",
    "N = f32[4,6]L dynamic-update-slice(A, box, i, j)",
    "N = f32[4,6]L dynamic-update-slice(B, A, ij)",
    "Ns = f32[2,3]L dynamic-slice(A, j, i), dynamic_slice_sizes={2,3}\n  "
    "N = f32[4,6]L dynamic-update-slice(B, Ns, i, j)",
    "N = f32[4,6]L scatter(A, rows, three), to_apply=add, update_window_dims={1}, "
    "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1",
    "Ng = f32[3,6]L gather(A, rows), offset_dims={1}, collapsed_slice_dims={0}, "
    "start_index_map={0}, index_vector_dim=1, slice_sizes={1,6}\n  "
    "N = f32[4,6]L scatter(B, rows, Ng), to_apply=second, update_window_dims={1}, "
    "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1",
    "Nr = f32[6]L1 reduce(A, v), dimensions={0}, to_apply=add\n  "
    "Nb = f32[4,6]L broadcast(Nr), dimensions={1}\n  N = f32[4,6]L maximum(Nb, B)",
    "Nt = f32[6,4]L transpose(A), dimensions={1,0}\n  N = f32[4,6]L reshape(Nt)",
    "Np = f32[6,6]L pad(A, v), padding=1_1x0_0\n  N = f32[4,6]L slice(Np), slice={[0:4], [0:6]}",
    "Nc = f32[8,6]L concatenate(A, B), dimensions={0}\n  "
    "N = f32[4,6]L slice(Nc), slice={[1:8:2], [0:6]}",
};

std::string PreparedRandomProgram(Random& random, int links) {
  std::string body;
  std::vector<std::string> values = {"x", "y"};
  for (int n = 0; n < links; ++n) {
    const std::string_view link = kPreparedLinks[random.Below(std::size(kPreparedLinks))];
    const std::string name = StrCat("n", n, "_");
    const std::string before = values.back();
    const std::string other =
        values[static_cast<size_t>(random.Below(static_cast<int64_t>(values.size())))];
    std::string text;
    for (size_t at = 0; at < link.size(); ++at) {
      const char c = link[at];
      const bool alone = at + 1 == link.size() || link[at + 1] == ',' || link[at + 1] == ')';
      if (c == 'N') {
        text += name;
      } else if (c == 'A' && alone) {
        text += before;
      } else if (c == 'B' && alone) {
        text += other;
      } else {
        text += c;
      }
    }
    body += StrCat("  ", text, "\n");
    values.push_back(name);
  }
  return StrCat(body, "  ROOT r = f32[4,6]L add(", values.back(), ", y)");
}

TEST(PreparedTest, RandomPrograms) {
  Random random(82);
  for (int round = 0; round < 60; ++round) {
    const std::string text = PreparedTextOf(PreparedRandomProgram(random, 12), random.OneIn(2));
    const auto module = PreparedParsed(text);
    ASSERT_NE(module, nullptr);
    ExpectSameValues(module, random);
    ASSERT_FALSE(HasFailure()) << text;
  }
}

// A run allocates as often for 40 steps as for 3: only at its start. Arrays come from the client's
// pool.
TEST(PreparedTest, WhatIsDoneAtOnceAllocatesNothing) {
  const auto pool = std::make_shared<MemoryPool>();
  const auto client = std::make_shared<MemoryLedger>(int64_t{1} << 30, "", nullptr, pool);
  const auto count = [&](std::string_view instruction, int steps) {
    std::string body;
    for (int i = 0; i < steps; ++i) body += StrCat("  n", i, " = ", instruction, "\n");
    const auto module =
        PreparedParsed(PreparedTextOf(StrCat(body, "  ROOT r = s32[] copy(i)"), true));
    const auto program = *Executable::Create(module);
    Random random(83);
    const std::vector<Literal> arguments = PreparedRandomArguments(*module, random);
    int64_t allocated = 0;
    for (int run = 0; run < 2; ++run) {
      const int64_t pieces = pool->allocations();
      const int64_t before = Allocations();
      const auto execution = Execution::Start(program, arguments, {.client = client});
      EXPECT_TRUE((*execution)->RunToEnd().ok());
      allocated = Allocations() - before;
      if (run == 1) {
        EXPECT_EQ(pool->allocations(), pieces) << instruction;
      }
    }
    return allocated;
  };
  for (const char* instruction : kInstructions) {
    EXPECT_EQ(count(instruction, 3), count(instruction, 40)) << instruction;
  }
  for (const char* instruction : kDoneAtOnce) {
    EXPECT_EQ(count(instruction, 3), count(instruction, 40)) << instruction;
  }
  // Applying a computation to elements does allocate.
  if (kCountsAllocations) {
    EXPECT_LT(count(kHasKernel[0], 3), count(kHasKernel[0], 40));
  }
}

}  // namespace
}  // namespace hloom
