#include "literal/literal_preview.h"

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"

namespace hloom {
namespace {

Literal Matrix() { return LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}); }

TEST(LiteralPreviewTest, WhatFitsIsWhole) {
  EXPECT_EQ(LiteralPreview(Matrix(), 6), Matrix().ToString());
  EXPECT_EQ(LiteralPreviewWithoutShape(Matrix(), 6), "{ { 1, 2, 3 }, { 4, 5, 6 } }");
  EXPECT_EQ(LiteralPreview(LiteralUtil::CreateR0<int32_t>(7), 0), "s32[] 7");
  EXPECT_EQ(LiteralPreview(Literal::MakeToken(), 0), "token");
  EXPECT_EQ(LiteralPreview(LiteralUtil::CreateR1<float>({}), 0), "f32[0] {}");
  EXPECT_EQ(LiteralPreview(Literal::MakeTuple({}), 0), "()");
}

TEST(LiteralPreviewTest, TheRestIsCounted) {
  EXPECT_EQ(LiteralPreview(Matrix(), 5), "f32[2,3] {1, 2, 3, 4, 5, ... 1 more element}");
  EXPECT_EQ(LiteralPreviewWithoutShape(Matrix(), 2), "{1, 2, ... 4 more elements}");
  EXPECT_EQ(LiteralPreview(Matrix(), 0), "f32[2,3] {1, ... 5 more elements}");
  EXPECT_EQ(LiteralPreview(Matrix(), -3), "f32[2,3] {1, ... 5 more elements}");
}

// The text is row-major, for any order and padding in memory.
TEST(LiteralPreviewTest, LayoutsDoNotShow) {
  Layout layout({0, 1});
  EXPECT_EQ(LiteralPreview(Relayout(Matrix(), layout).value(), 4),
            "f32[2,3] {1, 2, 3, 4, ... 2 more elements}");
  layout.set_padding({3, 5}, ZERO_PAD);
  EXPECT_EQ(LiteralPreview(Relayout(Matrix(), layout).value(), 4),
            "f32[2,3] {1, 2, 3, 4, ... 2 more elements}");
}

// A value of a dynamic shape shows its live elements only.
TEST(LiteralPreviewTest, DeadElementsDoNotShow) {
  const Shape bounded = ShapeUtil::ParseShape("f32[<=4,3]").value();
  const Literal literal = Matrix().ToBoundedDynamic(bounded).value();
  EXPECT_EQ(LiteralPreview(literal, 6), "f32[<=4,3](2,3) { { 1, 2, 3 }, { 4, 5, 6 } }");
  EXPECT_EQ(LiteralPreview(literal, 4), "f32[<=4,3](2,3) {1, 2, 3, 4, ... 2 more elements}");
}

TEST(LiteralPreviewTest, EveryWidthOfElement) {
  EXPECT_EQ(LiteralPreview(LiteralUtil::CreateR1<bool>({true, false, true}), 2),
            "pred[3] {true, false, ... 1 more element}");
  EXPECT_EQ(LiteralPreview(LiteralUtil::CreateR1<int64_t>({-1, int64_t{1} << 62, 3}), 2),
            "s64[3] {-1, 4611686018427387904, ... 1 more element}");
  EXPECT_EQ(LiteralPreview(LiteralUtil::CreateR1<std::complex<double>>({{1, 2}, {3, 4}}), 1),
            "c128[2] {(1, 2), ... 1 more element}");
}

TEST(LiteralPreviewTest, TuplesShareTheRoom) {
  const Literal seven = LiteralUtil::CreateR0<int32_t>(7);
  const Literal tuple = Literal::MakeTuple({seven, Matrix(), seven, seven});
  EXPECT_EQ(LiteralPreview(tuple, 20),
            "(s32[] 7, f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }, s32[] 7, s32[] 7)");
  EXPECT_EQ(LiteralPreview(tuple, 5),
            "(s32[] 7, f32[2,3] {1, 2, ... 4 more elements}, ... 2 more values)");
  // A million empty values do not take a million words.
  const Literal many = Literal::MakeTuple(std::vector<Literal>(1000000, Literal::MakeTuple({})));
  EXPECT_EQ(LiteralPreview(many, 3), "((), (), (), ... 999997 more values)");
}

}  // namespace
}  // namespace hloom
