// ShapeUtil, LayoutUtil and the text form of shapes.
#include "shape/shape_util.h"

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

Shape ShapeUtilParsed(std::string_view text) {
  StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
  EXPECT_TRUE(shape.ok()) << shape.status().ToString();
  return shape.ok() ? *shape : Shape();
}
std::string ParseRule(std::string_view text) {
  return std::string(ShapeUtil::ParseShape(text).status().rule());
}
std::string ShapeUtilRuleOf(const Shape& shape) {
  return std::string(ShapeUtil::ValidateShape(shape).rule());
}

Shape NestedTuple(int levels, Shape inner) {
  for (int i = 0; i < levels; ++i) inner = Shape(std::vector<Shape>{inner});
  return inner;
}

// ---- The conventions of the shapes document ----

TEST(ShapeUtilTest, SizesInIncreasingOrderOfDimensions) {
  const Shape shape = ShapeUtil::MakeShape(F32, {5, 6, 7, 8});
  EXPECT_EQ(shape.rank(), 4);
  EXPECT_EQ(shape.dimensions(0), 5);
  EXPECT_EQ(shape.dimensions(3), 8);
  EXPECT_EQ(shape.ToString(), "f32[5,6,7,8]");
}

TEST(ShapeUtilTest, TheDefaultLayoutIsMajorToMinor) {
  const Shape shape = ShapeUtil::MakeShape(F32, {2, 3, 4});
  EXPECT_EQ(shape.ToString(/*print_layout=*/true), "f32[2,3,4]{2,1,0}");
  EXPECT_TRUE(LayoutUtil::IsMonotonicWithDim0Major(shape.layout()));
  EXPECT_FALSE(LayoutUtil::IsMonotonicWithDim0Minor(shape.layout()));
  const Layout column_major = LayoutUtil::MakeLayout({0, 1, 2});
  EXPECT_TRUE(LayoutUtil::IsMonotonicWithDim0Minor(column_major));
  EXPECT_FALSE(LayoutUtil::IsMonotonicWithDim0Major(column_major));
  // One dimension is in either order.
  EXPECT_TRUE(LayoutUtil::IsMonotonicWithDim0Minor(LayoutUtil::GetDefaultLayoutForRank(1)));
  EXPECT_TRUE(LayoutUtil::IsMonotonicWithDim0Major(LayoutUtil::GetDefaultLayoutForRank(1)));
}

TEST(ShapeUtilTest, DefaultLayoutsOfAnyRank) {
  std::vector<int64_t> order;
  for (int64_t rank = 0; rank <= 40; ++rank) {
    const Layout layout = LayoutUtil::GetDefaultLayoutForRank(rank);
    EXPECT_EQ(layout, Layout(order)) << rank;
    EXPECT_TRUE(layout.is_row_major());
    EXPECT_EQ(layout.minor_to_major().ToVector(), order);
    const std::vector<int64_t> sizes(order.size(), 1);
    EXPECT_EQ(ShapeUtilRuleOf(Shape(F32, sizes, layout)), "");
    EXPECT_EQ(ShapeUtilRuleOf(Shape(F32, sizes, LayoutUtil::GetDefaultLayoutForRank(rank + 1))),
              "layout.c1");
    // A copy keeps its order when the layout that it was copied from is gone.
    std::vector<int64_t> ascending(order.rbegin(), order.rend());
    auto original = std::make_unique<Layout>(ascending);
    const Layout copy = *original;
    original.reset();
    EXPECT_EQ(copy.minor_to_major().ToVector(), ascending);
    EXPECT_EQ(copy.is_row_major(), rank <= 1);
    order.insert(order.begin(), rank);
  }
}

TEST(ShapeUtilTest, TrueRankCountsSizesAboveOne) {
  EXPECT_EQ(ShapeUtil::TrueRank(ShapeUtil::MakeShape(F32, {})), 0);
  EXPECT_EQ(ShapeUtil::TrueRank(ShapeUtil::MakeShape(F32, {1, 1})), 0);
  EXPECT_EQ(ShapeUtil::TrueRank(ShapeUtil::MakeShape(F32, {1, 3, 1, 2})), 2);
  EXPECT_EQ(ShapeUtil::TrueRank(ShapeUtil::MakeShape(F32, {0, 2})), 1);
}

// XLA's other names for functions of Shape.
TEST(ShapeUtilTest, OtherNames) {
  const Shape shape = ShapeUtilParsed("s16[2,3]{0,1}");
  EXPECT_EQ(ShapeUtil::HumanStringWithLayout(shape), "s16[2,3]{0,1}");
  EXPECT_EQ(ShapeUtil::ByteSizeOfElements(shape), 12);
  EXPECT_EQ(ShapeUtil::ByteSizeOfPrimitiveType(C64), 8);
  EXPECT_TRUE(ShapeUtil::ElementHasBitWidth(shape, 16));
  EXPECT_FALSE(ShapeUtil::ElementHasBitWidth(shape, 8));
  EXPECT_TRUE(ShapeUtil::IsInitialized(shape));
  EXPECT_FALSE(ShapeUtil::IsInitialized(Shape()));
  EXPECT_EQ(ShapeUtil::MakeShapeWithDescendingLayout(S16, {2, 3}),
            ShapeUtil::MakeShape(S16, {2, 3}));
  EXPECT_EQ(ShapeUtil::MakeValidatedShape(S16, {2, 3}).value().ToString(), "s16[2,3]");
  EXPECT_EQ(ShapeUtil::MakeValidatedShape(S16, {-2}).status().rule(), "shape.c2");
  EXPECT_FALSE(LayoutUtil::HasPadding(shape));
  EXPECT_TRUE(LayoutUtil::HasPadding(ShapeUtilParsed("s16[2,3]{0,1:PAD(3,5)ZERO_PAD}")));
}

TEST(ShapeUtilTest, NegativeDimensionsCountFromTheEnd) {
  EXPECT_EQ(ShapeUtil::CanonicalDimension(-1, 3), 2);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(-2, 3), 1);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(-3, 3), 0);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(2, 3), 2);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(-4, 3), std::nullopt);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(3, 3), std::nullopt);
  EXPECT_EQ(ShapeUtil::CanonicalDimension(0, 0), std::nullopt);
}

// ---- Sizes ----

TEST(ShapeUtilTest, ElementsAndBytes) {
  EXPECT_EQ(ShapeUtil::ElementsIn(ShapeUtil::MakeShape(F32, {})), 1);
  EXPECT_EQ(ShapeUtil::ElementsIn(ShapeUtil::MakeShape(F32, {2, 3})), 6);
  EXPECT_EQ(ShapeUtil::ElementsIn(ShapeUtil::MakeShape(F32, {kMax, kMax, 0})), 0);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(ShapeUtil::MakeShape(F32, {2, 3})), 24);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(ShapeUtil::MakeShape(S64, {2, 3})), 48);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(ShapeUtil::MakeShape(PRED, {2, 3})), 6);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(ShapeUtil::MakeShape(U8, {0, 3})), 0);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(ShapeUtilParsed("(f32[2], (s64[], token[]), ())")), 16);
}

TEST(ShapeUtilTest, PaddingCountsInBytes) {
  Shape shape = ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1});
  Layout layout = shape.layout();
  layout.set_padding({3, 5}, ZERO_PAD);
  shape.set_layout(layout);
  EXPECT_TRUE(ShapeUtil::ValidateShape(shape).ok());
  EXPECT_EQ(ShapeUtil::ElementsIn(shape), 6);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(shape), 3 * 5 * 4);
}

TEST(ShapeUtilTest, CompatibleIgnoresLayouts) {
  const Shape row = ShapeUtil::MakeShape(F32, {2, 3});
  const Shape column = ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1});
  EXPECT_TRUE(ShapeUtil::Compatible(row, column));
  EXPECT_FALSE(ShapeUtil::Equal(row, column));
  EXPECT_TRUE(
      ShapeUtil::Compatible(ShapeUtil::MakeTupleShape({row}), ShapeUtil::MakeTupleShape({column})));
  EXPECT_FALSE(ShapeUtil::Compatible(row, ShapeUtil::MakeShape(F64, {2, 3})));
  EXPECT_FALSE(ShapeUtil::Compatible(row, ShapeUtil::MakeShape(F32, {3, 2})));
  EXPECT_FALSE(ShapeUtil::Compatible(row, ShapeUtil::MakeTupleShape({row})));
  EXPECT_FALSE(ShapeUtil::Compatible(ShapeUtil::MakeTupleShape({}), ShapeUtil::MakeTokenShape()));
}

TEST(ShapeUtilTest, ArrayLeavesAreDepthFirst) {
  const Shape shape = ShapeUtilParsed("(f32[1], ((s32[2]), token[]), u8[3])");
  std::vector<std::string> texts;
  for (const Shape* leaf : ShapeUtil::ArrayLeaves(shape)) texts.push_back(leaf->ToString());
  EXPECT_EQ(StrJoin(texts, " "), "f32[1] s32[2] u8[3]");
}

// ---- Rules ----

TEST(ShapeRulesTest, C1ElementType) {
  EXPECT_EQ(ShapeUtilRuleOf(Shape()), "shape.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(static_cast<PrimitiveType>(99), {2})), "shape.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeTupleShape({Shape()})), "shape.c1");
}

TEST(ShapeRulesTest, C2NegativeSizes) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, {2, -1})), "shape.c2");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, {0, -1})), "shape.c2");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, {std::numeric_limits<int64_t>::min()})),
            "shape.c2");
}

TEST(ShapeRulesTest, C3Overflow) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(U8, {kMax})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, {kMax / 4})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, {kMax / 4 + 1})), "shape.c3");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(U8, {kMax, 2})), "shape.c3");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(U8, {int64_t{1} << 32, int64_t{1} << 32})),
            "shape.c3");
  // Empty, even if the product of the other sizes overflows.
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F64, {kMax, kMax, 0})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F64, {0, kMax, kMax})), "");
}

TEST(ShapeRulesTest, C4TupleDepth) {
  const int max = ShapeUtil::kMaxTupleDepth;
  EXPECT_EQ(ShapeUtilRuleOf(NestedTuple(max, ShapeUtil::MakeScalarShape(F32))), "");
  EXPECT_EQ(ShapeUtilRuleOf(NestedTuple(max + 1, ShapeUtil::MakeScalarShape(F32))), "shape.c4");
  EXPECT_EQ(ShapeUtilRuleOf(NestedTuple(max, Shape(std::vector<Shape>()))), "shape.c4");
  EXPECT_EQ(ParseRule(NestedTuple(max, ShapeUtil::MakeScalarShape(F32)).ToString()), "");
  EXPECT_EQ(ParseRule(NestedTuple(max + 1, ShapeUtil::MakeScalarShape(F32)).ToString()),
            "shape.c4");
  EXPECT_EQ(ParseRule(std::string(1000000, '(')), "shape.c4");
}

TEST(ShapeRulesTest, C6Rank) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, std::vector<int64_t>(256, 1))), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShape(F32, std::vector<int64_t>(257, 1))), "shape.c6");
}

TEST(LayoutRulesTest, C1Permutation) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 0})), "layout.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0})), "layout.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1, 2})), "layout.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {1, 2})), "layout.c1");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {-1, 0})), "layout.c1");
}

Shape ShapeUtilPadded(std::vector<int64_t> padding) {
  Shape shape = ShapeUtil::MakeShape(F32, {2, 3});
  Layout layout = shape.layout();
  layout.set_padding(padding, ZERO_PAD);
  shape.set_layout(layout);
  return shape;
}

TEST(LayoutRulesTest, C2PaddingForEachDimension) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({3, 5})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({3})), "layout.c2");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({3, 5, 1})), "layout.c2");
}

TEST(LayoutRulesTest, C3PaddingIsNotSmaller) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({2, 3})), "");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({2, 2})), "layout.c3");
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({-1, 3})), "layout.c3");
}

std::string PaddedRule(PrimitiveType type, std::vector<int64_t> padding, int value) {
  Shape shape = ShapeUtil::MakeShape(type, {2, 3});
  Layout layout = shape.layout();
  layout.set_padding(padding, static_cast<PaddingValue>(value));
  shape.set_layout(layout);
  return ShapeUtilRuleOf(shape);
}

TEST(LayoutRulesTest, C4PaddingAndItsValueComeTogether) {
  EXPECT_EQ(PaddedRule(F32, {3, 5}, UNKNOWN_PAD), "");
  EXPECT_EQ(PaddedRule(F32, {3, 5}, INVALID_PAD), "layout.c4");
  EXPECT_EQ(PaddedRule(F32, {3, 5}, 6), "layout.c4");
  EXPECT_EQ(PaddedRule(F32, {3, 5}, -1), "layout.c4");
  EXPECT_EQ(PaddedRule(F32, {}, ZERO_PAD), "layout.c4");
  EXPECT_EQ(PaddedRule(F32, {}, INVALID_PAD), "");
}

TEST(LayoutRulesTest, PaddingWithoutAValueIsUnknown) {
  Shape shape = ShapeUtil::MakeShape(C64, {2, 3});
  shape.set_layout(LayoutUtil::WithPadding(shape.layout(), std::vector<int64_t>{3, 5}));
  EXPECT_EQ(ShapeUtilRuleOf(shape), "");
  EXPECT_EQ(shape.layout().padding_value(), UNKNOWN_PAD);
}

TEST(LayoutRulesTest, C5TheTypeHasThePaddingValue) {
  EXPECT_EQ(PaddedRule(C64, {3, 5}, ZERO_PAD), "");
  EXPECT_EQ(PaddedRule(C64, {3, 5}, ONE_PAD), "");
  EXPECT_EQ(PaddedRule(C64, {3, 5}, LOWEST_PAD), "layout.c5");
  EXPECT_EQ(PaddedRule(C128, {3, 5}, HIGHEST_PAD), "layout.c5");
  EXPECT_EQ(PaddedRule(F8E8M0FNU, {3, 5}, ZERO_PAD), "layout.c5");
  EXPECT_EQ(PaddedRule(F8E8M0FNU, {3, 5}, LOWEST_PAD), "");
  EXPECT_EQ(PaddedRule(S1, {3, 5}, ONE_PAD), "layout.c5");
  EXPECT_EQ(PaddedRule(PRED, {3, 5}, HIGHEST_PAD), "");
}

TEST(LayoutRulesTest, PaddingMayNotOverflow) {
  EXPECT_EQ(ShapeUtilRuleOf(ShapeUtilPadded({kMax, kMax})), "shape.c3");
}

// ---- Text ----

TEST(ParseShapeTest, RoundTrips) {
  for (const char* text : {"f32[]", "s32[2]{0}", "pred[0,3]{1,0}", "u8[1,2,3]{0,2,1}", "token[]",
                           "()", "(f32[2,3]{0,1}, s64[])", "((token[], ()), u32[4]{0}, f64[])"}) {
    EXPECT_EQ(ShapeUtilParsed(text).ToString(/*print_layout=*/true), text);
  }
}

TEST(ParseShapeTest, IsGenerousWithSpaceAndCase) {
  EXPECT_EQ(ShapeUtilParsed(" f32[2, 3]").ToString(true), "f32[2,3]{1,0}");
  EXPECT_EQ(ShapeUtilParsed("( f32[ 2 ] ,s32[] )").ToString(), "(f32[2], s32[])");
  EXPECT_EQ(ShapeUtilParsed("F32[2]").ToString(), "f32[2]");
}

TEST(ParseShapeTest, Errors) {
  for (const char* text : {"",
                           " ",
                           "f32",
                           "f32[",
                           "f32[2",
                           "f32[2,",
                           "f32[2,]",
                           "f32[,2]",
                           "f32[a]",
                           "f32[2]{",
                           "f32[2]{0",
                           "f32[2]x",
                           "f32[2] f32[2]",
                           "(f32[2]",
                           "(f32[2],)",
                           "(,)",
                           ")",
                           "tuple[]",
                           "f33[2]",
                           "[2]",
                           "f32[2.5]",
                           "f32(2)",
                           "f32[--1]",
                           "f32[9223372036854775808]",
                           "f32[99999999999999999999999]"}) {
    EXPECT_EQ(ParseRule(text), "shape.p1") << text;
  }
  EXPECT_EQ(ParseRule("f32[-1]"), "shape.c2");
  EXPECT_EQ(ParseRule("f32[2,3]{1,1}"), "layout.c1");
  EXPECT_EQ(ParseRule("f32[2]{}"), "layout.c1");
  EXPECT_EQ(ParseRule("f32[9223372036854775807]"), "shape.c3");
}

TEST(ParseShapeTest, ErrorsSayWhere) {
  EXPECT_EQ(ShapeUtil::ParseShape("f32[2,x]").status().ToString(),
            "INVALID_ARGUMENT [shape.p1] \"f32[2,x]\" is not a shape\n"
            "  at character 6: expected a number\n"
            "  help: write shapes like f32[2,3], f32[2,3]{0,1}, (f32[2], s32[]) or token[]");
  EXPECT_EQ(ShapeUtil::ParseShape("bred[2]").status().fields().help, "did you mean pred?");
  EXPECT_EQ(ShapeUtil::ParseShape("float[2]").status().fields().help, "did you mean f32?");
  EXPECT_EQ(
      ShapeUtil::ParseShape("matrix[2]").status().fields().help,
      "the element types are pred, s1, s2, s4, s8, s16, s32, s64, u1, u2, u4, u8, u16, u32, "
      "u64, f16, bf16, f32, f64, f8e5m2, f8e4m3, f8e4m3fn, f8e4m3b11fnuz, f8e3m4, f8e5m2fnuz, "
      "f8e4m3fnuz, f8e8m0fnu, f4e2m1fn, c64, c128, opaque, token");
}

TEST(PrimitiveTypeTest, TheTable) {
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    EXPECT_EQ(FindPrimitiveType(info.type), &info);
    EXPECT_EQ(ParsePrimitiveType(info.name), info.type);
    EXPECT_EQ(ParsePrimitiveType(info.text), info.type);
  }
  EXPECT_EQ(FindPrimitiveType(PRIMITIVE_TYPE_INVALID), nullptr);
  EXPECT_EQ(PrimitiveTypeText(static_cast<PrimitiveType>(99)), "invalid");
  // XLA's numbers.
  EXPECT_EQ(static_cast<int>(F32), 11);
  EXPECT_EQ(static_cast<int>(S32), 4);
  EXPECT_EQ(static_cast<int>(TUPLE), 13);
}

TEST(ProgramShapeTest, Text) {
  const ProgramShape shape = {{ShapeUtilParsed("f32[2,3]"), ShapeUtilParsed("(s32[])")},
                              {"x", "t"},
                              ShapeUtilParsed("token[]")};
  EXPECT_EQ(shape.ToString(), "(x: f32[2,3], t: (s32[])) -> token[]");
}

}  // namespace
}  // namespace hloom
