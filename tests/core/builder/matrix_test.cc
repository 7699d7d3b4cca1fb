// Tests of the client library's products that cases of dot do not make: the functions of the
// labels, labels in numbers, and that a wrong call adds nothing.
#include "builder/lib/matrix.h"

#include "base/str_cat.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string Parsed(std::string_view config, int64_t x_rank, int64_t y_rank) {
  const auto labels = ParseEinsumString(config, x_rank, y_rank);
  if (!labels.ok()) return std::string(labels.status().rule());
  return StrCat(Braced((*labels)[0]), Braced((*labels)[1]), Braced((*labels)[2]));
}

TEST(EinsumTest, LabelsInNumbers) {
  EXPECT_EQ(Parsed("ab,bc->ac", 2, 2), "{97,98}{98,99}{97,99}");
  EXPECT_EQ(Parsed("...a,...b->...ab", 3, 2), "{-2,-1,97}{-1,98}{-2,-1,97,98}");
  EXPECT_EQ(Parsed("a...bc,...abd->cbd...", 5, 4),
            "{97,-2,-1,98,99}{-1,97,98,100}{99,98,100,-2,-1}");
  EXPECT_EQ(Parsed("...,->", 1, 0), "{-1}{}{}");
  EXPECT_EQ(Parsed("a,b", 1, 1), "einsum.c1");
  EXPECT_EQ(Parsed("ab,bc->ac", 3, 2), "einsum.c2");
  EXPECT_EQ(Parsed("...ab,bc->ac", 1, 2), "einsum.c2");
}

TEST(EinsumTest, LabelsOfTheResult) {
  EXPECT_EQ(NormalizeEinsumString("a,b->ab"), "");
  EXPECT_EQ(NormalizeEinsumString("ba"), "ba->ab");
  EXPECT_EQ(NormalizeEinsumString("ab,dc"), "ab,dc->abcd");
  EXPECT_EQ(NormalizeEinsumString("ab,bc"), "ab,bc->ac");
  EXPECT_EQ(NormalizeEinsumString("...ba,ca..."), "...ba,ca...->...bc");
  // However long it is: letters are counted, and not searched for.
  const std::string many(10'000'000, 'n');
  EXPECT_EQ(NormalizeEinsumString(many + "ba"), many + "ba->ab");
}

TEST(EinsumTest, NumbersForLabels) {
  const Literal x = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  const Literal y = LiteralUtil::CreateR2<int32_t>({{1, 0, 1}, {0, 1, 0}});
  XlaBuilder b("main");
  Einsum(ParameterLike(b, 0, x), {0, 1}, ParameterLike(b, 1, y), {2, 1}, {0, 2});
  EXPECT_EQ(RunToText(b, {x, y}), "s32[2,2] { { 4, 2 }, { 10, 5 } }");
}

std::string MatrixError(XlaOp (*call)(XlaOp x, XlaOp y)) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  const XlaOp y = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3, 4}), "y");
  call(x, y);
  const std::string text = b.TakeError().ToString();
  // The builder goes on as if the call had not been made.
  EXPECT_EQ(Tuple(&b, {x, y}).handle(), y.handle() + 1);
  return text;
}

TEST(EinsumTest, ResultsOfTooManyLabels) {
  const auto error = [](std::string_view text, size_t labels) {
    XlaBuilder b("main");
    const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {1, 3}), "x");
    const XlaOp scalar = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {}), "y");
    const std::string config = StrCat(text, std::string(labels, 'a'));
    if (text.find(',') == std::string_view::npos) {
      Einsum(x, config);
    } else {
      Einsum(x, scalar, config);
    }
    return b.GetCurrentStatus().ok() ? "" : b.TakeError().ToString();
  };
  EXPECT_EQ(error("ab->", 256), "");
  const std::string refused =
      "INVALID_ARGUMENT [shape.c6] einsum: the result has 1000000 labels, one for each of its "
      "dimensions\n"
      "  help: the rank of an array is at most 256";
  EXPECT_EQ(error("ab->", 1'000'000), refused);
  EXPECT_EQ(error("ab,->", 1'000'000), refused);
}

TEST(EinsumTest, ErrorsTeachAndAddNothing) {
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Einsum(x, y, "ab,ac->bc"); }),
            "INVALID_ARGUMENT [einsum.c3] einsum: dimension 0 of f32[2,3] (size 2) and dimension 0 "
            "of f32[3,4] (size 3) have one label, 'a'\n"
            "  help: dimensions of one label have one size, or size 1");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Einsum(x, y, "ab,bc,cd->ad"); }),
            "INVALID_ARGUMENT [einsum.c1] einsum: einsum_config=\"ab,bc,cd->ad\" does not have "
            "exactly one comma\n"
            "  help: give labels for both arrays and for the result, like \"ab,bc->ac\"");
  EXPECT_EQ(
      MatrixError([](XlaOp x, XlaOp) { return Einsum(x, "abc->a"); }),
      "INVALID_ARGUMENT [einsum.c2] einsum: \"abc\" of einsum_config=\"abc->a\" has 3 labels, "
      "and its array f32[2,3] has 2 dimensions\n"
      "  help: give each dimension of an array a label; \"...\" stands for any number of "
      "them");
  EXPECT_EQ(
      MatrixError([](XlaOp x, XlaOp) { return Einsum(x, "ab,bc->ac"); }),
      "INVALID_ARGUMENT [einsum.c1] einsum: einsum_config=\"ab,bc->ac\" has a comma, and there "
      "is one array\n"
      "  help: give labels for the array and for the result, like \"ab->ba\"");
  // Texts are quoted as they were given, letters of any alphabet whole.
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Einsum(x, y, "a\u00e9,b"); }),
            "INVALID_ARGUMENT [einsum.c1] einsum: einsum_config=\"a\u00e9,b\" has '\u00e9', which "
            "is not a label\n"
            "  help: labels are letters, with nothing between them");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Einsum(x, y, ",a,b"); }),
            "INVALID_ARGUMENT [einsum.c1] einsum: einsum_config=\",a,b\" does not have exactly one "
            "comma\n"
            "  help: give labels for both arrays and for the result, like \"ab,bc->ac\"");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return BatchDot(x, true, y, false); }),
            "INVALID_ARGUMENT [batch_dot.c2] batch-dot: dimension 0 of x f32[2,3] (size 2) meets "
            "dimension 0 of y f32[3,4] (size 3)\n"
            "  help: the columns of x's matrices are as many as the rows of y's: transpose one of "
            "them, if that is what you mean");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) {
              return Einsum(x, y, "aa,bc->c", PrecisionConfig::DEFAULT, S32);
            }),
            "INVALID_ARGUMENT [einsum.c3] einsum: dimension 0 of f32[2,3] (size 2) and dimension 1 "
            "of f32[2,3] (size 3) have one label, 'a'\n"
            "  help: dimensions of one label in one array have one size");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) {
              return Einsum(x, y, "ab,bc->ac", PrecisionConfig::HIGH, S32);
            }).substr(0, 25),
            "INVALID_ARGUMENT [dot.c13");
}

TEST(DotErrorTest, OperandsThatWereNeverAssigned) {
  for (XlaOp (*call)(XlaOp, XlaOp) :
       {+[](XlaOp, XlaOp y) { return Einsum(XlaOp(), y, "ab,bc->ac"); },
        +[](XlaOp x, XlaOp) { return Einsum(x, XlaOp(), "ab,bc->ac"); },
        +[](XlaOp, XlaOp y) {
          return Einsum(XlaOp(), {0, 1}, y, {1, 2}, {0, 2});
        },
        +[](XlaOp, XlaOp y) { return BatchDot(XlaOp(), y); },
        +[](XlaOp, XlaOp y) { return Dot(XlaOp(), y); },
        +[](XlaOp x, XlaOp) { return Dot(x, XlaOp()); }}) {
    EXPECT_NE(MatrixError(call).find("[builder.c3]"), std::string::npos) << MatrixError(call);
  }
}

TEST(DotErrorTest, Teaches) {
  EXPECT_EQ(
      MatrixError([](XlaOp x, XlaOp y) { return Dot(y, x); }),
      "INVALID_ARGUMENT [dot.c10] dot: dimension 1 of lhs f32[3,4] (size 4) meets dimension 0 "
      "of rhs f32[2,3] (size 2)\n"
      "  Dot sums over dimension 1 of lhs and 0 of rhs\n"
      "  help: DotGeneral sums over others: with lhs_contracting_dimensions={0} and "
      "rhs_contracting_dimensions={1} over the 3 elements of both\n"
      "  at %dot.3 in computation \"main\"");
  // Its own numbers come first: DotGeneral takes these of x and x.
  EXPECT_NE(MatrixError([](XlaOp x, XlaOp) { return Dot(x, x); })
                .find("with lhs_contracting_dimensions={1} and rhs_contracting_dimensions={1} over "
                      "the 3 elements"),
            std::string::npos);
  EXPECT_EQ(
      MatrixError([](XlaOp x, XlaOp y) {
        DotDimensionNumbers numbers;
        numbers.add_lhs_contracting_dimensions(1);
        numbers.add_rhs_contracting_dimensions(1);
        return DotGeneral(x, y, numbers);
      }),
      "INVALID_ARGUMENT [dot.c10] dot: dimension 1 of lhs f32[2,3] (size 3) meets dimension 1 "
      "of rhs f32[3,4] (size 4)\n"
      "  lhs_contracting_dimensions={1} and rhs_contracting_dimensions={1} pair them\n"
      "  help: contracting dimensions that meet have one size: of rhs, dimension 0 has size "
      "3\n"
      "  at %dot.3 in computation \"main\"");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Dot(x, y, nullptr, S32); }),
            "INVALID_ARGUMENT [dot.c13] dot: the product of f32[2,3] and f32[3,4] cannot have "
            "elements of type s32\n"
            "  without a preferred_element_type it is f32, which has numbers of more kinds\n"
            "  help: convert the result with ConvertElementType\n"
            "  at %dot.3 in computation \"main\"");
}

// JavaScript refuses them before.
TEST(DotErrorTest, PreferredTypesThatArraysDoNotHave) {
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) { return Dot(x, y, nullptr, TUPLE); }).substr(0, 92),
            "INVALID_ARGUMENT [dot_function.c2] dot: preferred_element_type is TUPLE\n"
            "  help: the element ");
  EXPECT_EQ(MatrixError([](XlaOp x, XlaOp y) {
              return Einsum(x, y, "ab,bc->ac", PrecisionConfig::DEFAULT, TOKEN);
            }).substr(0, 34),
            "INVALID_ARGUMENT [dot_function.c2]");
}

}  // namespace
}  // namespace hloom
