// The parts of XLA's client library that only C++ has: functions that take functions, loops,
// numbers in the type of an array, helpers on sizes. Cases test the rest.
#include "builder/lib/arithmetic.h"
#include "builder/lib/broadcast.h"
#include "builder/lib/comparators.h"
#include "builder/lib/constants.h"
#include "builder/lib/loops.h"
#include "builder/lib/matrix.h"
#include "builder/lib/pooling/conv_grad_size_util.h"
#include "builder/lib/pooling/pooling.h"
#include "builder/lib/prng.h"
#include "builder/lib/slicing.h"
#include "builder/lib/tridiagonal.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using Values = StatusOr<std::vector<XlaOp>>;
using ClientLibraryPairs = std::vector<std::pair<int64_t, int64_t>>;

TEST(ClientLibraryTest, ALoop) {
  XlaBuilder b("main");
  // Powers of 2 until one is above 100, and how many.
  const auto condition = [](Span<const XlaOp> v, XlaBuilder*) -> StatusOr<XlaOp> {
    return Le(v[0], ScalarLike(v[0], 100));
  };
  const auto body = [](Span<const XlaOp> v, XlaBuilder*) -> Values {
    return std::vector<XlaOp>{Add(v[0], v[0]), Add(v[1], ScalarLike(v[1], 1))};
  };
  const Values last = WhileLoopHelper(
      condition, body, {ConstantR0<float>(&b, 1), ConstantR0<int32_t>(&b, 0)}, "powers", &b);
  ASSERT_TRUE(last.ok()) << last.status().ToString();
  Tuple(&b, *last);
  EXPECT_EQ(RunToText(b), "(f32[] 128, s32[] 7)");
}

TEST(ClientLibraryTest, LoopsThatAreWrong) {
  XlaBuilder b("main");
  const auto goes_on = [](Span<const XlaOp> v, XlaBuilder*) -> StatusOr<XlaOp> {
    return Lt(v[0], v[0]);
  };
  const auto nothing = [](Span<const XlaOp>, XlaBuilder*) -> Values {
    return std::vector<XlaOp>{};
  };
  const auto fails = [](Span<const XlaOp>, XlaBuilder*) -> Values {
    return Status(InvalidArgument(Rule{"type.c1", ""}).Say("no"));
  };
  const XlaOp one = ConstantR0<float>(&b, 1);
  EXPECT_EQ(WhileLoopHelper(goes_on, nothing, {one}, "w", &b).status().rule(), "while.c2");
  EXPECT_EQ(b.TakeError().rule(), "while.c2");
  EXPECT_EQ(WhileLoopHelper(goes_on, fails, {one}, "w", &b).status().rule(), "type.c1");
  EXPECT_EQ(WhileLoopHelper(goes_on, nothing, {XlaOp()}, "w", &b).status().rule(), "builder.c3");
}

TEST(ClientLibraryTest, SoManyIterations) {
  XlaBuilder b("main");
  const auto body = [](XlaOp i, Span<const XlaOp> v, XlaBuilder*) -> Values {
    return std::vector<XlaOp>{Add(v[0], ConvertElementType(i, F32))};
  };
  const XlaOp zero = ConstantR0<float>(&b, 0);
  const Values sum = ForEachIndex(5, U8, body, {zero}, "sum", &b);
  const Values none = ForEachIndex(0, S32, body, {zero}, "none", &b);
  ASSERT_TRUE(sum.ok() && none.ok());
  Tuple(&b, {(*sum)[0], (*none)[0]});
  EXPECT_EQ(RunToText(b), "(f32[] 10, f32[] 0)");
  const XlaOp start = ConstantR0<float>(&b, 0);
  EXPECT_EQ(ForEachIndex(300, U8, body, {start}, "many", &b).status().rule(), "full.c3");
}

TEST(ClientLibraryTest, ScalarsOfAType) {
  XlaBuilder b("main");
  const XlaOp halves = Full(&b, ShapeUtil::MakeShape(BF16, {2}), ConstantR0WithType(&b, BF16, 0.5));
  Tuple(&b, {ConstantR0WithType(&b, S8, -128), ConstantR0WithType(&b, C64, 1.5f),
             ConstantR0WithType(&b, F16, 3), ScalarLike(halves, 2), FullLike(halves, 0.25),
             ConstantR0WithType(&b, C128, std::complex<float>(1, 2))});
  EXPECT_EQ(RunToText(b),
            "(s8[] -128, c64[] (1.5, 0), f16[] 3, bf16[] 2, bf16[2] {0.25, 0.25}, c128[] (1, 2))");
  const auto rule = [&](XlaOp) { return std::string(b.TakeError().rule()); };
  EXPECT_EQ(rule(ConstantR0WithType(&b, S8, 128)), "full.c3");
  EXPECT_EQ(rule(ConstantR0WithType(&b, U32, -1)), "full.c3");
  EXPECT_EQ(rule(ConstantR0WithType(&b, S32, 1.0f)), "full.c3");
  EXPECT_EQ(rule(ConstantR0WithType(&b, F32, std::complex<float>(1, 0))), "full.c3");
  EXPECT_EQ(rule(ConstantR0WithType(&b, PRED, 2)), "full.c3");
  EXPECT_EQ(rule(ScalarLike(Iota(&b, S32, 3), 0.5)), "full.c3");
  EXPECT_EQ(rule(ScalarLike(CreateToken(&b), 1)), "type.c2");
}

TEST(ClientLibraryTest, ComputationsOfFunctions) {
  XlaBuilder b("main");
  const XlaComputation twice =
      CreateScalarComputation("twice", F32, &b, [](XlaOp x, XlaOp y) { return x + y + y; });
  const XlaComputation any = CreateScalarIdentityWithZeroComputation(PRED, &b);
  const XlaComputation sum = CreateScalarIdentityWithZeroComputation(F32, &b);
  ASSERT_FALSE(twice.IsNull() || any.IsNull() || sum.IsNull());
  EXPECT_EQ(twice.name(), "twice_F32");
  EXPECT_EQ(CreateScalarIdentityWithZeroComputation(S32, &b).name(), "or_S32");
  const XlaOp x = ConstantR1<float>(&b, {1, 2, 3});
  const XlaOp p = ConstantR1<bool>(&b, {false, true});
  const XlaOp zero = ConstantR0<float>(&b, 0);
  Tuple(&b, {Reduce(x, zero, twice, {0}), Reduce(x, zero, sum, {0}),
             Reduce(p, ConstantR0<bool>(&b, false), any, {0}), ArgMinMax(x, S32, 0, true),
             ArgMinMax(x, S32, 0, false)});
  EXPECT_EQ(RunToText(b), "(f32[] 12, f32[] 6, pred[] true, s32[] 0, s32[] 2)");
}

TEST(ClientLibraryTest, ScattersWithAFunction) {
  XlaBuilder b("main");
  TorchScatterDense(ConstantR1<float>(&b, {1, 2, 3}), ConstantR1<int32_t>(&b, {2, 0, 2}),
                    ConstantR1<float>(&b, {10, 20, 30}), 0,
                    [](XlaOp found, XlaOp source) { return found - source; });
  EXPECT_EQ(RunToText(b), "f32[3] {-19, 2, -37}");
}

TEST(ClientLibraryTest, ComparesByOneAfterAnother) {
  XlaBuilder b("main");
  const XlaComputation by_both = CreateScalarComparisonComputation(
      "by_both", {S32, F32, S32}, {LtTotalOrder, std::nullopt, GtTotalOrder}, &b);
  ASSERT_FALSE(by_both.IsNull()) << b.GetCurrentStatus().ToString();
  Sort({ConstantR1<int32_t>(&b, {2, 1, 2, 1}), ConstantR1<float>(&b, {0, 1, 2, 3}),
        ConstantR1<int32_t>(&b, {5, 6, 7, 8})},
       by_both);
  EXPECT_EQ(RunToText(b), "(s32[4] {1, 1, 2, 2}, f32[4] {3, 1, 2, 0}, s32[4] {8, 6, 7, 5})");
  EXPECT_TRUE(CreateScalarComparisonComputation("none", {S32}, {std::nullopt}, &b).IsNull());
  EXPECT_EQ(b.TakeError().rule(), "comparator.c1");
}

TEST(ClientLibraryTest, OtherNames) {
  XlaBuilder b("main");
  const XlaOp x = ConstantR2<float>(&b, {{1, 2, 3}, {4, 5, 6}});
  Tuple(&b, {GetMatrixDiagonalViaGather(x, 1), MaybeTransposeInMinorDims(x, true),
             MaybeTransposeInMinorDims(x, false), TopKWithPartitions(x, 2, 3)});
  EXPECT_EQ(RunToText(b),
            "(f32[2] {2, 6}, f32[3,2] { { 1, 4 }, { 2, 5 }, { 3, 6 } }, "
            "f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }, "
            "(f32[2,2] { { 3, 2 }, { 6, 5 } }, s32[2,2] { { 2, 1 }, { 2, 1 } }))");
}

// The words were computed by a model of Philox4x32-10, for XLA's key.
TEST(ClientLibraryTest, KeysAndCountersOfPhilox) {
  XlaBuilder b("main");
  const auto number = [&](uint64_t value) { return ConstantR0<uint64_t>(&b, value); };
  const auto [state, key] = ScramblePhiloxKey(number(0x100000002));
  const XlaOp full = ConstantR1<uint64_t>(&b, {~0ull, 7});
  Tuple(&b, {state, key, PhiloxIncreaseCounter(full, number(0)),
             PhiloxIncreaseCounter(full, number(3)), ConcatScalars(&b, {number(4), number(5)})});
  EXPECT_EQ(RunToText(b),
            "(u64[2] {0, 7728705280145934684}, u64[] 2522630809924626040, "
            "u64[2] {18446744073709551615, 7}, u64[2] {2, 8}, u64[2] {4, 5})");

  XlaBuilder wrong("wrong");
  const XlaOp scalar = ConstantR0<float>(&wrong, 1);
  const XlaOp pair = ConstantR1<float>(&wrong, {1, 2});
  ScramblePhiloxKey(scalar);
  EXPECT_EQ(wrong.TakeError().rule(), "prng.c1");
  PhiloxIncreaseCounter(pair, scalar);
  EXPECT_EQ(wrong.TakeError().rule(), "prng.c1");
  ConcatScalars(&wrong, {scalar, pair});
  EXPECT_EQ(wrong.TakeError().rule(), "reshape.c1");
}

TEST(ClientLibraryTest, PoolsWithItsFormat) {
  XlaBuilder b("main");
  const TensorFormat format(0, 1, {2});
  const int64_t kernel[] = {1, 1, 2}, stride[] = {1, 1, 2}, sizes[] = {1, 1, 3};
  const ClientLibraryPairs padding =
      MakeSpatialPadding(sizes, kernel, stride, Padding::kSame, format);
  EXPECT_EQ(padding, (ClientLibraryPairs{{0, 1}}));
  const XlaOp x = Reshape(ConstantR1<float>(&b, {1, 5, 3}), sizes);
  Tuple(&b, {MaxPool(x, kernel, stride, Padding::kSame, format),
             AvgPool(x, kernel, stride, padding, format, false),
             AvgPool(x, kernel, stride, padding, format, true),
             AvgPoolGrad(Reshape(ConstantR1<float>(&b, {4, 8}), {1, 1, 2}), sizes, kernel, stride,
                         padding, format, false)});
  EXPECT_EQ(RunToText(b),
            "(f32[1,1,2] { { { 5, 3 } } }, f32[1,1,2] { { { 3, 3 } } }, "
            "f32[1,1,2] { { { 3, 1.5 } } }, f32[1,1,3] { { { 2, 2, 8 } } })");
}

// Sizes from the definition: the gradient of a convolution is one of the spread output.
TEST(ClientLibraryTest, SizesOfGradientsOfConvolutions) {
  const auto along = [](int64_t input, int64_t filter, int64_t output, int64_t dilation,
                        int64_t stride, Padding padding) -> std::vector<int64_t> {
    const auto sizes =
        ConvGradExtractAndVerifyDimension(input, filter, output, dilation, stride, padding);
    if (!sizes.ok()) return {};
    return {sizes->output_size, sizes->pad_before, sizes->pad_after};
  };
  EXPECT_EQ(along(5, 3, 2, 1, 2, Padding::kValid), (std::vector<int64_t>{3, 2, 2}));
  EXPECT_EQ(along(6, 3, 2, 1, 2, Padding::kValid), (std::vector<int64_t>{3, 2, 3}));
  EXPECT_EQ(along(5, 3, 5, 1, 1, Padding::kSame), (std::vector<int64_t>{5, 1, 1}));
  EXPECT_EQ(along(7, 3, 3, 2, 1, Padding::kValid), (std::vector<int64_t>{3, 4, 4}));
  EXPECT_EQ(along(4, 2, 2, 1, 2, Padding::kSame), (std::vector<int64_t>{3, 1, 1}));
  EXPECT_TRUE(along(5, 3, 3, 1, 2, Padding::kValid).empty());
  EXPECT_TRUE(along(5, 3, 2, 1, 0, Padding::kValid).empty());
  EXPECT_TRUE(along(5, 3, 2, 0, 2, Padding::kSame).empty());
  EXPECT_TRUE(along(-1, 1, 0, 1, 1, Padding::kSame).empty());
  EXPECT_TRUE(along(5, INT64_MAX, 0, INT64_MAX, 1, Padding::kValid).empty());
}

TEST(ClientLibraryTest, ErrorsAreGivenAndKept) {
  XlaBuilder b("main");
  const XlaOp x = ConstantR2<float>(&b, {{1, 2, 3}, {4, 5, 6}});
  const StatusOr<XlaOp> wide = BroadcastTo(x, {2});
  EXPECT_EQ(wide.status().rule(), "broadcast_to.c1");
  EXPECT_EQ(b.TakeError().rule(), "broadcast_to.c1");
  const auto solved = tridiagonal::TridiagonalSolver(tridiagonal::kThomas, x, x);
  EXPECT_EQ(solved.status().rule(), "tridiagonal.c3");
  EXPECT_EQ(b.TakeError().rule(), "tridiagonal.c3");
  EXPECT_EQ(BroadcastTo(XlaOp(), {2}).status().rule(), "builder.c3");
  EXPECT_EQ(tridiagonal::TridiagonalMatMul(XlaOp(), XlaOp(), XlaOp(), XlaOp()).status().rule(),
            "builder.c3");
}

}  // namespace
}  // namespace hloom
