// The argument kinds padding_config, [[low, high, interior], ...], and padding, "SAME", "VALID" or
// [[low, high], ...], as JavaScript passes them.
#include "gtest/gtest.h"
#include "support/core_caller.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The shape that Pad of f32[3] answers, or the rule that it breaks.
std::string Pad(std::string_view padding) {
  CoreCaller core;
  core.Begin(1, {"f32[3]", "f32[]"});
  return SizesOrRule(core.Build(
      1, "Pad", StrCat(R"({"operand":1,"padding_value":2,"padding_config":)", padding, "}")));
}

TEST(PaddingArgumentTest, Entries) {
  EXPECT_EQ(Pad("[[1,2,3]]"), "12");
  EXPECT_EQ(Pad("[[1,2]]"), "6");
  EXPECT_EQ(Pad(R"([["-1","-1","0"]])"), "1");
  EXPECT_EQ(Pad("[]"), "pad.c3");
  EXPECT_EQ(Pad(R"([["9223372036854775807",0]])"), "shape.c3");
}

TEST(PaddingArgumentTest, WhatIsNoPadding) {
  for (std::string_view wrong : {"1", "[1,2]", "[[1]]", "[[1,2,3,4]]", "[[1,2,3.5]]",
                                 R"([["a",2]])", "{}", "null", R"([["9223372036854775808",0]])"}) {
    EXPECT_EQ(Pad(wrong), "function.c3") << wrong;
  }
}

// The size that ReduceWindow of f32[5] answers with a window of 3 and a stride of 2, or the rule
// that it breaks.
std::string ReduceWindow(std::string_view padding) {
  CoreCaller core;
  core.Begin(1, {"f32[]", "f32[]"});
  core.Build(1, "Add", R"({"lhs":1,"rhs":2})");
  core.Result("builder.build", R"({"builder":1})");
  core.Begin(2, {"f32[5]", "f32[]"});
  return SizesOrRule(core.Build(
      2, "ReduceWindow",
      StrCat(R"({"operand":1,"init_value":2,"computation":1,)",
             R"("window_dimensions":[3],"window_strides":[2],)", R"("padding":)", padding, "}")));
}

TEST(PaddingArgumentTest, OfAWindow) {
  EXPECT_EQ(ReduceWindow("\"SAME\""), "3");
  EXPECT_EQ(ReduceWindow("\"VALID\""), "2");
  EXPECT_EQ(ReduceWindow("[[2,3]]"), "4");
  EXPECT_EQ(ReduceWindow(R"([["-1","-1"]])"), "1");
  EXPECT_EQ(ReduceWindow("[]"), "window.c1");
  for (std::string_view wrong : {"1", "[1,2]", "[[1]]", "[[1,2,3]]", "[[1,2.5]]", "\"same\"",
                                 R"([["a",2]])", "{}", "null", R"([["9223372036854775808",0]])"}) {
    EXPECT_EQ(ReduceWindow(wrong), "function.c3") << wrong;
  }
}

}  // namespace
}  // namespace hloom
