// Collectives of programs on several devices, and errors of devices that wait in vain.
#include "base/str_cat.h"
#include "comm/device_run.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kAdd = R"(
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
)";

// Each time around, the sum of the four devices is 4 times as large. 64 devices on few threads.
TEST(DevicesTest, MeetInALoop) {
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
more {
  s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(5)
  ROOT r = pred[] compare(i, n), direction=LT
}
body {
  s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[] all-reduce(x), replica_groups={}, to_apply=add
  ROOT r = (s32[], f32[]) tuple(j, y)
}
ENTRY e {
  x = f32[] parameter(0)
  zero = s32[] constant(0)
  s = (s32[], f32[]) tuple(zero, x)
  w = (s32[], f32[]) while(s), condition=more, body=body
  ROOT r = f32[] get-tuple-element(w), index=1
})");
  ExpectResults(text, {4, 1}, Scalars({1, 2, 3, 4}),
                {"f32[] 2560", "f32[] 2560", "f32[] 2560", "f32[] 2560"});
  std::vector<float> ones(64, 1);
  // 64^5
  ExpectResults(text, {64, 1}, Scalars(ones), std::vector<std::string>(64, "f32[] 1073741824"));
}

// Large arrays are many tasks; several threads compute the same bits.
TEST(DevicesTest, SumLargeArrays) {
  constexpr int64_t kCount = 300000;
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
ENTRY e {
  x = f32[300000] parameter(0)
  ROOT r = f32[300000] all-reduce(x), replica_groups={{2,0,1}}, to_apply=add
})");
  std::vector<std::vector<Literal>> arguments;
  std::vector<std::vector<float>> values;
  for (int device = 0; device < 3; ++device) {
    std::vector<float> own(kCount);
    for (int64_t i = 0; i < kCount; ++i) {
      own[static_cast<size_t>(i)] = static_cast<float>((i * 7919 + device * 31) % 1000) / 7.0f;
    }
    arguments.push_back({LiteralUtil::CreateR1<float>({own.data(), own.size()})});
    values.push_back(std::move(own));
  }
  std::vector<float> sum(kCount);
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = values[2][i] + values[0][i] + values[1][i];
  const std::string expected = LiteralUtil::CreateR1<float>({sum.data(), sum.size()}).ToString();
  ExpectResults(text, {3, 1}, arguments, {expected, expected, expected});
}

// The device that arrives first goes on to another collective of the same group.
TEST(DevicesTest, StartsDoNotWait) {
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
left {
  x = f32[] parameter(0)
  s = f32[] all-reduce-start(x), replica_groups={}, channel_id=1, to_apply=add
  ROOT d = f32[] all-reduce-done(s)
}
ENTRY e {
  x = f32[] parameter(0)
  s = f32[] all-reduce-start(x), replica_groups={}, to_apply=add
  y = f32[] call(x), to_apply=left
  d = f32[] all-reduce-done(s)
  ROOT r = f32[] subtract(d, y)
})");
  ExpectResults(text, {2, 1}, Scalars({1, 2}), {"f32[] 0", "f32[] 0"});
}

TEST(DevicesTest, ThatNeverComeAreNamed) {
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
meet {
  x = f32[] parameter(0)
  ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add
}
leave {
  ROOT x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  zero = f32[] constant(0)
  goes = pred[] compare(x, zero), direction=GT
  ROOT r = f32[] conditional(goes, x, x), true_computation=meet, false_computation=leave
})");
  const std::string error = ErrorOf(text, {3, 1}, Scalars({1, -1, 2}));
  EXPECT_NE(error.find("FAILED_PRECONDITION [comm.c2]"), std::string::npos) << error;
  EXPECT_NE(
      error.find(
          "device 0 waits at all-reduce %y in computation \"meet\" on device 0 for device 1\n"),
      std::string::npos)
      << error;
  EXPECT_NE(error.find("device 1 has ended"), std::string::npos) << error;
  ExpectResults(text, {3, 1}, Scalars({1, 1, 2}), {"f32[] 4", "f32[] 4", "f32[] 4"});
}

// One device loops for ever; the others may wait for it only for a limited time.
TEST(DevicesTest, MayWaitOnlySoLong) {
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
more {
  x = f32[] parameter(0)
  one = f32[] constant(1)
  ROOT r = pred[] compare(x, one), direction=GT
}
same {
  x = f32[] parameter(0)
  v = f32[2] broadcast(x), dimensions={}
  w = f32[1] slice(v), slice={[0:1]}
  ROOT r = f32[] reshape(w)
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] while(x), condition=more, body=same
  ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add
})");
  RunLimits limits;
  limits.rendezvous_milliseconds = 20;
  const std::string error = ErrorOf(text, {2, 1}, Scalars({1, 2}), limits);
  EXPECT_NE(error.find("DEADLINE_EXCEEDED [comm.c3]"), std::string::npos) << error;
  EXPECT_NE(error.find("device 1 runs"), std::string::npos) << error;
  RunLimits time;
  time.milliseconds = 20;
  EXPECT_NE(ErrorOf(text, {2, 1}, Scalars({1, 2}), time).find("for device 1"), std::string::npos);
}

TEST(DevicesTest, OneThatFailsIsNamed) {
  const std::string text = StrCat("HloModule m\n", kAdd, R"(
ENTRY e {
  x = f32[] parameter(0)
  ROOT z = f32[] all-reduce(x), replica_groups={}, to_apply=add
})");
  RunLimits limits;
  limits.instructions = 3;
  const std::string error = ErrorOf(text, {2, 1}, Scalars({1, 2}), limits);
  EXPECT_NE(error.find("[limits.c1]"), std::string::npos) << error;
  EXPECT_NE(error.find(" on device "), std::string::npos) << error;
}

}  // namespace
}  // namespace hloom
