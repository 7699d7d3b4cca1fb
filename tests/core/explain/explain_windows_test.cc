// Explanations of elements of windows, scans and normalizations.
#include "explain/questions.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kPicks = R"(HloModule m
    ge { a = f32[] parameter(0)
        b = f32[] parameter(1)
        ROOT g = pred[] compare(a, b), direction=GE }
    add { a.1 = f32[] parameter(0)
        b.1 = f32[] parameter(1)
        ROOT s = f32[] add(a.1, b.1) }
    last { a.2 = f32[] parameter(0)
        b.2 = f32[] parameter(1)
        ROOT m = f32[] copy(b.2) }
    ENTRY main {)";

TEST(ExplainWindowsTest, SelectAndScatterNamesTheValuesThatGoToTheElement) {
  const std::string text = StrCat(kPicks, R"(
    x = f32[5] parameter(0)
    v = f32[4] parameter(1)
    init = f32[] constant(100)
    ROOT y = f32[5] select-and-scatter(x, v, init), window={size=2}, select=ge, scatter=add })");
  const std::vector<std::string_view> given = {"f32[5] {1, 5, 5, 2, 3}", "f32[4] {10, 20, 30, 40}"};
  // The windows are {1,5}, {5,5}, {5,2} and {2,3}: of equal elements GE keeps the first.
  const auto picked_twice = Ask(text, {"y", {}, {1}}, given);
  EXPECT_EQ(picked_twice->value, "130");
  EXPECT_EQ(Told(picked_twice),
            "y[1] = init + v[0] + v[1]\nIt takes init_value init, which is 100.\n"
            "It takes source v[0] = 10 and v[1] = 20.\n"
            "It is decided by operand x[0..2], 3 elements.");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {2}}, given)),
            "y[2] = init + v[2]\nIt takes init_value init, which is 100.\n"
            "It takes source v[2], which is 30.\n"
            "It is decided by operand x[1..3], 3 elements.");
  const auto never_picked = Ask(text, {"y", {}, {0}}, given);
  EXPECT_EQ(never_picked->value, "100");
  EXPECT_EQ(Told(never_picked),
            "y[0] = init\nIt takes init_value init, which is 100.\n"
            "It is decided by operand x[0..1], 2 elements.");
}

// Along dimension 1 the window at output o covers elements o - 1 and o + 1.
TEST(ExplainWindowsTest, SelectAndScatterWithPaddingStridesAndDilations) {
  const std::string text = StrCat(kPicks, R"(
    x = f32[2,5] parameter(0)
    v = f32[2,4] parameter(1)
    init = f32[] constant(0)
    ROOT y = f32[2,5] select-and-scatter(x, v, init), window={size=1x2 stride=1x2 pad=0_0x2_1 lhs_dilate=1x2 rhs_dilate=1x4}, select=ge, scatter=last })");
  const std::vector<std::string_view> given = {"f32[2,5] {{9, 1, 8, 2, 7}, {1, 2, 3, 4, 5}}",
                                               "f32[2,4] {{10, 20, 30, 40}, {50, 60, 70, 80}}"};
  EXPECT_EQ(Told(Ask(text, {"y", {}, {0, 0}}, given)),
            "y[0,0] = last(init, v[0,1])\nIt takes init_value init, which is 0.\n"
            "It takes source v[0,1], which is 20.\n"
            "It is decided by operand x[0,0..2 by 2], 2 elements.");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {0, 2}}, given)),
            "y[0,2] = last(init, v[0,3])\nIt takes init_value init, which is 0.\n"
            "It takes source v[0,3], which is 40.\n"
            "It is decided by operand x[0,0..4 by 2], 3 elements.");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {0, 4}}, given)),
            "y[0,4] = init\nIt takes init_value init, which is 0.\n"
            "It is decided by operand x[0,2..4 by 2], 2 elements.");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {1, 1}}, given)),
            "y[1,1] = last(init, v[1,0])\nIt takes init_value init, which is 0.\n"
            "It takes source v[1,0], which is 50.\n"
            "It is decided by operand x[1,1..3 by 2], 2 elements.");
  EXPECT_EQ(Ask(text, {"y", {}, {0, 2}}, given)->value, "40");
}

// Strides of 3 leave an element between the windows out.
TEST(ExplainWindowsTest, SelectAndScatterOfAnElementUnderNoWindow) {
  const std::string text = StrCat(kPicks, R"(
    x = f32[5] parameter(0)
    v = f32[2] parameter(1)
    init = f32[] constant(7)
    ROOT y = f32[5] select-and-scatter(x, v, init), window={size=2 stride=3}, select=ge, scatter=add })");
  const std::vector<std::string_view> given = {"f32[5] {1, 5, 5, 2, 3}", "f32[2] {10, 20}"};
  EXPECT_EQ(Told(Ask(text, {"y", {}, {2}}, given)),
            "y[2] = init\nIt takes init_value init, which is 7.");
  EXPECT_EQ(Ask(text, {"y", {}, {2}}, given)->value, "7");
}

// Along dimension 0, outputs 0 and 1 cover {padding, 0, hole} and {1, hole, 2}; along dimension 1
// on {padding, 2} and {0, 3}.
TEST(ExplainWindowsTest, ReduceWindowWithBaseDilation) {
  const std::string text = StrCat(kFolds, R"(
    x = f32[3,4] parameter(0)
    init = f32[] constant(0)
    ROOT y = f32[2,2] reduce-window(x, init), window={size=3x2 stride=3x1 pad=1_0x1_0 lhs_dilate=2x1 rhs_dilate=1x3}, to_apply=larger })");
  const std::vector<std::string_view> given = {"f32[3,4] {{1,2,3,4},{5,6,7,8},{9,10,11,12}}"};
  const auto first = Ask(text, {"y", {}, {0, 0}}, given);
  EXPECT_EQ(first->value, "3");
  EXPECT_EQ(Told(first),
            "y[0,0] = maximum(init, x[0,2])\nIt takes operand x[0,2], 1 element; 5 of the "
            "window's 6 positions fall into padding or between elements.\n"
            "It takes init, which is 0.");
  const auto last = Ask(text, {"y", {}, {1, 1}}, given);
  EXPECT_EQ(last->value, "12");
  EXPECT_EQ(Told(last),
            "y[1,1] = maximum(init, x[1,0], x[1,3], x[2,0], x[2,3])\n"
            "It takes operand x[1..2,0..3 by 3], 4 elements; 2 of the window's 6 positions fall "
            "into padding or between elements.\nIt takes init, which is 0.");
  EXPECT_EQ(last->parts[0].window[0].places, (std::vector<int64_t>{1, WindowPositions::kHole, 2}));
  EXPECT_EQ(first->parts[0].window[1].places, (std::vector<int64_t>{WindowPositions::kPadding, 2}));
}

constexpr std::string_view kScans = R"(HloModule m
    step { x = f32[2] parameter(0)
        c = f32[2] parameter(1)
        s = f32[2] add(x, c)
        ROOT t = (f32[2], f32[2]) tuple(s, s) }
    ENTRY main {
    a = f32[2,4] parameter(0)
    i = f32[2] parameter(1))";

std::string Scan(std::string_view is_reverse) {
  return StrCat(kScans, R"(
    ROOT y = (f32[2,4], f32[2]) scan(a, i), dimensions={1}, num_carries=1, is_reverse=)",
                is_reverse, ", to_apply=step }");
}
const std::vector<std::string_view> kScanned = {"f32[2,4] {{1,2,3,4},{5,6,7,8}}",
                                                "f32[2] {10, 20}"};

TEST(ExplainWindowsTest, ScansTakeTheStepsBefore) {
  const auto step = Ask(Scan("false"), {"y", {0}, {1, 2}}, kScanned);
  EXPECT_EQ(step->value, "38");
  EXPECT_EQ(Told(step),
            "y{0}[1,2] = scan(a[0,0], a[0,1], ..., a[1,2], i[0], i[1])\n"
            "It takes input a[0..1,0..2], 6 elements.\nIt takes init i[0..1], 2 elements.");
  const auto carry = Ask(Scan("false"), {"y", {1}, {1}}, kScanned);
  EXPECT_EQ(carry->value, "46");
  EXPECT_EQ(Told(carry),
            "y{1}[1] = scan(a[0,0], a[0,1], ..., a[1,3], i[0], i[1])\n"
            "It takes input a[0..1,0..3], 8 elements.\nIt takes init i[0..1], 2 elements.");
}

TEST(ExplainWindowsTest, ReversedScansTakeTheStepsBehind) {
  const auto step = Ask(Scan("true"), {"y", {0}, {1, 2}}, kScanned);
  EXPECT_EQ(step->value, "35");
  EXPECT_EQ(Told(step),
            "y{0}[1,2] = scan(a[0,2], a[0,3], a[1,2], a[1,3], i[0], i[1])\n"
            "It takes input a[0..1,2..3], 4 elements.\nIt takes init i[0..1], 2 elements.");
}

constexpr std::string_view kNormalizations = R"(
    x = f32[2,3] parameter(0)
    scale = f32[3] parameter(1)
    offset = f32[3] parameter(2)
    mean = f32[3] parameter(3)
    variance = f32[3] parameter(4)
    g = f32[2,3] parameter(5)
    t = (f32[2,3], f32[3], f32[3]) batch-norm-training(x, scale, offset), epsilon=0, feature_index=1
    n = f32[2,3] batch-norm-inference(x, scale, offset, mean, variance), epsilon=0, feature_index=1
    d = (f32[2,3], f32[3], f32[3]) batch-norm-grad(x, scale, mean, variance, g), epsilon=0, feature_index=1
    ROOT r = (f32[2,3]) tuple(n))";
const std::vector<std::string_view> kNormalized = {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}",
                                                   "f32[3] {1, 2, 3}",
                                                   "f32[3] {4, 5, 6}",
                                                   "f32[3] {7, 8, 9}",
                                                   "f32[3] {1, 4, 9}",
                                                   "f32[2,3] {{1, 0, 1}, {0, 2, 0}}"};
StatusOr<ElementExplanation> AskNormalized(const ElementQuestion& question) {
  return Ask(Entry(kNormalizations), question, kNormalized);
}

TEST(ExplainWindowsTest, BatchNormTraining) {
  const auto element = AskNormalized({"t", {0}, {1, 2}});
  // 3 * (6 - 4.5) / 1.5 + 6
  EXPECT_EQ(element->value, "9");
  EXPECT_EQ(Told(element),
            "t{0}[1,2] = batch-norm-training(x[1,2], x[0,2], x[1,2], scale[2], offset[2])\n"
            "It takes operand x[1,2], which is 6.\nIt takes operand x[0..1,2], 2 elements.\n"
            "It takes scale[2], which is 3.\nIt takes offset[2], which is 6.");
  EXPECT_EQ(Told(AskNormalized({"t", {1}, {2}})),
            "t{1}[2] = batch-norm-training(x[0,2], x[1,2])\n"
            "It takes operand x[0..1,2], 2 elements.");
  EXPECT_EQ(AskNormalized({"t", {1}, {2}})->value, "4.5");
  EXPECT_EQ(AskNormalized({"t", {2}, {2}})->value, "2.25");
}

TEST(ExplainWindowsTest, BatchNormInference) {
  const auto element = AskNormalized({"n", {}, {1, 2}});
  // 3 * (6 - 9) / 3 + 6
  EXPECT_EQ(element->value, "3");
  EXPECT_EQ(Told(element),
            "n[1,2] = batch-norm-inference(x[1,2], scale[2], offset[2], mean[2], variance[2])\n"
            "It takes operand x[1,2], which is 6.\nIt takes scale[2], which is 3.\n"
            "It takes offset[2], which is 6.\nIt takes mean[2], which is 9.\n"
            "It takes variance[2], which is 9.");
}

TEST(ExplainWindowsTest, BatchNormGrad) {
  EXPECT_EQ(Told(AskNormalized({"d", {0}, {1, 1}})),
            "d{0}[1,1] = batch-norm-grad(x[1,1], g[1,1], scale[1], x[0,1], x[1,1], mean[1], "
            "variance[1], g[0,1], g[1,1])\n"
            "It takes operand x[1,1], which is 5.\nIt takes grad_output g[1,1], which is 2.\n"
            "It takes scale[1], which is 2.\nIt takes operand x[0..1,1], 2 elements.\n"
            "It takes mean[1], which is 8.\nIt takes variance[1], which is 4.\n"
            "It takes grad_output g[0..1,1], 2 elements.");
  const auto scale = AskNormalized({"d", {1}, {1}});
  // (5 - 8) / 2 * 2
  EXPECT_EQ(scale->value, "-3");
  EXPECT_EQ(Told(scale),
            "d{1}[1] = batch-norm-grad(x[0,1], x[1,1], mean[1], variance[1], g[0,1], g[1,1])\n"
            "It takes operand x[0..1,1], 2 elements.\nIt takes mean[1], which is 8.\n"
            "It takes variance[1], which is 4.\n"
            "It takes grad_output g[0..1,1], 2 elements.");
  const auto offset = AskNormalized({"d", {2}, {1}});
  EXPECT_EQ(offset->value, "2");
  EXPECT_EQ(Told(offset),
            "d{2}[1] = batch-norm-grad(g[0,1], g[1,1])\n"
            "It takes grad_output g[0..1,1], 2 elements.");
}

}  // namespace
}  // namespace hloom
