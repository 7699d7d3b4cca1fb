// Literals of dynamic shapes: live and dead elements, text, comparison.
#include "gtest/gtest.h"
#include "literal/literal_comparison.h"
#include "literal/literal_parser.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"

namespace hloom {
namespace {

Shape DynamicLiteralParsed(std::string_view text) { return ShapeUtil::ParseShape(text).value(); }

Literal Value(std::string_view text) {
  const StatusOr<Literal> literal = ParseLiteral(text);
  EXPECT_TRUE(literal.ok()) << literal.status().ToString();
  return literal.ok() ? *literal : Literal();
}

// s32[<=3,<=2], all of it live: { { 1, 2 }, { 3, 4 }, { 5, 6 } }.
Literal Whole() {
  return LiteralUtil::CreateR2<int32_t>({{1, 2}, {3, 4}, {5, 6}})
      .ToBoundedDynamic(DynamicLiteralParsed("s32[<=3,<=2]"))
      .value();
}

TEST(DynamicLiteralTest, LiveSizes) {
  Literal value = Whole();
  EXPECT_EQ(value.live_sizes(), (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(value.ToString(), "s32[<=3,<=2](3,2) { { 1, 2 }, { 3, 4 }, { 5, 6 } }");
  ASSERT_TRUE(value.SetDynamicSize(0, 2).ok());
  ASSERT_TRUE(value.SetDynamicSize(1, 1).ok());
  EXPECT_EQ(value.GetDynamicSize(0), 2);
  EXPECT_EQ(value.GetDynamicSize(1), 1);
  EXPECT_EQ(value.ToString(), "s32[<=3,<=2](2,1) { { 1 }, { 3 } }");
  EXPECT_EQ(value.ToStatic().value().ToString(), "s32[2,1] { { 1 }, { 3 } }");
  ASSERT_TRUE(value.SetDynamicSize(0, 0).ok());
  EXPECT_EQ(value.ToString(), "s32[<=3,<=2](0,1) {}");
  EXPECT_EQ(value.ToStatic().value().shape(), DynamicLiteralParsed("s32[0,1]"));
}

TEST(DynamicLiteralTest, SizesThatADimensionCannotHave) {  // literal.c8
  Literal value = Whole();
  EXPECT_EQ(value.SetDynamicSize(0, 4).rule(), "literal.c8");
  EXPECT_EQ(value.SetDynamicSize(0, -1).rule(), "literal.c8");
  EXPECT_EQ(value.SetDynamicSize(2, 1).rule(), "literal.c8");
  EXPECT_EQ(value.SetDynamicSize(-1, 1).rule(), "literal.c8");
  EXPECT_EQ(LiteralUtil::CreateR1<float>({1, 2}).SetDynamicSize(0, 1).rule(), "literal.c8");
  EXPECT_EQ(Literal::MakeToken().SetDynamicSize(0, 1).rule(), "literal.c8");
}

TEST(DynamicLiteralTest, IntoBounds) {
  const Literal two = LiteralUtil::CreateR1<int16_t>({7, 8});
  const Literal held = two.ToBoundedDynamic(DynamicLiteralParsed("s16[<=4]")).value();
  EXPECT_EQ(held.ToString(), "s16[<=4](2) {7, 8}");
  EXPECT_EQ(held.size_bytes(), 8);
  EXPECT_EQ(held.data<int16_t>()[2], 0);
  EXPECT_EQ(held.data<int16_t>()[3], 0);
  EXPECT_EQ(held.ToStatic().value(), two);
  // A value is converted from bound to bound, and to a layout with padding, whose bytes keep their
  // value.
  const Literal wider =
      held.ToBoundedDynamic(DynamicLiteralParsed("s16[<=5]{0:PAD(7)ONE_PAD}")).value();
  EXPECT_EQ(wider.ToString(), "s16[<=5](2) {7, 8}");
  const std::vector<int16_t> memory(wider.data<int16_t>(), wider.data<int16_t>() + 7);
  EXPECT_EQ(memory, (std::vector<int16_t>{7, 8, 0, 0, 0, 1, 1}));
  // Tuples, part by part.
  const Literal tuple = Literal::MakeTuple({two, Literal::MakeToken(), two});
  EXPECT_EQ(tuple.ToBoundedDynamic(DynamicLiteralParsed("(s16[<=2], token[], s16[2])"))
                .value()
                .ToString(),
            "(s16[<=2](2) {7, 8}, token, s16[2] {7, 8})");
}

TEST(DynamicLiteralTest, WhatABoundedShapeDoesNotHold) {  // literal.c9
  const Literal two = LiteralUtil::CreateR1<int16_t>({7, 8});
  for (const char* text : {"s16[<=1]", "s16[3]", "s16[<=2,1]", "u16[<=2]", "(s16[<=2])"}) {
    EXPECT_EQ(two.ToBoundedDynamic(DynamicLiteralParsed(text)).status().rule(), "literal.c9")
        << text;
  }
}

// Dimensions become static with their bounds; the former elements beyond the live size are not
// visible.
TEST(DynamicLiteralTest, PaddedWithZeros) {
  Literal three = LiteralUtil::CreateR1<int16_t>({7, 8, 9});
  Literal two = three.ToBoundedDynamic(DynamicLiteralParsed("s16[<=3]")).value();
  ASSERT_TRUE(two.SetDynamicSize(0, 2).ok());
  EXPECT_EQ(two.data<int16_t>()[2], 9);
  EXPECT_EQ(two.PadToStatic(DynamicLiteralParsed("s16[3]")).value().ToString(), "s16[3] {7, 8, 0}");
  EXPECT_EQ(two.PadToStatic(DynamicLiteralParsed("s16[<=3]")).value(), two);
  const Literal padded = two.PadToStatic(DynamicLiteralParsed("s16[3]{0:PAD(4)ONE_PAD}")).value();
  const std::vector<int16_t> memory(padded.data<int16_t>(), padded.data<int16_t>() + 4);
  EXPECT_EQ(memory, (std::vector<int16_t>{7, 8, 0, 1}));
  const Literal rows = LiteralUtil::CreateR2<int16_t>({{1, 2}})
                           .ToBoundedDynamic(DynamicLiteralParsed("s16[<=2,<=3]{0,1}"))
                           .value();
  EXPECT_EQ(rows.PadToStatic(DynamicLiteralParsed("s16[<=2,3]")).value().ToString(),
            "s16[<=2,3](1,3) { { 1, 2, 0 } }");
  const Literal tuple = Literal::MakeTuple({two, Literal::MakeToken(), three});
  EXPECT_EQ(
      tuple.PadToStatic(DynamicLiteralParsed("(s16[3], token[], s16[<=3])")).value().ToString(),
      "(s16[3] {7, 8, 0}, token, s16[<=3](3) {7, 8, 9})");
  for (const std::string_view text : {"s16[2]", "s16[<=4]", "s32[3]", "(s16[3])"}) {
    EXPECT_EQ(two.PadToStatic(DynamicLiteralParsed(text)).status().rule(), "literal.c9") << text;
  }
}

TEST(DynamicLiteralTest, DeadElementsTakeNoPart) {
  Literal a = Whole();
  Literal b = Value("s32[<=3,<=2](2,2) { {1, 2}, {3, 4} }");
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(CompareLiterals(a, b).equal());
  ASSERT_TRUE(a.SetDynamicSize(0, 2).ok());
  EXPECT_TRUE(a == b);
  EXPECT_TRUE(CompareLiterals(a, b).equal());
  EXPECT_EQ(CompareLiterals(a, b).compared, 4);
  // The same elements in another shape are another value.
  EXPECT_FALSE(a == a.ToStatic().value());
  ASSERT_TRUE(b.SetDynamicSize(1, 1).ok());
  EXPECT_EQ(CompareLiterals(a, b).ToString(),
            "expected the live sizes {2,2} of s32[<=3,<=2], actual are {2,1}");
}

TEST(DynamicLiteralTest, Relayout) {
  Literal a = Whole();
  ASSERT_TRUE(a.SetDynamicSize(0, 1).ok());
  const Literal moved = Relayout(a, Layout({0, 1})).value();
  EXPECT_TRUE(moved == a);
  EXPECT_EQ(moved.ToString(), "s32[<=3,<=2](1,2) { { 1, 2 } }");
  // Dead elements move too.
  EXPECT_EQ(moved.data<int32_t>()[2], 5);
}

TEST(DynamicLiteralTest, Text) {
  for (const char* text :
       {"f32[<=4](3) {1, 2.5, nan}", "pred[<=2,3](1,3) { { true, false, true } }", "s32[<=4](0) {}",
        "(s8[<=2](2) {1, -1}, (token, c64[<=1](1) {(1, 2)}))",
        "u4[2,<=2,2](2,1,2) { { { 1, 2 } }, { { 3, 4 } } }"}) {
    EXPECT_EQ(Value(text).ToString(), text);
  }
  // Without sizes, everything up to the bound is live.
  EXPECT_EQ(Value("f32[<=2] {1, 2}").ToString(), "f32[<=2](2) {1, 2}");
  EXPECT_EQ(ParseLiteral(DynamicLiteralParsed("f32[<=2]{0}"), "(1) {5}").value().ToString(),
            "f32[<=2](1) {5}");
}

}  // namespace
}  // namespace hloom
