// The order of a comparison by the name that newer versions of XLA give it: order=TOTAL.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

std::string ValueOf(std::string_view text) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const StatusOr<Literal> value = Evaluate(**module, {});
  return value.ok() ? value->ToString() : value.status().ToString();
}

// -0 against 0, 0 against -0, NaN against itself, 1 against -NaN.
std::string LessOrEqual(std::string_view type, std::string_view attributes) {
  return ValueOf(StrCat("ENTRY e {\n  a = ", type, "[4] constant({-0, 0, nan, 1})\n  b = ", type,
                        "[4] constant({0, -0, nan, -nan})\n  ROOT r = pred[4] compare(a, b), "
                        "direction=LE",
                        attributes, "\n}"));
}

TEST(CompareOrderTest, Floats) {
  for (const std::string_view type : {"f32", "f64", "bf16", "f16"}) {
    EXPECT_EQ(LessOrEqual(type, ""), "pred[4] {true, true, false, false}");
    EXPECT_EQ(LessOrEqual(type, ", order=PARTIAL"), "pred[4] {true, true, false, false}");
    EXPECT_EQ(LessOrEqual(type, ", type=FLOAT, order=PARTIAL"),
              "pred[4] {true, true, false, false}");
    EXPECT_EQ(LessOrEqual(type, ", order=TOTAL"), "pred[4] {true, false, true, false}");
    EXPECT_EQ(LessOrEqual(type, ", type=TOTALORDER, order=TOTAL"),
              "pred[4] {true, false, true, false}");
  }
}

TEST(CompareOrderTest, WhatHasOneOrderAnyway) {
  EXPECT_EQ(ValueOf("ENTRY e { a = s32[2] constant({-1, 3}) b = s32[2] constant({1, 2})\n"
                    "  ROOT r = pred[2] compare(a, b), direction=LT, order=TOTAL }"),
            "pred[2] {true, false}");
  EXPECT_EQ(ValueOf("ENTRY e { a = c64[2] constant({(1, 2), (3, 4)})\n"
                    "  b = c64[2] constant({(1, 2), (3, 5)})\n"
                    "  ROOT r = pred[2] compare(a, b), direction=EQ, type=FLOAT, order=PARTIAL }"),
            "pred[2] {true, false}");
}

// Redundant attributes of a comparison are not printed; XLA's bytes always have them.
TEST(CompareOrderTest, IsSaidBriefly) {
  const auto printed = [](std::string_view type, std::string_view attributes) {
    const auto module = ParseHloModule(StrCat("ROOT r = pred[2] compare(", type, "[2] x, ", type,
                                              "[2] y), direction=EQ", attributes));
    if (!module.ok()) return std::string(module.status().rule());
    const std::string text = HloModuleToText(**module);
    const size_t at = text.find("direction=EQ") + 12;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(printed("f32", ", type=FLOAT"), "");
  EXPECT_EQ(printed("c64", ", type=FLOAT"), "");
  EXPECT_EQ(printed("s32", ", type=SIGNED"), "");
  EXPECT_EQ(printed("pred", ", type=UNSIGNED, order=TOTAL"), "");
  EXPECT_EQ(printed("bf16", ", order=TOTAL"), ", type=TOTALORDER");
  EXPECT_EQ(printed("f32", ", type=SIGNED, order=TOTAL"), "compare.c1");
}

// Comparators and selections that are recognized by what they compare see the order too.
TEST(CompareOrderTest, InsideOfASort) {
  const auto sorted = [](std::string_view attributes) {
    return ValueOf(
        StrCat("less { a = f32[] parameter(0) b = f32[] parameter(1)\n"
               "  ROOT r = pred[] compare(a, b), direction=LT",
               attributes,
               " }\nENTRY e { x = f32[5] constant({nan, 1, 0, -0, -nan})\n"
               "  ROOT s = f32[5] sort(x), dimensions={0}, to_apply=less }"));
  };
  EXPECT_EQ(sorted(", order=TOTAL"), "f32[5] {-nan, -0, 0, 1, nan}");
  EXPECT_EQ(sorted(", type=TOTALORDER"), "f32[5] {-nan, -0, 0, 1, nan}");
}

}  // namespace
}  // namespace hloom
