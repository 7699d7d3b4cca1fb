#include "base/inline_array.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace hloom {
namespace {

// Up to two elements are in the array itself, more are not; a move leaves nothing behind.
TEST(InlineArrayTest, HoldsAnyNumberOfElements) {
  const std::vector<int> all = {4, 5, 6, 7};
  for (size_t count = 0; count <= all.size(); ++count) {
    InlineArray<int, 2> array(Span<const int>(all.data(), count));
    const bool is_inside =
        reinterpret_cast<char*>(array.data()) >= reinterpret_cast<char*>(&array) &&
        reinterpret_cast<char*>(array.data()) < reinterpret_cast<char*>(&array + 1);
    EXPECT_EQ(is_inside, count <= 2);
    const InlineArray<int, 2> moved(std::move(array));
    ASSERT_EQ(moved.size(), count);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(moved.data()[i], all[i]);
    EXPECT_EQ(array.size(), 0U);  // NOLINT
  }
}

}  // namespace
}  // namespace hloom
