// IndexUtil: multidimensional and linear indices.
#include "shape/index_util.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

// The memory of the document's array, a b c / d e f; padding is '0'.
std::string InMemory(const Shape& shape) {
  static constexpr char kLetters[2][3] = {{'a', 'b', 'c'}, {'d', 'e', 'f'}};
  std::string memory(static_cast<size_t>(ShapeUtil::ByteSizeOf(shape) / 4), '0');
  std::vector<int64_t> index(2, 0);
  do {
    const int64_t linear = IndexUtil::MultidimensionalIndexToLinearIndex(shape, index);
    memory[static_cast<size_t>(linear)] = kLetters[index[0]][index[1]];
  } while (IndexUtil::BumpIndices(shape.dimensions(), index));
  return memory;
}

Shape IndexUtilPadded(Shape shape, std::vector<int64_t> padding) {
  Layout layout = shape.layout();
  layout.set_padding(padding, ZERO_PAD);
  shape.set_layout(layout);
  return shape;
}

TEST(IndexUtilTest, ColumnMajor) {
  EXPECT_EQ(InMemory(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1})), "adbecf");
}

TEST(IndexUtilTest, RowMajor) {
  EXPECT_EQ(InMemory(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {1, 0})), "abcdef");
  EXPECT_EQ(InMemory(ShapeUtil::MakeShape(F32, {2, 3})), "abcdef");
}

TEST(IndexUtilTest, PaddedColumnMajor) {
  const Shape shape = IndexUtilPadded(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1}), {3, 5});
  EXPECT_EQ(InMemory(shape), "ad0be0cf0000000");
  EXPECT_EQ(IndexUtil::MultidimensionalIndexToLinearIndex(shape, {1, 2}), 7);
}

// The equivalent array: a b c 0 0 / d e f 0 0 / 0 0 0 0 0.
TEST(IndexUtilTest, PaddedRowMajor) {
  EXPECT_EQ(InMemory(IndexUtilPadded(ShapeUtil::MakeShape(F32, {2, 3}), {3, 5})),
            "abc00def0000000");
}

TEST(IndexUtilTest, ALinearIndexInThePadding) {
  const Shape shape = IndexUtilPadded(ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1}), {3, 5});
  EXPECT_EQ(IndexUtil::LinearIndexToMultidimensionalIndex(shape, 2), (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(IndexUtil::LinearIndexToMultidimensionalIndex(shape, 14), (std::vector<int64_t>{2, 4}));
}

TEST(IndexUtilTest, Strides) {
  EXPECT_EQ(IndexUtil::Strides(ShapeUtil::MakeShape(F32, {2, 3, 4})),
            (std::vector<int64_t>{12, 4, 1}));
  EXPECT_EQ(IndexUtil::Strides(ShapeUtil::MakeShapeWithLayout(F32, {2, 3, 4}, {0, 2, 1})),
            (std::vector<int64_t>{1, 8, 2}));
  EXPECT_EQ(IndexUtil::Strides(ShapeUtil::MakeShape(F32, {})), std::vector<int64_t>());
  // Without elements, strides do not overflow.
  const int64_t max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(IndexUtil::Strides(ShapeUtil::MakeShape(F32, {0, max, max})).size(), 3u);
}

TEST(IndexUtilTest, StridesOfOneDimensionAndInBytes) {
  const Shape shape = ShapeUtil::MakeShapeWithLayout(F32, {2, 3, 4}, {0, 2, 1});
  EXPECT_EQ(*IndexUtil::GetDimensionStride(shape, 1), 8);
  EXPECT_EQ(*IndexUtil::GetDimensionStride(shape, -1), 2);
  EXPECT_EQ(IndexUtil::GetDimensionStride(shape, 3).status().rule(), "shape.c7");
  using Strides = std::vector<int64_t>;
  EXPECT_EQ(ShapeUtil::ByteStrides(shape), (Strides{4, 32, 8}));
  EXPECT_EQ(ShapeUtil::ByteStrides(IndexUtilPadded(shape, {2, 3, 5})), (Strides{4, 40, 8}));
  EXPECT_EQ(ShapeUtil::ByteStrides(ShapeUtil::MakeShape(C128, {2, 3})), (Strides{48, 16}));
  // Elements of fewer than 8 bits take a byte each.
  EXPECT_EQ(ShapeUtil::ByteStrides(ShapeUtil::MakeShape(S4, {2, 3})), (Strides{3, 1}));
  EXPECT_EQ(ShapeUtil::ByteStrides(ShapeUtil::MakeShape(F64, {})), Strides());
  EXPECT_EQ(ShapeUtil::ByteStrides(ShapeUtil::MakeTupleShape({shape})), std::nullopt);
  const int64_t max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(ShapeUtil::ByteStrides(ShapeUtil::MakeShape(F32, {0, max, max}))->size(), 3u);
}

// In every layout each index has its own place, and the way back leads to it.
TEST(IndexUtilTest, RoundTripInEveryLayout) {
  std::vector<int64_t> order = {0, 1, 2};
  do {
    for (const bool padded : {false, true}) {
      Shape shape = ShapeUtil::MakeShapeWithLayout(F32, {2, 3, 4}, order);
      if (padded) shape = IndexUtilPadded(shape, {2, 5, 6});
      std::set<int64_t> places;
      std::vector<int64_t> index(3, 0);
      do {
        const int64_t linear = IndexUtil::MultidimensionalIndexToLinearIndex(shape, index);
        places.insert(linear);
        EXPECT_EQ(IndexUtil::LinearIndexToMultidimensionalIndex(shape, linear), index);
        EXPECT_LT(linear, ShapeUtil::ByteSizeOf(shape) / 4);
      } while (IndexUtil::BumpIndices(shape.dimensions(), index));
      EXPECT_EQ(places.size(), 24u) << shape.ToString(true);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(IndexUtilTest, BumpIndicesGoesInRowMajorOrder) {
  std::vector<int64_t> index(2, 0);
  std::string seen;
  do {
    StrAppend(seen, index[0], index[1], " ");
  } while (IndexUtil::BumpIndices({2, 3}, index));
  EXPECT_EQ(seen, "00 01 02 10 11 12 ");
  EXPECT_EQ(index, (std::vector<int64_t>{0, 0}));
  // A scalar has one index, the empty one.
  EXPECT_FALSE(IndexUtil::BumpIndices({}, Span<int64_t>()));
}

}  // namespace
}  // namespace hloom
