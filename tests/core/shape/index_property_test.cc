// In every layout and padding, linear indices and places agree.
#include <algorithm>
#include <random>

#include "gtest/gtest.h"
#include "shape/index_util.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

int64_t Below(std::mt19937& random, int64_t n) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
}

Shape RandomShape(std::mt19937& random) {
  const int64_t rank = Below(random, 6);
  std::vector<int64_t> sizes;
  std::vector<int64_t> order;
  for (int64_t i = 0; i < rank; ++i) {
    sizes.push_back(Below(random, 12) == 0 ? 0 : 1 + Below(random, 4));
    order.push_back(i);
  }
  std::shuffle(order.begin(), order.end(), random);
  Layout layout(order);
  if (rank > 0 && Below(random, 2) == 0) {
    std::vector<int64_t> padded;
    for (int64_t size : sizes) padded.push_back(size + Below(random, 3));
    layout.set_padding(padded, ZERO_PAD);
  }
  return Shape(F32, sizes, layout);
}

TEST(IndexPropertyTest, ABijectionBetweenLinearIndicesAndPlaces) {
  std::mt19937 random(20);
  for (int round = 0; round < 4000; ++round) {
    const Shape shape = RandomShape(random);
    ASSERT_TRUE(ShapeUtil::ValidateShape(shape).ok());
    const int64_t stored = IndexUtil::StoredElements(shape);
    ASSERT_EQ(stored * 4, ShapeUtil::ByteSizeOf(shape)) << shape.ToString(true);
    int64_t elements = 0;
    for (int64_t linear = 0; linear < stored; ++linear) {
      const std::vector<int64_t> index =
          IndexUtil::LinearIndexToMultidimensionalIndex(shape, linear);
      ASSERT_EQ(IndexUtil::MultidimensionalIndexToLinearIndex(shape, index), linear)
          << shape.ToString(true);
      const bool in_bounds = IndexUtil::IndexInBounds(shape, index);
      ASSERT_EQ(IndexUtil::LinearIndexIsPadding(shape, linear), !in_bounds);
      elements += in_bounds ? 1 : 0;
    }
    // Each element was met once, because all linear indices are different.
    ASSERT_EQ(elements, ShapeUtil::ElementsIn(shape)) << shape.ToString(true);
    const Shape again = ShapeUtil::ParseShape(shape.ToString(true)).value();
    ASSERT_EQ(again, shape);
  }
}

TEST(IndexPropertyTest, PlacesOfTheDocument) {
  const Shape shape = ShapeUtil::ParseShape("f32[2,3]{0,1:PAD(3,5)ZERO_PAD}").value();
  std::string padding;
  for (int64_t i = 0; i < 15; ++i) {
    padding += IndexUtil::LinearIndexIsPadding(shape, i) ? '0' : '.';
  }
  EXPECT_EQ(padding, "..0..0..0000000");
  EXPECT_FALSE(IndexUtil::IndexInBounds(shape, {2, 0}));
  EXPECT_FALSE(IndexUtil::IndexInBounds(shape, {0, -1}));
  EXPECT_FALSE(IndexUtil::IndexInBounds(shape, {0}));
}

TEST(IndexPropertyTest, CompareIndicesIsRowMajor) {
  EXPECT_EQ(IndexUtil::CompareIndices({0, 2}, {1, 0}), -1);
  EXPECT_EQ(IndexUtil::CompareIndices({1, 0}, {0, 2}), 1);
  EXPECT_EQ(IndexUtil::CompareIndices({1, 2}, {1, 2}), 0);
  std::vector<int64_t> index(2, 0);
  std::vector<int64_t> before = index;
  const Shape shape = ShapeUtil::MakeShape(F32, {3, 4});
  while (IndexUtil::BumpIndices(shape.dimensions(), index)) {
    EXPECT_EQ(IndexUtil::CompareIndices(before, index), -1);
    before = index;
  }
}

}  // namespace
}  // namespace hloom
