// Computations that are handed dynamic arrays for static parameters: they compute with the live
// elements alone, as if they had been written in their caller's place.
#include "ops/dynamic_dimension_inference.h"

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "hlo/hlo_equality.h"
#include "literal/literal_util.h"
#include "ops/verify/verifier.h"
#include "runtime/execution.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kScalars = R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
mul { ma = f32[] parameter(0)
  mb = f32[] parameter(1)
  ROOT ms = f32[] multiply(ma, mb) }
)";

std::unique_ptr<HloModule> ParseDynamicDimensionInference(std::string_view computations) {
  auto module = ParseHloModule(StrCat(kScalars, computations));
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? *std::move(module) : nullptr;
}

// The module that runs, which is itself valid and needs no further inference.
std::unique_ptr<HloModule> InferredFrom(const HloModule& module) {
  auto inferred = InferDynamicDimensions(module);
  EXPECT_TRUE(inferred.ok()) << inferred.status().ToString();
  if (!inferred.ok() || *inferred == nullptr) return nullptr;
  const Status status = VerifyModule(**inferred);
  EXPECT_TRUE(status.ok()) << status.ToString() << HloModuleToText(**inferred);
  EXPECT_EQ(*InferDynamicDimensions(**inferred), nullptr) << HloModuleToText(**inferred);
  EXPECT_EQ(DeclaredResult(**inferred), DeclaredResult(module));
  return *std::move(inferred);
}

std::string ResultOf(const HloModule& module, std::vector<Literal> arguments) {
  InferredFrom(module);
  const StatusOr<Literal> value = Evaluate(module, arguments);
  return value.ok() ? value->ToString() : value.status().ToString();
}
std::string ResultOf(std::string_view computations, std::vector<Literal> arguments) {
  const auto module = ParseDynamicDimensionInference(computations);
  return module ? ResultOf(*module, std::move(arguments)) : "";
}
Literal Size(int32_t n) { return LiteralUtil::CreateR0<int32_t>(n); }
Literal OneToTen() { return LiteralUtil::CreateR1<float>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); }

// The example of SetDimensionSize.
constexpr std::string_view kSeed = R"(
reduce_sum { x = f32[10] parameter(0)
  zero = f32[] constant(0)
  ROOT sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
reduce_product { y = f32[10] parameter(0)
  one = f32[] constant(1)
  ROOT product = f32[] reduce(y, one), dimensions={0}, to_apply=mul }
ENTRY main {
  v = f32[10] parameter(0)
  n = s32[] parameter(1)
  padded = f32[<=10] set-dimension-size(v, n), dimensions={0}
  s = f32[] call(padded), to_apply=reduce_sum
  p = f32[] call(padded), to_apply=reduce_product
  ROOT t = (f32[], f32[]) tuple(s, p)
}
)";

TEST(DynamicCallTest, TheExampleOfSetDimensionSize) {
  const auto module = ParseDynamicDimensionInference(kSeed);
  const std::string text = HloModuleToText(*module);
  EXPECT_EQ(ResultOf(*module, {OneToTen(), Size(5)}), "(f32[] 15, f32[] 120)");
  EXPECT_EQ(ResultOf(*module, {OneToTen(), Size(6)}), "(f32[] 21, f32[] 720)");
  EXPECT_EQ(ResultOf(*module, {OneToTen(), Size(0)}), "(f32[] 0, f32[] 1)");
  EXPECT_EQ(HloModuleToText(*module), text);
  const auto from_bytes = HloModuleFromProto(HloModuleToProto(*module));
  ASSERT_TRUE(from_bytes.ok()) << from_bytes.status().ToString();
  EXPECT_EQ(HloDifference(*module, **from_bytes), "");
  EXPECT_EQ(ResultOf(**from_bytes, {OneToTen(), Size(5)}), "(f32[] 15, f32[] 120)");
}

TEST(DynamicCallTest, TheExampleByTheBuilder) {
  XlaBuilder sum("reduce_sum");
  const Shape ten = ShapeUtil::MakeShape(F32, {10});
  Reduce(Parameter(&sum, 0, ten, "x"), ConstantR0<float>(&sum, 0), ScalarAdd(F32), {0});
  XlaBuilder b("main");
  const XlaOp v = Parameter(&b, 0, ten, "v");
  const XlaOp n = Parameter(&b, 1, ShapeUtil::MakeScalarShape(S32), "n");
  Call(&b, BuildOrDie(sum), {SetDimensionSize(v, n, 0)});
  EXPECT_EQ(RunToText(b, {OneToTen(), Size(5)}), "f32[] 15");
}

// Instructions and computations that are not touched are copies, and the others keep their names.
TEST(DynamicCallTest, WhatRuns) {
  const auto inferred = InferredFrom(*ParseDynamicDimensionInference(kSeed));
  ASSERT_NE(inferred, nullptr);
  EXPECT_EQ(inferred->computations().size(), 5u);
  EXPECT_EQ(inferred->computations()[1]->name(), "reduce_sum");
  EXPECT_EQ(inferred->computations()[1]->ComputeProgramShape().ToString(),
            "(x: f32[<=10]) -> f32[]");
  EXPECT_EQ(InferDynamicDimensions(
                *ParseDynamicDimensionInference("ENTRY e { ROOT x = f32[<=3] parameter(0) }"))
                .value(),
            nullptr);
}

TEST(DynamicCallTest, StaticAndDynamicFromTwoPlaces) {
  const auto module = ParseDynamicDimensionInference(R"(
f { x = f32[10] parameter(0)
  zero = f32[] constant(0)
  ROOT sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
ENTRY main {
  v = f32[10] parameter(0)
  n = s32[] parameter(1)
  padded = f32[<=10] set-dimension-size(v, n), dimensions={0}
  all = f32[] call(v), to_apply=f
  some = f32[] call(padded), to_apply=f
  again = f32[] call(v), to_apply=f
  ROOT t = (f32[], f32[], f32[]) tuple(all, some, again)
}
)");
  EXPECT_EQ(ResultOf(*module, {OneToTen(), Size(4)}), "(f32[] 55, f32[] 10, f32[] 55)");
  const auto inferred = InferredFrom(*module);
  ASSERT_NE(inferred, nullptr);
  const HloComputation& entry = inferred->entry_computation();
  const auto callee = [&](size_t i) { return entry.instructions()[i]->called_computation(0); };
  EXPECT_EQ(callee(3)->name(), "f");
  EXPECT_EQ(callee(4)->name(), "f.dynamic");
  EXPECT_EQ(callee(4)->root()->name(), "sum.dynamic");
  EXPECT_EQ(callee(5), callee(3));
}

TEST(DynamicCallTest, Nested) {
  EXPECT_EQ(ResultOf(R"(
inner { x = f32[10] parameter(0)
  zero = f32[] constant(0)
  ROOT sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
middle { y = f32[10] parameter(0)
  twice = f32[10] add(y, y)
  ROOT z = f32[] call(twice), to_apply=inner }
ENTRY main {
  v = f32[<=10] parameter(0)
  ROOT r = f32[] call(v), to_apply=middle
}
)",
                     {LiteralUtil::CreateR1<float>({1, 2, 3})}),
            "f32[] 12");
}

// The result goes forward, into the caller and out of it: declared static, it has zeros at the end.
TEST(DynamicCallTest, DeadElementsOfAStaticResultAreZero) {
  constexpr std::string_view kNegated = R"(
f { x = f32[4] parameter(0)
  ROOT n = f32[4] negate(x) }
)";
  const Literal two = LiteralUtil::CreateR1<float>({1, 2});
  EXPECT_EQ(ResultOf(StrCat(kNegated, "ENTRY e { v = f32[<=4] parameter(0) ",
                            "ROOT r = f32[4] call(v), to_apply=f }"),
                     {two}),
            "f32[4] {-1, -2, 0, 0}");
  // The elements from before the size was set are dead, too.
  const std::string text = StrCat(kNegated, R"(
ENTRY e { v = f32[4] parameter(0)
  n = s32[] parameter(1)
  w = f32[<=4] set-dimension-size(v, n), dimensions={0}
  same = f32[4] call(w), to_apply=g
  r = f32[4] call(same), to_apply=f
  s = (f32[4], f32[<=4]) tuple(same, w)
  ROOT t = (f32[4], (f32[4], f32[<=4])) tuple(r, s) }
)");
  const Literal four = LiteralUtil::CreateR1<float>({1, 2, 3, 4});
  EXPECT_EQ(ResultOf(StrCat("g { ROOT x = f32[4] parameter(0) }\n", text), {four, Size(3)}),
            "(f32[4] {-1, -2, -3, 0}, (f32[4] {1, 2, 3, 0}, f32[<=4](3) {1, 2, 3}))");
}

TEST(DynamicCallTest, AResultThatIsDynamicInPart) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[<=2,3] parameter(0)
  ROOT n = f32[<=2,3]{0,1} negate(x) }
ENTRY e { v = f32[<=2,<=3] parameter(0)
  ROOT r = f32[<=2,3]{0,1} call(v), to_apply=f }
)",
                     {LiteralUtil::CreateR2<float>({{1, 2}})}),
            "f32[<=2,3](1,3) { { -1, -2, 0 } }");
}

TEST(DynamicCallTest, TheEntryLayoutMayDeclareTheResult) {
  const auto program = [](std::string_view layout, std::string_view root) {
    return StatusOr<std::unique_ptr<HloModule>>(ParseHloModule(
        StrCat("HloModule m, entry_computation_layout={(", layout, "}\nENTRY e { ", root, " }")));
  };
  const Literal two = LiteralUtil::CreateR1<float>({1, 2});
  auto padded = program("f32[<=4])->f32[4]", "ROOT v = f32[<=4] parameter(0)");
  ASSERT_TRUE(padded.ok()) << padded.status().ToString();
  EXPECT_EQ(ResultOf(**padded, {two}), "f32[4] {1, 2, 0, 0}");
  auto bounded = program("f32[2])->f32[<=2]", "ROOT v = f32[2] parameter(0)");
  ASSERT_TRUE(bounded.ok()) << bounded.status().ToString();
  EXPECT_EQ(ResultOf(**bounded, {two}), "f32[<=2](2) {1, 2}");
  // A parameter is what the run asks for.
  EXPECT_EQ(program("f32[4])->f32[<=4]", "ROOT v = f32[<=4] parameter(0)").status().rule(),
            "config.c1");
}

TEST(DynamicCallTest, TheLiveSizeInTheCallee) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[10] parameter(0)
  ROOT n = s32[] get-dimension-size(x), dimensions={0} }
ENTRY e { v = f32[<=10] parameter(0)
  w = f32[10] constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  a = s32[] call(v), to_apply=f
  b = s32[] call(w), to_apply=f
  ROOT t = (s32[], s32[]) tuple(a, b) }
)",
                     {LiteralUtil::CreateR1<float>({1, 2, 3})}),
            "(s32[] 3, s32[] 10)");
}

TEST(DynamicCallTest, AStaticArrayForADynamicParameter) {
  constexpr std::string_view kText = R"(
f { x = f32[<=3] parameter(0)
  n = s32[] get-dimension-size(x), dimensions={0}
  ROOT t = (f32[<=3], s32[]) tuple(x, n) }
ENTRY e { v = f32[3] parameter(0)
  ROOT r = (f32[<=3], s32[]) call(v), to_apply=f }
)";
  EXPECT_EQ(ResultOf(kText, {LiteralUtil::CreateR1<float>({1, 2, 3})}),
            "(f32[<=3](3) {1, 2, 3}, s32[] 3)");
  EXPECT_EQ(*InferDynamicDimensions(*ParseDynamicDimensionInference(kText)), nullptr);
}

// Every shape that is part of an instruction follows.
TEST(DynamicCallTest, GivenShapesFollow) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[4,3] parameter(0)
  n = s32[] parameter(1)
  c = s32[4,3] convert(x)
  b = u32[4,3] bitcast-convert(c)
  bytes = u8[4,3,4] bitcast-convert(c)
  r = f32[4,1,3] reshape(x)
  w = f32[2,4,3] broadcast(x), dimensions={1,2}
  d = f32[4,<=3] set-dimension-size(x, n), dimensions={1}
  i = f32[4,3] iota(), iota_dimension=0
  y = f32[4,3] add(x, i)
  t = (f32[4,3]) tuple(y)
  g = f32[4,3] get-tuple-element(t), index=0
  u = f32[3,4] transpose(g), dimensions={1,0}
  ROOT all = (u32[4,3], u8[4,3,4], f32[4,1,3], f32[2,4,3], f32[4,<=3], f32[3,4])
    tuple(b, bytes, r, w, d, u) }
ENTRY e { v = f32[<=4,3] parameter(0)
  n = s32[] parameter(1)
  ROOT r = (u32[4,3], u8[4,3,4], f32[4,1,3], f32[2,4,3], f32[4,<=3], f32[3,4])
    call(v, n), to_apply=f }
)",
                     {LiteralUtil::CreateR2<float>({{1, 2, 3}}), Size(2)}),
            "(u32[4,3] { { 1, 2, 3 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, "
            "u8[4,3,4] { { { 1, 0, 0, 0 }, { 2, 0, 0, 0 }, { 3, 0, 0, 0 } }, "
            "{ { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } }, "
            "{ { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } }, "
            "{ { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } } }, "
            "f32[4,1,3] { { { 1, 2, 3 } }, { { 0, 0, 0 } }, { { 0, 0, 0 } }, { { 0, 0, 0 } } }, "
            "f32[2,4,3] { { { 1, 2, 3 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, "
            "{ { 1, 2, 3 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } }, "
            "f32[4,<=3](4,2) { { 1, 2 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }, "
            "f32[3,4] { { 1, 0, 0, 0 }, { 2, 0, 0, 0 }, { 3, 0, 0, 0 } })");
}

TEST(DynamicConditionalTest, EachBranchByItself) {
  const auto result = [](bool choice) {
    return ResultOf(R"(
sum { x = f32[4] parameter(0)
  zero = f32[] constant(0)
  s = f32[] reduce(x, zero), dimensions={0}, to_apply=add
  ROOT w = f32[4] broadcast(s), dimensions={} }
same { ROOT y = f32[4] parameter(0) }
ENTRY e { c = pred[] parameter(0)
  v = f32[<=4] parameter(1)
  w = f32[4] parameter(2)
  ROOT r = f32[4] conditional(c, v, v), true_computation=sum, false_computation=same }
)",
                    {LiteralUtil::CreateR0<bool>(choice), LiteralUtil::CreateR1<float>({1, 2, 3}),
                     LiteralUtil::CreateR1<float>({1, 1, 1, 1})});
  };
  EXPECT_EQ(result(true), "f32[4] {6, 6, 6, 6}");
  EXPECT_EQ(result(false), "f32[4] {1, 2, 3, 0}");
}

TEST(DynamicConditionalTest, OneComputationForStaticAndDynamicOperands) {
  const auto result = [](int32_t branch) {
    return ResultOf(R"(
sum { x = f32[4] parameter(0)
  zero = f32[] constant(0)
  ROOT s = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
ENTRY e { i = s32[] parameter(0)
  v = f32[4] parameter(1)
  n = s32[] constant(2)
  d = f32[<=4] set-dimension-size(v, n), dimensions={0}
  ROOT r = f32[] conditional(i, v, d, v), branch_computations={sum, sum, sum} }
)",
                    {Size(branch), LiteralUtil::CreateR1<float>({1, 2, 3, 4})});
  };
  EXPECT_EQ(result(0), "f32[] 10");
  EXPECT_EQ(result(1), "f32[] 3");
  EXPECT_EQ(result(7), "f32[] 10");
}

// The init is dynamic: the body sums and the condition asks for sizes of what is live.
TEST(DynamicWhileTest, ADynamicInit) {
  EXPECT_EQ(ResultOf(R"(
condition { p = (f32[4], f32[]) parameter(0)
  total = f32[] get-tuple-element(p), index=1
  x = f32[4] get-tuple-element(p), index=0
  n = s32[] get-dimension-size(x), dimensions={0}
  f = f32[] convert(n)
  ten = f32[] constant(10)
  limit = f32[] multiply(f, ten)
  ROOT less = pred[] compare(total, limit), direction=LT }
body { q = (f32[4], f32[]) parameter(0)
  y = f32[4] get-tuple-element(q), index=0
  zero = f32[] get-tuple-element(q), index=1
  s = f32[] reduce(y, zero), dimensions={0}, to_apply=add
  ROOT t = (f32[4], f32[]) tuple(y, s) }
ENTRY e { v = f32[<=4] parameter(0)
  zero = f32[] constant(0)
  init = (f32[<=4], f32[]) tuple(v, zero)
  ROOT r = (f32[<=4], f32[]) while(init), condition=condition, body=body }
)",
                     {LiteralUtil::CreateR1<float>({1, 2, 3})}),
            "(f32[<=4](3) {1, 2, 3}, f32[] 30)");
}

// In each turn one more element of the state becomes dynamic, from what the body computes.
constexpr std::string_view kShift = R"(
condition { p = (s32[], f32[4], f32[4], f32[4]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(COUNT)
  ROOT less = pred[] compare(i, n), direction=LT }
body { q = (s32[], f32[4], f32[4], f32[4]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  one = s32[] constant(1)
  k = s32[] add(j, one)
  a = f32[4] get-tuple-element(q), index=1
  b = f32[4] get-tuple-element(q), index=2
  cut = f32[<=4] set-dimension-size(a, one), dimensions={0}
  two = f32[4] constant({2, 2, 2, 2})
  b2 = f32[4] multiply(b, two)
  ROOT t = (s32[], f32[<=4], f32[4], f32[4]) tuple(k, cut, a, b2) }
ENTRY e { x = f32[4] constant({1, 2, 3, 4})
  zero = s32[] constant(0)
  init = (s32[], f32[4], f32[4], f32[4]) tuple(zero, x, x, x)
  ROOT r = RESULT while(init), condition=condition, body=body }
)";

TEST(DynamicWhileTest, ABodyThatMakesDimensionsDynamic) {
  const auto result = [](std::string_view count, std::string_view shape) {
    std::string text(kShift);
    text.replace(text.find("COUNT"), 5, count);
    text.replace(text.find("RESULT"), 6, shape);
    return ResultOf(text, {});
  };
  constexpr std::string_view kStatic = "(s32[], f32[4], f32[4], f32[4])";
  EXPECT_EQ(result("0", kStatic),
            "(s32[] 0, f32[4] {1, 2, 3, 4}, f32[4] {1, 2, 3, 4}, f32[4] {1, 2, 3, 4})");
  EXPECT_EQ(result("1", kStatic),
            "(s32[] 1, f32[4] {1, 0, 0, 0}, f32[4] {1, 2, 3, 4}, f32[4] {2, 4, 6, 8})");
  EXPECT_EQ(result("2", kStatic),
            "(s32[] 2, f32[4] {1, 0, 0, 0}, f32[4] {1, 0, 0, 0}, f32[4] {2, 4, 6, 8})");
  EXPECT_EQ(result("3", kStatic),
            "(s32[] 3, f32[4] {1, 0, 0, 0}, f32[4] {1, 0, 0, 0}, f32[4] {2, 0, 0, 0})");
  EXPECT_EQ(result("2", "(s32[], f32[<=4], f32[<=4], f32[<=4])"),
            "(s32[] 2, f32[<=4](1) {1}, f32[<=4](1) {1}, f32[<=4](4) {2, 4, 6, 8})");
  EXPECT_EQ(result("0", "(s32[], f32[<=4], f32[<=4], f32[<=4])"),
            "(s32[] 0, f32[<=4](4) {1, 2, 3, 4}, f32[<=4](4) {1, 2, 3, 4}, "
            "f32[<=4](4) {1, 2, 3, 4})");
}

// The declarations of parameters do not matter: the state is dynamic where init or the body's
// result is.
TEST(DynamicWhileTest, WhatParametersDeclare) {
  constexpr std::string_view kText = R"(
condition { p = (s32[], f32[<=4,3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(2)
  ROOT less = pred[] compare(i, n), direction=LT }
body { q = (s32[], f32[4,<=3]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  one = s32[] constant(1)
  k = s32[] add(j, one)
  c = f32[] constant(7)
  y = f32[4,3] broadcast(c), dimensions={}
  ROOT t = (s32[], f32[4,3]) tuple(k, y) }
ENTRY e { x = SHAPE parameter(0)
  zero = s32[] constant(0)
  init = (s32[], SHAPE) tuple(zero, x)
  w = (s32[], f32[<=4,<=3]) while(init), condition=condition, body=body
  ROOT r = f32[<=4,<=3] get-tuple-element(w), index=1 }
)";
  const auto with = [&](std::string_view shape) {
    std::string text(kText);
    text.replace(text.find("SHAPE"), 5, shape);
    text.replace(text.find("SHAPE"), 5, shape);
    return text;
  };
  const auto shape_in = [&](std::string_view shape) {
    const auto inferred = InferredFrom(*ParseDynamicDimensionInference(with(shape)));
    return inferred ? inferred->entry_computation().root()->shape().ToString() : "";
  };
  EXPECT_EQ(shape_in("f32[4,3]"), "f32[4,3]");
  EXPECT_EQ(shape_in("f32[<=4,3]"), "f32[<=4,3]");
  EXPECT_EQ(shape_in("f32[4,<=3]"), "f32[4,<=3]");
  const std::string sevens = "{ { 7, 7, 7 }, { 7, 7, 7 }, { 7, 7, 7 }, { 7, 7, 7 } }";
  const Literal row = LiteralUtil::CreateR2<float>({{1, 2, 3}});
  EXPECT_EQ(ResultOf(with("f32[<=4,3]"), {row}), StrCat("f32[<=4,<=3](4,3) ", sevens));
  const Literal whole =
      LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}});
  EXPECT_EQ(ResultOf(with("f32[4,3]"), {whole}), StrCat("f32[<=4,<=3](4,3) ", sevens));
}

TEST(DynamicScanTest, SlicesAndCarries) {
  constexpr std::string_view kText = R"(
step { x = f32[3] parameter(0)
  carry = f32[3] parameter(1)
  next = f32[3] add(x, carry)
  zero = f32[] constant(0)
  s = f32[] reduce(x, zero), dimensions={0}, to_apply=add
  ROOT t = (f32[], f32[3]) tuple(s, next) }
ENTRY e { v = f32[2,<=3] parameter(0)
  init = f32[<=3] parameter(1)
  ROOT r = (f32[2], f32[<=3]) scan(v, init), dimensions={0}, num_carries=1, to_apply=step }
)";
  EXPECT_EQ(ResultOf(kText, {LiteralUtil::CreateR2<float>({{1, 2}, {3, 4}}),
                             LiteralUtil::CreateR1<float>({10, 20})}),
            "(f32[2] {3, 7}, f32[<=3](2) {14, 26})");
}

TEST(DynamicFusionTest, OneComputationForEachFusion) {
  EXPECT_EQ(ResultOf(R"(
fused { x = f32[4] parameter(0)
  zero = f32[] constant(0)
  ROOT s = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
f { y = f32[4] parameter(0)
  ROOT z = f32[] fusion(y), kind=kInput, calls=fused }
ENTRY e { v = f32[4] parameter(0)
  n = s32[] constant(2)
  d = f32[<=4] set-dimension-size(v, n), dimensions={0}
  i = s32[4] iota(), iota_dimension=0
  a = f32[] call(d), to_apply=f
  b = f32[] call(v), to_apply=f
  ROOT t = (f32[], f32[]) tuple(a, b) }
)",
                     {LiteralUtil::CreateR1<float>({1, 2, 3, 4})}),
            "(f32[] 3, f32[] 10)");
}

TEST(DynamicAsyncTest, StartAndDone) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[4] parameter(0)
  ROOT n = f32[4] negate(x) }, execution_thread="side"
ENTRY e { v = f32[<=4] parameter(0)
  start = ((f32[<=4]), f32[4], u32[]) async-start(v), async_execution_thread="side", calls=f
  next = ((f32[<=4]), f32[4], u32[]) async-update(start), calls=f
  done = f32[4] async-done(next), calls=f
  zero = f32[] constant(0)
  s = f32[] reduce(done, zero), dimensions={0}, to_apply=add
  ROOT t = (f32[4], f32[]) tuple(done, s) }
)",
                     {LiteralUtil::CreateR1<float>({1, 2})}),
            "(f32[4] {-1, -2, 0, 0}, f32[] -3)");
}

// The shape of the start does not have the result; that of the done is declared.
TEST(DynamicAsyncTest, ResultsThatAreLeftOpen) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[4] parameter(0)
  y = f32[] parameter(1)
  wide = f32[4] broadcast(y), dimensions={}
  ROOT n = f32[4] multiply(x, wide) }, execution_thread="side"
ENTRY e { v = f32[<=4] parameter(0)
  two = f32[] constant(2)
  start = ((f32[<=4]), (), u32[]) async-start(v), async_execution_thread="side", calls=f
  next = ((f32[<=4], f32[]), (), u32[]) async-update(start, two)
  done = f32[4] async-done(next)
  zero = f32[] constant(0)
  s = f32[] reduce(done, zero), dimensions={0}, to_apply=add
  ROOT t = (f32[4], f32[]) tuple(done, s) }
)",
                     {LiteralUtil::CreateR1<float>({1, 2})}),
            "(f32[4] {2, 4, 0, 0}, f32[] 6)");
}

TEST(DynamicCallTest, AComposite) {
  EXPECT_EQ(ResultOf(R"(
f { x = f32[4] parameter(0)
  zero = f32[] constant(0)
  ROOT s = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
ENTRY e { v = f32[<=4] parameter(0)
  ROOT r = f32[] call(v), to_apply=f, is_composite=true,
    frontend_attributes={composite.name="my.sum"} }
)",
                     {LiteralUtil::CreateR1<float>({1, 2})}),
            "f32[] 3");
}

// Calls may be as deep as memory allows: nothing recurses.
TEST(DynamicCallTest, AnyNumberOfCallsDeep) {
  constexpr int kDepth = 20000;
  std::string text = "level0 { x0 = f32[4] parameter(0)\n  ROOT n0 = f32[4] negate(x0) }\n";
  for (int i = 1; i < kDepth; ++i) {
    StrAppend(text, "level", i, " { x", i, " = f32[4] parameter(0)\n  ROOT n", i,
              " = f32[4] call(x", i, "), to_apply=level", i - 1, " }\n");
  }
  StrAppend(text, "ENTRY e { v = f32[<=4] parameter(0) ROOT r = f32[4] call(v), to_apply=level",
            kDepth - 1, " }");
  const auto module = ParseDynamicDimensionInference(text);
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(Evaluate(*module, {LiteralUtil::CreateR1<float>({1, 2})})->ToString(),
            "f32[4] {-1, -2, 0, 0}");
  std::string refused = text;
  refused.replace(refused.find("negate(x0)"), 10, "bitcast(x0)");
  EXPECT_EQ(InferDynamicDimensions(*ParseDynamicDimensionInference(refused)).status().rule(),
            "bitcast.c3");
}

}  // namespace
}  // namespace hloom
