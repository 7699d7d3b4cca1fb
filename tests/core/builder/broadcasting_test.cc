// Every example and every illegal case of the broadcasting document, in its order.
#include "builder/broadcasting.h"

#include <string>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/relayout.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT
using BroadcastingDims = std::vector<int64_t>;

Literal Matrix23() { return LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}); }
Literal Vector789() { return LiteralUtil::CreateR1<float>({7, 8, 9}); }

std::string AddToText(const Literal& lhs, const Literal& rhs, const BroadcastingDims& dims = {}) {
  XlaBuilder b("example");
  Add(ParameterLike(b, 0, lhs), ParameterLike(b, 1, rhs), dims);
  return RunToText(b, {lhs, rhs});
}

// "f32[2,3]", or the rule.
std::string ShapeOrRule(const BroadcastingDims& lhs, const BroadcastingDims& rhs,
                        const BroadcastingDims& dims = {}) {
  const BroadcastExplanation e =
      ExplainBroadcast(ShapeUtil::MakeShape(F32, lhs), ShapeUtil::MakeShape(F32, rhs), dims);
  return e.ok() ? e.result.ToString() : std::string(e.status.rule());
}

std::string StepsOf(const BroadcastingDims& lhs, const BroadcastingDims& rhs,
                    const BroadcastingDims& dims) {
  const BroadcastExplanation e =
      ExplainBroadcast(ShapeUtil::MakeShape(F32, lhs), ShapeUtil::MakeShape(F32, rhs), dims);
  std::vector<std::string> lines;
  for (const BroadcastStep& step : e.steps) lines.push_back(step.ToString());
  return StrJoin(lines, "\n");
}

// The whole text of the builder's error for Add of these shapes.
std::string ErrorOf(const Shape& lhs, const Shape& rhs, const BroadcastingDims& dims = {}) {
  XlaBuilder b("main");
  Add(Parameter(&b, 0, lhs, "x"), Parameter(&b, 1, rhs, "v"), dims);
  return b.GetCurrentStatus().ToString();
}
std::string ErrorText(const BroadcastingDims& lhs, const BroadcastingDims& rhs,
                      const BroadcastingDims& dims = {}) {
  return ErrorOf(ShapeUtil::MakeShape(F32, lhs), ShapeUtil::MakeShape(F32, rhs), dims);
}

// ---- What is broadcasting? ----

TEST(BroadcastingTest, VectorOverRows) {
  EXPECT_EQ(AddToText(Matrix23(), Vector789(), {1}), "f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }");
  EXPECT_EQ(AddToText(Vector789(), Matrix23(), {1}), "f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }");
}

// ---- Broadcasting a lower-rank array onto a higher-rank array ----

TEST(BroadcastingTest, ScalarOverMatrix) {
  const Literal seven = LiteralUtil::CreateR0<float>(7);
  EXPECT_EQ(AddToText(Matrix23(), seven), "f32[2,3] { { 8, 9, 10 }, { 11, 12, 13 } }");
  EXPECT_EQ(AddToText(seven, Matrix23()), "f32[2,3] { { 8, 9, 10 }, { 11, 12, 13 } }");
}

TEST(BroadcastingTest, TheVectorBecomesTwoRows) {
  XlaBuilder b("picture");
  BroadcastInDim(ParameterLike(b, 0, Vector789()), {2, 3}, {1});
  EXPECT_EQ(RunToText(b, {Vector789()}), "f32[2,3] { { 7, 8, 9 }, { 7, 8, 9 } }");
}

TEST(BroadcastingTest, ThreeByThreeBothWays) {
  const Literal zero = LiteralUtil::CreateR2<float>({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  EXPECT_EQ(AddToText(zero, Vector789(), {1}),
            "f32[3,3] { { 7, 8, 9 }, { 7, 8, 9 }, { 7, 8, 9 } }");
  EXPECT_EQ(AddToText(zero, Vector789(), {0}),
            "f32[3,3] { { 7, 7, 7 }, { 8, 8, 8 }, { 9, 9, 9 } }");
  // Even this is not guessed without dimensions.
  EXPECT_EQ(ShapeOrRule({3, 3}, {3}), "broadcast.c1");
}

TEST(BroadcastingTest, WithoutSpecifyingItIsInvalid) {
  EXPECT_EQ(ShapeOrRule({2, 3}, {3}), "broadcast.c1");
  EXPECT_EQ(ShapeOrRule({3}, {2, 3}), "broadcast.c1");
}

// The note: adding a 2x3 matrix to a 3-element vector, dimension 0 is invalid.
TEST(BroadcastingTest, DimensionZeroOfTwoByThreeIsInvalid) {
  EXPECT_EQ(ShapeOrRule({2, 3}, {3}, {0}), "broadcast.c2");
}

TEST(BroadcastingTest, MatrixOntoCuboid) {
  EXPECT_EQ(ShapeOrRule({2, 3, 4}, {3, 4}, {1, 2}), "f32[2,3,4]");
  const Literal cuboid = LiteralUtil::CreateR3<int32_t>(
      {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
       {{100, 100, 100, 100}, {100, 100, 100, 100}, {100, 100, 100, 100}}});
  const Literal matrix =
      LiteralUtil::CreateR2<int32_t>({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
  EXPECT_EQ(AddToText(cuboid, matrix, {1, 2}),
            "s32[2,3,4] { { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } }, "
            "{ { 101, 102, 103, 104 }, { 105, 106, 107, 108 }, { 109, 110, 111, 112 } } }");
}

// ---- Formal definition: M=2 N=3 P=4 Q=5 ----

TEST(BroadcastingTest, VectorMatchesEachDimension) {
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {5}, {3}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {4}, {2}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {3}, {1}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {2}, {0}), "f32[2,3,4,5]");
  // T has to be equal to the matching dimension.
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {5}, {2}), "broadcast.c2");
}

TEST(BroadcastingTest, MatrixMatchesPairsOfDimensions) {
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {4, 5}, {2, 3}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {3, 4}, {1, 2}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {2, 5}, {0, 3}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {2, 3}, {0, 1}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {2, 4}, {0, 2}), "f32[2,3,4,5]");
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {3, 5}, {1, 3}), "f32[2,3,4,5]");
}

// T x V with V to N and T to P: T is dimension 0, so the list is {2,1}.
TEST(BroadcastingTest, MatchingVToNAndTToPIsIllegal) {
  EXPECT_EQ(ShapeOrRule({2, 3, 4, 5}, {4, 3}, {2, 1}), "broadcast.c4");
  // It is refused even where the sizes would fit.
  EXPECT_EQ(ShapeOrRule({2, 3, 3, 5}, {3, 3}, {2, 1}), "broadcast.c4");
}

// V to both P and N: one dimension of the lower-rank array in two places, a list that is too long;
// or two of them in one.
TEST(BroadcastingTest, MatchingVToBothPAndNIsIllegal) {
  EXPECT_EQ(ShapeOrRule({2, 3, 3, 5}, {2, 3}, {0, 1, 2}), "broadcast.c7");
  EXPECT_EQ(ShapeOrRule({2, 3, 3, 5}, {3}, {1, 2}), "broadcast.c7");
  EXPECT_EQ(ShapeOrRule({2, 3, 3, 5}, {3, 3}, {1, 1}), "broadcast.c4");
}

// ---- Broadcasting similar-rank arrays with degenerate dimensions ----

TEST(BroadcastingTest, NumberedExamples) {
  EXPECT_EQ(ShapeOrRule({2, 1}, {2, 3}), "f32[2,3]");
  EXPECT_EQ(ShapeOrRule({1, 2, 5}, {7, 2, 5}), "f32[7,2,5]");
  EXPECT_EQ(ShapeOrRule({7, 2, 5}, {7, 1, 5}), "f32[7,2,5]");
  EXPECT_EQ(ShapeOrRule({7, 2, 5}, {7, 2, 6}), "broadcast.c2");
}

TEST(BroadcastingTest, NumberedExamplesInValues) {
  EXPECT_EQ(AddToText(LiteralUtil::CreateR2<int32_t>({{10}, {20}}),
                      LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}})),
            "s32[2,3] { { 11, 12, 13 }, { 24, 25, 26 } }");
}

TEST(BroadcastingTest, OuterOperation) {
  EXPECT_EQ(ShapeOrRule({2, 1}, {1, 3}), "f32[2,3]");
  EXPECT_EQ(AddToText(LiteralUtil::CreateR2<int32_t>({{10}, {20}}),
                      LiteralUtil::CreateR2<int32_t>({{1, 2, 3}})),
            "s32[2,3] { { 11, 12, 13 }, { 21, 22, 23 } }");
}

TEST(BroadcastingTest, OneAgainstZeroIsZero) {
  EXPECT_EQ(ShapeOrRule({1}, {0}), "f32[0]");
  EXPECT_EQ(ShapeOrRule({0, 1}, {1, 3}), "f32[0,3]");
  EXPECT_EQ(ShapeOrRule({2}, {0}), "broadcast.c2");
}

// ---- Broadcast composition ----

TEST(BroadcastingTest, VectorAndRowMatrix) {
  const Literal vector = LiteralUtil::CreateR1<float>({1, 2, 3, 4});
  const Literal row = LiteralUtil::CreateR2<float>({{5, 6}});
  EXPECT_EQ(AddToText(vector, row, {0}), "f32[4,2] { { 6, 7 }, { 7, 8 }, { 8, 9 }, { 9, 10 } }");
  // First the vector is broadcast to 4x2, then dimension zero of the 1x2 matrix is stretched.
  EXPECT_EQ(StepsOf({4}, {1, 2}, {0}),
            "lhs: broadcast f32[4] to f32[4,2], dimensions={0}\n"
            "rhs: reshape f32[1,2] to f32[2]\n"
            "rhs: broadcast f32[2] to f32[4,2], dimensions={1}");
}

// Broadcasting 1x2 onto 4x3x1 with (1,2) goes over 4x1x2 to 4x3x2.
TEST(BroadcastingTest, MatrixAndCuboidWithDegenerateDimensions) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2}});
  const Literal cuboid = LiteralUtil::CreateR3<int32_t>(
      {{{10}, {20}, {30}}, {{40}, {50}, {60}}, {{70}, {80}, {90}}, {{100}, {110}, {120}}});
  EXPECT_EQ(
      AddToText(matrix, cuboid, {1, 2}),
      "s32[4,3,2] { { { 11, 12 }, { 21, 22 }, { 31, 32 } }, { { 41, 42 }, { 51, 52 }, { 61, 62 } "
      "}, "
      "{ { 71, 72 }, { 81, 82 }, { 91, 92 } }, { { 101, 102 }, { 111, 112 }, { 121, 122 } } }");
  EXPECT_EQ(StepsOf({1, 2}, {4, 3, 1}, {1, 2}),
            "lhs: broadcast f32[1,2] to f32[4,1,2], dimensions={1,2}\n"
            "lhs: reshape f32[4,1,2] to f32[4,2]\n"
            "lhs: broadcast f32[4,2] to f32[4,3,2], dimensions={0,2}\n"
            "rhs: reshape f32[4,3,1] to f32[4,3]\n"
            "rhs: broadcast f32[4,3] to f32[4,3,2], dimensions={0,1}");
}

// ---- Every binary function broadcasts ----

TEST(BroadcastingTest, AllBinaryFunctions) {
  using Function = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);
  const Function arithmetic[] = {Add, Sub, Mul, Div, Max, Min, And, Or, Xor};
  const Function comparisons[] = {Eq,           Ne,           Ge,           Gt,
                                  Le,           Lt,           EqTotalOrder, NeTotalOrder,
                                  GeTotalOrder, GtTotalOrder, LeTotalOrder, LtTotalOrder};
  XlaBuilder b("all");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(S32, {2, 3}), "x");
  const XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(S32, {3}), "v");
  const XlaOp bad = Parameter(&b, 2, ShapeUtil::MakeShape(S32, {4}), "bad");
  for (Function f : arithmetic) {
    EXPECT_EQ(b.GetShape(f(x, v, {1})).value().ToString(), "s32[2,3]");
    EXPECT_FALSE(f(x, bad, {1}).valid());
    EXPECT_EQ(b.TakeError().rule(), "broadcast.c2");
  }
  for (Function f : comparisons) {
    EXPECT_EQ(b.GetShape(f(v, x, {1})).value().ToString(), "pred[2,3]");
    EXPECT_FALSE(f(bad, x, {1}).valid());
    const Status error = b.TakeError();
    EXPECT_EQ(error.rule(), "broadcast.c2");
    EXPECT_EQ(error.fields().op, "compare");
  }
}

TEST(BroadcastingTest, OpsExplainThemselvesWhenAsked) {
  XlaBuilder b("kept");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  const XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3}), "v");
  const XlaOp y = Add(x, v, {1});
  EXPECT_FALSE(x.Explanation().has_value());
  EXPECT_FALSE(Neg(y).Explanation().has_value());
  const std::string text =
      "f32[2,3] with f32[3], broadcast_dimensions={1} gives f32[2,3]\n"
      "  dimension 0: rhs has no dimension 0, so it is repeated 2 times\n"
      "  dimension 1: both have size 3 (dimension 0 of rhs)\n"
      "  rhs: broadcast f32[3] to f32[2,3], dimensions={1}";
  EXPECT_EQ(y.Explanation().value().ToString(), text);
  ASSERT_TRUE(b.Build(y).ok());
  EXPECT_EQ(y.Explanation().value().ToString(), text);
}

TEST(BroadcastingTest, EveryDimensionHasASentence) {
  const auto sentences = [](const char* lhs, const char* rhs, std::vector<int64_t> dimensions) {
    std::vector<std::string> out;
    const BroadcastExplanation explanation = ExplainBroadcast(
        ShapeUtil::ParseShape(lhs).value(), ShapeUtil::ParseShape(rhs).value(), dimensions);
    for (const BroadcastDimension& d : explanation.dimensions) out.push_back(d.Sentence());
    return out;
  };
  EXPECT_EQ(
      sentences("f32[1,5,1]", "f32[4,5,1]", {}),
      (std::vector<std::string>{"dimension 0: lhs has size 1, so it is stretched to 4",
                                "dimension 1: both have size 5", "dimension 2: both have size 1"}));
  EXPECT_EQ(sentences("f32[1]", "f32[1,4]", {1}),
            (std::vector<std::string>{
                "dimension 0: lhs has no dimension 0, so it is repeated once",
                "dimension 1: lhs has size 1, so it is stretched to 4 (dimension 0 of lhs)"}));
  EXPECT_EQ(sentences("f32[2,3]", "f32[2,4]", {}).back(),
            "dimension 1: 3 and 4 do not match: sizes must be equal, or one of them must be 1");
}

TEST(BroadcastingTest, OpsOutliveTheirBuilderWithTheirExplanations) {
  XlaOp sum;
  {
    XlaBuilder b("gone");
    const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2}), "x");
    sum = Add(x, x);
  }
  EXPECT_EQ(sum.Explanation().value().ToString(),
            "f32[2] with f32[2] gives f32[2]\n  dimension 0: both have size 2");
}

// The quick answer and the explanation must never disagree.
TEST(BroadcastingTest, ShapesThatMeetUnchangedHaveNothingToExplain) {
  const char* const texts[] = {"f32[]",    "f32[2]",        "f32[1]",   "f32[0]",
                               "s32[2]",   "f32[2,3]{0,1}", "f32[2,3]", "f32[<=2,3]",
                               "f32[3,2]", "token[]",       "(f32[2])", "f32[2,3]{1,0:T(8)}"};
  const std::vector<std::vector<int64_t>> lists = {{}, {0}, {1}, {0, 1}};
  int unchanged = 0;
  for (const char* lhs_text : texts) {
    for (const char* rhs_text : texts) {
      const Shape lhs = ShapeUtil::ParseShape(lhs_text).value();
      const Shape rhs = ShapeUtil::ParseShape(rhs_text).value();
      for (const std::vector<int64_t>& dimensions : lists) {
        if (!MeetUnchanged(lhs, rhs, dimensions)) continue;
        ++unchanged;
        const BroadcastExplanation explanation = ExplainBroadcast(lhs, rhs, dimensions);
        EXPECT_TRUE(explanation.ok()) << lhs_text << " and " << rhs_text;
        EXPECT_TRUE(explanation.steps.empty()) << lhs_text << " and " << rhs_text;
        EXPECT_TRUE(ShapeUtil::Compatible(explanation.result, lhs));
      }
    }
  }
  // Six shapes meet themselves alone, and three of the size [2,3] meet each other.
  EXPECT_EQ(unchanged, 6 + 3 * 3);
}

// Layouts of the operands do not matter.
TEST(BroadcastingTest, ColumnMajorOperands) {
  const StatusOr<Literal> column_major = Relayout(Matrix23(), LayoutUtil::MakeLayout({0, 1}));
  ASSERT_TRUE(column_major.ok());
  EXPECT_EQ(AddToText(*column_major, Vector789(), {1}),
            "f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }");
  EXPECT_EQ(AddToText(*column_major, Matrix23()), "f32[2,3] { { 2, 4, 6 }, { 8, 10, 12 } }");
}

// ---- The errors, word for word ----

TEST(BroadcastingErrorTest, C1NoDimensions) {
  EXPECT_EQ(ErrorText({2, 3}, {3}),
            R"(INVALID_ARGUMENT [broadcast.c1] add: f32[2,3] and f32[3] cannot be broadcast together
  their ranks are 2 and 1, and broadcast_dimensions is not given
  ranks are never matched implicitly, except for scalars
  help: broadcast_dimensions={1} would match f32[3] to dimension 1 of f32[2,3]
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C2Sizes) {
  EXPECT_EQ(ErrorText({2, 3}, {4}, {1}),
            R"(INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[4] cannot be broadcast together
  dimension 0 of f32[4] (size 4) is mapped to dimension 1 of f32[2,3] (size 3) by broadcast_dimensions={1}
  the sizes must be equal, or one of them 1
  help: broadcast_dimensions={1} needs a vector of 3 elements, or of 1
  at %add.3 in computation "main")");
  EXPECT_EQ(
      ErrorText({7, 2, 5}, {7, 2, 6}),
      R"(INVALID_ARGUMENT [broadcast.c2] add: f32[7,2,5] and f32[7,2,6] cannot be broadcast together
  dimension 2 has size 5 in f32[7,2,5] and size 6 in f32[7,2,6]
  the sizes must be equal, or one of them 1
  help: make dimension 2 of one of them 5 or 6 like the other's, or 1
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorText({2, 3}, {3}, {0}),
            R"(INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[3] cannot be broadcast together
  dimension 0 of f32[3] (size 3) is mapped to dimension 0 of f32[2,3] (size 2) by broadcast_dimensions={0}
  the sizes must be equal, or one of them 1
  help: broadcast_dimensions={0} needs a vector of 2 elements, or of 1
  at %add.3 in computation "main")");
  EXPECT_EQ(
      ErrorText({3, 5}, {2, 3, 4}, {1, 2}),
      R"(INVALID_ARGUMENT [broadcast.c2] add: f32[3,5] and f32[2,3,4] cannot be broadcast together
  dimension 1 of f32[3,5] (size 5) is mapped to dimension 2 of f32[2,3,4] (size 4) by broadcast_dimensions={1,2}
  the sizes must be equal, or one of them 1
  help: dimension 1 of the lower-rank array must have size 4, or 1
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C3OutOfRange) {
  EXPECT_EQ(ErrorText({2, 3}, {3}, {2}),
            R"(INVALID_ARGUMENT [broadcast.c3] add: f32[2,3] and f32[3] cannot be broadcast together
  broadcast_dimensions={2} names dimension 2, but f32[2,3] has the dimensions 0..1
  help: broadcast_dimensions={1} would match f32[3] to dimension 1 of f32[2,3]
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorText({2, 3}, {3}, {-1}),
            R"(INVALID_ARGUMENT [broadcast.c3] add: f32[2,3] and f32[3] cannot be broadcast together
  broadcast_dimensions={-1} names dimension -1, but f32[2,3] has the dimensions 0..1
  help: broadcast_dimensions={1} would match f32[3] to dimension 1 of f32[2,3]
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C4NotIncreasing) {
  EXPECT_EQ(
      ErrorText({2, 3, 4, 5}, {4, 3}, {2, 1}),
      R"(INVALID_ARGUMENT [broadcast.c4] add: f32[2,3,4,5] and f32[4,3] cannot be broadcast together
  broadcast_dimensions={2,1} is not strictly increasing: 2 is followed by 1
  broadcasting keeps the order of dimensions
  help: transpose f32[4,3] first
  at %add.3 in computation "main")");
  EXPECT_EQ(
      ErrorText({2, 3, 3, 5}, {3, 3}, {1, 1}),
      R"(INVALID_ARGUMENT [broadcast.c4] add: f32[2,3,3,5] and f32[3,3] cannot be broadcast together
  broadcast_dimensions={1,1} is not strictly increasing: 1 is followed by 1
  two dimensions of f32[3,3] cannot become the same one
  help: give each dimension of f32[3,3] one of its own of f32[2,3,3,5], or: broadcast_dimensions={1,2} would match f32[3,3] to dimensions 1,2 of f32[2,3,3,5]
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C5EqualRank) {
  EXPECT_EQ(
      ErrorText({3, 3}, {3, 3}, {1, 0}),
      R"(INVALID_ARGUMENT [broadcast.c5] add: f32[3,3] and f32[3,3] cannot be broadcast together
  both have rank 2, but broadcast_dimensions={1,0} is not the identity
  help: leave broadcast_dimensions out; to permute dimensions, transpose first
  at %add.3 in computation "main")");
  EXPECT_EQ(
      ErrorText({3, 3}, {3, 3}, {0}),
      R"(INVALID_ARGUMENT [broadcast.c5] add: f32[3,3] and f32[3,3] cannot be broadcast together
  both have rank 2, but broadcast_dimensions={0} has 1 entry
  help: leave broadcast_dimensions out
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorText({}, {}, {0}),
            R"(INVALID_ARGUMENT [broadcast.c5] add: f32[] and f32[] cannot be broadcast together
  both have rank 0, but broadcast_dimensions={0} has 1 entry
  help: leave broadcast_dimensions out
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C6Types) {
  EXPECT_EQ(
      ErrorOf(ShapeUtil::MakeShape(F32, {2, 3}), ShapeUtil::MakeShape(S32, {3}), {1}),
      R"(INVALID_ARGUMENT [broadcast.c6] add: f32[2,3] and s32[3] have different element types, F32 and S32
  types are never converted implicitly
  help: give both the type F32 or S32 with ConvertElementType
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, C7Length) {
  EXPECT_EQ(
      ErrorText({2, 3, 4}, {3, 4}, {1}),
      R"(INVALID_ARGUMENT [broadcast.c7] add: f32[2,3,4] and f32[3,4] cannot be broadcast together
  broadcast_dimensions={1} has 1 entry, f32[3,4] has rank 2
  help: broadcast_dimensions={1,2} would match f32[3,4] to dimensions 1,2 of f32[2,3,4]
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorText({2, 3}, {3}, {0, 1}),
            R"(INVALID_ARGUMENT [broadcast.c7] add: f32[2,3] and f32[3] cannot be broadcast together
  broadcast_dimensions={0,1} has 2 entries, f32[3] has rank 1
  help: broadcast_dimensions={1} would match f32[3] to dimension 1 of f32[2,3]
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorText({2, 3}, {}, {0}),
            R"(INVALID_ARGUMENT [broadcast.c7] add: f32[2,3] and f32[] cannot be broadcast together
  broadcast_dimensions={0} has 1 entry, f32[] has rank 0
  help: leave broadcast_dimensions out for a scalar
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, NotArrays) {
  EXPECT_EQ(ErrorOf(ShapeUtil::MakeShape(F32, {2}), ShapeUtil::MakeTokenShape()),
            R"(INVALID_ARGUMENT [type.c2] add: f32[2] and token[] cannot be broadcast together
  token[] is not an array
  help: a token only orders operations; it has no value
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorOf(ShapeUtil::MakeTupleShape({ShapeUtil::MakeShape(F32, {2})}),
                    ShapeUtil::MakeShape(F32, {2})),
            R"(INVALID_ARGUMENT [type.c2] add: (f32[2]) and f32[2] cannot be broadcast together
  (f32[2]) is not an array
  help: take the array out of the tuple with GetTupleElement
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorOf(ShapeUtil::MakeOpaqueShape(), Shape::Buffer(ShapeUtil::MakeShape(F32, {2}))),
            R"(INVALID_ARGUMENT [type.c2] add: opaque[] and b(f32[2]) cannot be broadcast together
  opaque[] and b(f32[2]) are not arrays
  help: no operation reads an opaque: it is only passed on
  at %add.3 in computation "main")");
  EXPECT_EQ(ErrorOf(ShapeUtil::MakeOpaqueShape(), ShapeUtil::MakeShape(F32, {})),
            R"(INVALID_ARGUMENT [type.c2] add: opaque[] and f32[] cannot be broadcast together
  opaque[] is not an array
  help: no operation reads an opaque: it is only passed on
  at %add.3 in computation "main")");
}
TEST(BroadcastingErrorTest, TooLarge) {
  EXPECT_EQ(
      ErrorText({int64_t{1} << 40, 1}, {1, int64_t{1} << 40}),
      R"(INVALID_ARGUMENT [shape.c3] add: f32[1099511627776,1099511627776] is too large: its size in bytes does not fit a 64-bit integer
  f32[1099511627776,1] and f32[1,1099511627776] are broadcast to it
  help: the product of the sizes, times the bytes of an element, must be below 2^63
  at %add.3 in computation "main")");
}

// The result is empty, and the array on the way to it is not.
TEST(BroadcastingErrorTest, TooLargeOnTheWay) {
  const int64_t huge = int64_t{1} << 40;
  EXPECT_EQ(
      ErrorText({0, huge, huge}, {1}, {0}),
      R"(INVALID_ARGUMENT [shape.c3] add: f32[1,1099511627776,1099511627776] is too large: its size in bytes does not fit a 64-bit integer
  f32[1] becomes it on the way to f32[0,1099511627776,1099511627776], before dimensions of size 1 are stretched
  help: reshape f32[1] to rank 3 first, with size 1 where it has no dimension: then it is stretched in one step
  at %add.3 in computation "main")");
  const BroadcastExplanation told = ExplainBroadcast(ShapeUtil::MakeShape(F32, {0, huge, huge}),
                                                     ShapeUtil::MakeShape(F32, {1}), {0});
  EXPECT_EQ(told.status.rule(), "shape.c3");
  EXPECT_EQ(told.steps.size(), 0u);
  EXPECT_EQ(ShapeOrRule({0, huge, huge}, {1, 1, 1}), "f32[0,1099511627776,1099511627776]");
}

TEST(BroadcastingErrorTest, OperandsThatAreNoShapes) {
  const int64_t huge = int64_t{1} << 40;
  EXPECT_EQ(ShapeOrRule({huge, huge}, {}), "shape.c3");
  EXPECT_EQ(ShapeOrRule({}, {-1}), "shape.c2");
}

}  // namespace
}  // namespace hloom
