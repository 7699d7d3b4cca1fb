// XlaBuilder: how errors are kept, whose values are whose, what Build() leaves behind, lowering.
#include "builder/xla_builder.h"

#include <string>

#include "gtest/gtest.h"
#include "ops/verify/verifier.h"
#include "support/run.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

Shape F32Shape(std::vector<int64_t> dimensions) { return ShapeUtil::MakeShape(F32, dimensions); }

TEST(XlaBuilderTest, TheFirstErrorIsKeptUntilBuild) {
  XlaBuilder b("errors");
  const XlaOp x = Parameter(&b, 0, F32Shape({2, 3}), "x");
  const XlaOp v = Parameter(&b, 1, F32Shape({4}), "v");
  const XlaOp bad = Add(x, v, {1});
  EXPECT_FALSE(bad.valid());
  // Later calls change nothing, right or wrong, with the failed value or without.
  EXPECT_FALSE(Neg(bad).valid());
  EXPECT_FALSE(Neg(x).valid());
  EXPECT_FALSE(Reshape(x, {5}).valid());
  const StatusOr<XlaComputation> built = b.Build();
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.status().rule(), "broadcast.c2");
  EXPECT_EQ(built.status().fields().location, "%add.3 in computation \"errors\"");
  EXPECT_EQ(b.GetProgramShape().status().rule(), "broadcast.c2");
  // The error stays until it is taken.
  EXPECT_EQ(b.Build().status().rule(), "broadcast.c2");
}

TEST(XlaBuilderTest, AfterTakeErrorTheBuilderGoesOn) {
  XlaBuilder b("goes_on");
  const XlaOp x = Parameter(&b, 0, F32Shape({2}), "x");
  const XlaOp bad = Reshape(x, {3});
  EXPECT_EQ(b.TakeError().rule(), "reshape.c1");
  EXPECT_TRUE(b.GetCurrentStatus().ok());
  EXPECT_TRUE(b.TakeError().ok());
  // The failed value is still not valid.
  EXPECT_FALSE(Neg(bad).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c3");
  Neg(x);
  EXPECT_EQ(RunToText(b, {LiteralUtil::CreateR1<float>({1, -2})}), "f32[2] {-1, 2}");
}

TEST(XlaBuilderTest, AFailedCallAddsNothing) {
  XlaBuilder b("nothing");
  const XlaOp x = Parameter(&b, 0, F32Shape({2, 1}), "x");
  const XlaOp y = Parameter(&b, 1, F32Shape({1, 3}), "y");
  // The operands could be broadcast, but the type is wrong: not even the broadcasts may stay.
  EXPECT_FALSE(And(x, y).valid());
  EXPECT_EQ(b.TakeError().rule(), "type.c1");
  EXPECT_EQ(b.NextLocation(HloOpcode::kAdd), "%add.3 in computation \"nothing\"");
}

TEST(XlaBuilderTest, ValuesOfAnotherBuilder) {  // builder.c1
  XlaBuilder a("a");
  XlaBuilder b("b");
  const XlaOp x = Parameter(&a, 0, F32Shape({2}), "x");
  const XlaOp y = Parameter(&b, 0, F32Shape({2}), "y");
  EXPECT_FALSE(Add(x, y).valid());
  EXPECT_EQ(a.TakeError().rule(), "builder.c1");
  EXPECT_TRUE(b.GetCurrentStatus().ok());
  EXPECT_FALSE(Tuple(&b, {x}).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c1");
  EXPECT_EQ(b.GetShape(x).status().rule(), "builder.c1");
  EXPECT_EQ(b.Build(x).status().rule(), "builder.c1");
}

TEST(XlaBuilderTest, ValuesFromBeforeTheLastBuild) {  // builder.c1
  XlaBuilder b("twice");
  const XlaOp old = Parameter(&b, 0, F32Shape({2}), "x");
  ASSERT_TRUE(b.Build().ok());
  EXPECT_EQ(b.GetShape(old).status().rule(), "builder.c1");
  const XlaOp x = Parameter(&b, 0, F32Shape({2}), "x");
  EXPECT_FALSE(Add(old, x).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c1");
  Neg(x);
  EXPECT_EQ(RunToText(b, {LiteralUtil::CreateR1<float>({1, 2})}), "f32[2] {-1, -2}");
}

TEST(XlaBuilderTest, NothingToBuild) {  // builder.c2
  XlaBuilder b("empty");
  EXPECT_EQ(b.Build().status().rule(), "builder.c2");
  ConstantR0<float>(&b, 1);
  EXPECT_TRUE(b.Build().ok());
  EXPECT_EQ(b.Build().status().rule(), "builder.c2");
}

TEST(XlaBuilderTest, ValuesThatWereNeverAssigned) {  // builder.c3
  EXPECT_FALSE(Neg(XlaOp()).valid());
  EXPECT_FALSE(Add(XlaOp(), XlaOp()).valid());
  EXPECT_FALSE(Select(XlaOp(), XlaOp(), XlaOp()).valid());
  XlaBuilder b("unassigned");
  const XlaOp x = Parameter(&b, 0, F32Shape({2}), "x");
  EXPECT_FALSE(Add(XlaOp(), x).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c3");
  EXPECT_FALSE(Add(x, XlaOp()).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c3");
  EXPECT_FALSE(Tuple(&b, {x, XlaOp()}).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c3");
  EXPECT_EQ(b.Build(XlaOp()).status().rule(), "builder.c3");
}

TEST(XlaBuilderTest, ComputationsThatWereNotBuilt) {  // builder.c4
  XlaBuilder b("callers");
  const XlaOp x = Parameter(&b, 0, F32Shape({}), "x");
  EXPECT_FALSE(Call(&b, XlaComputation(), {x}).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c4");
  EXPECT_FALSE(While(XlaComputation(), XlaComputation(), x).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c4");
  EXPECT_FALSE(Reduce(x, x, XlaComputation(), {}).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c4");
  const XlaComputation* const branches[] = {nullptr};
  EXPECT_FALSE(Conditional(ConstantR0<int32_t>(&b, 0), branches, {x}).valid());
  EXPECT_EQ(b.TakeError().rule(), "builder.c4");
}

TEST(XlaBuilderTest, ParameterNumbers) {  // parameter.c1, parameter.c2
  XlaBuilder b("parameters");
  EXPECT_FALSE(Parameter(&b, -1, F32Shape({}), "n").valid());
  EXPECT_EQ(b.TakeError().rule(), "parameter.c1");
  Parameter(&b, 2, F32Shape({}), "c");
  EXPECT_FALSE(Parameter(&b, 2, F32Shape({}), "c").valid());
  EXPECT_EQ(b.TakeError().rule(), "parameter.c1");
  Parameter(&b, 0, F32Shape({}), "a");
  EXPECT_EQ(b.Build().status().rule(), "parameter.c2");
  EXPECT_EQ(b.GetProgramShape().status().rule(), "parameter.c2");
  // Nothing was lost: the missing one may still come.
  const XlaOp last = Parameter(&b, 1, F32Shape({3}), "b");
  EXPECT_EQ(b.GetProgramShape().value().ToString(), "(a: f32[], b: f32[3], c: f32[]) -> f32[3]");
  EXPECT_TRUE(b.Build(last).ok());
}

TEST(XlaBuilderTest, ConstantsWithoutAValue) {  // constant.c1
  XlaBuilder b("constants");
  EXPECT_FALSE(ConstantR2<float>(&b, {{1, 2}, {3}}).valid());
  EXPECT_EQ(b.TakeError().rule(), "constant.c1");
  EXPECT_FALSE(ConstantLiteral(&b, Literal()).valid());
  EXPECT_EQ(b.TakeError().rule(), "constant.c1");
}

TEST(XlaBuilderTest, TheRootIsTheLastOperationOrTheOneNamed) {
  XlaBuilder b("roots");
  const XlaOp one = ConstantR0<int32_t>(&b, 1);
  ConstantR0<int32_t>(&b, 2);
  EXPECT_EQ(RunToText(b), "s32[] 2");
  const XlaOp named = ConstantR0<int32_t>(&b, 3);
  ConstantR0<int32_t>(&b, 4);
  const StatusOr<XlaComputation> built = b.Build(named);
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(built->GetProgramShape().result.ToString(), "s32[]");
  EXPECT_EQ(Evaluate(*built->CreateModule(), {}).value().ToString(), "s32[] 3");
  EXPECT_FALSE(b.GetShape(one).ok());
}

TEST(XlaBuilderTest, AComputationOutlivesItsBuilder) {
  XlaComputation add;
  {
    XlaBuilder outer("outer");
    const std::unique_ptr<XlaBuilder> inner = outer.CreateSubBuilder("inner");
    Add(Parameter(inner.get(), 0, F32Shape({}), "a"), Parameter(inner.get(), 1, F32Shape({}), "b"));
    add = BuildOrDie(*inner);
  }
  XlaBuilder b("main");
  const XlaOp x = ConstantR0<float>(&b, 2);
  Call(&b, add, {x, x});
  add = XlaComputation();
  EXPECT_EQ(RunToText(b), "f32[] 4");
}

TEST(XlaBuilderTest, NamesThatHloCannotSpell) {
  XlaBuilder b("my computation!");
  Parameter(&b, 0, F32Shape({}), "0 \"x\"");
  const std::unique_ptr<HloModule> module = BuildOrDie(b).CreateModule();
  EXPECT_TRUE(VerifyModule(*module).ok()) << VerifyModule(*module).ToString();
}

// Binaries lower to broadcasts and reshapes, as XlaBuilder's do.
// A parameter keeps its name if that is free. Other names end with the id of their instruction.
TEST(XlaBuilderTest, NamesInAModule) {
  XlaBuilder b("names");
  const XlaOp x = Parameter(&b, 0, F32Shape({2}), "x");
  Neg(x);
  Parameter(&b, 1, F32Shape({2}), "negate.2");
  Parameter(&b, 2, F32Shape({2}), "abs.5");
  Abs(x);
  Parameter(&b, 3, F32Shape({2}), "abs.5_");
  Parameter(&b, 4, F32Shape({2}), "negate.02");
  Parameter(&b, 5, F32Shape({2}), "negate.99999999999999999999");
  const std::unique_ptr<HloModule> module = (*b.Build()).CreateModule();
  std::vector<std::string> names;
  for (const auto& instruction : module->entry_computation().instructions()) {
    names.push_back(instruction->name());
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"x", "negate.2", "negate.3", "abs.5", "abs.5_", "abs.5_.6",
                                      "negate.02", "negate.99999999999999999999"}));
}

TEST(XlaBuilderTest, LoweringOfABroadcast) {
  XlaBuilder b("lowering");
  const XlaOp x = Parameter(&b, 0, F32Shape({4, 3, 1}), "x");
  const XlaOp y = Parameter(&b, 1, F32Shape({1, 2}), "y");
  Add(x, y, {1, 2});
  const std::unique_ptr<HloModule> module = BuildOrDie(b).CreateModule();
  EXPECT_TRUE(VerifyModule(*module).ok());
  const std::string text = HloModuleToText(*module, HloTextOptions::ShortParsable());
  for (const char* part :
       {"f32[4,3]{1,0} reshape(x)", "f32[4,3,2]{2,1,0} broadcast(reshape.3), dimensions={0,1}",
        "f32[4,1,2]{2,1,0} broadcast(y), dimensions={1,2}", "f32[4,2]{1,0} reshape(broadcast.5)",
        "f32[4,3,2]{2,1,0} broadcast(reshape.6), dimensions={0,2}"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

// Nothing is added where nothing has to be broadcast.
TEST(XlaBuilderTest, EqualShapesLowerToOneInstruction) {
  XlaBuilder b("plain");
  const XlaOp x = Parameter(&b, 0, F32Shape({2, 3}), "x");
  Add(x, x);
  EXPECT_EQ(BuildOrDie(b).entry()->instructions().size(), 2u);
}

// A size at run time is an S32, and a bound that does not fit an S32 is not truncated.
TEST(XlaBuilderTest, RemoveDynamicDimensionWithAHugeBound) {  // dimension_size.c2
  XlaBuilder b("main");
  Shape shape = ShapeUtil::MakeShape(F32, {(int64_t{1} << 32) + 3, 0});
  shape.set_dynamic_dimension(0, true);
  RemoveDynamicDimension(Parameter(&b, 0, shape, "x"), 0);
  EXPECT_EQ(
      b.Build().status().ToString(),
      R"(INVALID_ARGUMENT [dimension_size.c2] set-dimension-size: dimension 0 of f32[<=4294967299,0] is too large for an S32
  help: sizes are asked for and set as S32: split the dimension
  at %set-dimension-size.2 in computation "main")");
}

TEST(XlaBuilderTest, FrontendAttributes) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, F32Shape({2}), "x");
  XlaOp y;
  {
    const XlaScopedFrontendAttributesAssignment scope(&b, {{"near", "1"}, {"far", "a\"b"}});
    EXPECT_EQ(b.frontend_attributes().size(), 2u);
    y = Neg(x);
    const FrontendAttributes before = b.SwapFrontendAttributes({});
    EXPECT_EQ(before.at("near"), "1");
  }
  EXPECT_TRUE(b.frontend_attributes().empty());
  const XlaOp z = Abs(y);
  EXPECT_TRUE(b.SetInstructionFrontendAttribute(z, "only", "2").ok());
  EXPECT_TRUE(b.SetInstructionFrontendAttribute(y, "near", "3").ok());
  EXPECT_EQ(b.SetInstructionFrontendAttribute(XlaOp(), "only", "2").rule(), "builder.c3");
  b.SetFrontendAttributes({{"last", ""}});
  Exp(z);
  b.ClearFrontendAttributes();
  EXPECT_TRUE(b.frontend_attributes().empty());
  const std::string text = HloModuleToText(*BuildOrDie(b).CreateModule());
  for (const std::string_view part : {R"(negate(%x), frontend_attributes={far="a\"b",near="3"})",
                                      R"(abs(%negate.2), frontend_attributes={only="2"})",
                                      R"(exponential(%abs.3), frontend_attributes={last=""})"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

// XLA's TopK takes equal elements in the order of their indices.
TEST(XlaBuilderTest, TopKIsStable) {
  XlaBuilder b("main");
  TopK(Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3}), "x"), 2, /*largest=*/false);
  const std::string text = HloModuleToText(*BuildOrDie(b).CreateModule());
  EXPECT_NE(text.find("topk(%x), k=2, largest=false, is_stable=true"), std::string::npos) << text;
}

}  // namespace
}  // namespace hloom
