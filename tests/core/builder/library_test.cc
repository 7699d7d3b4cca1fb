// Tests that cases of the library cannot make: operators, which only C++ has, the texts of errors,
// and that a wrong call adds nothing, even if it is refused late.
#include "base/str_cat.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/one_hot.h"
#include "builder/lib/reductions.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

template <typename T>
std::string OfTwo(T x_value, T y_value, XlaOp (*function)(XlaOp x, XlaOp y)) {
  XlaBuilder b("main");
  const Literal x = LiteralUtil::CreateR0<T>(x_value);
  const Literal y = LiteralUtil::CreateR0<T>(y_value);
  function(ParameterLike(b, 0, x), ParameterLike(b, 1, y));
  return RunToText(b, {x, y});
}

TEST(OperatorsTest, Numbers) {
  EXPECT_EQ(OfTwo<int32_t>(7, 3, [](XlaOp x, XlaOp y) { return x + y; }), "s32[] 10");
  EXPECT_EQ(OfTwo<int32_t>(7, 3, [](XlaOp x, XlaOp y) { return x - y; }), "s32[] 4");
  EXPECT_EQ(OfTwo<int32_t>(7, 3, [](XlaOp x, XlaOp y) { return x * y; }), "s32[] 21");
  EXPECT_EQ(OfTwo<int32_t>(-7, 3, [](XlaOp x, XlaOp y) { return x / y; }), "s32[] -2");
  EXPECT_EQ(OfTwo<int32_t>(-7, 3, [](XlaOp x, XlaOp y) { return x % y; }), "s32[] -1");
  EXPECT_EQ(OfTwo<int32_t>(7, 3, [](XlaOp x, XlaOp) { return -x; }), "s32[] -7");
  EXPECT_EQ(OfTwo<float>(7, 2, [](XlaOp x, XlaOp y) { return (x + y) / (x - y) * -y; }),
            "f32[] -3.6");
}

TEST(OperatorsTest, Bits) {
  EXPECT_EQ(OfTwo<int32_t>(6, 3, [](XlaOp x, XlaOp y) { return x & y; }), "s32[] 2");
  EXPECT_EQ(OfTwo<int32_t>(6, 3, [](XlaOp x, XlaOp y) { return x | y; }), "s32[] 7");
  EXPECT_EQ(OfTwo<int32_t>(6, 3, [](XlaOp x, XlaOp y) { return x ^ y; }), "s32[] 5");
  EXPECT_EQ(OfTwo<int32_t>(6, 3, [](XlaOp x, XlaOp) { return ~x; }), "s32[] -7");
  EXPECT_EQ(OfTwo<int32_t>(6, 3, [](XlaOp x, XlaOp y) { return x << y; }), "s32[] 48");
}

TEST(OperatorsTest, ShiftsToTheRightFollowTheSign) {
  EXPECT_EQ(OfTwo<int32_t>(-8, 1, [](XlaOp x, XlaOp y) { return x >> y; }), "s32[] -4");
  EXPECT_EQ(OfTwo<uint32_t>(0xfffffff8u, 1, [](XlaOp x, XlaOp y) { return x >> y; }),
            "u32[] 2147483644");
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2}), "x");
  x >> x;
  EXPECT_EQ(b.TakeError().rule(), "type.c1");
  XlaOp() >> x;
  EXPECT_EQ(b.TakeError().rule(), "builder.c3");
}

TEST(LibraryTest, ComputationsOnScalars) {
  XlaBuilder b("main");
  const auto text = [&](const XlaComputation& computation) {
    return computation.IsNull() ? b.TakeError().ToString()
                                : computation.GetProgramShape().ToString();
  };
  EXPECT_EQ(text(CreateScalarAddComputation(F32, &b)), "(lhs: f32[], rhs: f32[]) -> f32[]");
  EXPECT_EQ(text(CreateScalarMultiplyComputation(S8, &b)), "(lhs: s8[], rhs: s8[]) -> s8[]");
  EXPECT_EQ(text(CreateScalarMaxComputation(F16, &b)), "(lhs: f16[], rhs: f16[]) -> f16[]");
  EXPECT_EQ(text(CreateScalarMinComputation(U4, &b)), "(lhs: u4[], rhs: u4[]) -> u4[]");
  EXPECT_EQ(text(CreateScalarAndComputation(PRED, &b)), "(lhs: pred[], rhs: pred[]) -> pred[]");
  EXPECT_EQ(text(CreateScalarOrComputation(PRED, &b)), "(lhs: pred[], rhs: pred[]) -> pred[]");
  EXPECT_EQ(text(CreateScalarGeComputation(F32, &b)), "(lhs: f32[], rhs: f32[]) -> pred[]");
}

TEST(LibraryTest, ScalarConstants) {
  XlaBuilder b("main");
  const XlaOp values[] = {Zero(&b, F32), One(&b, S8), MinValue(&b, F16), MaxValue(&b, U2)};
  Tuple(&b, values);
  EXPECT_EQ(RunToText(b), "(f32[] 0, s8[] 1, f16[] -inf, u2[] 3)");
  One(&b, S1);
  EXPECT_EQ(b.TakeError().rule(), "literal.c7");
}

// Without dimensions, functions of C++ reduce all of them.
TEST(LibraryTest, AllDimensions) {
  const Literal x = LiteralUtil::CreateR2<float>({{1, 2}, {3, 6}});
  XlaBuilder b("main");
  const XlaOp p = ParameterLike(b, 0, x);
  const XlaOp positive = Gt(p, Zero(&b, F32));
  const XlaOp values[] = {Sum(p),        Prod(p),       ReduceMax(p),   ReduceMin(p), Mean(p),
                          Any(positive), All(positive), ArgMax(p, S32), ArgMin(p, S8)};
  Tuple(&b, values);
  EXPECT_EQ(RunToText(b, {x}),
            "(f32[] 12, f32[] 36, f32[] 6, f32[] 1, f32[] 3, pred[] true, pred[] true, s32[] 3, "
            "s8[] 0)");
}

// The error of a call, after which the builder goes on as if it had not been made.
std::string LibraryError(XlaOp (*call)(XlaOp x, XlaOp s, XlaOp p)) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  const XlaOp s = Parameter(&b, 1, ShapeUtil::MakeShape(S32, {4}), "s");
  const XlaOp p = Parameter(&b, 2, ShapeUtil::MakeShape(PRED, {2, 3}), "p");
  EXPECT_FALSE(call(x, s, p).valid());
  const std::string text = b.TakeError().ToString();
  EXPECT_EQ(Tuple(&b, {x, s}).handle(), p.handle() + 1);
  return text;
}

TEST(LibraryTest, ErrorsTeachAndAddNothing) {
  EXPECT_EQ(LibraryError([](XlaOp, XlaOp, XlaOp p) { return Sum(p); }),
            "INVALID_ARGUMENT [type.c1] sum: is not defined for pred[2,3]\n"
            "  the element type is PRED; sum takes an arithmetic type (not PRED)\n"
            "  help: ConvertElementType makes numbers of PREDs, to count them; Any and All reduce "
            "PREDs");
  EXPECT_EQ(LibraryError([](XlaOp, XlaOp s, XlaOp) { return Mean(s); }),
            "INVALID_ARGUMENT [type.c1] mean: is not defined for s32[4]\n"
            "  the element type is S32; mean takes a floating-point or complex type\n"
            "  help: ConvertElementType to F32 or F64 first: the result is not an integer");
  EXPECT_EQ(LibraryError([](XlaOp x, XlaOp, XlaOp) { return Any(x, {0}); }),
            "INVALID_ARGUMENT [type.c1] any: is not defined for f32[2,3]\n"
            "  the element type is F32; any takes PRED\n"
            "  help: compare numbers first: Ne with 0");
  EXPECT_EQ(LibraryError([](XlaOp x, XlaOp, XlaOp) { return ArgMax(x, S32, 2); }),
            "INVALID_ARGUMENT [arg_max.c1] arg_max: f32[2,3] has no dimension 2\n"
            "  help: its dimensions are 0..1");
  EXPECT_EQ(LibraryError([](XlaOp x, XlaOp, XlaOp) { return ArgMin(x, U1); }),
            "INVALID_ARGUMENT [arg_max.c3] arg_min: output_type=U1 cannot hold the indices 0 to 5\n"
            "  help: use S32");
  EXPECT_EQ(LibraryError([](XlaOp x, XlaOp s, XlaOp) { return FullLike(x, s); }),
            "INVALID_ARGUMENT [full.c2] full_like: f32[2,3] cannot be filled with s32[4]\n"
            "  help: the value is a scalar f32[]; BroadcastInDim repeats arrays");
  EXPECT_EQ(
      LibraryError([](XlaOp, XlaOp s, XlaOp) { return OneHot(s, 3, 2, F32); }),
      "INVALID_ARGUMENT [one_hot.c2] one_hot: axis=2 is not a dimension of the result\n"
      "  help: the result has one dimension more than s32[4]: use 0..1, or leave the axis out "
      "for the last");
}

// These are refused by an operation in the middle, after others were added.
TEST(LibraryTest, LateErrorsAddNothing) {
  EXPECT_NE(LibraryError([](XlaOp x, XlaOp, XlaOp) { return Sum(x, {2}); }).find("[reduce.c4]"),
            std::string::npos);
  EXPECT_NE(LibraryError([](XlaOp x, XlaOp, XlaOp) {
              return Softmax(x, {0, 0});
            }).find("[reduce.c5]"),
            std::string::npos);
  EXPECT_NE(LibraryError([](XlaOp x, XlaOp, XlaOp) {
              return LogSumExp(x, {-1}, true);
            }).find("[reduce.c4]"),
            std::string::npos);
  EXPECT_NE(LibraryError([](XlaOp x, XlaOp, XlaOp) {
              return Mean(x, {0, 5});
            }).find("[reduce.c4]"),
            std::string::npos);
}

TEST(LibraryTest, OperandsThatWereNeverAssigned) {
  EXPECT_FALSE(Sum(XlaOp()).valid());
  EXPECT_FALSE(Softmax(XlaOp(), {0}).valid());
  EXPECT_FALSE(ArgMax(XlaOp(), S32).valid());
  EXPECT_FALSE(ZerosLike(XlaOp()).valid());
  EXPECT_NE(
      LibraryError([](XlaOp x, XlaOp, XlaOp) { return FullLike(x, XlaOp()); }).find("[builder.c3]"),
      std::string::npos);
}

// The parameters of a call that is taken back are free again.
TEST(XlaBuilderTest, OperationsAreTakenAway) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2}), "x");
  const int64_t next = b.next_handle();
  const XlaOp y = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {2}), "y");
  b.RemoveFrom(next);
  Add(x, y);
  EXPECT_EQ(b.TakeError().rule(), "builder.c1");
  const Literal value = LiteralUtil::CreateR1<float>({3, 4});
  Add(x, Parameter(&b, 1, value.shape(), "again"));
  b.RemoveFrom(b.next_handle());
  EXPECT_EQ(RunToText(b, {value, value}), "f32[2] {6, 8}");
}

}  // namespace
}  // namespace hloom
