// Annotations of a builder's instructions and programs: shardings, metadata, aliases; and
// constness.
#include <functional>
#include <string>

#include "base/str_cat.h"
#include "builder/lib/approx_topk.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/quantize.h"
#include "gtest/gtest.h"
#include "ops/verify/verifier.h"
#include "support/round_trip.h"
#include "support/run.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

const HloSharding kReplicated = {.type = HloSharding::Type::kReplicated};
const HloSharding kRows = {
    .type = HloSharding::Type::kOther, .devices = {.ids = {0, 1}}, .tile_dims = {2, 1}};

Shape StateShape(std::vector<int64_t> dimensions) { return ShapeUtil::MakeShape(F32, dimensions); }

std::string TextOf(const XlaComputation& computation) {
  const std::unique_ptr<HloModule> module = computation.CreateModule();
  EXPECT_EQ(VerifyModule(*module).ToString(), "OK");
  EXPECT_EQ(RoundTrip(*module), "");
  return HloModuleToText(*module, HloTextOptions::ShortParsable());
}
std::string BuiltText(XlaBuilder& builder) { return TextOf(BuildOrDie(builder)); }

// The number of times that `part` is in `text`.
int CountOf(std::string_view text, std::string_view part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(BuilderStateTest, InstructionsCarryTheSharding) {
  XlaBuilder b("sharded");
  const XlaOp x = Parameter(&b, 0, StateShape({4, 2}), "x");
  b.SetSharding(kRows);
  const XlaOp y = Neg(x);
  {
    const XlaScopedShardingAssignment scoped(&b, kReplicated);
    Tuple(&b, {y, Abs(y)});
  }
  EXPECT_TRUE(b.sharding().has_value());
  const XlaOp z = Sign(y);
  b.ClearSharding();
  const XlaOp cosine = Cos(z);
  EXPECT_FALSE(b.GetOpSharding(x).value().has_value());
  EXPECT_EQ(b.GetOpSharding(z).value(), std::optional(kRows));
  EXPECT_EQ(b.GetOpSharding(cosine).value(), std::nullopt);
  EXPECT_TRUE(b.SetInstructionSharding(cosine, kReplicated).ok());
  EXPECT_TRUE(b.SetInstructionSharding(z, std::nullopt).ok());
  const std::string text = BuiltText(b);
  EXPECT_EQ(CountOf(text, "sharding={devices=[2,1]0,1}"), 1) << text;
  // A tuple has one for each of its arrays.
  EXPECT_EQ(CountOf(text, "sharding={{replicated}, {replicated}}"), 1) << text;
  EXPECT_EQ(CountOf(text, "sharding={replicated}"), 2) << text;
}

TEST(BuilderStateTest, ShardingsFit) {
  XlaBuilder b("sharded");
  const XlaOp x = Parameter(&b, 0, StateShape({4}), "x");
  b.SetSharding(kRows);
  EXPECT_FALSE(Neg(x).valid());
  const Status wrong = b.TakeError();
  EXPECT_EQ(wrong.rule(), "sharding.c3");
  EXPECT_EQ(wrong.fields().op, "negate");
  EXPECT_NE(wrong.ToString().find("until it is cleared"), std::string::npos) << wrong.ToString();
  b.ClearSharding();
  EXPECT_EQ(b.SetInstructionSharding(x, kRows).rule(), "sharding.c3");
  EXPECT_EQ(b.SetInstructionSharding(XlaOp(), kReplicated).rule(), "builder.c3");
  const HloSharding list = {.type = HloSharding::Type::kTuple, .tuple_elements = {kReplicated}};
  EXPECT_EQ(b.SetInstructionSharding(x, list).rule(), "sharding.c1");
  Neg(x);
  EXPECT_EQ(CountOf(BuiltText(b), "sharding"), 0);
}

TEST(BuilderStateTest, Metadata) {
  XlaBuilder b("lines");
  b.SetOpMetadata({.op_name = "all", .source_line = 7});
  const XlaOp x = Parameter(&b, 0, StateShape({4}), "x");
  b.SetOneShotOpMetadata({.op_name = "once"});
  // A failed call returns the metadata.
  EXPECT_FALSE(Reshape(x, {3}).valid());
  EXPECT_FALSE(And(x, x).valid());
  EXPECT_EQ(b.TakeError().rule(), "reshape.c1");
  const int64_t first = b.next_handle();
  Neg(x);
  b.RemoveFrom(first);
  const XlaOp y = Neg(x);
  const XlaOp z = Abs(y);
  b.ClearOpMetadata();
  const XlaOp sign = Sign(z);
  {
    const XlaScopedOpMetadataAssignment scoped(&b, {.op_type = "cos"});
    Cos(sign);
  }
  const std::string text = BuiltText(b);
  EXPECT_EQ(CountOf(text, "metadata={op_name=\"all\" source_line=7}"), 2) << text;
  EXPECT_EQ(CountOf(text, "negate(x), metadata={op_name=\"once\"}"), 1) << text;
  EXPECT_EQ(CountOf(text, "metadata={op_type=\"cos\"}"), 1) << text;
  EXPECT_EQ(CountOf(text, "metadata"), 4) << text;
}

TEST(BuilderStateTest, AliasesAndDonors) {
  XlaBuilder b("aliases");
  // Both may come before the parameters are there.
  b.SetUpAlias({1}, 0, {});
  b.SetUpAlias({0}, 1, {1}, HloInputOutputAliasConfig::kMustAlias);
  b.AddBufferDonor(1, {0});
  b.AddBufferDonor(1, {0});
  const Shape array = StateShape({4});
  const XlaOp x = Parameter(&b, 0, array, "x");
  const XlaOp t = Parameter(&b, 1, ShapeUtil::MakeTupleShape({array, array}), "t");
  Tuple(&b, {Neg(GetTupleElement(t, 1)), Abs(x)});
  const XlaComputation built = BuildOrDie(b);
  const std::string text = TextOf(built);
  EXPECT_NE(text.find("input_output_alias={ {0}: (1, {1}, must-alias), {1}: (0, {}, may-alias) }"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("buffer_donor={ (1, {0}) }"), std::string::npos) << text;
  // They are those of the program alone: neither of the next one, nor of one that calls it.
  const XlaOp y = Parameter(&b, 0, array, "y");
  const XlaOp u = Parameter(&b, 1, ShapeUtil::MakeTupleShape({array, array}), "u");
  Call(&b, built, {y, u});
  EXPECT_EQ(BuiltText(b).find("_alias="), std::string::npos);
}

TEST(BuilderStateTest, AliasesThatAreWrong) {
  const Shape array = StateShape({4});
  const auto rule_of = [&](const std::function<void(XlaBuilder&)>& set) {
    XlaBuilder b("aliases");
    Neg(Parameter(&b, 0, array, "x"));
    Parameter(&b, 1, StateShape({2}), "y");
    set(b);
    const Status status = b.Build(Abs(XlaOp(&b, 1))).status();
    EXPECT_TRUE(status.ok() || status.fields().op == "build");
    return std::string(status.rule());
  };
  EXPECT_EQ(rule_of([](XlaBuilder& b) { b.SetUpAlias({}, 2, {}); }), "config.c2");
  EXPECT_EQ(rule_of([](XlaBuilder& b) { b.SetUpAlias({0}, 0, {}); }), "config.c2");
  EXPECT_EQ(rule_of([](XlaBuilder& b) { b.SetUpAlias({}, 1, {}); }), "config.c3");
  EXPECT_EQ(rule_of([](XlaBuilder& b) { b.AddBufferDonor(0, {1}); }), "config.c2");
  EXPECT_EQ(rule_of([](XlaBuilder& b) {
              b.SetUpAlias({}, 0, {});
              b.AddBufferDonor(0, {});
            }),
            "config.c4");
  EXPECT_EQ(rule_of([](XlaBuilder& b) { b.SetUpAlias({}, 0, {}); }), "");
}

TEST(BuilderStateTest, WhatIsConstant) {
  XlaBuilder b("constants");
  const Shape vector = StateShape({2});
  const XlaOp x = Parameter(&b, 0, vector, "x");
  const XlaOp two = ConstantR0<float>(&b, 2);
  const XlaOp six = Mul(two, ConstantR0<float>(&b, 3));
  const XlaComputation add = CreateScalarAddComputation(F32, &b);
  XlaBuilder sub("noise");
  RngUniform(Parameter(&sub, 0, StateShape({}), "a"), ConstantR0<float>(&sub, 1), StateShape({}));
  const XlaComputation noise = BuildOrDie(sub);
  const auto constant = [&](XlaOp op) {
    EXPECT_TRUE(op.valid()) << b.GetCurrentStatus().ToString();
    const StatusOr<bool> is = b.IsConstant(op);
    EXPECT_TRUE(is.ok());
    return is.ok() && *is;
  };
  EXPECT_TRUE(constant(six));
  EXPECT_FALSE(constant(x));
  EXPECT_FALSE(constant(Add(x, Broadcast(two, {2}))));
  // An element of a tuple that was just made is what went into it.
  EXPECT_TRUE(constant(GetTupleElement(Tuple(&b, {x, six}), 1)));
  EXPECT_FALSE(constant(GetTupleElement(Tuple(&b, {x, six}), 0)));
  EXPECT_TRUE(constant(GetDimensionSize(x, 0)));
  EXPECT_TRUE(constant(Call(&b, add, {two, six})));
  EXPECT_FALSE(constant(Call(&b, noise, {two})));
  EXPECT_FALSE(constant(RngUniform(two, six, vector)));
  EXPECT_FALSE(constant(ReplicaId(&b)));
  EXPECT_FALSE(constant(CustomCall(&b, "f", {two}, vector)));
  EXPECT_FALSE(constant(Infeed(&b, vector)));
  EXPECT_FALSE(constant(CrossReplicaSum(two)));
  EXPECT_EQ(b.IsConstant(XlaOp()).status().rule(), "builder.c3");
}

TEST(BuilderStateTest, ConstantSubGraphs) {  // builder.c5
  XlaBuilder b("program");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3, 5}, {false, true}), "x");
  const XlaComputation add = CreateScalarAddComputation(S32, &b);
  const XlaOp rows = GetDimensionSize(x, 0);
  const XlaOp columns = GetDimensionSize(x, 1);
  const XlaOp both = GetTupleElement(Tuple(&b, {Call(&b, add, {rows, columns}), Neg(x)}), 0);
  const auto value = [&](XlaOp root, bool minus_one) {
    const StatusOr<XlaComputation> graph = b.BuildConstantSubGraph(root, minus_one);
    if (!graph.ok()) return std::string(graph.status().rule());
    EXPECT_EQ(graph->name(), "program_compute_constant");
    EXPECT_TRUE(graph->GetProgramShape().parameters.empty());
    TextOf(*graph);
    const StatusOr<Literal> result = Evaluate(*graph->CreateModule(), {});
    return result.ok() ? result->ToString() : result.status().ToString();
  };
  EXPECT_EQ(value(both, false), "s32[] 8");
  EXPECT_EQ(value(both, true), "s32[] 2");
  EXPECT_EQ(value(columns, true), "s32[] -1");
  EXPECT_EQ(value(Neg(x), false), "builder.c5");
  EXPECT_EQ(value(ReplicaId(&b), false), "builder.c5");
  const Status wrong = b.BuildConstantSubGraph(Neg(x)).status();
  EXPECT_NE(wrong.ToString().find("the value depends on the parameter %x"), std::string::npos)
      << wrong.ToString();
  // The builder goes on, and the graphs keep what they call.
  const XlaComputation graph = b.BuildConstantSubGraph(both).value();
  EXPECT_TRUE(b.Build(Neg(x)).ok());
  EXPECT_EQ(Evaluate(*graph.CreateModule(), {}).value().ToString(), "s32[] 8");
}

TEST(BuilderStateTest, SizesOfApproxTopK) {  // ApproxTopKReductionOutputSize
  const auto size = [](int64_t n, int64_t rank, int64_t k, float recall, bool aggregate = false,
                       int64_t override_size = -1) {
    const auto found = ApproxTopKReductionOutputSize(n, rank, k, recall, aggregate, override_size);
    return found.ok() ? StrCat(found->first, " ", found->second)
                      : std::string(found.status().rule());
  };
  EXPECT_EQ(size(100'000, 2, 10, 0.95f, true), "10 -1");
  EXPECT_EQ(size(128, 2, 10, 0.95f), "128 0");
  EXPECT_EQ(size(1024, 1, 10, 0.95f), "1024 0");
  EXPECT_EQ(size(100'000, 2, 10, 1.0f), "100000 0");
  // 782 tiles of 128: parts of 1024.
  EXPECT_EQ(size(100'000, 2, 1, 0.5f), "128 10");
  // m = 9 / -log(0.95) = 175; 100000 / 175 = 571, so that 512 elements become one, and of the 782
  // tiles two stay.
  EXPECT_EQ(size(100'000, 2, 10, 0.95f), "256 9");
  // The whole is four times as large: parts of 2048, but no larger than the tiles are many: 1024.
  EXPECT_EQ(size(100'000, 2, 10, 0.95f, false, 400'000), "128 10");
  EXPECT_EQ(size(100'000, 2, 10, 0.95f, false, 99'999), "approx_topk.c5");
  EXPECT_EQ(size(100'000, 2, 10, 0.0f), "approx_topk.c4");
  EXPECT_EQ(size(100'000, 2, 10, 1.5f), "approx_topk.c4");
  // If collisions are unlikely, all elements stay.
  EXPECT_EQ(size(100'000, 2, 50'000, 0.9999f), "100000 0");
}

TEST(BuilderStateTest, CodesInWords) {
  const uint8_t bytes[] = {1, 2, 3, 4, 5};
  EXPECT_EQ(PackToUint32<uint8_t>(bytes), (std::vector<uint32_t>{0x01020304, 0x05000000}));
  const uint16_t halves[] = {0xffff, 1, 2};
  EXPECT_EQ(PackToUint32<uint16_t>(halves), (std::vector<uint32_t>{0xffff0001, 0x00020000}));
  EXPECT_TRUE(PackToUint32<uint8_t>({}).empty());
  XlaBuilder b("codes");
  const std::vector<uint32_t> words = PackToUint32<uint8_t>(bytes);
  Dequantize<uint8_t>(ConstantR1<uint32_t>(&b, words), QuantizedRange(0, 255));
  EXPECT_EQ(RunToText(b), "bf16[8] {1, 2, 3, 4, 5, 0, 0, 0}");
}

// A program with a called computation, and one that a called computation calls.
XlaComputation NestedCalls(std::vector<XlaComputation>* shared) {
  XlaBuilder inner("inner");
  Neg(Parameter(&inner, 0, StateShape({2}), "x"));
  const XlaComputation innermost = BuildOrDie(inner);
  XlaBuilder middle("middle");
  const XlaOp y = Parameter(&middle, 0, StateShape({2}), "x");
  Add(Call(&middle, innermost, {y}), y);
  const XlaComputation called = BuildOrDie(middle);
  if (shared != nullptr) *shared = {innermost, called};
  XlaBuilder b("outer");
  const XlaOp z = Parameter(&b, 0, StateShape({2}), "add.3");
  Mul(Call(&b, called, {z}), Call(&b, innermost, {z}));
  return BuildOrDie(b);
}

TEST(BuilderStateTest, AReleasedModuleIsTheCreatedOne) {
  XlaComputation computation = NestedCalls(nullptr);
  const std::string created =
      HloModuleToText(*computation.CreateModule(), HloTextOptions::ShortParsable());
  const HloInstruction* const root = computation.entry()->root();
  const std::unique_ptr<HloModule> released = computation.ReleaseModule();
  EXPECT_TRUE(computation.IsNull());
  EXPECT_EQ(released->entry_computation().root(), root);  // not a copy
  EXPECT_EQ(VerifyModule(*released).ToString(), "OK");
  EXPECT_EQ(HloModuleToText(*released, HloTextOptions::ShortParsable()), created);
}

TEST(BuilderStateTest, AReleasedModuleCopiesWhatOthersShare) {
  for (const bool shares_all : {false, true}) {
    std::vector<XlaComputation> shared;
    XlaComputation computation = NestedCalls(&shared);
    const std::string created =
        HloModuleToText(*computation.CreateModule(), HloTextOptions::ShortParsable());
    const XlaComputation other = shares_all ? computation : shared[0];
    shared.clear();
    const std::unique_ptr<HloModule> released = computation.ReleaseModule();
    EXPECT_EQ(HloModuleToText(*released, HloTextOptions::ShortParsable()), created);
    EXPECT_NE(TextOf(other), "");
  }
}

}  // namespace
}  // namespace hloom
