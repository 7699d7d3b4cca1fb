// Reductions, windows, scans and products of groups that are cancelled, or do not get the memory or
// the instructions they need.
#include "builder/functions/functions.h"
#include "runtime/machine.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The number of steps of a machine for the builder's program, at most `most` of them: then the run
// is cancelled, and must end at the next one.
int64_t StepsOf(XlaBuilder& b, const std::vector<Literal>& arguments, int64_t most) {
  const std::shared_ptr<const Executable> program =
      *Executable::Create(BuildOrDie(b).CreateModule());
  RunState run;
  Machine machine(program, &run);
  EXPECT_TRUE(machine.Start(program->module().entry_computation(), arguments).ok());
  for (int64_t steps = 0; steps < most; ++steps) {
    const StatusOr<Machine::State> state = machine.Step();
    EXPECT_TRUE(state.ok()) << state.status().ToString();
    if (!state.ok() || *state == Machine::State::kDone) return steps;
  }
  run.cancelled = true;
  EXPECT_EQ(machine.Step().status().rule(), "limits.c2");
  return most;
}

XlaComputation Comparison() {
  XlaBuilder b("ge");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  Ge(Parameter(&b, 0, scalar, "a"), Parameter(&b, 1, scalar, "b"));
  return BuildOrDie(b);
}
// a >= b, in a way that is not recognized.
XlaComputation DisguisedComparison() {
  XlaBuilder b("not_lt");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  Not(Lt(Parameter(&b, 0, scalar, "a"), Parameter(&b, 1, scalar, "b")));
  return BuildOrDie(b);
}

constexpr int64_t kCount = 1 << 16;
constexpr int64_t kSteps = 50;
Literal Zeros(std::vector<int64_t> sizes) {
  return LiteralUtil::Zero(ShapeUtil::MakeShape(F32, sizes));
}

// A whole array is one run.
TEST(ReduceCancelTest, InsideARun) {
  for (const XlaComputation& computation : {ScalarAdd(F32), UnrecognizedAdd(F32)}) {
    XlaBuilder b("main");
    const Literal x = Zeros({kCount * 16}), init = Zeros({});
    ReduceAll(ParameterLike(b, 0, x), ParameterLike(b, 1, init), computation);
    EXPECT_EQ(StepsOf(b, {x, init}, 8), 8);
  }
}

TEST(WindowCancelTest, InsideAFold) {
  for (const XlaComputation& computation : {ScalarAdd(F32), UnrecognizedAdd(F32)}) {
    XlaBuilder b("main");
    const Literal x = Zeros({256, 256}), init = Zeros({});
    ReduceWindow(ParameterLike(b, 0, x), ParameterLike(b, 1, init), computation, {256, 256}, {1, 1},
                 Padding::kSame);
    EXPECT_EQ(StepsOf(b, {x, init}, kSteps), kSteps);
  }
}

// Windows along one dimension are scans.
TEST(WindowCancelTest, InsideAScan) {
  for (const std::pair<int64_t, int64_t>& padding :
       {std::pair<int64_t, int64_t>{16 * kCount - 1, 0}, {1000, 999}}) {
    XlaBuilder b("main");
    const Literal x = Zeros({16 * kCount}), init = Zeros({});
    ReduceWindowWithGeneralPadding(ParameterLike(b, 0, x), ParameterLike(b, 1, init),
                                   ScalarAdd(F32), {padding.first + padding.second + 1}, {1}, {},
                                   {}, {{padding}});
    EXPECT_EQ(StepsOf(b, {x, init}, 16), 16);
  }
}

// Hardly any of 2^40 positions is on the one element.
TEST(WindowCancelTest, InsideAWindowOfPadding) {
  const int64_t huge = int64_t{1} << 40;
  const std::vector<std::pair<int64_t, int64_t>> padding = {{huge, huge}};
  for (const XlaComputation& computation : {ScalarAdd(F32), UnrecognizedAdd(F32)}) {
    XlaBuilder b("main");
    const Literal x = Zeros({1}), init = Zeros({});
    ReduceWindowWithGeneralPadding(ParameterLike(b, 0, x), ParameterLike(b, 1, init), computation,
                                   {huge}, {int64_t{1} << 20}, {}, {}, padding);
    EXPECT_EQ(StepsOf(b, {x, init}, kSteps), kSteps);
  }
}

TEST(WindowCancelTest, InsideSelectAndScatter) {
  for (const XlaComputation& select : {Comparison(), DisguisedComparison()}) {
    XlaBuilder b("main");
    const Literal x = Zeros({kCount}), source = Zeros({kCount}), init = Zeros({});
    SelectAndScatter(ParameterLike(b, 0, x), select, {kCount}, {1}, Padding::kSame,
                     ParameterLike(b, 1, source), ParameterLike(b, 2, init), ScalarAdd(F32));
    EXPECT_EQ(StepsOf(b, {x, source, init}, kSteps), kSteps);
  }
}

TEST(ScanCancelTest, BetweenSteps) {
  XlaBuilder step("step");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  const XlaOp sum = Add(Parameter(&step, 0, scalar, "x"), Parameter(&step, 1, scalar, "carry"));
  Tuple(&step, {sum, sum});
  XlaBuilder b("main");
  const Literal x = Zeros({kCount}), init = Zeros({});
  Scan(&b, {ParameterLike(b, 0, x)}, {ParameterLike(b, 1, init)}, BuildOrDie(step), 0);
  EXPECT_EQ(StepsOf(b, {x, init}, kSteps), kSteps);
}

TEST(WindowLimitsTest, Memory) {
  const Literal x = Zeros({1000}), init = Zeros({});
  const auto rule = [&](const RunLimits& limits) {
    XlaBuilder b("main");
    // A result of 40 MB.
    const std::vector<std::pair<int64_t, int64_t>> padding = {{10'000'000, 0}};
    ReduceWindowWithGeneralPadding(ParameterLike(b, 0, x), ParameterLike(b, 1, init),
                                   ScalarAdd(F32), {1}, {1}, {}, {}, padding);
    return std::string(BuildAndRun(b, {x, init}, limits).status().rule());
  };
  EXPECT_EQ(rule({.bytes = 1 << 20}), "memory.c1");
  EXPECT_EQ(rule({}), "");
}

// The result takes 2 MiB, and the additional memory does not grow with the array.
TEST(WindowLimitsTest, LongWindowsNeedLittleMoreThanTheirResult) {
  const int64_t count = 1 << 20;
  const Literal x = LiteralUtil::Zero(ShapeUtil::MakeShape(BF16, {count}));
  const Literal init = LiteralUtil::Zero(ShapeUtil::MakeScalarShape(BF16));
  for (const int64_t size : {int64_t{60}, int64_t{100}, int64_t{1000}, count / 2}) {
    XlaBuilder b("main");
    ReduceWindow(ParameterLike(b, 0, x), ParameterLike(b, 1, init), ScalarAdd(BF16), {size}, {1},
                 Padding::kSame);
    auto run = *Execution::Start(*Executable::Create(BuildOrDie(b).CreateModule()), {x, init},
                                 {.bytes = 4 << 20});
    const StatusOr<Literal> value = run->RunToEnd();
    ASSERT_TRUE(value.ok()) << size << ": " << value.status().ToString();
    EXPECT_EQ(value->shape().dimensions(0), count);
    EXPECT_LE(run->peak_bytes(), (2 << 20) + (256 << 10)) << size;
  }
}

// A step gives a value of 4 MB, of which 100 are kept.
TEST(ScanLimitsTest, Memory) {
  XlaBuilder step("step");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  const XlaOp carry = Parameter(&step, 1, scalar, "carry");
  Parameter(&step, 0, scalar, "x");
  Tuple(&step, {Broadcast(carry, {1 << 20}), carry});
  const XlaComputation computation = BuildOrDie(step);
  const Literal x = Zeros({100}), init = Zeros({});
  XlaBuilder b("main");
  Scan(&b, {ParameterLike(b, 0, x)}, {ParameterLike(b, 1, init)}, computation, 0);
  EXPECT_EQ(BuildAndRun(b, {x, init}, {.bytes = 64 << 20}).status().rule(), "memory.c1");
}

TEST(ScanLimitsTest, StepsAreInstructions) {
  XlaBuilder step("step");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  const XlaOp sum = Add(Parameter(&step, 0, scalar, "x"), Parameter(&step, 1, scalar, "carry"));
  Tuple(&step, {sum, sum});
  const XlaComputation computation = BuildOrDie(step);
  const Literal x = Zeros({1000}), init = Zeros({});
  XlaBuilder b("main");
  Scan(&b, {ParameterLike(b, 0, x)}, {ParameterLike(b, 1, init)}, computation, 0);
  const StatusOr<Literal> value = BuildAndRun(b, {x, init}, {.instructions = 1000});
  EXPECT_EQ(value.status().rule(), "limits.c1");
}

// Memory that a back end would keep between the start and the end counts for the run too: 40 MB.
TEST(AsyncLimitsTest, Memory) {
  const auto rule = [](const RunLimits& limits) {
    const auto module = ParseHloModule(R"(HloModule m
negate { a = f32[4] parameter(0)
  ROOT n = f32[4] negate(a) }
ENTRY e {
  x = f32[4] constant({1, 2, 3, 4})
  start = ((f32[4]), f32[4], u32[10000000]) async-start(x), calls=negate
  ROOT done = f32[4] async-done(start)
})");
    EXPECT_TRUE(module.ok()) << module.status().ToString();
    return std::string(Evaluate(**module, {}, limits).status().rule());
  };
  EXPECT_EQ(rule({.bytes = 1 << 20}), "memory.c1");
  EXPECT_EQ(rule({}), "");
}

// There are many groups, each too small for its own task.
TEST(RaggedDotCancelTest, BetweenGroups) {
  constexpr int64_t kGroups = 1 << 12;
  const auto product = [](const std::vector<int64_t>& lhs, const std::vector<int64_t>& rhs,
                          const std::vector<int64_t>& contracting, int64_t ragged,
                          const std::vector<int64_t>& sizes) {
    RaggedDotDimensionNumbers numbers;
    for (const int64_t d : contracting) {
      numbers.mutable_dot_dimension_numbers()->add_lhs_contracting_dimensions(d);
      numbers.mutable_dot_dimension_numbers()->add_rhs_contracting_dimensions(d);
    }
    numbers.add_lhs_ragged_dimensions(ragged);
    if (ragged == 0) numbers.add_rhs_group_dimensions(0);
    XlaBuilder b("main");
    const Literal x = Zeros(lhs), y = Zeros(rhs);
    const Literal groups = LiteralUtil::Zero(ShapeUtil::MakeShape(S32, sizes));
    RaggedDot(ParameterLike(b, 0, x), ParameterLike(b, 1, y), ParameterLike(b, 2, groups), numbers);
    return StepsOf(b, {x, y, groups}, kSteps);
  };
  EXPECT_EQ(product({2, 3}, {kGroups, 3}, {1}, 0, {kGroups}), kSteps);
  EXPECT_EQ(product({2, 3}, {2, 3}, {1}, 1, {kGroups}), kSteps);
  EXPECT_EQ(product({2, 5, 3}, {2, 5, 3}, {1, 2}, 2, {5, kGroups}), kSteps);
}

}  // namespace
}  // namespace hloom
