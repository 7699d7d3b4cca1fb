// StridedCopy against the definition, over random regions.
#include "base/buffer.h"
#include "kernels/copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "shape/index_util.h"
#include "support/random.h"

namespace hloom {
namespace {

using testing_support::Random;

struct Region {
  std::vector<int64_t> sizes, to, from;
  int64_t width = 1;
};

// The strides of a dense array with its dimensions in random order, with occasional gaps: every
// index has a different place.
std::vector<int64_t> DistinctStrides(const std::vector<int64_t>& sizes, Random& random,
                                     int64_t* extent) {
  std::vector<size_t> order;
  for (size_t i = 0; i < sizes.size(); ++i) order.push_back(i);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<size_t>(random.Below(static_cast<int64_t>(i)))]);
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t dimension : order) {
    stride *= 1 + (random.Below(4) == 0 ? 1 : 0);
    strides[dimension] = stride;
    stride *= std::max<int64_t>(sizes[dimension], 1);
  }
  *extent = stride;
  return strides;
}

void Naive(const Region& r, std::byte* to, const std::byte* from) {
  if (std::find(r.sizes.begin(), r.sizes.end(), 0) != r.sizes.end()) return;
  std::vector<int64_t> index(r.sizes.size(), 0);
  do {
    int64_t t = 0;
    int64_t f = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      t += index[d] * r.to[d];
      f += index[d] * r.from[d];
    }
    std::memcpy(to + t * r.width, from + f * r.width, static_cast<size_t>(r.width));
  } while (IndexUtil::BumpIndices(r.sizes, index));
}

TEST(StridedCopyTest, AgreesWithTheDefinition) {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    Region r;
    r.width = int64_t{1} << random.Below(5);
    const int64_t rank = random.Below(6);
    for (int64_t d = 0; d < rank; ++d)
      r.sizes.push_back(random.Below(12) == 0 ? 0 : 1 + random.Below(5));
    int64_t to_extent = 0;
    int64_t from_extent = 0;
    r.to = DistinctStrides(r.sizes, random, &to_extent);
    r.from = DistinctStrides(r.sizes, random, &from_extent);
    // Sources may also repeat elements.
    for (int64_t& stride : r.from) {
      if (random.Below(4) == 0) stride = 0;
    }
    // Widths of 16 need the alignment that buffers have.
    StatusOr<Buffer> from = Buffer::Allocate(from_extent * r.width);
    StatusOr<Buffer> to = Buffer::Allocate(to_extent * r.width);
    StatusOr<Buffer> expected = Buffer::Allocate(to_extent * r.width);
    ASSERT_TRUE(from.ok() && to.ok() && expected.ok());
    for (int64_t b = 0; b < from->size(); ++b)
      from->data()[b] = static_cast<std::byte>(random.Below(256));
    std::memset(to->data(), 0xee, static_cast<size_t>(to->size()));
    std::memset(expected->data(), 0xee, static_cast<size_t>(to->size()));
    StridedCopy(r.sizes, to->data(), r.to, from->data(), r.from, r.width);
    Naive(r, expected->data(), from->data());
    ASSERT_EQ(std::memcmp(to->data(), expected->data(), static_cast<size_t>(to->size())), 0)
        << "sizes " << Braced(r.sizes) << " to " << Braced(r.to) << " from " << Braced(r.from)
        << " width " << r.width;
  }
}

TEST(StridedCopyTest, AScalar) {
  int32_t from = 5;
  int32_t to = 0;
  StridedCopy({}, reinterpret_cast<std::byte*>(&to), {}, reinterpret_cast<const std::byte*>(&from),
              {}, 4);
  EXPECT_EQ(to, 5);
}

}  // namespace
}  // namespace hloom
