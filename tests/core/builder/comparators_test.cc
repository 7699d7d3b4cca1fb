#include "builder/lib/comparators.h"

#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string Sorted(XlaComputation comparator, const Literal& keys, const Literal& values) {
  XlaBuilder b("sort");
  Sort({ParameterLike(b, 0, keys), ParameterLike(b, 1, values)}, comparator);
  return RunToText(b, {keys, values});
}

TEST(ComparatorsTest, ByTheFirstOperandInTheTotalOrder) {
  XlaBuilder b("main");
  const XlaComputation less = CreateScalarLtComputation({F32, S32}, &b);
  const XlaComputation greater = CreateScalarGtComputation({F32, S32}, &b);
  ASSERT_FALSE(less.IsNull() || greater.IsNull()) << b.GetCurrentStatus().ToString();
  EXPECT_EQ(less.name(), "compare-less-than");
  const Literal keys = LiteralUtil::CreateR1<float>({1, -0.0f, 0, -2, 1});
  const Literal values = LiteralUtil::CreateR1<int32_t>({0, 1, 2, 3, 4});
  EXPECT_EQ(Sorted(less, keys, values), "(f32[5] {-2, -0, 0, 1, 1}, s32[5] {3, 1, 2, 0, 4})");
  EXPECT_EQ(Sorted(greater, keys, values), "(f32[5] {1, 1, 0, -0, -2}, s32[5] {0, 4, 2, 1, 3})");
}

TEST(ComparatorsTest, NothingToCompare) {
  XlaBuilder b("main");
  EXPECT_TRUE(CreateScalarLtComputation({}, &b).IsNull());
  EXPECT_EQ(b.TakeError().rule(), "comparator.c1");
  EXPECT_TRUE(CreateScalarComparisonComputation("none", {F32}, {std::nullopt}, &b).IsNull());
  EXPECT_EQ(b.TakeError().rule(), "comparator.c1");
  EXPECT_TRUE(
      CreateScalarComparisonComputation("two", {F32}, {LtTotalOrder, LtTotalOrder}, &b).IsNull());
  EXPECT_EQ(b.TakeError().rule(), "comparator.c2");
}

}  // namespace
}  // namespace hloom
