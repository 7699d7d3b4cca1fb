// A channel_id joins equal collectives in different places of the module: devices that take
// different ways through the program meet at them.
#include "comm/run_grid.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kReducers = R"(
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
sum {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT total = f32[] add(x, y)
}
greatest {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
)";

// Replica 0 goes through `even` and replica 1 through `odd`. Returns both results, or the error.
std::string RunTwo(const std::string& even, const std::string& odd, bool threads) {
  auto module = ParseHloModule("HloModule m\n" + std::string(kReducers) + R"(
more {
  p = (f32[], f32[]) parameter(0)
  i = f32[] get-tuple-element(p), index=0
  three = f32[] constant(3)
  ROOT r = pred[] compare(i, three), direction=LT
}
body {
  p = (f32[], f32[]) parameter(0)
  i = f32[] get-tuple-element(p), index=0
  x = f32[] get-tuple-element(p), index=1
  one = f32[] constant(1)
  next = f32[] add(i, one)
  y = f32[] all-reduce(x), channel_id=5, replica_groups={}, to_apply=add
  ROOT t = (f32[], f32[]) tuple(next, y)
}
even {
  x = f32[] parameter(0)
)" + even + "}\nodd {\n  x = f32[] parameter(0)\n" +
                               odd + R"(}
ENTRY e {
  x = f32[] parameter(0)
  id = u32[] replica-id()
  n = s32[] convert(id)
  ROOT y = f32[] conditional(n, x, x), branch_computations={even, odd}
}
)");
  if (!module.ok()) return module.status().ToString();
  const auto executable =
      *Executable::Create(std::shared_ptr<const HloModule>(*std::move(module)), DeviceGrid{2, 1});
  const std::vector<Literal> arguments[] = {{LiteralUtil::CreateR0(1.0f)},
                                            {LiteralUtil::CreateR0(10.0f)}};
  RunLimits limits;
  limits.threads = threads ? TestThreads() : nullptr;
  auto run = Execution::StartOnDevices(executable, arguments, limits);
  if (!run.ok()) return run.status().ToString();
  StatusOr<bool> done = false;
  while (done.ok() && !*done) done = (*run)->RunFor(1);
  if (!done.ok()) {
    // The rule, and the description of a difference.
    std::string told(done.status().rule());
    for (const Message& part : done.status().fields().details) {
      const std::string& detail = part.text();
      const size_t at = detail.find("as they differ: ");
      if (at != std::string::npos) StrAppend(told, ": ", detail.substr(at + 16));
    }
    return told;
  }
  return (*run)->TakeResult(0).ToString() + ", " + (*run)->TakeResult(1).ToString();
}

void Expect(const std::string& even, const std::string& odd, const std::string& wanted) {
  for (const bool threads : {false, true}) {
    EXPECT_EQ(RunTwo(even, odd, threads), wanted) << even << odd << threads;
  }
}

std::string ChannelIdAllReduce(const std::string& more) {
  return "  ROOT y = f32[] all-reduce(x), " + more + "\n";
}

TEST(ChannelIdTest, JoinsCollectivesOfTwoBranches) {
  const std::string channel = "channel_id=1, replica_groups={}, ";
  Expect(ChannelIdAllReduce(channel + "to_apply=add"), ChannelIdAllReduce(channel + "to_apply=add"),
         "f32[] 11, f32[] 11");
  // Their computations have different names, and are the same.
  Expect(ChannelIdAllReduce(channel + "to_apply=add"), ChannelIdAllReduce(channel + "to_apply=sum"),
         "f32[] 11, f32[] 11");
}

TEST(ChannelIdTest, WithoutOneOrWithOthersNobodyMeets) {
  const std::string groups = "replica_groups={}, to_apply=add";
  Expect(ChannelIdAllReduce(groups), ChannelIdAllReduce(groups), "comm.c2");
  Expect(ChannelIdAllReduce("channel_id=1, " + groups),
         ChannelIdAllReduce("channel_id=2, " + groups), "comm.c2");
  Expect(ChannelIdAllReduce("channel_id=1, " + groups), ChannelIdAllReduce(groups), "comm.c2");
}

TEST(ChannelIdTest, DoesNotJoinWhatDiffers) {
  const std::string channel = "channel_id=1, replica_groups={}, ";
  Expect(ChannelIdAllReduce(channel + "to_apply=add"),
         ChannelIdAllReduce(channel + "to_apply=greatest"),
         "comm.c2: what add and greatest compute");
  Expect(ChannelIdAllReduce(channel + "to_apply=add"),
         ChannelIdAllReduce("channel_id=1, replica_groups={{1,0}}, to_apply=add"),
         "comm.c2: replica_groups={} and replica_groups={{1,0}}");
  Expect(ChannelIdAllReduce(channel + "to_apply=add"), R"(
  v = f32[1] reshape(x)
  w = f32[1] all-reduce(v), channel_id=1, replica_groups={}, to_apply=add
  ROOT y = f32[] reshape(w)
)",
         "comm.c2: f32[] and f32[1]{0}");
}

// Each device arrives three times, at one instruction or at three of them: only the order counts.
TEST(ChannelIdTest, CountsRoundsOfAllTogether) {
  const std::string loop = R"(
  zero = f32[] constant(0)
  t = (f32[], f32[]) tuple(zero, x)
  w = (f32[], f32[]) while(t), condition=more, body=body
  ROOT y = f32[] get-tuple-element(w), index=1
)";
  const std::string one_by_one = R"(
  y1 = f32[] all-reduce(x), channel_id=5, replica_groups={}, to_apply=add
  y2 = f32[] all-reduce(y1), channel_id=5, replica_groups={}, to_apply=sum
  two = f32[] constant(2)
  half = f32[] divide(y2, two)
  ROOT y = f32[] all-reduce(half), channel_id=5, replica_groups={}, to_apply=add
)";
  // 1 + 10 = 11 each, 22 each, then 22 + 11.
  Expect(loop, one_by_one, "f32[] 33, f32[] 33");
  // Two starts are under way at a time, and end in the other order.
  const std::string starts = R"(
  first = f32[] all-reduce-start(x), channel_id=6, replica_groups={}, to_apply=add
  minus = f32[] negate(x)
  second = f32[] all-reduce-start(minus), channel_id=6, replica_groups={}, to_apply=add
  d2 = f32[] all-reduce-done(second)
  d1 = f32[] all-reduce-done(first)
  five = f32[] constant(5)
  scaled = f32[] multiply(d2, five)
  ROOT y = f32[] add(d1, scaled)
)";
  Expect(starts, starts, "f32[] -44, f32[] -44");
}

}  // namespace
}  // namespace hloom
