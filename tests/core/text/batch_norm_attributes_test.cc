// epsilon and feature_index: read, kept, printed and written as XLA has them.
#include "ops/normalization/batch_norm.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

std::string BatchNormAttributesProgram(std::string_view attributes) {
  return StrCat(
      "HloModule m\n\nENTRY %main (x: f32[4,2], s: f32[2]) -> (f32[4,2], f32[2], f32[2]) {\n"
      "  %x = f32[4,2]{1,0} parameter(0)\n  %s = f32[2]{0} parameter(1)\n"
      "  ROOT %y = (f32[4,2]{1,0}, f32[2]{0}, f32[2]{0}) batch-norm-training(%x, %s, %s), ",
      attributes, "\n}\n");
}

std::string BatchNormAttributesRuleOf(std::string_view attributes) {
  return std::string(ParseHloModule(BatchNormAttributesProgram(attributes)).status().rule());
}

float EpsilonOf(std::string_view text) {
  const auto module =
      ParseHloModule(BatchNormAttributesProgram(StrCat("epsilon=", text, ", feature_index=1")));
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  if (!module.ok()) return 0;
  EXPECT_EQ(RoundTrip(**module), "") << text;
  return (*module)->entry_computation().root()->attributes<BatchNormAttributes>().epsilon;
}

TEST(BatchNormAttributesTest, WhatTextSays) {
  EXPECT_EQ(EpsilonOf("0.001"), 0.001f);
  EXPECT_EQ(EpsilonOf("1e-05"), 1e-5f);
  EXPECT_EQ(EpsilonOf("1"), 1.0f);
  EXPECT_EQ(EpsilonOf("0"), 0.0f);
  EXPECT_TRUE(std::signbit(EpsilonOf("-0")));
  EXPECT_EQ(EpsilonOf("inf"), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(EpsilonOf("nan")));
  EXPECT_EQ(BatchNormAttributesRuleOf("epsilon=1e39, feature_index=1"), "text.p2");
  EXPECT_EQ(BatchNormAttributesRuleOf("epsilon=small, feature_index=1"), "text.p1");
  EXPECT_EQ(BatchNormAttributesRuleOf("epsilon=1"), "text.p8");
  EXPECT_EQ(BatchNormAttributesRuleOf("feature_index=1"), "text.p8");
}

TEST(BatchNormAttributesTest, TextReadsBackAsTheSameNumber) {
  for (const float epsilon : {0.1f, 1e-5f, 1.17549435e-38f, 3.40282347e+38f, 1.0000001f}) {
    BatchNormAttributes attributes = {epsilon, 1};
    std::string text;
    AttributeKindOf<float>().print(&attributes.epsilon, text);
    EXPECT_EQ(EpsilonOf(text), epsilon) << text;
  }
  const auto module = ParseHloModule(BatchNormAttributesProgram("epsilon=0.001, feature_index=1"));
  ASSERT_TRUE(module.ok());
  EXPECT_NE(HloModuleToText(**module).find(
                "batch-norm-training(%x, %s, %s), epsilon=0.001, feature_index=1\n"),
            std::string::npos);
}

// XLA's proto has epsilon as field 24, a float, and feature_index as field 25.
TEST(BatchNormAttributesTest, Bytes) {
  const auto module = ParseHloModule(BatchNormAttributesProgram("epsilon=0.5, feature_index=1"));
  ASSERT_TRUE(module.ok());
  EXPECT_NE(HloModuleToProto(**module).find(std::string("\xc5\x01\x00\x00\x00\x3f\xc8\x01\x01", 9)),
            std::string::npos);
}

TEST(BatchNormAttributesTest, NumbersAreEqualByTheirBits) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto equal = [](float a, float b) {
    return AttributesEqual(MakeAttributes(BatchNormAttributes{a, 0}).get(),
                           MakeAttributes(BatchNormAttributes{b, 0}).get());
  };
  EXPECT_TRUE(equal(nan, nan));
  EXPECT_TRUE(equal(0.5f, 0.5f));
  EXPECT_FALSE(equal(0.0f, -0.0f));
  EXPECT_EQ(HashAttributes(MakeAttributes(BatchNormAttributes{nan, 0}).get()),
            HashAttributes(MakeAttributes(BatchNormAttributes{nan, 0}).get()));
}

}  // namespace
}  // namespace hloom
