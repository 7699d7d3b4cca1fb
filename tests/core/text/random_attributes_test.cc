// Algorithms and distributions of random numbers: read, kept, printed and written as XLA has them.
#include "gtest/gtest.h"
#include "ops/random/rng.h"
#include "ops/random/rng_bit_generator.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string Bits(std::string_view attributes) {
  return StrCat(
      "HloModule m\n\nENTRY %main (s: u64[2]) -> (u64[2], u32[3]) {\n"
      "  %s = u64[2]{0} parameter(0)\n"
      "  ROOT %y = (u64[2]{0}, u32[3]{0}) rng-bit-generator(%s)",
      attributes, "\n}\n");
}
std::string Numbers(std::string_view attributes) {
  return StrCat(
      "HloModule m\n\nENTRY %main (a: f32[]) -> f32[3] {\n  %a = f32[] parameter(0)\n"
      "  ROOT %y = f32[3]{0} rng(%a, %a)",
      attributes, "\n}\n");
}

TEST(RandomAttributesTest, Algorithms) {
  for (const RandomAlgorithm algorithm :
       {RandomAlgorithm::RNG_DEFAULT, RandomAlgorithm::RNG_THREE_FRY,
        RandomAlgorithm::RNG_PHILOX}) {
    const std::string text = StrCat(", algorithm=", RandomAlgorithmName(algorithm));
    const auto module = ParseHloModule(Bits(text));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    const HloInstruction& root = *(*module)->entry_computation().root();
    EXPECT_EQ(root.attributes<RngBitGeneratorAttributes>().algorithm, algorithm);
    EXPECT_EQ(RoundTrip(**module), "");
    EXPECT_NE(HloModuleToText(**module).find(StrCat("rng-bit-generator(%s)", text)),
              std::string::npos);
  }
  // XLA reads the names of its protos in any case.
  EXPECT_TRUE(ParseHloModule(Bits(", algorithm=RNG_THREE_FRY")).ok());
  EXPECT_EQ(ParseHloModule(Bits(", algorithm=rng_mersenne")).status().rule(), "text.p1");
  EXPECT_EQ(ParseHloModule(Bits("")).status().rule(), "text.p8");
}

TEST(RandomAttributesTest, Distributions) {
  for (const std::string_view name : {"rng_uniform", "rng_normal"}) {
    const auto module = ParseHloModule(Numbers(StrCat(", distribution=", name)));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    const HloInstruction& root = *(*module)->entry_computation().root();
    EXPECT_EQ(RandomDistributionName(root.attributes<RngAttributes>().distribution), name);
    EXPECT_EQ(RoundTrip(**module), "");
    EXPECT_NE(HloModuleToText(**module).find(StrCat("rng(%a, %a), distribution=", name)),
              std::string::npos);
  }
  EXPECT_EQ(ParseHloModule(Numbers(", distribution=rng_cauchy")).status().rule(), "text.p1");
  EXPECT_EQ(ParseHloModule(Numbers("")).status().rule(), "text.p8");
}

TEST(RandomAttributesTest, Delta) {
  const auto module = ParseHloModule(
      "HloModule m\n\nENTRY %main () -> u64[2] {\n"
      "  ROOT %y = u64[2]{0} rng-get-and-update-state(), delta=4096\n}\n");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const HloInstruction& root = *(*module)->entry_computation().root();
  EXPECT_EQ(root.attributes<RngGetAndUpdateStateAttributes>().delta, 4096);
  EXPECT_EQ(RoundTrip(**module), "");
  EXPECT_NE(HloModuleToText(**module).find("rng-get-and-update-state(), delta=4096"),
            std::string::npos);
}

}  // namespace
}  // namespace hloom
