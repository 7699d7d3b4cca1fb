// The step machine: limits, cancellation, memory, depth. tests/cases has the results of operations.
#include "runtime/execution.h"

#include "base/str_cat.h"

#include <cstring>
#include <limits>
#include <memory>

#ifndef __EMSCRIPTEN__
#include <thread>
#endif

#include "gtest/gtest.h"
#include "ops/verify/verifier.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// T -> PRED[]: true.
XlaComputation Always(const Shape& shape) {
  XlaBuilder b("always");
  Parameter(&b, 0, shape, "state");
  ConstantR0<bool>(&b, true);
  return BuildOrDie(b);
}

XlaComputation ExecutionIdentity(const Shape& shape) {
  XlaBuilder b("same");
  Parameter(&b, 0, shape, "state");
  return BuildOrDie(b);
}

std::shared_ptr<const Executable> ExecutionProgramOf(XlaBuilder& builder,
                                                     const DeviceGrid& grid = {}) {
  return *Executable::Create(BuildOrDie(builder).CreateModule(), grid);
}

std::shared_ptr<const Executable> EndlessProgram() {
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  XlaBuilder b("endless");
  While(Always(scalar), ExecutionIdentity(scalar), ConstantR0<int32_t>(&b, 0));
  return ExecutionProgramOf(b);
}

// f32[] broadcast to `elements`.
StatusOr<Literal> RunBroadcast(int64_t elements, const RunLimits& limits = {}) {
  XlaBuilder b("big");
  Broadcast(ConstantR0<float>(&b, 1), {elements});
  return BuildAndRun(b, {}, limits);
}

// ---- Limits and cancellation ----

TEST(LimitsTest, AnEndlessWhileStopsAtTheInstructionLimit) {
  const auto execution = Execution::Start(EndlessProgram(), {}, {.instructions = 10000}).value();
  const Status status = execution->RunToEnd().status();
  EXPECT_EQ(status.rule(), "limits.c1");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_FALSE(status.fields().location.empty());
  EXPECT_EQ(execution->instructions(), 10001);
  // A failed run answers the same error every time.
  EXPECT_EQ(execution->RunFor(1).status().rule(), "limits.c1");
}

TEST(LimitsTest, ARunMayUseItsLimitToTheEnd) {
  const auto instructions_of = [](int64_t limit) {
    XlaBuilder b("three");
    Add(ConstantR0<float>(&b, 1), ConstantR0<float>(&b, 2));
    return BuildAndRun(b, {}, {.instructions = limit}).status();
  };
  EXPECT_TRUE(instructions_of(3).ok());
  EXPECT_EQ(instructions_of(2).rule(), "limits.c1");
}

TEST(LimitsTest, AReductionIsChargedToo) {
  XlaBuilder b("reduce");
  const XlaOp wide = Broadcast(ConstantR0<float>(&b, 1), {1000});
  Reduce(wide, ConstantR0<float>(&b, 0), UnrecognizedAdd(F32), {0});
  EXPECT_EQ(BuildAndRun(b, {}, {.instructions = 100}).status().rule(), "limits.c1");
}

// ---- Time ----

TEST(TimeLimitTest, AnEndlessWhile) {
  const auto execution = Execution::Start(EndlessProgram(), {}, {.milliseconds = 20}).value();
  const Status status = execution->RunToEnd().status();
  EXPECT_EQ(status.rule(), "limits.c4");
  EXPECT_EQ(status.code(), StatusCode::kDeadlineExceeded);
  EXPECT_EQ(status.fields().headline, "the run exceeded its limit of 20 milliseconds");
  EXPECT_NE(status.fields().help.text().find("limits.milliseconds"), std::string::npos);
  EXPECT_NE(status.fields().location.find("%while"), std::string::npos) << status.ToString();
  EXPECT_EQ(status.fields().op, "run");
  EXPECT_GT(execution->instructions(), 0);
  EXPECT_EQ(execution->RunFor(1).status().rule(), "limits.c4");
}

TEST(TimeLimitTest, WhatWasSpentBefore) {
  XlaBuilder b("one");
  ConstantR0<float>(&b, 1);
  const auto program = ExecutionProgramOf(b);
  const auto run = [&](int64_t limit, int64_t spent) {
    const RunLimits limits = {.milliseconds = limit, .milliseconds_spent = spent};
    return Execution::Start(program, {}, limits).value()->RunToEnd().status();
  };
  EXPECT_TRUE(run(kNoLimit, 0).ok());
  EXPECT_TRUE(run(kNoLimit, kNoLimit).ok());
  EXPECT_TRUE(run(1000000, 1000).ok());
  EXPECT_EQ(run(0, 0).rule(), "limits.c4");
  EXPECT_EQ(run(-1, 0).rule(), "limits.c4");
  const Status status = run(50, 70);
  EXPECT_EQ(status.rule(), "limits.c4");
  ASSERT_EQ(status.fields().details.size(), 1u);
  EXPECT_EQ(status.fields().details[0], "70 milliseconds passed, and 1 instruction began");
}

// The text has a place, at any point of the run.
TEST(TimeLimitTest, WhileTheHostIsAsked) {
  class NeverAnswers final : public Host {
   public:
    StatusOr<std::optional<Literal>> Ask(const HostQuestion&) override {
      return std::optional<Literal>();
    }
  };
  NeverAnswers host;
  XlaBuilder b("asks");
  CustomCall(&b, "nobody", {}, ShapeUtil::MakeScalarShape(F32));
  const auto execution =
      Execution::Start(ExecutionProgramOf(b), {}, {.milliseconds = 20}, &host).value();
  EXPECT_FALSE(execution->RunFor(0).value());
  EXPECT_EQ(execution->Place(), "%custom-call.1 in computation \"asks.2\"");
  while (execution->RunFor(0).ok()) {
  }
  const Status status = execution->RunFor(0).status();
  EXPECT_EQ(status.rule(), "limits.c4");
  EXPECT_EQ(status.fields().op, "run");
  EXPECT_EQ(status.fields().location, execution->Place());
}

TEST(TimeLimitTest, WhileArgumentsAreConverted) {
  const Shape shape = ShapeUtil::MakeShape(F32, {1000, 1000});
  XlaBuilder b("converts");
  Parameter(&b, 0, shape, "x");
  const auto program = ExecutionProgramOf(b);
  const Literal argument =
      *Literal::Create(ShapeUtil::MakeShapeWithLayout(F32, {1000, 1000}, {0, 1}));
  const auto execution = Execution::Start(program, {argument}, {.milliseconds = 0}).value();
  const Status status = execution->RunToEnd().status();
  EXPECT_EQ(status.rule(), "limits.c4");
  EXPECT_EQ(status.fields().location.find("the arguments of computation \"converts"), 0)
      << status.ToString();
}

// A result after the time limit is an error, even after few instructions: the clock is read between
// the tasks of a long instruction, and at the end.
TEST(TimeLimitTest, OneLongInstruction) {
  XlaBuilder b("long_reduce");
  const XlaOp wide = Broadcast(ConstantR0<float>(&b, 1), {int64_t{1} << 22});
  Reduce(wide, ConstantR0<float>(&b, 0), UnrecognizedAdd(F32), {0});
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}, {.milliseconds = 1}).value();
  EXPECT_EQ(execution->RunToEnd().status().rule(), "limits.c4");
}

// A slice ends when its time is over, also where 256 instructions take much longer.
TEST(TimeLimitTest, SlicesOfLongInstructions) {
  XlaBuilder b("long_chain");
  XlaOp x = Broadcast(ConstantR0<float>(&b, 1), {int64_t{1} << 20});
  for (int i = 0; i < 100; ++i) x = Exp(Neg(x));
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}).value();
  EXPECT_FALSE(execution->RunFor(0).value());
  EXPECT_LT(execution->instructions(), 50);
}

TEST(CancelTest, BetweenSteps) {
  const auto execution = Execution::Start(EndlessProgram(), {}).value();
  EXPECT_FALSE(execution->RunFor(1).value());
  execution->Cancel();
  const Status status = execution->RunFor(1000).status();
  EXPECT_EQ(status.rule(), "limits.c2");
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_EQ(execution->RunToEnd().status().rule(), "limits.c2");
}

TEST(CancelTest, BeforeTheFirstStep) {
  XlaBuilder b("one");
  ConstantR0<float>(&b, 1);
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}).value();
  execution->Cancel();
  EXPECT_EQ(execution->RunToEnd().status().rule(), "limits.c2");
}

#ifndef __EMSCRIPTEN__
TEST(CancelTest, FromAnotherThread) {
  const auto execution = Execution::Start(EndlessProgram(), {}).value();
  std::thread other([&] { execution->Cancel(); });
  EXPECT_EQ(execution->RunToEnd().status().rule(), "limits.c2");
  other.join();
}

// Inside one instruction, which would take days: 2^43 applications.
TEST(CancelTest, InsideALongReduction) {
  constexpr int64_t kCount = int64_t{1} << 22;
  XlaBuilder b("long_windows");
  const XlaOp wide = Broadcast(ConstantR0<float>(&b, 1), {kCount});
  ReduceWindow(wide, ConstantR0<float>(&b, 0), UnrecognizedAdd(F32), {kCount}, {1}, Padding::kSame);
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}).value();
  // Applications count as instructions: with so many of them the run is in the middle.
  std::thread other([&] {
    while (execution->instructions() < 10'000) std::this_thread::yield();
    execution->Cancel();
  });
  EXPECT_EQ(execution->RunToEnd().status().rule(), "limits.c2");
  EXPECT_GE(execution->instructions(), 10'000);
  other.join();
}
#endif

TEST(StepTest, RunForReturnsInTime) {
  const auto execution = Execution::Start(EndlessProgram(), {}).value();
  int64_t before = 0;
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(execution->RunFor(0).value());
    EXPECT_GT(execution->instructions(), before);
    before = execution->instructions();
  }
}

TEST(StepTest, TheResultIsHandedOverOnce) {
  XlaBuilder b("once");
  ConstantR0<float>(&b, 1);
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}).value();
  EXPECT_TRUE(execution->RunFor(10).value());
  EXPECT_TRUE(execution->RunFor(10).value());
  EXPECT_EQ(execution->TakeResult().ToString(), "f32[] 1");
  EXPECT_FALSE(execution->TakeResult().valid());
}

TEST(StepTest, OneProgramInSeveralRunsAtATime) {
  XlaBuilder b("shared");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeScalarShape(S32), "x");
  Mul(Add(x, x), x);
  const std::shared_ptr<const Executable> program = ExecutionProgramOf(b);
  const auto first = Execution::Start(program, {LiteralUtil::CreateR0<int32_t>(3)}).value();
  const auto second = Execution::Start(program, {LiteralUtil::CreateR0<int32_t>(5)}).value();
  EXPECT_EQ(second->RunToEnd().value().ToString(), "s32[] 50");
  EXPECT_EQ(first->RunToEnd().value().ToString(), "s32[] 18");
}

// ---- Arguments ----

// The argument of each device is its number of iterations: a device that is done early does not
// wait.
TEST(DevicesTest, RunOneProgramInTurns) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(R"(HloModule m
more {
  x = f32[2] parameter(0)
  sum = f32[] constant(100)
  limit = f32[2] broadcast(sum), dimensions={}
  less = pred[2] compare(x, limit), direction=LT
  one = pred[1] slice(less), slice={[0:1]}
  ROOT r = pred[] reshape(one)
}
twice {
  x = f32[2] parameter(0)
  ROOT r = f32[2] add(x, x)
}
ENTRY e {
  x = f32[2] parameter(0)
  ROOT r = f32[2] while(x), condition=more, body=twice
})");
  const std::vector<Literal> arguments[] = {{LiteralUtil::CreateR1<float>({1, 2})},
                                            {LiteralUtil::CreateR1<float>({200, 3})},
                                            {LiteralUtil::CreateR1<float>({64, 1})}};
  auto run = Execution::StartOnDevices(*Executable::Create(module, {3, 1}), arguments).value();
  while (!*run->RunFor(0)) continue;
  EXPECT_EQ(run->TakeResult(0).ToString(), "f32[2] {128, 256}");
  EXPECT_EQ(run->TakeResult(1).ToString(), "f32[2] {200, 3}");
  EXPECT_EQ(run->TakeResult(2).ToString(), "f32[2] {128, 2}");
  EXPECT_FALSE(run->TakeResult(1).valid());
}

TEST(DevicesTest, EachKnowsItsNumber) {
  XlaBuilder b("number");
  Add(ReplicaId(&b), Parameter(&b, 0, ShapeUtil::MakeScalarShape(U32), "x"));
  const std::vector<Literal> arguments[] = {{LiteralUtil::CreateR0<uint32_t>(10)},
                                            {LiteralUtil::CreateR0<uint32_t>(20)}};
  auto run = Execution::StartOnDevices(ExecutionProgramOf(b, {2, 1}), arguments).value();
  while (!*run->RunFor(0)) continue;
  EXPECT_EQ(run->TakeResult(0).ToString(), "u32[] 10");
  EXPECT_EQ(run->TakeResult(1).ToString(), "u32[] 21");
}

TEST(DevicesTest, EachHasItsArgumentsChecked) {
  const std::vector<Literal> arguments[] = {{LiteralUtil::CreateR0<int32_t>(1)},
                                            {LiteralUtil::CreateR0<float>(1)}};
  XlaBuilder b("same");
  Parameter(&b, 0, ShapeUtil::MakeScalarShape(S32), "x");
  const auto module = std::shared_ptr<const HloModule>(BuildOrDie(b).CreateModule());
  const auto run = Execution::StartOnDevices(*Executable::Create(module, {2, 1}), arguments);
  EXPECT_EQ(run.status().rule(), "arguments.c2");
  EXPECT_EQ(run.status().fields().location, "device 1");
  const auto three = Execution::StartOnDevices(*Executable::Create(module, {3, 1}), arguments);
  EXPECT_EQ(three.status().rule(), "arguments.c3");
}

TEST(ArgumentsTest, NumberAndShapes) {
  XlaBuilder b("arguments");
  Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2}), "x");
  const std::shared_ptr<const Executable> program = ExecutionProgramOf(b);
  EXPECT_EQ(Execution::Start(program, {}).status().rule(), "arguments.c1");
  const Literal two = LiteralUtil::CreateR1<float>({1, 2});
  EXPECT_EQ(Execution::Start(program, {two, two}).status().rule(), "arguments.c1");
  EXPECT_EQ(Execution::Start(program, {LiteralUtil::CreateR1<float>({1})}).status().rule(),
            "arguments.c2");
  EXPECT_EQ(Execution::Start(program, {Literal()}).status().rule(), "arguments.c2");
  EXPECT_EQ(Execution::Start(program, {Literal::MakeToken()}).status().rule(), "arguments.c2");
  EXPECT_TRUE(Execution::Start(program, {two}).ok());
}

TEST(ArgumentsTest, AreNotWrittenTo) {
  const Literal x = LiteralUtil::CreateR1<float>({1, 2});
  XlaBuilder b("twice");
  const XlaOp p = Parameter(&b, 0, x.shape(), "x");
  Add(p, p);
  EXPECT_EQ(RunToText(b, {x}), "f32[2] {2, 4}");
  EXPECT_EQ(x.ToString(), "f32[2] {1, 2}");
}

// ---- Memory ----

TEST(MemoryTest, TenTerabytesDoNotFitTheDefaultLimit) {
  const Status status = RunBroadcast(int64_t{10} << 38).status();
  EXPECT_EQ(status.rule(), "memory.c1");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_NE(status.fields().headline.text().find("10.0 TiB (10995116277760 bytes)"),
            std::string::npos)
      << status.ToString();
  EXPECT_NE(status.fields().location.find("broadcast"), std::string::npos);
  // The limit, and the fix: addresses of 32 bits cannot be made longer.
  const std::string text = status.ToString();
  if constexpr (sizeof(void*) == 4) {
    EXPECT_NE(text.find("the 4.0 GiB (4294967296 bytes) that WebAssembly can address"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("no option raises this limit"), std::string::npos) << text;
  } else {
    EXPECT_NE(text.find("the memory limit of 16.0 GiB"), std::string::npos) << text;
    EXPECT_NE(text.find("raise the limit, which is limits.bytes"), std::string::npos) << text;
  }
  // The next program runs.
  EXPECT_EQ(RunBroadcast(2).value().ToString(), "f32[2] {1, 1}");
}

TEST(MemoryTest, NorTheMachineWithoutALimit) {
  const Status status = RunBroadcast(int64_t{1} << 58, {.bytes = kNoLimit}).status();
  // In WebAssembly, the address space is a separate limit.
  EXPECT_EQ(status.rule(), sizeof(void*) == 4 ? "memory.c1" : "memory.c2");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(RunBroadcast(2, {.bytes = kNoLimit}).value().ToString(), "f32[2] {1, 1}");
}

// An argument in another order than its parameter's is copied, and the copy counts as the run's
// memory.
TEST(MemoryTest, ArgumentsInAnotherOrderCount) {
  const Shape rows = ShapeUtil::MakeShapeWithLayout(F32, {100, 100}, {1, 0});
  XlaBuilder b("rows");
  Neg(Parameter(&b, 0, rows, "x"));
  const std::shared_ptr<const Executable> executable = ExecutionProgramOf(b);
  const std::vector<Literal> in_rows = {*Literal::Create(rows)};
  const std::vector<Literal> in_columns = {
      *Literal::Create(ShapeUtil::MakeShapeWithLayout(F32, {100, 100}, {0, 1}))};
  const RunLimits limits = {.bytes = 50'000};
  EXPECT_TRUE((*Execution::Start(executable, in_rows, limits))->RunToEnd().ok());
  const auto run = Execution::Start(executable, in_columns, limits);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ((*run)->bytes_in_use(), 40'000);
  const auto too_little = Execution::Start(executable, in_columns, {.bytes = 30'000});
  EXPECT_EQ(too_little.status().rule(), "memory.c1");
}

TEST(MemoryTest, TheLimitCountsWhatIsAliveAtATime) {
  // 1 KiB each; at no time are more than two of them needed.
  const auto run = [](int64_t limit) {
    XlaBuilder b("chain");
    XlaOp x = Broadcast(ConstantR0<float>(&b, 1), {256});
    for (int i = 0; i < 100; ++i) x = Rev(x, {0});
    return BuildAndRun(b, {}, {.bytes = limit}).status();
  };
  EXPECT_TRUE(run(2048).ok());
  EXPECT_EQ(run(2047).rule(), "memory.c1");
}

TEST(MemoryTest, AnElementwiseResultTakesTheMemoryOfADyingOperand) {
  const auto run = [](int64_t limit) {
    XlaBuilder b("chain");
    XlaOp x = Broadcast(ConstantR0<float>(&b, 1), {256});
    for (int i = 0; i < 100; ++i) x = Neg(x);
    for (int i = 0; i < 10; ++i) x = Add(x, x);
    x = ConvertElementType(x, S32);
    return BuildAndRun(b, {}, {.bytes = limit});
  };
  EXPECT_EQ(run(1023).status().rule(), "memory.c1");
  const Literal value = run(1024).value();
  EXPECT_EQ(value.data<int32_t>()[0], 1024);
  EXPECT_EQ(value.data<int32_t>()[255], 1024);
}

TEST(MemoryTest, WhatIsNeededLaterIsNotWrittenOver) {
  XlaBuilder b("holders");
  const Literal argument = LiteralUtil::CreateR1<float>({1, 2, 3});
  const XlaOp x = ParameterLike(b, 0, argument);
  const XlaOp y = Add(x, x);
  const XlaOp pair = Tuple(&b, {y, Neg(y)});
  const XlaOp first = GetTupleElement(pair, 0);
  Tuple(&b, {Neg(first), first, Mul(Neg(x), y)});
  const Literal value = BuildAndRun(b, {argument}).value();
  EXPECT_EQ(value.elements()[0].ToStringWithoutShape(), "{-2, -4, -6}");
  EXPECT_EQ(value.elements()[1].ToStringWithoutShape(), "{2, 4, 6}");
  EXPECT_EQ(value.elements()[2].ToStringWithoutShape(), "{-2, -8, -18}");
  EXPECT_EQ(argument.ToStringWithoutShape(), "{1, 2, 3}");
}

TEST(MemoryTest, NothingIsHeldAfterARun) {
  XlaBuilder b("held");
  const XlaOp wide = Broadcast(ConstantR0<float>(&b, 1), {1000});
  const XlaOp sum = Reduce(wide, ConstantR0<float>(&b, 0), UnrecognizedAdd(F32), {0});
  Tuple(&b, {wide, sum});
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}).value();
  ASSERT_TRUE(execution->RunFor(60000).value());
  EXPECT_EQ(execution->bytes_in_use(), 4004);  // only the result
  EXPECT_GE(execution->peak_bytes(), 4004);
  execution->TakeResult();
  EXPECT_EQ(execution->bytes_in_use(), 0);
}

TEST(MemoryTest, AFailedRunGivesItsMemoryBackWithTheRun) {
  XlaBuilder b("fails");
  const XlaOp wide = Broadcast(ConstantR0<float>(&b, 1), {256});
  Broadcast(wide, {1024});
  const auto execution = Execution::Start(ExecutionProgramOf(b), {}, {.bytes = 4096}).value();
  EXPECT_EQ(execution->RunToEnd().status().rule(), "memory.c1");
  EXPECT_LE(execution->bytes_in_use(), 4096);
}

// (s32 count, f32[n]): adds the constant 1 to the array until the count is `iterations`.
std::shared_ptr<const Executable> CarryThroughWhile(int64_t n, int32_t iterations) {
  const Shape array = ShapeUtil::MakeShape(F32, {n});
  const Shape state = ShapeUtil::MakeTupleShape({ShapeUtil::MakeScalarShape(S32), array});
  XlaBuilder condition("condition");
  Lt(GetTupleElement(Parameter(&condition, 0, state, "s"), 0),
     ConstantR0<int32_t>(&condition, iterations));
  XlaBuilder body("body");
  const XlaOp s = Parameter(&body, 0, state, "s");
  const XlaOp count = Add(GetTupleElement(s, 0), ConstantR0<int32_t>(&body, 1));
  Tuple(&body, {count, Add(GetTupleElement(s, 1), ConstantR0<float>(&body, 1))});
  XlaBuilder b("carry");
  const XlaOp zero = Broadcast(ConstantR0<float>(&b, 0), {n});
  GetTupleElement(
      While(BuildOrDie(condition), BuildOrDie(body), Tuple(&b, {ConstantR0<int32_t>(&b, 0), zero})),
      1);
  return ExecutionProgramOf(b);
}

TEST(MemoryTest, A64MegabyteArrayThroughAWhileDoesNotPileUp) {
#ifdef __EMSCRIPTEN__
  constexpr int64_t kElements = 1 << 20;
#else
  constexpr int64_t kElements = 1 << 24;
#endif
  constexpr int64_t kBytes = kElements * 4;
  const auto execution = Execution::Start(CarryThroughWhile(kElements, 10), {}).value();
  while (!execution->RunFor(1000).value()) {
  }
  // The state, its successor, and the broadcast one that is added.
  EXPECT_LE(execution->peak_bytes(), 3 * kBytes + 1024);
  EXPECT_EQ(execution->bytes_in_use(), kBytes);
  const Literal result = execution->TakeResult();
  EXPECT_EQ(result.data<float>()[0], 10);
  EXPECT_EQ(result.data<float>()[kElements - 1], 10);
}

// Row i of an array becomes i, for each of its rows in turn, in one array from beginning to end.
TEST(MemoryTest, ALoopWritesIntoTheArrayThatItCarries) {
#ifdef __EMSCRIPTEN__
  constexpr int64_t kRows = 1 << 12;
#else
  constexpr int64_t kRows = 1 << 16;
#endif
  constexpr int64_t kColumns = 256;
  constexpr int64_t kBytes = kRows * kColumns * 4;
  const auto module =
      ParseHloModule(StrCat(R"(HloModule rows
condition {
  s = (s32[], f32[)",
                            kRows, R"(,256]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant()",
                            kRows, R"()
  ROOT go = pred[] compare(i, n), direction=LT
}
body {
  s = (s32[], f32[)",
                            kRows, R"(,256]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  array = f32[)",
                            kRows, R"(,256] get-tuple-element(s), index=1
  x = f32[] convert(i)
  row = f32[1,256] broadcast(x), dimensions={}
  zero = s32[] constant(0)
  updated = f32[)",
                            kRows, R"(,256] dynamic-update-slice(array, row, i, zero)
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT t = (s32[], f32[)",
                            kRows, R"(,256]) tuple(j, updated)
}
ENTRY main {
  zero = s32[] constant(0)
  nothing = f32[] constant(-1)
  array = f32[)",
                            kRows, R"(,256] broadcast(nothing), dimensions={}
  init = (s32[], f32[)",
                            kRows, R"(,256]) tuple(zero, array)
  loop = (s32[], f32[)",
                            kRows, R"(,256]) while(init), condition=condition, body=body
  ROOT rows = f32[)",
                            kRows, R"(,256] get-tuple-element(loop), index=1
})"));
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::shared_ptr<const HloModule> borrowed(std::shared_ptr<void>(), module->get());
  const auto execution = Execution::Start(*Executable::Create(borrowed), {}).value();
  while (!execution->RunFor(1000).value()) {
  }
  EXPECT_LE(execution->peak_bytes(), kBytes + 4096);
  const Literal result = execution->TakeResult();
  for (int64_t row = 0; row < kRows; ++row) {
    ASSERT_EQ(result.data<float>()[row * kColumns], static_cast<float>(row));
    ASSERT_EQ(result.data<float>()[row * kColumns + 255], static_cast<float>(row));
  }
}

// Operands with later uses are never overwritten.
TEST(MemoryTest, WhatIsUsedAgainIsCopied) {
  const auto module = ParseHloModule(R"(HloModule again
ENTRY main {
  a = s32[4] parameter(0)
  one = s32[1] constant({9})
  i = s32[] constant(1)
  b = s32[4] dynamic-update-slice(a, one, i)
  c = s32[4] add(a, b)
  self = s32[4] dynamic-update-slice(c, c, i)
  i2 = s32[] constant(2)
  d = s32[4] dynamic-update-slice(self, one, i2)
  e = s32[4] dynamic-update-slice(self, one, i)
  ROOT t = (s32[4], s32[4], s32[4], s32[4]) tuple(a, b, d, e)
})");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const Literal argument = LiteralUtil::CreateR1<int32_t>({1, 2, 3, 4});
  EXPECT_EQ(Evaluate(**module, {argument})->ToString(),
            "(s32[4] {1, 2, 3, 4}, s32[4] {1, 9, 3, 4}, s32[4] {2, 11, 9, 8}, "
            "s32[4] {2, 9, 6, 8})");
  EXPECT_EQ(argument.ToString(), "s32[4] {1, 2, 3, 4}");
}

TEST(MemoryTest, MoreIterationsNeedNoMore) {
  const auto peak_of = [](int32_t iterations) {
    const auto execution = Execution::Start(CarryThroughWhile(1000, iterations), {}).value();
    EXPECT_TRUE(execution->RunFor(60000).value());
    return execution->peak_bytes();
  };
  EXPECT_EQ(peak_of(2000), peak_of(3));
}

}  // namespace
}  // namespace hloom
