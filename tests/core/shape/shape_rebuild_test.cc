// ShapeUtil and LayoutUtil: one shape from another, orders of dimensions, tuples, comparison.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "shape/index_util.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

Shape ShapeRebuildParsed(std::string_view text) { return ShapeUtil::ParseShape(text).value(); }
std::string Text(const StatusOr<Shape>& shape) {
  return shape.ok() ? shape->ToString(true) : std::string(shape.status().rule());
}

TEST(ShapeRebuildTest, DeleteDimension) {
  EXPECT_EQ(Text(ShapeUtil::DeleteDimension(1, ShapeRebuildParsed("f32[2,3,4]"))), "f32[2,4]{1,0}");
  EXPECT_EQ(Text(ShapeUtil::DeleteDimension(-1, ShapeRebuildParsed("f32[2,3,4]{0,2,1}"))),
            "f32[2,3]{0,1}");
  EXPECT_EQ(
      Text(ShapeUtil::DeleteDimension(0, ShapeRebuildParsed("f32[2,3]{0,1:PAD(3,5)ZERO_PAD}"))),
      "f32[3]{0:PAD(5)ZERO_PAD}");
  EXPECT_EQ(Text(ShapeUtil::DeleteDimension(0, ShapeRebuildParsed("f32[3]{0:PAD(5)ZERO_PAD}"))),
            "f32[]");
  EXPECT_EQ(Text(ShapeUtil::DeleteDimensions({0, -1}, ShapeRebuildParsed("f32[2,3,4]"))),
            "f32[3]{0}");
  EXPECT_EQ(Text(ShapeUtil::DropDegenerateDimensions(ShapeRebuildParsed("f32[1,3,1,4]{0,1,2,3}"))),
            "f32[3,4]{0,1}");
}

// Transposed this way, the elements keep their places in memory.
TEST(ShapeRebuildTest, PermuteDimensions) {
  const Shape shape = ShapeRebuildParsed("f32[2,3,4]{0,2,1:PAD(2,5,4)ONE_PAD}");
  const Shape permuted = ShapeUtil::PermuteDimensions({2, 0, -2}, shape).value();
  EXPECT_EQ(permuted.ToString(), "f32[4,2,3]");
  EXPECT_EQ(IndexUtil::MultidimensionalIndexToLinearIndex(shape, {1, 2, 3}),
            IndexUtil::MultidimensionalIndexToLinearIndex(permuted, {3, 1, 2}));
  for (const auto& bad : {std::vector<int64_t>{0, 1}, {0, 1, 1}, {0, 1, 2, 2}, {}}) {
    EXPECT_EQ(Text(ShapeUtil::PermuteDimensions(bad, shape)), "shape.c9");
  }
  EXPECT_EQ(Text(ShapeUtil::PermuteDimensions({0, 1, 3}, shape)), "shape.c7");
  EXPECT_EQ(Text(ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout(
                ShapeRebuildParsed("f32[10,20,30,40]{0,3,2,1}"))),
            "f32[20,30,40,10]{3,2,1,0}");
}

TEST(ShapeRebuildTest, AppendAndMove) {
  Shape shape = ShapeRebuildParsed("f32[2,3]{0,1}");
  ShapeUtil::AppendMajorDimension(7, &shape);
  EXPECT_EQ(shape.ToString(true), "f32[7,2,3]{1,2,0}");
  ShapeUtil::AppendMinorDimension(5, &shape);
  EXPECT_EQ(shape.ToString(true), "f32[7,2,3,5]{3,1,2,0}");
  Shape padded = ShapeRebuildParsed("f32[2]{0:PAD(4)ZERO_PAD}");
  ShapeUtil::AppendMinorDimension(3, &padded);
  EXPECT_EQ(padded.ToString(true), "f32[2,3]{1,0:PAD(4,3)ZERO_PAD}");
  EXPECT_EQ(Text(ShapeUtil::MoveDimToMajor(ShapeRebuildParsed("(f32[2,3,4], token[])"), -1)),
            "(f32[2,3,4]{1,0,2}, token[])");
  EXPECT_EQ(
      Text(ShapeUtil::MoveDimToMajor(ShapeRebuildParsed("f32[2,3]{0,1:PAD(3,5)ZERO_PAD}"), 0)),
      "f32[2,3]{1,0:PAD(3,5)ZERO_PAD}");
}

TEST(LayoutUtilTest, OrdersOfDimensions) {
  const Layout layout = LayoutUtil::MakeLayout({1, 3, 0, 2});
  EXPECT_EQ(LayoutUtil::Minor(layout, 0).value(), 1);
  EXPECT_EQ(LayoutUtil::Minor(layout, -1).value(), 2);
  EXPECT_EQ(LayoutUtil::Major(layout, 0).value(), 2);
  EXPECT_EQ(LayoutUtil::Major(layout, 3).value(), 1);
  EXPECT_EQ(LayoutUtil::MakeLogicalToPhysical(layout), (std::vector<int64_t>{1, 3, 0, 2}));
  for (int64_t place = 0; place < 4; ++place) {
    const int64_t dimension = LayoutUtil::Major(layout, place).value();
    EXPECT_EQ(LayoutUtil::MakeLogicalToPhysical(layout)[static_cast<size_t>(dimension)], place);
  }
  EXPECT_EQ(LayoutUtil::MakeLayoutFromMajorToMinor({2, 0, 3, 1}), layout);
  EXPECT_EQ(LayoutUtil::MakeDescendingLayout(3).ToString(), "{2,1,0}");
  EXPECT_EQ(LayoutUtil::MakeAscendingLayout(3).ToString(), "{0,1,2}");
  EXPECT_TRUE(LayoutUtil::AreDimensionsConsecutive(layout, {0, 3}));
  EXPECT_TRUE(LayoutUtil::AreDimensionsConsecutive(layout, {2, 0, -1}));
  EXPECT_FALSE(LayoutUtil::AreDimensionsConsecutive(layout, {1, 2}));
  EXPECT_FALSE(LayoutUtil::AreDimensionsConsecutive(layout, {4}));
  const Shape tuple = ShapeRebuildParsed("(f32[2,3]{0,1}, s32[])");
  EXPECT_EQ(LayoutUtil::GetWithDefaultLayout(tuple).ToString(true), "(f32[2,3]{1,0}, s32[])");
  EXPECT_TRUE(LayoutUtil::LayoutsInShapesEqual(tuple, ShapeRebuildParsed("(s8[5,5]{0,1}, f32[])")));
  EXPECT_FALSE(LayoutUtil::LayoutsInShapesEqual(tuple, LayoutUtil::GetWithDefaultLayout(tuple)));
}

TEST(ShapeTuplesTest, Subshapes) {
  const Shape shape = ShapeRebuildParsed("(f32[1], (s32[2], u8[3], token[]), pred[])");
  EXPECT_EQ(ShapeUtil::GetSubshape(shape, {1, 1}).ToString(), "u8[3]");
  EXPECT_EQ(&ShapeUtil::GetSubshape(shape, {}), &shape);
  EXPECT_EQ(ShapeUtil::TryGetSubshape(shape, {1}).value()->tuple_shapes().size(), 3u);
  for (const ShapeIndex& bad : {ShapeIndex{3}, {-1}, {0, 0}, {1, 3}, {1, 0, 0}}) {
    EXPECT_FALSE(ShapeUtil::IndexIsValid(shape, bad));
    EXPECT_EQ(ShapeUtil::TryGetSubshape(shape, bad).status().rule(), "shape.c10");
  }
  std::string seen;
  ShapeUtil::ForEachSubshape(shape, [&](const Shape& subshape, const ShapeIndex& index) {
    EXPECT_EQ(&ShapeUtil::GetSubshape(shape, index), &subshape);
    EXPECT_EQ(ShapeUtil::IsLeafIndex(shape, index), !subshape.IsTuple());
    StrAppend(seen, Braced(index), " ");
  });
  EXPECT_EQ(seen, "{} {0} {1} {1,0} {1,1} {1,2} {2} ");
  EXPECT_EQ(ShapeUtil::SubshapeCount(shape), 7);
  EXPECT_EQ(ShapeUtil::GetLeafCount(shape), 5);
  EXPECT_EQ(ShapeUtil::ElementsInRecursive(shape), 7);
  EXPECT_TRUE(ShapeUtil::IsNestedTuple(shape));
  EXPECT_TRUE(ShapeUtil::IsEmptyTuple(ShapeUtil::MakeNil()));
}

TEST(ShapeCompareTest, Kinds) {
  EXPECT_TRUE(ShapeUtil::ElementIsSigned(ShapeRebuildParsed("bf16[]")));
  EXPECT_TRUE(ShapeUtil::ElementIsSigned(ShapeRebuildParsed("s4[]")));
  EXPECT_FALSE(ShapeUtil::ElementIsSigned(ShapeRebuildParsed("u4[]")));
  EXPECT_FALSE(ShapeUtil::ElementIsSigned(ShapeRebuildParsed("f8e8m0fnu[]")));
  EXPECT_FALSE(ShapeUtil::ElementIsIntegral(ShapeRebuildParsed("pred[]")));
  EXPECT_TRUE(ShapeUtil::ElementIsFloating(ShapeRebuildParsed("f4e2m1fn[]")));
  EXPECT_TRUE(ShapeUtil::ElementIsComplex(ShapeRebuildParsed("c64[]")));
  EXPECT_EQ(ShapeUtil::ComplexComponentShape(ShapeRebuildParsed("c128[2]")).ToString(), "f64[2]");
  EXPECT_TRUE(ShapeUtil::IsZeroElementArray(ShapeRebuildParsed("f32[2,0]")));
  EXPECT_FALSE(ShapeUtil::IsZeroElementArray(ShapeRebuildParsed("()")));
  EXPECT_TRUE(ShapeUtil::IsEffectiveScalar(ShapeRebuildParsed("f32[1,1]")));
  EXPECT_FALSE(ShapeUtil::IsEffectiveScalar(ShapeRebuildParsed("f32[0]")));
}

TEST(ShapeCompareTest, WhatIsIgnored) {
  const Shape a = ShapeRebuildParsed("(f32[2,3]{0,1}, token[])");
  EXPECT_TRUE(
      ShapeUtil::CompatibleIgnoringElementType(a, ShapeRebuildParsed("(s8[2,3], token[])")));
  EXPECT_FALSE(
      ShapeUtil::CompatibleIgnoringElementType(a, ShapeRebuildParsed("(s8[3,2], token[])")));
  EXPECT_FALSE(ShapeUtil::CompatibleIgnoringElementType(a, ShapeRebuildParsed("(s8[2,3], f32[])")));
  EXPECT_TRUE(
      ShapeUtil::EqualIgnoringElementType(a, ShapeRebuildParsed("(s8[2,3]{0,1}, token[])")));
  EXPECT_FALSE(ShapeUtil::EqualIgnoringElementType(a, ShapeRebuildParsed("(s8[2,3], token[])")));
  EXPECT_TRUE(ShapeUtil::EqualStructure(ShapeRebuildParsed("(f32[], (s32[2], f32[2,2]))"),
                                        ShapeRebuildParsed("(s32[], (f32[3], token[]))")));
  EXPECT_FALSE(ShapeUtil::EqualStructure(ShapeRebuildParsed("(f32[], (f32[], f32[]))"),
                                         ShapeRebuildParsed("((f32[], f32[]), f32[])")));
}

}  // namespace
}  // namespace hloom
