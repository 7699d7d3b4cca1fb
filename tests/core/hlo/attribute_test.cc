// Attribute kinds: equality over structs, and reading.
#include "hlo/attribute.h"

#include "gtest/gtest.h"
#include "hlo/attributes/comparison.h"
#include "ops/data_movement/broadcast.h"
#include "ops/elementwise/compare.h"

namespace hloom {
namespace {

TEST(AttributesTest, Equality) {
  const auto a = MakeAttributes(BroadcastAttributes{{0, 2}});
  EXPECT_TRUE(AttributesEqual(a.get(), a->Clone().get()));
  EXPECT_FALSE(AttributesEqual(a.get(), MakeAttributes(BroadcastAttributes{{0, 1}}).get()));
  EXPECT_FALSE(AttributesEqual(a.get(), nullptr));
  EXPECT_TRUE(AttributesEqual(nullptr, nullptr));
  const auto gt = MakeAttributes(CompareAttributes{ComparisonDirection::kGt});
  EXPECT_FALSE(AttributesEqual(gt.get(), MakeAttributes(CompareAttributes{}).get()));
}

TEST(ComparisonKindTest, Names) {
  for (const char* name : {"EQ", "NE", "GE", "GT", "LE", "LT"}) {
    ASSERT_TRUE(ParseComparisonDirection(name).has_value()) << name;
    EXPECT_EQ(ComparisonDirectionName(*ParseComparisonDirection(name)), name);
  }
  EXPECT_FALSE(ParseComparisonDirection("eq").has_value());
  EXPECT_FALSE(ParseComparisonType("").has_value());
  EXPECT_EQ(ParseComparisonType("TOTALORDER"), ComparisonType::kTotalOrder);
}

TEST(ComparisonKindTest, ReadingAnUnknownName) {  // attribute.p1
  WireWriter out;
  out.SetString(63, "ABOUT");
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().value());
  ComparisonDirection direction = ComparisonDirection::kLt;
  EXPECT_EQ(AttributeKindOf<ComparisonDirection>().read(&direction, reader).rule(), "attribute.p1");
  EXPECT_EQ(direction, ComparisonDirection::kLt);
  ComparisonType type = ComparisonType::kFloat;
  EXPECT_EQ(AttributeKindOf<ComparisonType>().read(&type, reader).rule(), "attribute.p1");
}

}  // namespace
}  // namespace hloom
