// Comparison of values, in every mode.
#include "literal/literal_comparison.h"

#include <limits>

#include "gtest/gtest.h"
#include "literal/literal_parser.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"

namespace hloom {
namespace {

Literal L(std::string_view text) {
  const StatusOr<Literal> literal = ParseLiteral(text);
  EXPECT_TRUE(literal.ok()) << literal.status().ToString();
  return literal.ok() ? *literal : Literal();
}
bool Equal(std::string_view a, std::string_view b, const ComparisonOptions& options = {}) {
  return CompareLiterals(L(a), L(b), options).equal();
}
uint64_t Ulps(std::string_view a, std::string_view b) {
  const Literal x = L(a);
  return UlpDistance(x.shape().element_type(), x.data<std::byte>(), L(b).data<std::byte>());
}

TEST(LiteralComparisonTest, Bits) {
  const ComparisonOptions bits = ComparisonOptions::Bits();
  EXPECT_TRUE(Equal("f32[2] {1, nan}", "f32[2] {1, nan}", bits));
  EXPECT_FALSE(Equal("f32[] 0", "f32[] -0", bits));
  EXPECT_FALSE(Equal("f32[] nan", "f32[] -nan", bits));
  EXPECT_TRUE(Equal("c64[] (1, 2)", "c64[] (1, 2)", bits));
  EXPECT_FALSE(Equal("c64[] (1, 0)", "c64[] (1, -0)", bits));
}

TEST(LiteralComparisonTest, Values) {
  EXPECT_TRUE(Equal("f32[] 0", "f32[] -0"));
  EXPECT_TRUE(Equal("f32[] nan", "f32[] -nan"));
  EXPECT_TRUE(Equal("c64[] (nan, 1)", "c64[] (nan, 1)"));
  EXPECT_FALSE(Equal("c64[] (nan, 1)", "c64[] (nan, 2)"));
  EXPECT_FALSE(Equal("c64[] (nan, 1)", "c64[] (1, nan)"));
  EXPECT_TRUE(Equal("f32[2] {inf, -inf}", "f32[2] {inf, -inf}"));
  EXPECT_FALSE(Equal("f32[] inf", "f32[] -inf"));
  EXPECT_FALSE(Equal("f32[] nan", "f32[] 1"));
  EXPECT_FALSE(Equal("f32[] 1", "f32[] nan"));
  EXPECT_TRUE(Equal("pred[2] {true, false}", "pred[2] {true, false}"));
  EXPECT_FALSE(Equal("pred[] true", "pred[] false"));
  EXPECT_FALSE(Equal("s64[] 9223372036854775807", "s64[] 9223372036854775806"));
  ComparisonOptions strict;
  strict.nan_is_nan = false;
  EXPECT_FALSE(Equal("f32[] nan", "f32[] nan", strict));
  EXPECT_FALSE(Equal("c64[] (nan, 1)", "c64[] (nan, 1)", strict));
}

TEST(LiteralComparisonTest, Ulps) {
  EXPECT_EQ(Ulps("f32[] 1", "f32[] 0x1.000002p0"), 1u);
  EXPECT_EQ(Ulps("f32[] -1e-45", "f32[] 1e-45"), 2u);
  EXPECT_EQ(Ulps("f32[] 0", "f32[] -0"), 0u);
  EXPECT_EQ(Ulps("f32[] 3.4028235e38", "f32[] inf"), 1u);
  EXPECT_EQ(Ulps("f64[] 1", "f64[] 0x1.0000000000003p0"), 3u);
  EXPECT_EQ(Ulps("f64[] -inf", "f64[] inf"), 2 * uint64_t{0x7ff0000000000000});
  EXPECT_EQ(Ulps("bf16[] 1", "bf16[] 2"), 128u);
  EXPECT_EQ(Ulps("f16[] 1", "f16[] -1"), 2u * 0x3c00);
  EXPECT_EQ(Ulps("f8e4m3fn[] 448", "f8e4m3fn[] 416"), 1u);
  EXPECT_EQ(Ulps("f8e8m0fnu[] 1", "f8e8m0fnu[] 8"), 3u);
  EXPECT_EQ(Ulps("f4e2m1fn[] -6", "f4e2m1fn[] 6"), 14u);
  EXPECT_EQ(Ulps("s4[] -8", "s4[] 7"), 15u);
  EXPECT_EQ(Ulps("s64[] -9223372036854775808", "s64[] 9223372036854775807"), UINT64_MAX);
  EXPECT_EQ(Ulps("u64[] 18446744073709551615", "u64[] 0"), UINT64_MAX);
  EXPECT_EQ(Ulps("f32[] nan", "f32[] -nan"), 0u);
  EXPECT_EQ(Ulps("f32[] nan", "f32[] 1"), UINT64_MAX);
  EXPECT_EQ(Ulps("c64[] (1, 2)", "c64[] (0x1.000002p0, 0x1.000006p1)"), 3u);
  const ComparisonOptions two = ComparisonOptions::Ulps(2);
  EXPECT_TRUE(Equal("f32[] 1", "f32[] 0x1.000004p0", two));
  EXPECT_FALSE(Equal("f32[] 1", "f32[] 0x1.000006p0", two));
  EXPECT_FALSE(Equal("f32[] nan", "f32[] 1", ComparisonOptions::Ulps(UINT64_MAX)));
}

TEST(LiteralComparisonTest, Tolerance) {
  const ComparisonOptions near = ComparisonOptions::Near(0.125, 0.25);
  EXPECT_TRUE(Equal("f32[] 4", "f32[] 5.125", near));
  EXPECT_FALSE(Equal("f32[] 4", "f32[] 5.25", near));
  EXPECT_TRUE(Equal("f32[] 0", "f32[] -0.125", near));
  EXPECT_TRUE(Equal("s32[] 8", "s32[] 10", near));
  EXPECT_FALSE(Equal("s32[] 8", "s32[] 11", near));
  EXPECT_TRUE(Equal("c64[] (3, 4)", "c64[] (4, 4)", near));
  EXPECT_FALSE(Equal("c64[] (3, 4)", "c64[] (5, 4)", near));
  EXPECT_TRUE(Equal("f32[2] {inf, nan}", "f32[2] {inf, nan}", near));
  EXPECT_FALSE(Equal("f32[] inf", "f32[] 3e38", near));
  EXPECT_FALSE(Equal("f32[] 3e38", "f32[] inf", ComparisonOptions::Near(1e300, 1e300)));
  EXPECT_FALSE(Equal("f32[] nan", "f32[] 1", ComparisonOptions::Near(1e300, 1e300)));
  EXPECT_TRUE(Equal("bf16[2] {1, 100}", "bf16[2] {1.1, 120}", near));
}

TEST(LiteralComparisonTest, LayoutsDoNotMatterShapesDo) {
  const Literal matrix = L("s32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }");
  Layout layout({0, 1});
  layout.set_padding({3, 5}, HIGHEST_PAD);
  const Literal padded = Relayout(matrix, layout).value();
  EXPECT_TRUE(CompareLiterals(matrix, padded, ComparisonOptions::Bits()).equal());
  EXPECT_EQ(CompareLiterals(matrix, padded).compared, 6);
  EXPECT_EQ(CompareLiterals(L("f32[2] {1, 2}"), L("f32[1,2] { { 1, 2 } }")).ToString(),
            "expected an f32[2], actual is an f32[1,2]");
  EXPECT_FALSE(Equal("f32[] 1", "f64[] 1"));
  EXPECT_FALSE(CompareLiterals(Literal(), L("f32[] 1")).equal());
  EXPECT_TRUE(Equal("(token, f32[0] {})", "(token, f32[0] {})"));
  EXPECT_FALSE(Equal("(token)", "(f32[] 1)"));
}

TEST(LiteralComparisonTest, TheReport) {
  const Literal expected = L("(s32[] 1, f32[2,3] { { 1, 2, 3 }, { 4, nan, 6 } })");
  const Literal actual = L("(s32[] 1, f32[2,3] { { 1, 2, 3.5 }, { 4, 5, 6 } })");
  ComparisonReport report = CompareLiterals(expected, actual);
  EXPECT_EQ(report.mismatched, 2);
  EXPECT_EQ(report.compared, 7);
  EXPECT_EQ(report.ToString(),
            "2 of 7 elements differ (largest error 0.5, relative 0.16666666666666666, 2097152 "
            "ulps)\n"
            "  at {1}[0,2]: expected 3, actual 3.5, off by 0.5 (relative 0.16666666666666666)\n"
            "  at {1}[1,1]: expected nan, actual 5");
  ComparisonOptions one;
  one.max_mismatches = 1;
  report = CompareLiterals(expected, actual, one);
  EXPECT_EQ(report.mismatches.size(), 1u);
  EXPECT_NE(report.ToString().find("\n  and 1 more"), std::string::npos);
  EXPECT_EQ(CompareLiterals(L("f32[] 1"), L("f32[] 2"), ComparisonOptions::Ulps(1)).ToString(),
            "1 of 1 element differs (largest error 1, relative 1, 8388608 ulps)\n"
            "  at []: expected 1, actual 2, 8388608 ulps");
  EXPECT_EQ(CompareLiterals(L("c64[1] {(1, 2)}"), L("c64[1] {(1, 3)}")).mismatches[0].actual,
            "(1, 3)");
  EXPECT_EQ(CompareLiterals(expected, expected).ToString(), "equal");
}

}  // namespace
}  // namespace hloom
