#include "base/string_set.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace hloom {
namespace {

TEST(StringSetTest, HoldsEachStringOnce) {
  constexpr int kCount = 5000;  // grows many times
  StringSet set;
  EXPECT_FALSE(set.Contains("0"));
  std::deque<std::string> texts;
  for (int i = 0; i < kCount; ++i) {
    const std::string& text = texts.emplace_back(std::to_string(i * 7));
    EXPECT_FALSE(set.Contains(text));
    EXPECT_TRUE(set.Insert(text));
    EXPECT_FALSE(set.Insert(std::string(text)));
  }
  for (int i = 0; i < 7 * kCount; ++i) EXPECT_EQ(set.Contains(std::to_string(i)), i % 7 == 0) << i;
}

TEST(StringSetTest, HoldsTheEmptyString) {
  StringSet set;
  EXPECT_TRUE(set.Insert(""));
  EXPECT_TRUE(set.Contains(""));
  EXPECT_FALSE(set.Insert(std::string_view("x").substr(1)));
}

}  // namespace
}  // namespace hloom
