// result_accuracy: read, kept, printed and written as XLA has it, by the thirteen operations that
// take one, and by no other.
#include "hlo/attributes/result_accuracy.h"

#include "gtest/gtest.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders
using std::string_literals::operator""s;

constexpr std::string_view kOperations[] = {"exponential", "exponential-minus-one",
                                            "log",         "log-plus-one",
                                            "logistic",    "sqrt",
                                            "rsqrt",       "cbrt",
                                            "erf",         "sine",
                                            "cosine",      "tan",
                                            "tanh"};

std::string Program(std::string_view operation, std::string_view attribute) {
  return StrCat(
      "HloModule m\n\nENTRY %main (x: f32[2]) -> f32[2] {\n  %x = f32[2]{0} parameter(0)\n",
      "  ROOT %y = f32[2]{0} ", operation, "(%x)", attribute, "\n}\n");
}
std::unique_ptr<HloModule> Parsed(std::string_view attribute,
                                  std::string_view operation = "exponential") {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(Program(operation, attribute));
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return std::move(module).value();
}
const ResultAccuracy& AccuracyOf(const HloModule& module) {
  return module.entry_computation().root()->attributes<AccuracyAttributes>().result_accuracy;
}

TEST(ResultAccuracyTest, EveryOperationThatHasOne) {
  for (const std::string_view operation : kOperations) {
    for (const std::string_view attribute :
         {", result_accuracy={mode=highest}",
          ", result_accuracy={tolerance={atol=1.5,rtol=0.5,ulps=1}}"}) {
      const auto module = Parsed(attribute, operation);
      EXPECT_NE(HloModuleToText(*module).find(StrCat(operation, "(%x)", attribute, "\n")),
                std::string::npos)
          << HloModuleToText(*module);
      EXPECT_EQ(RoundTrip(*module), "") << operation;
    }
  }
  for (const std::string_view other : {"cosh", "abs", "floor", "atanh"}) {
    const auto module = ParseHloModule(Program(other, ", result_accuracy={mode=highest}"));
    EXPECT_EQ(module.status().rule(), "text.p6") << other;
  }
}

TEST(ResultAccuracyTest, WhatTextSays) {
  EXPECT_EQ(AccuracyOf(*Parsed("")), ResultAccuracy());
  EXPECT_EQ(AccuracyOf(*Parsed(", result_accuracy={mode=default}")), ResultAccuracy());
  EXPECT_EQ(AccuracyOf(*Parsed(", result_accuracy={mode=HIGHEST}")).mode(),
            ResultAccuracy::HIGHEST);
  // The fields come in any order; one that is left out is 0, and an empty tolerance is a tolerance.
  const ResultAccuracy some =
      AccuracyOf(*Parsed(", result_accuracy={tolerance={ulps=3, rtol=1e-5}}"));
  EXPECT_EQ(some.mode(), ResultAccuracy::DEFAULT);
  EXPECT_EQ(some.tolerance().ulps(), 3);
  EXPECT_EQ(some.tolerance().rtol(), 1e-5);
  EXPECT_EQ(some.tolerance().atol(), 0);
  const auto none = Parsed(", result_accuracy={tolerance={}}");
  EXPECT_TRUE(AccuracyOf(*none).has_tolerance());
  EXPECT_FALSE(AccuracyOf(*none) == ResultAccuracy());
  EXPECT_EQ(RoundTrip(*none), "");
  EXPECT_NE(HloDifference(*none, *Parsed("")), "");
  EXPECT_EQ(RoundTrip(*Parsed(", result_accuracy={tolerance={atol=inf}}")), "");
  EXPECT_EQ(HloModuleToText(*Parsed(", result_accuracy={mode=default}")),
            HloModuleToText(*Parsed("")));
}

TEST(ResultAccuracyTest, WhatIsRefused) {
  const auto rule = [](std::string_view attribute) {
    return std::string(ParseHloModule(Program("log", attribute)).status().rule());
  };
  EXPECT_EQ(rule(", result_accuracy={tolerance={atol=-1}}"), "result_accuracy.c1");
  EXPECT_EQ(rule(", result_accuracy={tolerance={rtol=-0.5}}"), "result_accuracy.c1");
  EXPECT_EQ(rule(", result_accuracy={tolerance={ulps=-1}}"), "result_accuracy.c1");
  EXPECT_EQ(rule(", result_accuracy={tolerance={rtol=nan}}"), "result_accuracy.c1");
  EXPECT_EQ(rule(", result_accuracy={mode=high}"), "text.p1");
  EXPECT_EQ(rule(", result_accuracy={}"), "text.p1");
  EXPECT_EQ(rule(", result_accuracy=highest"), "text.p1");
  EXPECT_EQ(rule(", result_accuracy={mode=highest, tolerance={}}"), "text.p1");
  EXPECT_EQ(rule(", result_accuracy={tolerance={tol=1}}"), "text.p1");
  EXPECT_EQ(rule(", result_accuracy={tolerance={ulps=0.5}}"), "text.p1");
}

// The bytes are derived by hand from hlo.proto and xla_data.proto: field 91 {mode (1) = HIGHEST},
// and {tolerance (2) {atol (1) 1.5, rtol (2) 0.5, ulps (3) 1}}.
TEST(ResultAccuracyTest, Bytes) {
  const std::string highest = "\xda\x05\x02\x08\x01"s;
  const std::string tolerance =
      "\xda\x05\x16\x12\x14"
      "\x09\x00\x00\x00\x00\x00\x00\xf8\x3f"
      "\x11\x00\x00\x00\x00\x00\x00\xe0\x3f"
      "\x18\x01"s;
  const std::string bytes = HloModuleToProto(*Parsed(", result_accuracy={mode=highest}"));
  EXPECT_NE(bytes.find(highest), std::string::npos);
  EXPECT_NE(HloModuleToProto(*Parsed(", result_accuracy={tolerance={atol=1.5,rtol=0.5,ulps=1}}"))
                .find(tolerance),
            std::string::npos);
  EXPECT_EQ(HloModuleToProto(*Parsed("")).find("\xda\x05"s), std::string::npos);
  // A mode that XLA does not have.
  std::string unknown = bytes;
  unknown[unknown.find(highest) + 4] = 2;
  EXPECT_EQ(HloModuleFromProto(unknown).status().rule(), "attribute.p1");
}

}  // namespace
}  // namespace hloom
