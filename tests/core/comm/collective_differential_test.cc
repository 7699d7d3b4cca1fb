// Collectives and transfers against their plain model: random programs on 2 to 8 devices, with one
// thread and with four, and the same bits. The environment variable HLOOM_ROUNDS is the number of
// programs, HLOOM_SEED the first seed: HLOOM_SEED=17 HLOOM_ROUNDS=1 repeats one that failed.
#include <map>

#include "comm/collective_run.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(CollectiveDifferentialTest, GivesWhatTheModelSays) {
  const int64_t first = NumberFromEnvironment("HLOOM_SEED", 1);
  const int64_t rounds = NumberFromEnvironment("HLOOM_ROUNDS", Rounds(2000, 400));
  std::map<std::string, int> exchanges;
  for (int64_t seed = first; seed < first + rounds; ++seed) {
    const CollectiveProgram program = RandomCollectiveProgram(static_cast<uint64_t>(seed));
    const std::string wrong = JudgeText(program);
    ASSERT_TRUE(wrong.empty()) << "seed " << seed << ": " << wrong;
    for (const std::string& exchange : program.exchanges) ++exchanges[exchange];
  }
  for (const auto& [exchange, count] : exchanges) RecordProperty(exchange, count);
  if (rounds < 100) return;
  // All kinds of them were there.
  EXPECT_EQ(exchanges.size(), 23u);
}

// Arrays that are large enough for a reduction or a copy of several tasks.
TEST(CollectiveDifferentialTest, GivesWhatTheModelSaysOfLargeArrays) {
  const int64_t first = NumberFromEnvironment("HLOOM_SEED", 1);
  const int64_t rounds = NumberFromEnvironment("HLOOM_ROUNDS", Rounds(300, 100)) / 100;
  for (int64_t seed = first; seed < first + rounds; ++seed) {
    const CollectiveProgram program = RandomCollectiveProgram(static_cast<uint64_t>(seed), 20000);
    const std::string wrong = JudgeText(program);
    ASSERT_TRUE(wrong.empty()) << "seed " << seed << ": " << wrong;
  }
}

}  // namespace
}  // namespace hloom
