// Tests of the operations that move elements that cases cannot make: rules below the builder,
// extremes of 64 bits, HLO text and bytes of their attributes, every element type.
#include "builder/xla_builder.h"
#include "hlo/attributes/padding_config.h"
#include "hlo/attributes/slice_ranges.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "runtime/execution.h"
#include "support/models/array_model.h"
#include "support/run.h"
#include "support/sample_modules.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT
using std::string_literals::operator""s;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

StatusOr<Shape> Infer(HloOpcode opcode, const std::vector<Shape>& operands,
                      std::unique_ptr<Attributes> attributes) {
  std::vector<const Shape*> shapes;
  for (const Shape& operand : operands) shapes.push_back(&operand);
  return InferShape({.opcode = opcode,
                     .operands = Span<const Shape* const>(shapes.data(), shapes.size()),
                     .attributes = attributes.get(),
                     .called_computations = {},
                     .given_shape = nullptr});
}

std::string DataMovementRuleOf(const StatusOr<Shape>& shape) {
  return shape.ok() ? shape->ToString() : std::string(shape.status().rule());
}

Shape S32Of(std::vector<int64_t> sizes) { return ShapeUtil::MakeShape(S32, sizes); }

PaddingConfig Padding(std::vector<PaddingConfigDimension> dimensions) {
  PaddingConfig config;
  for (const PaddingConfigDimension& dimension : dimensions) *config.add_dimensions() = dimension;
  return config;
}

TEST(ConcatenateInferTest, C1OneDimension) {
  const auto infer = [](std::vector<int64_t> dimensions) {
    return DataMovementRuleOf(Infer(HloOpcode::kConcatenate, {S32Of({2}), S32Of({3})},
                                    MakeAttributes(ConcatenateAttributes{std::move(dimensions)})));
  };
  EXPECT_EQ(infer({0}), "s32[5]");
  EXPECT_EQ(infer({}), "concatenate.c1");
  EXPECT_EQ(infer({0, 0}), "concatenate.c1");
}

TEST(ConcatenateInferTest, SizesPast64Bits) {
  const Shape huge = S32Of({kMax, 0});
  EXPECT_EQ(DataMovementRuleOf(Infer(HloOpcode::kConcatenate, {huge, huge},
                                     MakeAttributes(ConcatenateAttributes{{0}}))),
            "shape.c3");
}

// The number of ranges is the builder's to get right; bytes may have any.
TEST(SliceInferTest, Ranges) {
  const auto infer = [](SliceRanges ranges) {
    return DataMovementRuleOf(Infer(HloOpcode::kSlice, {S32Of({5, 3})},
                                    MakeAttributes(SliceAttributes{std::move(ranges)})));
  };
  EXPECT_EQ(infer({{0, 5, 2}, {1, 3, 1}}), "s32[3,2]");
  EXPECT_EQ(infer({{0, 5, 2}}), "slice.c1");
  EXPECT_EQ(infer({{kMin, 5, 1}, {0, 3, 1}}), "slice.c2");
  EXPECT_EQ(infer({{0, kMax, 1}, {0, 3, 1}}), "slice.c3");
  EXPECT_EQ(infer({{kMax, kMin, 1}, {0, 3, 1}}), "slice.c4");
  EXPECT_EQ(infer({{0, 5, kMin}, {0, 3, 1}}), "slice.c5");
  EXPECT_EQ(infer({{0, 5, kMax}, {0, 3, kMax}}), "s32[1,1]");
}

TEST(PadInferTest, SizesAtTheEndsOf64Bits) {
  const auto infer = [](int64_t size, int64_t low, int64_t high, int64_t interior) {
    // Beside an empty dimension, any size is fine.
    return DataMovementRuleOf(
        Infer(HloOpcode::kPad, {S32Of({size, 0}), ScalarOf(S32)},
              MakeAttributes(PadAttributes{Padding({{low, high, interior}, {}})})));
  };
  EXPECT_EQ(infer(3, kMax - 3, 0, 0), "s32[9223372036854775807,0]");
  EXPECT_EQ(infer(3, kMax - 2, 0, 0), "shape.c3");
  EXPECT_EQ(infer(3, kMax, kMin, 0), "s32[2,0]");
  EXPECT_EQ(infer(3, kMin, kMax, 0), "s32[2,0]");
  EXPECT_EQ(infer(3, kMax, kMax, 0), "shape.c3");
  EXPECT_EQ(infer(3, kMin, kMin, 0), "pad.c5");
  EXPECT_EQ(infer(3, 0, 0, kMax), "shape.c3");
  EXPECT_EQ(infer(2, 0, 0, kMax), "shape.c3");
  EXPECT_EQ(infer(2, -1, 0, kMax - 1), "shape.c3");  // interior padding comes first
  EXPECT_EQ(infer(2, -1, 0, kMax - 2), "s32[9223372036854775806,0]");
  EXPECT_EQ(infer(1, 0, 0, kMax), "s32[1,0]");
  EXPECT_EQ(infer(0, 0, 0, kMax), "s32[0,0]");
  EXPECT_EQ(infer(3, 0, 0, kMin), "pad.c4");
}

std::string PaddedText(std::vector<int32_t> values, PaddingConfigDimension padding) {
  XlaBuilder b("pad");
  Pad(ConstantR1<int32_t>(&b, values), ConstantR0<int32_t>(&b, 0), Padding({padding}));
  return RunToText(b);
}

// Elements far outside the result: their positions do not fit 64 bits.
TEST(PadTest, EdgesThatCancelEachOther) {
  EXPECT_EQ(PaddedText({1, 2, 3}, {kMax, kMin, 0}), "s32[2] {0, 0}");
  EXPECT_EQ(PaddedText({1, 2, 3}, {kMin, kMax, 0}), "s32[2] {0, 0}");
  EXPECT_EQ(PaddedText({1, 2, 3}, {-kMax, kMax, 0}), "s32[3] {0, 0, 0}");
  EXPECT_EQ(PaddedText({1, 2}, {1 - kMax, 2, kMax - 2}), "s32[3] {2, 0, 0}");
  EXPECT_EQ(PaddedText({1, 2}, {0, 1 - kMax, kMax - 2}), "s32[1] {1}");
  EXPECT_EQ(PaddedText({1, 2}, {1, 1 - kMax, kMax - 2}), "s32[2] {0, 1}");
}

TEST(PadTest, MoreThanThereIsMemoryFor) {
  XlaBuilder b("pad");
  PadInDim(ConstantR1<int32_t>(&b, {1}), ConstantR0<int32_t>(&b, 0), 0, int64_t{1} << 50, 0);
  const StatusOr<Literal> value = BuildAndRun(b);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.status().rule(), "memory.c1");
}

// An empty array may have sizes whose strides mean nothing.
TEST(DataMovementTest, EmptyArraysOfHugeSizes) {
  const Shape huge = S32Of({kMax, 0, kMax});
  XlaBuilder b("huge");
  const XlaOp x = Parameter(&b, 0, huge, "x");
  const XlaOp slice = Slice(x, {5, 0, kMax - 1}, {kMax, 0, kMax});
  const XlaOp reversed = Rev(Transpose(slice, {2, 0, 1}), {0, 1, 2});
  const XlaOp padded = Pad(reversed, ConstantR0<int32_t>(&b, 7),
                           Padding({{1, 0, kMax}, {1 - (kMax - 5), 0, 0}, {2, -1, 9}}));
  Tuple(&b, {padded, Collapse(x, {0, 1}), ConcatInDim(&b, {x, x}, 1)});
  const StatusOr<Literal> value = BuildAndRun(b, {*Literal::Create(huge)});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->elements()[0].ToString(), "s32[2,1,1] { { { 7 } }, { { 7 } } }");
  EXPECT_EQ(value->elements()[1].shape(), S32Of({0, kMax}));
  EXPECT_EQ(value->elements()[2].shape(), huge);
}

TEST(CollapseTest, ASizePast64Bits) {
  XlaBuilder b("collapse");
  Collapse(Parameter(&b, 0, S32Of({kMax, 2, 0}), "x"), {0, 1});
  EXPECT_EQ(b.Build().status().rule(), "shape.c3");
}

// Nothing is left of a call that failed.
TEST(ReshapeInOrderTest, AWrongCallAddsNothing) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, S32Of({2, 3}), "x");
  Reshape(x, {1, 0}, {5});
  const Status error = b.TakeError();
  EXPECT_EQ(error.rule(), "reshape.c1");
  EXPECT_EQ(error.fields().location, "%reshape.2 in computation \"main\"");
  Neg(x);
  const XlaComputation computation = BuildOrDie(b);
  EXPECT_EQ(computation.entry()->instructions().size(), 2u);
}

TEST(ReshapeInOrderTest, IdentityNeedsNoTranspose) {
  XlaBuilder b("main");
  Reshape(Parameter(&b, 0, S32Of({2, 3}), "x"), {0, 1}, {6});
  EXPECT_EQ(BuildOrDie(b).entry()->instructions().size(), 2u);
}

TEST(CollapseTest, FewerThanTwoDimensionsAddNothing) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, S32Of({2, 3}), "x");
  EXPECT_EQ(Collapse(x, {1}).handle(), x.handle());
  EXPECT_EQ(Collapse(x, {}).handle(), x.handle());
}

TEST(SliceRangesTest, Text) {
  EXPECT_EQ(SliceRangesToString({}), "{}");
  EXPECT_EQ(SliceRangesToString({{0, 2, 1}, {1, 3, 1}}), "{[0:2], [1:3]}");
  EXPECT_EQ(SliceRangesToString({{0, 2, 1}, {1, 3, 2}}), "{[0:2:1], [1:3:2]}");
}

TEST(PaddingConfigTest, Text) {
  EXPECT_EQ(PaddingConfig().ToString(), "");
  EXPECT_EQ(Padding({{0, 1, 0}, {-1, 2, 0}}).ToString(), "0_1x-1_2");
  EXPECT_EQ(Padding({{0, 1, 0}, {1, 1, 3}}).ToString(), "0_1_0x1_1_3");
  EXPECT_EQ(MakeNoPaddingConfig(2), Padding({{}, {}}));
  EXPECT_EQ(MakeEdgePaddingConfig({{1, 2}, {0, -1}}), Padding({{1, 2, 0}, {0, -1, 0}}));
}

// The operations as XLA writes them.
TEST(DataMovementTest, HloText) {
  EXPECT_EQ(HloComputationToText(MovementModule()->entry_computation()),
            R"(%main (x: f32[4,3]) -> f32[6,1] {
  %x = f32[4,3]{1,0} parameter(0)
  %slice.2 = f32[2,2]{1,0} slice(%x), slice={[0:4:2], [1:3:1]}
  %transpose.3 = f32[2,2]{1,0} transpose(%slice.2), dimensions={1,0}
  %slice.4 = f32[2,1]{1,0} slice(%transpose.3), slice={[0:2], [0:1]}
  %constant.5 = f32[] constant(0)
  %pad.6 = f32[3,1]{1,0} pad(%slice.4, %constant.5), padding=0_1_0x1_-1_2
  %reverse.7 = f32[3,1]{1,0} reverse(%pad.6), dimensions={0}
  %concatenate.8 = f32[6,1]{1,0} concatenate(%pad.6, %reverse.7), dimensions={0}
  %tuple.9 = (f32[6,1]{1,0}, f32[4,3]{1,0}) tuple(%concatenate.8, %x)
  %opt-barrier.10 = (f32[6,1]{1,0}, f32[4,3]{1,0}) opt-barrier(%tuple.9)
  %get-tuple-element.11 = f32[6,1]{1,0} get-tuple-element(%opt-barrier.10), index=0
  ROOT %copy.12 = f32[6,1]{1,0} copy(%get-tuple-element.11)
})");
}

TEST(DataMovementTest, Bytes) {
  const std::unique_ptr<HloModule> module = MovementModule();
  const std::string bytes = HloModuleToProto(*module);
  // slice_dimensions (17) of [0:4:2] and [1:3:1]: start, limit, stride; 0 is left out.
  EXPECT_NE(bytes.find("\x8a\x01\x04\x10\x04\x18\x02\x8a\x01\x06\x08\x01\x10\x03\x18\x01"s),
            std::string::npos);
  // padding_config (21) of 0_1_0x1_-1_2: two dimensions of low, high, interior.
  EXPECT_NE(bytes.find("\xaa\x01\x15\x0a\x02\x10\x01\x0a\x0f\x08\x01\x10"
                       "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x18\x02"s),
            std::string::npos);
  const StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(HloModuleToText(**read), HloModuleToText(*module));
  EXPECT_EQ(HloModuleToProto(**read), bytes);
}

// Equality tells ranges and paddings apart, field by field.
TEST(DataMovementTest, AttributesAreEqual) {
  const auto slice = [](SliceRange range) { return MakeAttributes(SliceAttributes{{range}}); };
  EXPECT_TRUE(AttributesEqual(slice({1, 2, 3}).get(), slice({1, 2, 3}).get()));
  EXPECT_FALSE(AttributesEqual(slice({1, 2, 3}).get(), slice({1, 2, 4}).get()));
  EXPECT_FALSE(AttributesEqual(slice({1, 2, 3}).get(), slice({0, 2, 3}).get()));
  const auto pad = [](PaddingConfigDimension padding) {
    return MakeAttributes(PadAttributes{Padding({padding})});
  };
  EXPECT_TRUE(AttributesEqual(pad({1, 2, 3}).get(), pad({1, 2, 3}).get()));
  EXPECT_FALSE(AttributesEqual(pad({1, 2, 3}).get(), pad({1, 2, 0}).get()));
  EXPECT_FALSE(AttributesEqual(pad({1, 2, 3}).get(), pad({1, 0, 3}).get()));
}

// A copy in HLO is how a layout changes.
TEST(CopyTest, ToAnotherLayout) {
  ModuleBuilder b("m");
  b.Begin("main");
  const Shape column_major = ShapeUtil::MakeShapeWithLayout(S32, {2, 3}, {0, 1});
  b.Finish(
      b.Add(HloOpcode::kCopy, {b.Parameter(0, S32Of({2, 3}), "x")}, nullptr, {}, column_major));
  const StatusOr<Literal> value =
      Evaluate(*b.Take(), {LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}})});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->shape(), column_major);
  const std::vector<int32_t> memory(value->data<int32_t>(), value->data<int32_t>() + 6);
  EXPECT_EQ(memory, (std::vector<int32_t>{1, 4, 2, 5, 3, 6}));
}

// Every type there is, through every one of the builder's functions.
TEST(DataMovementTest, EveryElementType) {
  Random random(9);
  int types = 0;
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    ++types;
    const Shape shape = ShapeUtil::MakeShape(info.type, {2, 3});
    const Literal x = ToLiteral(RandomArray(random, info.type, {2, 3}), shape);
    const Literal fill = ToLiteral(RandomArray(random, info.type, {}), ScalarOf(info.type));
    XlaBuilder b("all");
    const XlaOp p = Parameter(&b, 0, shape, "x");
    const XlaOp v = Parameter(&b, 1, ScalarOf(info.type), "v");
    // Applies an operation and its inverse.
    const XlaOp turned = Rev(Transpose(Copy(OptimizationBarrier(p)), {1, 0}), {0});
    const XlaOp padded = Pad(turned, v, Padding({{1, 2, 1}, {0, 1, 0}}));
    const XlaOp twice = ConcatInDim(&b, {SliceInDim(padded, 0, 1, 1, 0), padded}, 0);
    const XlaOp cut = Slice(SliceInDim(twice, 1, 9, 1, 0), {1, 0}, {6, 2}, {2, 1});
    Transpose(Rev(Reshape(Collapse(cut, {0, 1}), {3, 2}), {0}), {1, 0});
    const StatusOr<Literal> value = BuildAndRun(b, {x, fill});
    ASSERT_TRUE(value.ok()) << info.name << ": " << value.status().ToString();
    EXPECT_EQ(ToModel(*value).elements, ToModel(x).elements) << info.name;
  }
  EXPECT_EQ(types, 30);
}

}  // namespace
}  // namespace hloom
