// Chains of calls, operations and control flow as long as memory allows: nothing recurses.
#include "base/str_cat.h"
#include "ops/verify/verifier.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

XlaComputation DepthIdentity(const Shape& shape) {
  XlaBuilder b("same");
  Parameter(&b, 0, shape, "state");
  return BuildOrDie(b);
}

// 10,000 computations, each calling the one before: built, copied into a module, verified, run and
// destroyed.
TEST(DepthTest, AChainOfTenThousandCalls) {
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  XlaComputation last = DepthIdentity(scalar);
  for (int i = 0; i < 10000; ++i) {
    XlaBuilder b("link");
    const XlaOp x = Parameter(&b, 0, scalar, "x");
    Call(&b, last, {Add(x, ConstantR0<int32_t>(&b, 1))});
    last = BuildOrDie(b);
  }
  std::unique_ptr<HloModule> module = last.CreateModule();
  EXPECT_EQ(module->computations().size(), 10001u);
  last = XlaComputation();  // the chain is destroyed here, the module's copy later
  EXPECT_TRUE(VerifyModule(*module).ok());
  const StatusOr<Literal> value = Evaluate(*module, {LiteralUtil::CreateR0<int32_t>(5)});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "s32[] 10005");
}

TEST(DepthTest, AChainOfAHundredThousandOperations) {
  XlaBuilder b("long");
  XlaOp x = Parameter(&b, 0, ShapeUtil::MakeScalarShape(S32), "x");
  for (int i = 0; i < 100000; ++i) x = Neg(x);
  EXPECT_EQ(RunToText(b, {LiteralUtil::CreateR0<int32_t>(5)}), "s32[] 5");
}

// Each computation is called twice by the next: 2^20 calls of it, in a module of 21 computations.
TEST(DepthTest, SharedComputationsAreCopiedOnce) {
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  XlaComputation last = DepthIdentity(scalar);
  for (int i = 0; i < 60; ++i) {
    XlaBuilder b("twice");
    const XlaOp x = Parameter(&b, 0, scalar, "x");
    Call(&b, last, {Call(&b, last, {x})});
    last = BuildOrDie(b);
  }
  const std::unique_ptr<HloModule> module = last.CreateModule();
  EXPECT_EQ(module->computations().size(), 61u);
  EXPECT_EQ(Evaluate(*module, {LiteralUtil::CreateR0<int32_t>(5)}, {.instructions = 100000})
                .status()
                .rule(),
            "limits.c1");
}

// Conditionals inside of loops inside of calls: each of 300 calls runs its loop ten times, adding 1
// for an even count and subtracting 3 for an odd one, and then calls the next.
TEST(DepthTest, ConditionalsInLoopsInCalls) {
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  const Shape state = ShapeUtil::MakeTupleShape({scalar, scalar, ShapeUtil::MakeShape(S32, {2})});
  XlaBuilder even("even");
  Add(Parameter(&even, 0, scalar, "x"), ConstantR0<int32_t>(&even, 1));
  XlaBuilder odd("odd");
  Sub(Parameter(&odd, 0, scalar, "x"), ConstantR0<int32_t>(&odd, 3));
  const XlaComputation plus = BuildOrDie(even);
  const XlaComputation minus = BuildOrDie(odd);
  XlaBuilder condition("condition");
  Lt(GetTupleElement(Parameter(&condition, 0, state, "s"), 0), ConstantR0<int32_t>(&condition, 10));
  const XlaComputation go_on = BuildOrDie(condition);
  XlaBuilder body("body");
  const XlaOp s = Parameter(&body, 0, state, "s");
  const XlaOp count = GetTupleElement(s, 0);
  const XlaOp x = GetTupleElement(s, 1);
  const XlaOp is_even =
      Eq(And(count, ConstantR0<int32_t>(&body, 1)), ConstantR0<int32_t>(&body, 0));
  Tuple(&body, {Add(count, ConstantR0<int32_t>(&body, 1)), Conditional(is_even, x, plus, x, minus),
                GetTupleElement(s, 2)});
  const XlaComputation around = BuildOrDie(body);
  XlaComputation last = DepthIdentity(scalar);
  for (int i = 0; i < 300; ++i) {
    XlaBuilder b("link");
    const XlaOp pair = Broadcast(ConstantR0<int32_t>(&b, 0), {2});
    const XlaOp init = Tuple(&b, {ConstantR0<int32_t>(&b, 0), Parameter(&b, 0, scalar, "x"), pair});
    Call(&b, last, {GetTupleElement(While(go_on, around, init), 1)});
    last = BuildOrDie(b);
  }
  const StatusOr<Literal> value =
      Evaluate(*last.CreateModule(), {LiteralUtil::CreateR0<int32_t>(7)});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->GetFirstElement<int32_t>(), 7 - 300 * 10);
}

// (s32[], s32[]) -> s32[], `levels` reductions inside each other.
XlaComputation NestedReduction(int levels) {
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  XlaComputation inner = UnrecognizedAdd(S32);
  for (int i = 1; i < levels; ++i) {
    XlaBuilder b("level");
    const XlaOp a = Parameter(&b, 0, scalar, "a");
    const XlaOp x = Parameter(&b, 1, scalar, "x");
    Reduce(Broadcast(x, {1}), a, inner, {0});
    inner = BuildOrDie(b);
  }
  return inner;
}

TEST(DepthTest, ReductionsInsideOfReductions) {
  XlaBuilder b("nested");
  const XlaComputation computation = NestedReduction(1000);
  Reduce(Iota(&b, S32, 4), ConstantR0<int32_t>(&b, 0), computation, {0});
  const StatusOr<Literal> value = BuildAndRun(b);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "s32[] 6");
}

}  // namespace
}  // namespace hloom
