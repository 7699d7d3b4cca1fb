// Collectives that async-start begins: they are published there, and waited for at async-done.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The results of the devices, or the error, of a run of {value, 10 value} on each.
std::string ResultsOf(const std::string& text, const std::vector<float>& values, bool threads) {
  const std::shared_ptr<const HloModule> module = ParseHloModule(text).value();
  std::vector<std::vector<Literal>> arguments;
  for (const float value : values) {
    arguments.push_back({LiteralUtil::CreateR1<float>({value, 10 * value})});
  }
  RunLimits limits;
  limits.threads = threads ? TestThreads() : nullptr;
  const auto devices = static_cast<int64_t>(values.size());
  auto run = Execution::StartOnDevices(
      *Executable::Create(module, {devices, 1}),
      Span<const std::vector<Literal>>(arguments.data(), arguments.size()), limits);
  if (!run.ok()) return run.status().ToString();
  StatusOr<bool> done = false;
  while (done.ok() && !*done) done = (*run)->RunFor(1);
  if (!done.ok()) return done.status().ToString();
  std::string results;
  for (size_t device = 0; device < values.size(); ++device) {
    StrAppend(results, device == 0 ? "" : " ", (*run)->TakeResult(device).ToString());
  }
  return results;
}

void ExpectAsyncResults(const std::string& text, const std::vector<float>& values,
                        const std::string& results) {
  EXPECT_EQ(ResultsOf(text, values, /*threads=*/false), results);
  EXPECT_EQ(ResultsOf(text, values, /*threads=*/true), results);
}

// Device 1 begins the reduction only after it has the value that device 0 sends after its own
// start: a start that waited for the others would wait for ever.
TEST(AsyncCollectiveTest, AStartDoesNotWait) {
  ExpectAsyncResults(R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
reduction {
  x = f32[2] parameter(0)
  ROOT y = f32[2] all-reduce(x), replica_groups={}, to_apply=add
}
first {
  x = f32[2] parameter(0)
  t = token[] after-all()
  s = (f32[2], u32[], token[]) send(x, t), channel_id=1
  d = token[] send-done(s), channel_id=1
  ROOT y = f32[2] negate(x)
}
second {
  x = f32[2] parameter(0)
  t = token[] after-all()
  r = (f32[2], u32[], token[]) recv(t), channel_id=1
  d = (f32[2], token[]) recv-done(r), channel_id=1
  ROOT y = f32[2] get-tuple-element(d), index=0
}
ENTRY e {
  x = f32[2] parameter(0)
  i = u32[] replica-id()
  zero = u32[] constant(0)
  is_first = pred[] compare(i, zero), direction=EQ
  before = f32[2] conditional(is_first, x, x), true_computation=same, false_computation=second
  start = ((f32[2]), f32[2]) async-start(before), calls=reduction
  after = f32[2] conditional(is_first, x, x), true_computation=first, false_computation=same
  done = f32[2] async-done(start)
  ROOT r = f32[2] add(done, after)
}
same {
  ROOT x = f32[2] parameter(0)
})",
                     {1, 2}, "f32[2] {1, 10} f32[2] {4, 40}");
}

// Each collective without its own -start, also through async-update.
TEST(AsyncCollectiveTest, AnyCollective) {
  ExpectAsyncResults(R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
scatter {
  x = f32[2] parameter(0)
  ROOT y = f32[1] reduce-scatter(x), replica_groups={}, dimensions={0}, to_apply=add
}
exchange {
  x = f32[2] parameter(0)
  ROOT y = f32[2] all-to-all(x), replica_groups={{0,1}}, dimensions={0}
}
broadcast {
  x = f32[2] parameter(0)
  ROOT y = f32[2] collective-broadcast(x), replica_groups={{1,0}}
}
ENTRY e {
  x = f32[2] parameter(0)
  a = ((f32[2]), f32[1]) async-start(x), calls=scatter
  b = ((f32[2]), f32[2]) async-start(x), calls=exchange
  c = ((f32[2]), f32[2]) async-start(x), calls=broadcast
  bu = ((f32[2]), f32[2]) async-update(b)
  cd = f32[2] async-done(c)
  bd = f32[2] async-done(bu)
  ad = f32[1] async-done(a)
  ROOT r = f32[5] concatenate(ad, bd, cd), dimensions={0}
})",
                     {1, 2}, "f32[5] {3, 1, 2, 2, 20} f32[5] {30, 10, 20, 2, 20}");
}

// The computation does more than the collective: all of it runs at the start.
TEST(AsyncCollectiveTest, AComputationThatDoesMore) {
  ExpectAsyncResults(R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
more {
  x = f32[2] parameter(0)
  y = f32[2] all-reduce(x), replica_groups={}, to_apply=add
  ROOT z = f32[2] negate(y)
}
ENTRY e {
  x = f32[2] parameter(0)
  start = ((f32[2]), f32[2]) async-start(x), calls=more, async_execution_thread="other"
  ROOT done = f32[2] async-done(start), async_execution_thread="other"
}
, execution_thread="other")",
                     {1, 2}, "f32[2] {-3, -30} f32[2] {-3, -30}");
}

// On one device a start does not wait either.
TEST(AsyncCollectiveTest, OneDevice) {
  ExpectAsyncResults(R"(HloModule m
exchange {
  x = f32[2] parameter(0)
  ROOT y = f32[2] all-to-all(x), replica_groups={}, dimensions={0}
}
ENTRY e {
  x = f32[2] parameter(0)
  start = ((f32[2]), f32[2]) async-start(x), calls=exchange
  ROOT done = f32[2] async-done(start)
})",
                     {3}, "f32[2] {3, 30}");
}

}  // namespace
}  // namespace hloom
