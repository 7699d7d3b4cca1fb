// The log of collectives and channels: operands, waits and moves.
#include "comm/comm_log.h"

#include <algorithm>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string_view NameOf(CommEvent::Kind kind) {
  constexpr std::string_view kNames[] = {"start", "wait", "transfer", "end"};
  return kNames[static_cast<size_t>(kind)];
}

std::string CommLogTextOf(const CommEvent& event) {
  std::string text = StrCat(event.instruction->name(), " ", event.round, " ", NameOf(event.kind));
  if (event.from >= 0) return StrCat(text, " ", event.bytes, " ", event.from, "->", event.to);
  return StrCat(text, event.kind == CommEvent::Kind::kStart ? StrCat(" ", event.bytes) : "", " on ",
                event.device);
}

// The events, in order, of a run with one argument per device.
std::vector<std::string> EventsOf(std::string_view text, const DeviceGrid& grid,
                                  const std::vector<float>& values, bool threads) {
  const std::shared_ptr<const HloModule> module = ParseHloModule(text).value();
  std::vector<std::vector<Literal>> arguments;
  for (const float value : values) {
    arguments.push_back({LiteralUtil::CreateR1<float>({value, value})});
  }
  RunLimits limits;
  limits.threads = threads ? TestThreads() : nullptr;
  const auto executable = *Executable::Create(module, grid);
  auto run = Execution::StartOnDevices(
      executable, Span<const std::vector<Literal>>(arguments.data(), arguments.size()), limits);
  EXPECT_TRUE(run.ok()) << run.status().ToString();
  CommLog log;
  (*run)->SetCommLog(&log);
  StatusOr<bool> done = false;
  while (done.ok() && !*done) done = (*run)->RunFor(1);
  EXPECT_TRUE(done.ok()) << done.status().ToString();
  std::vector<std::string> texts;
  CommEvent::Clock::time_point last = (*run)->started();
  for (const CommEvent& event : log.Take()) {
    EXPECT_LE(last, event.time);
    last = event.time;
    texts.push_back(CommLogTextOf(event));
  }
  EXPECT_TRUE(log.Take().empty());
  return texts;
}

std::vector<std::string> Sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Without events that depend on the order of arrival.
std::vector<std::string> WithoutWaits(std::vector<std::string> texts) {
  texts.erase(std::remove_if(
                  texts.begin(), texts.end(),
                  [](const std::string& text) { return text.find(" wait") != std::string::npos; }),
              texts.end());
  return Sorted(std::move(texts));
}

constexpr std::string_view kSum = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY e {
  x = f32[2] parameter(0)
  ROOT y = f32[2] all-reduce(x), replica_groups={}, to_apply=add
})";

// With one thread the devices take turns: 0 waits, and 1, which arrives last, computes.
TEST(CommLogTest, AnAllReduceInOrder) {
  EXPECT_EQ(EventsOf(kSum, {2, 1}, {1, 2}, /*threads=*/false),
            std::vector<std::string>({"y 0 start 8 on 0", "y 0 wait on 0", "y 0 start 8 on 1",
                                      "y 0 transfer 8 0->1", "y 0 transfer 8 1->0", "y 0 end on 1",
                                      "y 0 end on 0"}));
}

TEST(CommLogTest, ThreadsTellTheSame) {
  const std::vector<float> values = {1, 2, 3, 4};
  const auto one = WithoutWaits(EventsOf(kSum, {4, 1}, values, /*threads=*/false));
  EXPECT_EQ(one.size(), 4u + 12u + 4u);
  EXPECT_EQ(WithoutWaits(EventsOf(kSum, {4, 1}, values, /*threads=*/true)), one);
}

// Each round has its number; events of a collective that a -start begins have the -start's name.
TEST(CommLogTest, RoundsAndStarts) {
  const auto events = WithoutWaits(EventsOf(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  s = (f32[2], f32[2]) collective-permute-start(x), source_target_pairs={{0,1}}
  y = f32[2] collective-permute-done(s)
  ROOT g = f32[4] all-gather(y), replica_groups={}, dimensions={0}
})",
                                            {2, 1}, {1, 2}, /*threads=*/true));
  EXPECT_EQ(events,
            Sorted({"s 0 start 8 on 0", "s 0 start 8 on 1", "s 0 transfer 8 0->1", "s 0 end on 0",
                    "s 0 end on 1", "g 0 start 8 on 0", "g 0 start 8 on 1", "g 0 transfer 8 0->1",
                    "g 0 transfer 8 1->0", "g 0 end on 0", "g 0 end on 1"}));
}

TEST(CommLogTest, PartsAndRoots) {
  const auto events = WithoutWaits(EventsOf(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  b = f32[2] collective-broadcast(x), replica_groups={{1,0}}
  ROOT a = f32[2] all-to-all(b), replica_groups={{0,1}}, dimensions={0}
})",
                                            {2, 1}, {1, 2}, /*threads=*/false));
  EXPECT_EQ(events,
            Sorted({"b 0 start 8 on 0", "b 0 start 8 on 1", "b 0 transfer 8 1->0", "b 0 end on 0",
                    "b 0 end on 1", "a 0 start 8 on 0", "a 0 start 8 on 1", "a 0 transfer 4 0->1",
                    "a 0 transfer 4 1->0", "a 0 end on 0", "a 0 end on 1"}));
}

TEST(CommLogTest, Channels) {
  const auto events = WithoutWaits(EventsOf(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  t = token[] after-all()
  r = (f32[2], u32[], token[]) recv(t), channel_id=1
  s = (f32[2], u32[], token[]) send(x, t), channel_id=1,
      frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2}}"}
  sd = token[] send-done(s), channel_id=1
  rd = (f32[2], token[]) recv-done(r), channel_id=1
  ROOT y = f32[2] get-tuple-element(rd), index=0
})",
                                            {3, 1}, {1, 2, 3}, /*threads=*/true));
  EXPECT_EQ(events, Sorted({"s 0 start 8 on 0", "s 0 end on 0", "s 0 start 8 on 1", "s 0 end on 1",
                            "r 0 start 0 on 1", "r 0 transfer 8 0->1", "r 0 end on 1",
                            "r 0 start 0 on 2", "r 0 transfer 8 1->2", "r 0 end on 2"}));
}

}  // namespace
}  // namespace hloom
