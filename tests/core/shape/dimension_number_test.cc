// Negative dimension numbers and the letters of dimensions.
#include "shape/dimension_number.h"

#include "gtest/gtest.h"
#include "shape/index_util.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

TEST(DimensionNumberTest, NegativeNumbersCountFromTheEnd) {
  const Shape shape = ShapeUtil::MakeShape(F32, {5, 6, 7});  // A, B, C
  EXPECT_EQ(ShapeUtil::GetDimension(shape, -1).value(), 7);
  EXPECT_EQ(ShapeUtil::GetDimension(shape, -2).value(), 6);
  EXPECT_EQ(ShapeUtil::GetDimension(shape, -3).value(), 5);
  EXPECT_EQ(ShapeUtil::GetDimension(shape, 2).value(), 7);
  EXPECT_EQ(ShapeUtil::GetDimensionNumber(shape, -1).value(), 2);
  EXPECT_EQ(ShapeUtil::GetDimensionNumber(shape, 0).value(), 0);
  EXPECT_EQ(IndexUtil::GetDimensionStride(shape, -1).value(), 1);
  EXPECT_EQ(IndexUtil::GetDimensionStride(shape, -3).value(), 42);
  for (int64_t bad : {int64_t{3}, int64_t{-4}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(ShapeUtil::GetDimension(shape, bad).status().rule(), "shape.c7") << bad;
    EXPECT_EQ(ShapeUtil::GetDimensionNumber(shape, bad).status().rule(), "shape.c7");
    EXPECT_EQ(IndexUtil::GetDimensionStride(shape, bad).status().rule(), "shape.c7");
    EXPECT_EQ(ShapeUtil::DeleteDimension(bad, shape).status().rule(), "shape.c7");
    EXPECT_EQ(ShapeUtil::MoveDimToMajor(shape, bad).status().rule(), "shape.c7");
    EXPECT_EQ(LayoutUtil::Minor(shape.layout(), bad).status().rule(), "shape.c7");
    EXPECT_EQ(LayoutUtil::Major(shape.layout(), bad).status().rule(), "shape.c7");
    EXPECT_EQ(DimensionLetter(bad, 3).status().rule(), "shape.c7");
  }
  EXPECT_EQ(ResolveDimensionNumber(0, 0).status().fields().help, "a scalar has no dimensions");
  EXPECT_EQ(ResolveDimensionNumber(3, 3).status().fields().help,
            "the dimensions are 0..2, or -3..-1 counted from the end");
}

TEST(DimensionNumberTest, Letters) {
  for (const std::string letters : {"yx", "zyx", "pzyx"}) {
    const int64_t rank = static_cast<int64_t>(letters.size());
    for (int64_t d = 0; d < rank; ++d) {
      const char letter = letters[static_cast<size_t>(d)];
      EXPECT_EQ(DimensionLetter(d, rank).value(), letter);
      EXPECT_EQ(DimensionLetter(d - rank, rank).value(), letter);
      EXPECT_EQ(DimensionOfLetter(letter, rank).value(), d);
    }
  }
  EXPECT_EQ(DimensionLetter(0, 1).status().rule(), "shape.c8");
  EXPECT_EQ(DimensionLetter(4, 5).status().rule(), "shape.c8");
  EXPECT_EQ(DimensionOfLetter('x', 1).status().rule(), "shape.c8");
  EXPECT_EQ(DimensionOfLetter('z', 2).status().rule(), "shape.c8");
  EXPECT_EQ(DimensionOfLetter('w', 4).status().fields().help,
            "the letters of its dimensions 0..3 are pzyx");
}

}  // namespace
}  // namespace hloom
