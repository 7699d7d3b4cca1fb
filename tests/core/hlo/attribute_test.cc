// Attribute kinds: equality over structs, and reading.
#include "hlo/attribute.h"

#include "base/hash.h"
#include "gtest/gtest.h"
#include "hlo/attributes/enumerations.h"
#include "hlo/attributes/precision_config.h"
#include "hlo/attributes/result_accuracy.h"
#include "hlo/attributes/slice_ranges.h"
#include "hlo/kinds/text.h"
#include "literal/literal.h"
#include "literal/literal_parser.h"
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

// True if two values are equal; then their hashes must be equal too.
template <typename T>
bool Equal(const T& a, const T& b) {
  const AttributeKind& kind = AttributeKindOf<T>();
  Hasher left;
  Hasher right;
  kind.hash(&a, left);
  kind.hash(&b, right);
  EXPECT_EQ(kind.equal(&a, &b), left.value() == right.value()) << kind.name;
  return kind.equal(&a, &b);
}

TEST(AttributesTest, HashesAreEqualWhereValuesAre) {
  using Precisions = PrecisionConfig::Precisions;
  EXPECT_TRUE(Equal(Precisions{}, Precisions{PrecisionConfig::DEFAULT, PrecisionConfig::DEFAULT}));
  EXPECT_FALSE(Equal(Precisions{}, Precisions{PrecisionConfig::HIGH}));
  ResultAccuracy zero;
  zero.mutable_tolerance()->set_atol(0);
  ResultAccuracy minus_zero;
  minus_zero.mutable_tolerance()->set_atol(-0.0);
  EXPECT_TRUE(Equal(zero, minus_zero));
  EXPECT_FALSE(Equal(zero, ResultAccuracy()));
  EXPECT_FALSE(Equal<std::vector<int64_t>>({0}, {0, 0}));
  EXPECT_FALSE(Equal<std::string>("a", "b"));
  EXPECT_FALSE(Equal(SliceRanges{{0, 2, 1}}, SliceRanges{{0, 2, 2}}));
}

TEST(AttributesTest, HashesOfLiterals) {
  const auto parsed = [](std::string_view text) { return ParseLiteral(text).value(); };
  const Literal rows = parsed("f32[2,2]{1,0} {{1, 2}, {3, 4}}");
  EXPECT_TRUE(Equal(rows, parsed("f32[2,2]{0,1} {{1, 2}, {3, 4}}")));
  EXPECT_FALSE(Equal(rows, parsed("f32[2,2] {{1, 2}, {3, 5}}")));
  EXPECT_FALSE(Equal(rows, parsed("f32[4] {1, 2, 3, 4}")));
  EXPECT_FALSE(Equal(parsed("f32[] 0"), parsed("f32[] -0")));
  EXPECT_TRUE(Equal(parsed("f32[0,3] {}"), parsed("f32[0,3] {}")));
  EXPECT_TRUE(Equal(parsed("(f32[] 1, s32[] 2)"), parsed("(f32[] 1, s32[] 2)")));
}

TEST(ComparisonKindTest, Names) {
  EXPECT_EQ(ComparisonDirectionName(ComparisonDirection::kEq), "EQ");
  EXPECT_EQ(ComparisonDirectionName(ComparisonDirection::kLt), "LT");
  EXPECT_EQ(ComparisonTypeName(ComparisonType::kTotalOrder), "TOTALORDER");
  EXPECT_EQ(ComparisonOrderName(ComparisonOrder::kWeak), "WEAK");
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
