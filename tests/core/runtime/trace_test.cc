// Tracing: the events of a run, which computes the same with a tracer.
#include "runtime/trace.h"

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/sample_modules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

class TraceLines final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    std::string line;
    for (const TraceCaller& caller : event.callers) {
      StrAppend(line, caller.instruction->name());
      if (caller.iteration >= 0) StrAppend(line, "#", caller.iteration);
      line.append(" > ");
    }
    StrAppend(line, event.computation.name(), " ", event.instruction.name(), " = ",
              event.value.ToString());
    lines.push_back(line);
  }
  bool full() const override { return stops_after_each; }

  std::vector<std::string> lines;
  bool stops_after_each = false;
};

std::unique_ptr<Execution> StartOf(std::unique_ptr<HloModule> module,
                                   std::vector<Literal> arguments = {},
                                   const RunLimits& limits = {}) {
  return Execution::Start(*Executable::Create(std::move(module)), arguments, limits).value();
}

TEST(TraceTest, EveryInstructionAndItsValue) {
  auto run = StartOf(BroadcastModule(), {LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}),
                                         LiteralUtil::CreateR1<float>({7, 8, 9})});
  TraceLines lines;
  run->SetTracer(&lines);
  EXPECT_EQ(run->RunToEnd()->ToString(), "f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }");
  EXPECT_EQ(lines.lines, (std::vector<std::string>{
                             "main.5 x = f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }",
                             "main.5 v = f32[3] {7, 8, 9}",
                             "main.5 broadcast.3 = f32[2,3] { { 7, 8, 9 }, { 7, 8, 9 } }",
                             "main.5 add.4 = f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }",
                         }));
}

TEST(TraceTest, LoopsSayWhichTimeAroundItIs) {
  auto run = StartOf(WhileModule());
  TraceLines lines;
  run->SetTracer(&lines);
  EXPECT_EQ(run->RunToEnd()->ToString(), "s32[] 10");
  // A constant and the loop; ten times three in the body, eleven times three in the condition.
  ASSERT_EQ(lines.lines.size(), 2u + 10 * 3 + 11 * 3);
  EXPECT_EQ(lines.lines[1], "while.10#0 > condition j = s32[] 0");
  EXPECT_EQ(lines.lines[3], "while.10#0 > condition compare.7 = pred[] true");
  EXPECT_EQ(lines.lines[6], "while.10#0 > body add.3 = s32[] 1");
  EXPECT_EQ(lines.lines[7], "while.10#1 > condition j = s32[] 1");
  EXPECT_EQ(lines.lines[lines.lines.size() - 2],
            "while.10#10 > condition compare.7 = pred[] false");
  EXPECT_EQ(lines.lines.back(), "main while.10 = s32[] 10");
}

TEST(TraceTest, CallsAndConditionalsAreNoLoops) {
  auto run = StartOf(KitchenSinkModule(),
                     {LiteralUtil::CreateR1<float>({1, 2}), LiteralUtil::CreateR0<bool>(true),
                      LiteralUtil::CreateR0<int32_t>(1)});
  TraceLines lines;
  run->SetTracer(&lines);
  ASSERT_TRUE(run->RunToEnd().ok());
  std::vector<std::string> inside;
  for (const std::string& line : lines.lines) {
    if (line.find(" > ") != std::string::npos) inside.push_back(line);
  }
  EXPECT_EQ(inside, (std::vector<std::string>{
                        "conditional.9 > negate n = f32[2] {1, 2}",
                        "conditional.9 > negate negate.2 = f32[2] {-1, -2}",
                        "conditional.10 > negate n = f32[2] {1, 2}",
                        "conditional.10 > negate negate.2 = f32[2] {-1, -2}",
                        "call.11 > negate n = f32[2] {-1, -2}",
                        "call.11 > negate negate.2 = f32[2] {1, 2}",
                    }));
}

TEST(TraceTest, AFullTracerPausesTheRun) {
  auto run = StartOf(WhileModule());
  TraceLines lines;
  lines.stops_after_each = true;
  run->SetTracer(&lines);
  int steps = 0;
  while (!*run->RunFor(1000)) ++steps;
  EXPECT_GT(steps, 60);
  EXPECT_EQ(run->TakeResult().ToString(), "s32[] 10");
  EXPECT_EQ(lines.lines.size(), 65u);
}

TEST(TraceTest, ARunThatFailsHasToldWhatCameBefore) {
  auto run = StartOf(WhileModule(), {}, {.instructions = 5});
  TraceLines lines;
  run->SetTracer(&lines);
  EXPECT_EQ(run->RunToEnd().status().rule(), "limits.c1");
  // The loop itself has begun, and has no value yet.
  EXPECT_EQ(lines.lines.size(), 4u);
}

TEST(TraceTest, NullEndsIt) {
  auto run = StartOf(WhileModule());
  TraceLines lines;
  run->SetTracer(&lines);
  run->SetTracer(nullptr);
  EXPECT_EQ(run->RunToEnd()->ToString(), "s32[] 10");
  EXPECT_TRUE(lines.lines.empty());
}

}  // namespace
}  // namespace hloom
