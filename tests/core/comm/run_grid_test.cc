#include "comm/run_grid.h"

#include "comm/device_run.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(RunGridTest, FollowsTheModule) {
  const auto plain = Parse("HloModule m\nENTRY e { ROOT x = u32[] replica-id() }");
  EXPECT_EQ(RunGrid(*plain, 0, 0)->size(), 1);
  EXPECT_EQ(RunGrid(*plain, 3, 2)->size(), 6);
  const auto two = Parse("HloModule m, replica_count=2\nENTRY e { ROOT x = u32[] replica-id() }");
  EXPECT_EQ(RunGrid(*two, 0, 0)->replicas, 2);
  EXPECT_EQ(RunGrid(*two, 3, 0).status().rule(), "comm.c4");
  EXPECT_EQ(RunGrid(*plain, -1, 0).status().rule(), "comm.c5");
  EXPECT_EQ(RunGrid(*plain, 1024, 2).status().rule(), "comm.c5");
  EXPECT_EQ(RunGrid(*plain, int64_t{1} << 62, 8).status().rule(), "comm.c5");
}

TEST(RunGridTest, NumbersOfDevices) {
  ExpectResults(
      R"(HloModule m
ENTRY e {
  r = u32[] replica-id()
  p = u32[] partition-id()
  ROOT t = (u32[], u32[]) tuple(r, p)
})",
      {2, 2}, {{}, {}, {}, {}},
      {"(u32[] 0, u32[] 0)", "(u32[] 0, u32[] 1)", "(u32[] 1, u32[] 0)", "(u32[] 1, u32[] 1)"});
}

TEST(RunGridTest, SaysWhatTheModuleIsFor) {
  const auto two = Parse("HloModule m, replica_count=2\nENTRY e { ROOT x = u32[] replica-id() }");
  EXPECT_EQ(RunGrid(*two, 1, 0).status().ToString(),
            "INVALID_ARGUMENT [comm.c4] compile: 1 replica was asked for, the module has "
            "replica_count=2\n"
            "  help: leave replicas out, or ask for 2");
  const auto many =
      Parse("HloModule m, num_partitions=2000\nENTRY e { ROOT x = u32[] replica-id() }");
  EXPECT_EQ(RunGrid(*many, 0, 8).status().ToString(),
            "INVALID_ARGUMENT [comm.c4] compile: 8 partitions were asked for, the module has "
            "num_partitions=2000\n"
            "  help: a run has at most 1024 devices: write the program for so many, or fewer");
}

std::string Refused(int64_t replicas, int64_t partitions) {
  const auto module = Parse("HloModule m\nENTRY e { ROOT x = u32[] replica-id() }");
  return RunGrid(*module, replicas, partitions).status().ToString();
}

TEST(RunGridTest, CountsWhatWasAskedFor) {
  EXPECT_EQ(Refused(int64_t{1} << 31, 0),
            "INVALID_ARGUMENT [comm.c5] compile: 2147483648 replicas of 1 partition\n"
            "  help: ask for at least 1 of each, and for 1024 devices altogether at most");
  EXPECT_EQ(Refused(1024, 2),
            "INVALID_ARGUMENT [comm.c5] compile: 1024 replicas of 2 partitions\n"
            "  help: ask for at least 1 of each, and for 1024 devices altogether at most");
  EXPECT_EQ(Refused(0, 1025),
            "INVALID_ARGUMENT [comm.c5] compile: 1 replica of 1025 partitions\n"
            "  help: ask for at least 1 of each, and for 1024 devices altogether at most");
}

}  // namespace
}  // namespace hloom
