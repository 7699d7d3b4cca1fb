// The client library is called as XLA's headers declare it, in its namespace: calls nest, as
// computations come without a status, and what fails is in the builder of the program.
#include <limits>

#include "gtest/gtest.h"
#include "support/run.h"
#include "text/hlo/hlo_text.h"
#include "xla.h"

namespace {

using hloom::testing_support::BuildOrDie;
using hloom::testing_support::RunToText;

xla::XlaOp Floats(xla::XlaBuilder* b) { return xla::ConstantR1<float>(b, {3, 1, 2}); }

std::string XlaLibraryTextOf(xla::XlaBuilder& builder) {
  return hloom::HloModuleToText(*BuildOrDie(builder).CreateModule());
}

void ExpectError(xla::XlaBuilder& builder, const std::string& rule) {
  EXPECT_FALSE(builder.GetCurrentStatus().ok());
  EXPECT_EQ(builder.Build().status().rule(), rule);
  EXPECT_EQ(builder.TakeError().rule(), rule);
}

TEST(XlaLibraryTest, ReducesWithAComputationInPlace) {
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const xla::Shape shape = xla::ShapeUtil::MakeShape(xla::F32, {3});
  const xla::XlaOp x = xla::Parameter(b, 0, shape, "x");
  xla::Reduce(x, xla::Zero(b, xla::F32), xla::CreateScalarAddComputation(xla::F32, b), {0});
  EXPECT_EQ(XlaLibraryTextOf(builder),
            "HloModule main, entry_computation_layout={(f32[3]{0})->f32[]}\n"
            "\n"
            "%add_F32.4 (lhs: f32[], rhs: f32[]) -> f32[] {\n"
            "  %lhs = f32[] parameter(0)\n"
            "  %rhs = f32[] parameter(1)\n"
            "  ROOT %add.3 = f32[] add(%lhs, %rhs)\n"
            "}\n"
            "\n"
            "ENTRY %main.8 (x: f32[3]) -> f32[] {\n"
            "  %x = f32[3]{0} parameter(0)\n"
            "  %constant.6 = f32[] constant(0)\n"
            "  ROOT %reduce.7 = f32[] reduce(%x, %constant.6), dimensions={0}, "
            "to_apply=%add_F32.4\n"
            "}\n\n");
}

TEST(XlaLibraryTest, FoldsOfAllKinds) {
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const xla::XlaOp x = Floats(b);
  const xla::XlaOp p = xla::Ge(x, xla::One(b, xla::F32));
  const auto fold = [&](xla::XlaOp init, const xla::XlaComputation& computation) {
    return xla::Reduce(x, init, computation, {0});
  };
  xla::Tuple(
      b, {fold(xla::One(b, xla::F32), xla::CreateScalarMultiplyComputation(xla::F32, b)),
          fold(xla::MinValue(b, xla::F32), xla::CreateScalarMaxComputation(xla::F32, b)),
          fold(xla::MaxValue(b, xla::F32), xla::CreateScalarMinComputation(xla::F32, b)),
          xla::ReduceAll(p, xla::ConstantR0<bool>(b, false),
                         xla::CreateScalarOrComputation(xla::PRED, b)),
          xla::ReduceAll(p, xla::ConstantR0<bool>(b, true),
                         xla::CreateScalarAndComputation(xla::PRED, b)),
          xla::ReduceWindow(x, xla::Zero(b, xla::F32), xla::CreateScalarAddComputation(xla::F32, b),
                            {2}, {1}, xla::Padding::kValid)});
  EXPECT_EQ(RunToText(builder),
            "(f32[] 6, f32[] 3, f32[] 1, pred[] true, pred[] true, f32[2] {4, 3})");
}

TEST(XlaLibraryTest, SortsWithAComparatorInPlace) {
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const xla::XlaOp x = Floats(b);
  const xla::XlaOp up = xla::Sort({x}, xla::CreateScalarLtComputation({xla::F32}, b));
  const xla::XlaOp down =
      xla::Sort({x, xla::Iota(b, xla::S32, 3)},
                xla::CreateScalarGtComputation({xla::F32, xla::S32}, b), -1, /*is_stable=*/true);
  xla::Tuple(b, {up, down});
  EXPECT_EQ(RunToText(builder), "(f32[3] {1, 2, 3}, (f32[3] {3, 2, 1}, s32[3] {0, 2, 1}))");
}

// The first error is that of the computation; what would have called it adds nothing to it.
TEST(XlaLibraryTest, ErrorsOfComputationsAreInTheProgramsBuilder) {
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const xla::XlaOp x = Floats(b);
  const xla::XlaOp zero = xla::Zero(b, xla::F32);
  EXPECT_FALSE(xla::Reduce(x, zero, xla::CreateScalarOrComputation(xla::F32, b), {0}).valid());
  EXPECT_EQ(b->GetCurrentStatus().ToString(),
            "INVALID_ARGUMENT [type.c1] or: is not defined for f32[]\n"
            "  operand 0 has the element type F32; or takes PRED or an integer type\n"
            "  help: use PRED or an integer type; ConvertElementType converts values\n"
            "  at %or.3 in computation \"or_F32\"");
  ExpectError(builder, "type.c1");
  EXPECT_TRUE(xla::CreateScalarMaxComputation(xla::C64, b).IsNull());
  EXPECT_FALSE(xla::Sort({x}, xla::CreateScalarLtComputation({xla::F32}, b)).valid());
  ExpectError(builder, "type.c1");
  EXPECT_FALSE(xla::Sort({x}, xla::CreateScalarLtComputation({}, b)).valid());
  ExpectError(builder, "comparator.c1");
  EXPECT_FALSE(xla::ReduceAll(x, zero, xla::CreateScalarAddComputation(xla::TOKEN, b)).valid());
  EXPECT_FALSE(builder.TakeError().ok());
  xla::CreateScalarComputation("none", xla::F32, b,
                               [](xla::XlaOp, xla::XlaOp) { return xla::XlaOp(); });
  ExpectError(builder, "builder.c3");
  // The builder goes on as if there had been no such call.
  xla::Reduce(x, zero, xla::CreateScalarAddComputation(xla::F32, b), {0});
  EXPECT_EQ(RunToText(builder), "f32[] 6");
}

// A null computation, whose error someone took from the builder, is refused wherever one is called.
TEST(XlaLibraryTest, NullComputationsAreRefused) {  // builder.c4
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const xla::XlaOp x = Floats(b);
  const xla::XlaOp zero = xla::Zero(b, xla::F32);
  const xla::XlaOp i = xla::ConstantR1<int32_t>(b, {0, 1, 2});
  const xla::XlaComputation null = xla::CreateScalarOrComputation(xla::F32, b);
  ASSERT_TRUE(null.IsNull());
  EXPECT_FALSE(builder.TakeError().ok());
  const auto refused = [&](xla::XlaOp op) {
    EXPECT_FALSE(op.valid());
    ExpectError(builder, "builder.c4");
  };
  refused(xla::Reduce(x, zero, null, {0}));
  refused(xla::Reduce(b, {x, i}, {zero, xla::Zero(b, xla::S32)}, null, {0}));
  refused(xla::ReduceAll(x, zero, null));
  refused(xla::Sort({x}, null));
  refused(xla::Map(b, {x}, null, {0}));
  refused(xla::ReduceWindow(x, zero, null, {2}, {1}, xla::Padding::kValid));
  refused(xla::SelectAndScatter(x, null, {1}, {1}, xla::Padding::kValid, x, zero, null));
  refused(xla::Scatter(x, i, x, null, [] {
    xla::ScatterDimensionNumbers numbers;
    numbers.add_inserted_window_dims(0);
    numbers.add_scatter_dims_to_operand_dims(0);
    numbers.set_index_vector_dim(1);
    return numbers;
  }()));
  refused(xla::TorchScatterDense(x, i, x, 0, null));
  refused(xla::AllReduce(x, null));
  refused(xla::ReduceScatter(x, null, 0, 3));
  refused(xla::Call(b, null, {x}));
  refused(xla::Conditional(xla::ConstantR0<bool>(b, true), x, null, x, null));
  refused(
      xla::CustomCallWithComputation(b, "f", {x}, null, xla::ShapeUtil::MakeShape(xla::F32, {})));
}

TEST(XlaLibraryTest, TopKHasIndicesOfTheTypeThatIsGiven) {
  const xla::Shape shape = xla::ShapeUtil::MakeShape(xla::F32, {2, 4});
  const auto text = [&](const auto& top) {
    xla::XlaBuilder builder("main");
    top(xla::Parameter(&builder, 0, shape, "x"));
    const std::string whole = XlaLibraryTextOf(builder);
    return whole.substr(whole.find("{\n") + 2);
  };
  const std::string s32 =
      "  %x = f32[2,4]{1,0} parameter(0)\n"
      "  ROOT %topk.2 = (f32[2,3]{1,0}, s32[2,3]{1,0}) topk(%x), k=3, largest=true, "
      "is_stable=true\n}\n\n";
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopK(x, 3); }), s32);
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopK(x, 3, xla::S32); }), s32);
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopKWithPartitions(x, 3); }), s32);
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopKWithPartitions(x, 3, 2); }), s32);
  const std::string s64 =
      "  %x = f32[2,4]{1,0} parameter(0)\n"
      "  %topk.2 = (f32[2,3]{1,0}, s32[2,3]{1,0}) topk(%x), k=3, largest=true, is_stable=true\n"
      "  %get-tuple-element.3 = f32[2,3]{1,0} get-tuple-element(%topk.2), index=0\n"
      "  %get-tuple-element.4 = s32[2,3]{1,0} get-tuple-element(%topk.2), index=1\n"
      "  %convert.5 = s64[2,3]{1,0} convert(%get-tuple-element.4)\n"
      "  ROOT %tuple.6 = (f32[2,3]{1,0}, s64[2,3]{1,0}) tuple(%get-tuple-element.3, %convert.5)\n"
      "}\n\n";
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopK(x, 3, xla::S64); }), s64);
  EXPECT_EQ(text([](xla::XlaOp x) { return xla::TopKWithPartitions(x, 3, 2, xla::S64); }), s64);
}

TEST(XlaLibraryTest, TopKOfValues) {
  xla::XlaBuilder builder("main");
  xla::XlaBuilder* b = &builder;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const xla::XlaOp x = xla::ConstantR1<float>(b, {2, 7, nan, 7, 1});
  xla::Tuple(b, {xla::TopK(x, 3, xla::PrimitiveType::S64), xla::TopK(x, 2, xla::U8),
                 xla::TopKWithPartitions(x, 2, 2, xla::F32), hloom::TopK(x, 2, /*largest=*/false)});
  EXPECT_EQ(RunToText(builder),
            "((f32[3] {nan, 7, 7}, s64[3] {2, 1, 3}), (f32[2] {nan, 7}, u8[2] {2, 1}), "
            "(f32[2] {nan, 7}, f32[2] {2, 1}), (f32[2] {1, 2}, s32[2] {4, 0}))");
}

TEST(XlaLibraryTest, TopKThatIsWrong) {
  xla::XlaBuilder builder("main");
  const xla::XlaOp x = Floats(&builder);
  const int64_t next = builder.next_handle();
  EXPECT_FALSE(xla::TopK(x, 4, xla::S64).valid());
  ExpectError(builder, "topk.c2");
  EXPECT_FALSE(xla::TopK(x, 2, xla::PRED).valid());
  EXPECT_EQ(builder.TakeError().ToString(),
            "INVALID_ARGUMENT [type.c1] topk: index_type=PRED has no numbers for indices\n"
            "  the indices along dimension 0 of f32[3] are numbers\n"
            "  help: use S32 or S64");
  EXPECT_FALSE(xla::TopKWithPartitions(x, 2, 1, xla::TUPLE).valid());
  ExpectError(builder, "type.c1");
  EXPECT_FALSE(xla::TopK(xla::XlaOp(), 2, xla::S64).valid());
  EXPECT_EQ(builder.next_handle(), next);
}

}  // namespace
