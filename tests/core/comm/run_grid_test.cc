#include "comm/run_grid.h"

#include <gtest/gtest.h>

#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

std::string Refused(int64_t replicas, int64_t partitions) {
  const auto module = ParseHloModule("HloModule m\nENTRY e { ROOT x = u32[] replica-id() }");
  return RunGrid(**module, replicas, partitions).status().ToString();
}

TEST(RunGridTextTest, CountsWhatWasAskedFor) {
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
