// Explanations of elements that are sums of products.
#include "explain/questions.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(ExplainProductsTest, ScaledDotTakesTheScalesOfTheBlocks) {
  const std::string text = Entry(R"(
    x = f8e4m3fn[2,4] parameter(0)
    y = f8e4m3fn[4,2] parameter(1)
    a = f8e8m0fnu[2,2] parameter(2)
    b = f8e8m0fnu[1,2] parameter(3)
    ROOT d = f32[2,2] scaled-dot(x, y, a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0})");
  const std::vector<std::string_view> given = {
      "f8e4m3fn[2,4] {{1,2,3,4},{5,6,7,8}}", "f8e4m3fn[4,2] {{1,2},{3,4},{5,6},{7,8}}",
      "f8e8m0fnu[2,2] {{1,2},{4,8}}", "f8e8m0fnu[1,2] {{1,2}}"};
  const auto first = Ask(text, {"d", {}, {1, 0}}, given);
  // (5*1 + 6*3) * 4 + (7*5 + 8*7) * 8
  EXPECT_EQ(first->value, "820");
  EXPECT_EQ(Told(first),
            "d[1,0] = sum over k of x[1,k] * a[1,k div 2] * y[k,0] * b[0,0] (k in 0..3)\n"
            "It takes lhs x[1,0..3], 4 elements.\nIt takes rhs y[0..3,0], 4 elements.\n"
            "It takes lhs_scale a[1,0..1], 2 elements.\nIt takes rhs_scale b[0,0], which is 1.");
}

TEST(ExplainProductsTest, ScaledDotWithOneScaleAndWithOneForEachElement) {
  const std::string text = Entry(R"(
    x = f32[1,2] parameter(0)
    y = f32[2,1] parameter(1)
    a = f32[1,2] parameter(2)
    b = f32[] parameter(3)
    ROOT d = f32[1,1] scaled-dot(x, y, a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0})");
  const auto told = Ask(text, {"d", {}, {0, 0}},
                        {"f32[1,2] {{1,2}}", "f32[2,1] {{3},{4}}", "f32[1,2] {{5,6}}", "f32[] 10"});
  // (1*5*3 + 2*6*4) * 10
  EXPECT_EQ(told->value, "630");
  EXPECT_EQ(told->arithmetic, "d[0,0] = sum over k of x[0,k] * a[0,k] * y[k,0] * b (k in 0..1)");
}

TEST(ExplainProductsTest, RaggedDotTakesTheEntryOfTheRowsGroup) {
  const std::string text = Entry(R"(
    x = f32[5,2] parameter(0)
    y = f32[3,2,1] parameter(1)
    g = s32[3] parameter(2)
    ROOT d = f32[5,1] ragged-dot(x, y, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0})");
  const std::vector<std::string_view> given = {"f32[5,2] {{1,2},{3,4},{5,6},{7,8},{9,10}}",
                                               "f32[3,2,1] {{{1},{2}},{{3},{4}},{{5},{6}}}",
                                               "s32[3] {1, 0, 3}"};
  EXPECT_EQ(Told(Ask(text, {"d", {}, {0, 0}}, given)),
            "d[0,0] = sum over k of x[0,k] * y[0,k,0] (k in 0..1)\n"
            "It takes lhs x[0,0..1], 2 elements.\nIt takes rhs y[0,0..1,0], 2 elements.\n"
            "It is decided by group_sizes g[0], which is 1.");
  // 5*5 + 6*6: group 1 is empty, and the row is in group 2.
  EXPECT_EQ(Ask(text, {"d", {}, {2, 0}}, given)->value, "61");
  EXPECT_EQ(Told(Ask(text, {"d", {}, {2, 0}}, given)),
            "d[2,0] = sum over k of x[2,k] * y[2,k,0] (k in 0..1)\n"
            "It takes lhs x[2,0..1], 2 elements.\nIt takes rhs y[2,0..1,0], 2 elements.\n"
            "It is decided by group_sizes g[0..2], 3 elements.");
  EXPECT_EQ(Told(Ask(text, {"d", {}, {4, 0}}, given)),
            "d[4,0] = 0, behind the last group\nIt is decided by group_sizes g[0..2], 3 elements.");
}

TEST(ExplainProductsTest, RaggedDotSumsTheElementsOfTheGroup) {
  const std::string text = Entry(R"(
    x = f32[1,5] parameter(0)
    y = f32[5,1] parameter(1)
    g = s32[3] parameter(2)
    ROOT d = f32[3,1,1] ragged-dot(x, y, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}, lhs_ragged_dims={1})");
  const std::vector<std::string_view> given = {
      "f32[1,5] {{1,2,3,4,5}}", "f32[5,1] {{1},{10},{100},{1000},{10000}}", "s32[3] {2, 0, 9}"};
  EXPECT_EQ(Told(Ask(text, {"d", {}, {0, 0, 0}}, given)),
            "d[0,0,0] = sum over k of x[0,k] * y[k,0] (k in 0..1)\n"
            "It takes lhs x[0,0..1], 2 elements.\nIt takes rhs y[0..1,0], 2 elements.\n"
            "It is decided by group_sizes g[0], which is 2.");
  EXPECT_EQ(Told(Ask(text, {"d", {}, {1, 0, 0}}, given)),
            "d[1,0,0] = 0, because the sum over k is empty\n"
            "It takes lhs x[0,none], 0 elements.\nIt takes rhs y[none,0], 0 elements.\n"
            "It is decided by group_sizes g[0..1], 2 elements.");
  // The last group is cut off where the dimension ends.
  EXPECT_EQ(Ask(text, {"d", {}, {2, 0, 0}}, given)->value, "54300");
  EXPECT_EQ(Told(Ask(text, {"d", {}, {2, 0, 0}}, given)),
            "d[2,0,0] = sum over k of x[0,k+2] * y[k+2,0] (k in 0..2)\n"
            "It takes lhs x[0,2..4], 3 elements.\nIt takes rhs y[2..4,0], 3 elements.\n"
            "It is decided by group_sizes g[0..2], 3 elements.");
}

// Row 0 has groups of 1 and 2 elements, row 1 of 2 and 1.
TEST(ExplainProductsTest, RaggedDotWhoseGroupsDifferTakesPairs) {
  const std::string text = Entry(R"(
    x = f32[1,2,3] parameter(0)
    y = f32[2,3,1] parameter(1)
    g = s32[2,2] parameter(2)
    ROOT d = f32[2,1,1] ragged-dot(x, y, g), lhs_contracting_dims={1,2}, rhs_contracting_dims={0,1}, lhs_ragged_dims={2})");
  const std::vector<std::string_view> given = {
      "f32[1,2,3] {{{1,2,3},{4,5,6}}}", "f32[2,3,1] {{{1},{10},{100}},{{1000},{10000},{100000}}}",
      "s32[2,2] {{1, 2}, {2, 1}}"};
  const auto first = Ask(text, {"d", {}, {0, 0, 0}}, given);
  EXPECT_EQ(first->value, "54001");
  EXPECT_EQ(Told(first),
            "d[0,0,0] = x[0,0,0] * y[0,0,0] + x[0,1,0] * y[1,0,0] + x[0,1,1] * y[1,1,0]\n"
            "It takes lhs x[0,0,0] = 1 and x[0,1,0] = 4 and x[0,1,1] = 5.\n"
            "It takes rhs y[0,0,0] = 1 and y[1,0,0] = 1000 and y[1,1,0] = 10000.\n"
            "It is decided by group_sizes g[0..1,0], 2 elements.");
  const auto last = Ask(text, {"d", {}, {1, 0, 0}}, given);
  EXPECT_EQ(last->value, "600320");
  EXPECT_EQ(Told(last),
            "d[1,0,0] = x[0,0,1] * y[0,1,0] + x[0,0,2] * y[0,2,0] + x[0,1,2] * y[1,2,0]\n"
            "It takes lhs x[0,0,1] = 2 and x[0,0,2] = 3 and x[0,1,2] = 6.\n"
            "It takes rhs y[0,1,0] = 10 and y[0,2,0] = 100 and y[1,2,0] = 100000.\n"
            "It is decided by group_sizes g[0..1,0..1], 4 elements.");
  const std::vector<std::string_view> alike = {given[0], given[1], "s32[2,2] {{2, 1}, {2, 1}}"};
  EXPECT_EQ(Ask(text, {"d", {}, {1, 0, 0}}, alike)->arithmetic,
            "d[1,0,0] = sum over k0, k1 of x[0,k0,k1+2] * y[k0,k1+2,0] (k0 in 0..1, k1 in 0..0)");
}

// The window at output o covers elements o - 2 and o - 1, reversed. Features 2 and 3 of the result
// are computed from features 2 and 3 of the input.
TEST(ExplainProductsTest, ConvolutionOfFeatureGroups) {
  const std::string text = Entry(R"(
    x = f32[1,4,4] parameter(0)
    w = f32[2,2,4] parameter(1)
    ROOT c = f32[1,5,4] convolution(x, w), window={size=2 stride=2 pad=4_1 lhs_dilate=2 rhs_dilate=2 rhs_reversal=1}, dim_labels=b0f_0io->b0f, feature_group_count=2)");
  const std::vector<std::string_view> given = {
      "f32[1,4,4] {{{1,2,3,4},{5,6,7,8},{9,10,11,12},{13,14,15,16}}}",
      "f32[2,2,4] {{{1,2,3,4},{5,6,7,8}},{{1,0,1,0},{0,1,0,1}}}"};
  const auto padding = Ask(text, {"c", {}, {0, 0, 3}}, given);
  EXPECT_EQ(padding->value, "0");
  EXPECT_EQ(Told(padding),
            "c[0,0,3] = 0, because the sum over k1 is empty\n"
            "It takes lhs x[0,none,2..3], 0 elements; 4 of the window's 4 positions fall into "
            "padding or between elements.\nIt takes rhs w[none,0..1,3], 0 elements.");
  const auto edge = Ask(text, {"c", {}, {0, 1, 3}}, given);
  // 3*4 + 4*8
  EXPECT_EQ(edge->value, "44");
  EXPECT_EQ(Told(edge),
            "c[0,1,3] = sum over k0, k1 of x[0,k1,k0+2] * w[0-k1,k0,3] (k0 in 0..1, k1 in 0..0)\n"
            "It takes lhs x[0,0,2..3], 2 elements; 2 of the window's 4 positions fall into padding "
            "or between elements.\nIt takes rhs w[0,0..1,3], 2 elements.");
  const auto middle = Ask(text, {"c", {}, {0, 2, 3}}, given);
  // 3*0 + 4*1 + 7*4 + 8*8
  EXPECT_EQ(middle->value, "96");
  EXPECT_EQ(Told(middle),
            "c[0,2,3] = sum over k0, k1 of x[0,k1,k0+2] * w[1-k1,k0,3] (k0 in 0..1, k1 in 0..1)\n"
            "It takes lhs x[0,0..1,2..3], 4 elements.\nIt takes rhs w[0..1,0..1,3], 4 elements.");
  // Feature 1 is of the first group: 1*0 + 2*1 + 5*2 + 6*6.
  const auto other = Ask(text, {"c", {}, {0, 2, 1}}, given);
  EXPECT_EQ(other->value, "48");
  EXPECT_EQ(other->arithmetic,
            "c[0,2,1] = sum over k0, k1 of x[0,k1,k0] * w[1-k1,k0,1] (k0 in 0..1, k1 in 0..1)");
}

// Feature 1 of the result is made of the second half of the batch.
TEST(ExplainProductsTest, ConvolutionOfBatchGroups) {
  const std::string text = Entry(R"(
    x = f32[4,3,1] parameter(0)
    w = f32[2,1,2] parameter(1)
    ROOT c = f32[2,2,2] convolution(x, w), window={size=2}, dim_labels=b0f_0io->b0f, batch_group_count=2)");
  const std::vector<std::string_view> given = {
      "f32[4,3,1] {{{1},{2},{3}},{{4},{5},{6}},{{7},{8},{9}},{{10},{11},{12}}}",
      "f32[2,1,2] {{{1,2}},{{3,4}}}"};
  const auto first = Ask(text, {"c", {}, {1, 1, 0}}, given);
  EXPECT_EQ(first->value, "23");
  EXPECT_EQ(Told(first),
            "c[1,1,0] = sum over k0, k1 of x[1,k1+1,k0] * w[k1,k0,0] (k0 in 0..0, k1 in 0..1)\n"
            "It takes lhs x[1,1..2,0], 2 elements.\nIt takes rhs w[0..1,0,0], 2 elements.");
  const auto second = Ask(text, {"c", {}, {1, 1, 1}}, given);
  EXPECT_EQ(second->value, "70");
  EXPECT_EQ(Told(second),
            "c[1,1,1] = sum over k0, k1 of x[3,k1+1,k0] * w[k1,k0,1] (k0 in 0..0, k1 in 0..1)\n"
            "It takes lhs x[3,1..2,0], 2 elements.\nIt takes rhs w[0..1,0,1], 2 elements.");
}

}  // namespace
}  // namespace hloom
