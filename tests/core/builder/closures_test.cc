// Regions and closure conversion: what is captured, what is copied, and what each operation that
// calls computations makes of captured values.
#include "builder/closures.h"

#include <string>

#include "gtest/gtest.h"
#include "ops/verify/verifier.h"
#include "support/run.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

Shape ClosureShape(std::vector<int64_t> dimensions) {
  return ShapeUtil::MakeShape(F32, dimensions);
}

std::string ClosureText(const XlaComputation& computation) {
  return HloModuleToText(*computation.CreateModule(), HloTextOptions::ShortParsable());
}

XlaOp UseOrDie(XlaBuilder& region, XlaOp op) {
  StatusOr<XlaOp> used = region.Use(op);
  EXPECT_TRUE(used.ok()) << used.status().ToString();
  return used.ok() ? *used : XlaOp();
}

Closure ClosureOrDie(XlaBuilder& region, XlaOp root) {
  StatusOr<Closure> closure = region.BuildClosure(root);
  EXPECT_TRUE(closure.ok()) << closure.status().ToString();
  return closure.ok() ? *closure : Closure();
}

// The module is valid, and gives this.
void ExpectRun(XlaBuilder& b, std::vector<Literal> arguments, const std::string& result) {
  const XlaComputation built = BuildOrDie(b);
  ASSERT_FALSE(built.IsNull());
  const std::unique_ptr<HloModule> module = built.CreateModule();
  EXPECT_TRUE(VerifyModule(*module).ok()) << VerifyModule(*module).ToString();
  const StatusOr<Literal> value = Evaluate(*module, arguments, {});
  EXPECT_EQ(value.ok() ? value->ToString() : value.status().ToString(), result)
      << HloModuleToText(*module);
}

// A loop that adds `step` to a state until `limit`, both of the program around it.
Closure BelowLimit(XlaBuilder& b, const Shape& state, XlaOp limit) {
  const auto region = b.CreateRegion("condition");
  const XlaOp s = Parameter(region.get(), 0, state, "s");
  return ClosureOrDie(*region, Lt(s, UseOrDie(*region, limit)));
}
Closure PlusStep(XlaBuilder& b, const Shape& state, XlaOp step) {
  const auto region = b.CreateRegion("body");
  const XlaOp s = Parameter(region.get(), 0, state, "s");
  return ClosureOrDie(*region, Add(s, UseOrDie(*region, step)));
}

TEST(ClosuresTest, ARegionCapturesEachValueOnce) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ClosureShape({2}), "x");
  const auto region = b.CreateRegion("region");
  const XlaOp own = Parameter(region.get(), 0, ClosureShape({2}), "own");
  const XlaOp captured = UseOrDie(*region, x);
  EXPECT_EQ(UseOrDie(*region, x).handle(), captured.handle());
  EXPECT_EQ(UseOrDie(*region, own).handle(), own.handle());
  const Closure closure = ClosureOrDie(*region, Mul(own, captured));
  ASSERT_EQ(closure.captures.size(), 1u);
  EXPECT_EQ(closure.captures[0].handle(), x.handle());
  EXPECT_EQ(closure.computation.GetProgramShape().parameters.size(), 2u);
  // The region is empty now: it would capture anew.
  EXPECT_EQ(region->BuildClosure(own).status().rule(), "builder.c1");
}

TEST(ClosuresTest, ConstantsAreCopied) {
  XlaBuilder b("main");
  const XlaOp two = ConstantR0<float>(&b, 2);
  const XlaOp many = Broadcast(two, {3});
  const XlaOp places = Iota(&b, F32, 3);
  const XlaOp large = Broadcast(two, {1025});
  const auto region = b.CreateRegion("region");
  Add(UseOrDie(*region, many), UseOrDie(*region, places));
  const Closure closure = ClosureOrDie(*region, UseOrDie(*region, two));
  EXPECT_TRUE(closure.captures.empty());
  EXPECT_EQ(ClosureOrDie(*b.CreateRegion("large"), large).captures.size(), 1u);
}

TEST(ClosuresTest, ARegionInARegionCapturesThroughBoth) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ClosureShape({}), "x");
  const auto middle = b.CreateRegion("middle");
  const XlaOp p = Parameter(middle.get(), 0, ClosureShape({}), "p");
  const auto inner = middle->CreateRegion("inner");
  const XlaOp sum = Add(UseOrDie(*inner, x), UseOrDie(*inner, p));
  const Closure inner_closure = ClosureOrDie(*inner, sum);
  EXPECT_EQ(inner_closure.captures.size(), 2u);
  const XlaOp called = Call(middle.get(), inner_closure, {});
  const Closure outer = ClosureOrDie(*middle, called);
  ASSERT_EQ(outer.captures.size(), 1u);
  EXPECT_EQ(outer.captures[0].handle(), x.handle());
  const XlaOp three[] = {ConstantR0<float>(&b, 3)};
  Call(&b, outer, three);
  ExpectRun(b, {LiteralUtil::CreateR0<float>(4)}, "f32[] 7");
}

TEST(ClosuresTest, OnlyValuesOfBuildersAroundARegionAreCaptured) {
  XlaBuilder b("main");
  XlaBuilder other("other");
  const XlaOp foreign = Parameter(&other, 0, ClosureShape({}), "x");
  const XlaOp gone = Parameter(&b, 0, ClosureShape({}), "x");
  const auto region = b.CreateRegion("region");
  EXPECT_EQ(region->Use(foreign).status().rule(), "builder.c1");
  EXPECT_EQ(region->Use(XlaOp()).status().rule(), "builder.c3");
  BuildOrDie(b);
  EXPECT_EQ(region->Use(gone).status().rule(), "builder.c1");
  auto parent = std::make_unique<XlaBuilder>("parent");
  const XlaOp x = Parameter(parent.get(), 0, ClosureShape({}), "x");
  const auto orphan = parent->CreateRegion("orphan");
  parent.reset();
  EXPECT_EQ(orphan->Use(x).status().rule(), "builder.c1");
}

TEST(ClosuresTest, AFailedCallCapturesNothing) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ClosureShape({2}), "x");
  const auto region = b.CreateRegion("region");
  const int64_t first = region->next_handle();
  UseOrDie(*region, x);
  region->RemoveFrom(first);
  const Closure closure = ClosureOrDie(*region, ConstantR0<float>(region.get(), 1));
  EXPECT_TRUE(closure.captures.empty());
}

TEST(ClosuresTest, TheStateOfWhileIsExtended) {
  XlaBuilder b("main");
  const Shape scalar = ClosureShape({});
  const XlaOp limit = Parameter(&b, 0, scalar, "limit");
  const XlaOp step = Parameter(&b, 1, scalar, "step");
  const XlaOp last =
      While(BelowLimit(b, scalar, limit), PlusStep(b, scalar, step), ConstantR0<float>(&b, 0));
  EXPECT_EQ(b.GetShape(last)->ToString(), "f32[]");
  const XlaComputation built = BuildOrDie(b);
  EXPECT_NE(ClosureText(built).find("(f32[], f32[], f32[]) while"), std::string::npos)
      << ClosureText(built);
  const StatusOr<Literal> value =
      Evaluate(*built.CreateModule(),
               {LiteralUtil::CreateR0<float>(10), LiteralUtil::CreateR0<float>(4)}, {});
  EXPECT_EQ(value->ToString(), "f32[] 12");
}

TEST(ClosuresTest, ACapturedValueOfConditionAndBodyIsOneElement) {
  XlaBuilder b("main");
  const Shape scalar = ClosureShape({});
  const XlaOp limit = Parameter(&b, 0, scalar, "limit");
  While(BelowLimit(b, scalar, limit), PlusStep(b, scalar, limit), ConstantR0<float>(&b, 1));
  const XlaComputation built = BuildOrDie(b);
  EXPECT_NE(ClosureText(built).find("(f32[], f32[]) while"), std::string::npos)
      << ClosureText(built);
}

// The body uses the tuple as a whole, and by its elements.
TEST(ClosuresTest, ATupleAsStateIsExtendedByElements) {
  XlaBuilder b("main");
  const XlaOp limit = Parameter(&b, 0, ClosureShape({}), "limit");
  const XlaOp step = Parameter(&b, 1, ClosureShape({2}), "step");
  const XlaOp parts[] = {ConstantR0<float>(&b, 0), ConstantR1<float>(&b, {1, 2})};
  const XlaOp init = Tuple(&b, parts);
  const Shape state = *b.GetShape(init);
  const auto condition = b.CreateRegion("condition");
  const XlaOp c = Parameter(condition.get(), 0, state, "s");
  const Closure goes_on =
      ClosureOrDie(*condition, Lt(GetTupleElement(c, 0), UseOrDie(*condition, limit)));
  for (const bool whole : {false, true}) {
    const auto body = b.CreateRegion("body");
    const XlaOp s = Parameter(body.get(), 0, state, "s");
    const XlaOp next[] = {Add(GetTupleElement(s, 0), ConstantR0<float>(body.get(), 1)),
                          Add(GetTupleElement(s, 1), UseOrDie(*body, step))};
    XlaOp root = Tuple(body.get(), next);
    if (whole) root = Select(ConstantR0<bool>(body.get(), true), root, s);
    const Closure closure = ClosureOrDie(*body, root);
    EXPECT_EQ(closure.captures.size(), 1u);
    const XlaOp last = While(goes_on, closure, init);
    EXPECT_EQ(b.GetShape(last)->ToString(), "(f32[], f32[2])");
    if (whole) {
      ExpectRun(b, {LiteralUtil::CreateR0<float>(3), LiteralUtil::CreateR1<float>({10, 20})},
                "(f32[] 3, f32[2] {31, 62})");
    }
  }
}

TEST(ClosuresTest, AStateThatDoesNotChangeIsPassedOn) {
  XlaBuilder b("main");
  const XlaOp never = Parameter(&b, 0, ShapeUtil::MakeShape(PRED, {}), "never");
  const XlaOp parts[] = {ConstantR0<float>(&b, 5)};
  const XlaOp init = Tuple(&b, parts);
  const auto condition = b.CreateRegion("condition");
  Parameter(condition.get(), 0, *b.GetShape(init), "s");
  const Closure goes_on = ClosureOrDie(*condition, never);
  const auto body = b.CreateRegion("body");
  const Closure same = ClosureOrDie(*body, Parameter(body.get(), 0, *b.GetShape(init), "s"));
  While(goes_on, same, init);
  ExpectRun(b, {LiteralUtil::CreateR0<bool>(false)}, "(f32[] 5)");
}

TEST(ClosuresTest, TheErrorOfALoopNamesTheUsersShapes) {
  XlaBuilder b("main");
  const XlaOp step = Parameter(&b, 0, ClosureShape({3}), "step");
  const XlaOp init = Parameter(&b, 1, ClosureShape({}), "init");
  const Closure goes_on = BelowLimit(b, ClosureShape({}), init);
  EXPECT_FALSE(While(goes_on, PlusStep(b, ClosureShape({}), step), init).valid());
  const Status error = b.TakeError();
  EXPECT_EQ(error.rule(), "while.c2");
  EXPECT_EQ(error.fields().headline.text(), "the body returns f32[3], and must return f32[]");
  EXPECT_EQ(While(PlusStep(b, ClosureShape({}), init), goes_on, init).handle(), 0);
  EXPECT_EQ(b.TakeError().rule(), "while.c1");
}

TEST(ClosuresTest, BranchesTakeTuplesOfWhatTheyCapture) {
  const auto build = [](XlaBuilder& b) {
    const XlaOp p = Parameter(&b, 0, ShapeUtil::MakeShape(PRED, {}), "p");
    const XlaOp x = Parameter(&b, 1, ClosureShape({}), "x");
    const XlaOp y = Parameter(&b, 2, ClosureShape({}), "y");
    const auto sum = b.CreateRegion("sum");
    const auto first = b.CreateRegion("first");
    const Closure branches[] = {ClosureOrDie(*sum, Add(UseOrDie(*sum, x), UseOrDie(*sum, y))),
                                ClosureOrDie(*first, x)};
    Conditional(p, branches, {});
  };
  for (const bool p : {true, false}) {
    XlaBuilder b("main");
    build(b);
    ExpectRun(b,
              {LiteralUtil::CreateR0<bool>(p), LiteralUtil::CreateR0<float>(2),
               LiteralUtil::CreateR0<float>(3)},
              p ? "f32[] 5" : "f32[] 2");
  }
}

TEST(ClosuresTest, BranchesByIndexHaveOperandsAndCaptures) {
  XlaBuilder b("main");
  const XlaOp index = Parameter(&b, 0, ShapeUtil::MakeShape(S32, {}), "i");
  const XlaOp x = Parameter(&b, 1, ClosureShape({}), "x");
  std::vector<Closure> branches;
  for (int i = 0; i < 3; ++i) {
    const auto region = b.CreateRegion("branch");
    const XlaOp own = Parameter(region.get(), 0, ClosureShape({}), "own");
    // Branch 0 captures nothing.
    branches.push_back(ClosureOrDie(*region, i == 0 ? own : Mul(own, UseOrDie(*region, x))));
  }
  const XlaOp operands[] = {x, ConstantR0<float>(&b, 10), ConstantR0<float>(&b, 100)};
  Conditional(index, branches, operands);
  ExpectRun(b, {LiteralUtil::CreateR0<int32_t>(1), LiteralUtil::CreateR0<float>(7)}, "f32[] 70");

  // A branch without anything takes the empty tuple.
  XlaBuilder e("empty");
  const XlaOp p = ConstantR0<bool>(&e, true);
  const auto one = e.CreateRegion("one");
  const auto two = e.CreateRegion("two");
  const Closure constants[] = {ClosureOrDie(*one, ConstantR0<float>(one.get(), 1)),
                               ClosureOrDie(*two, ConstantR0<float>(two.get(), 2))};
  Conditional(p, constants, {});
  ExpectRun(e, {}, "f32[] 1");
}

TEST(ClosuresTest, MapTakesScalarsOnly) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ClosureShape({3}), "x");
  const XlaOp scale = Parameter(&b, 1, ClosureShape({}), "scale");
  const auto scaled = b.CreateRegion("scaled");
  const XlaOp element = Parameter(scaled.get(), 0, ClosureShape({}), "e");
  const Closure closure = ClosureOrDie(*scaled, Mul(element, UseOrDie(*scaled, scale)));
  const auto wrong = b.CreateRegion("wrong");
  Parameter(wrong.get(), 0, ClosureShape({}), "e");
  const Closure array = ClosureOrDie(*wrong, x);
  const XlaOp operands[] = {x};
  EXPECT_FALSE(Map(&b, operands, array, {0}).valid());
  EXPECT_EQ(b.TakeError().rule(), "region.c2");
  Map(&b, operands, closure, {0});
  ExpectRun(b, {LiteralUtil::CreateR1<float>({1, 2, 3}), LiteralUtil::CreateR0<float>(5)},
            "f32[3] {5, 10, 15}");
}

TEST(ClosuresTest, AnOperationWithoutRoomNamesTheCapturedValue) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ClosureShape({3}), "x");
  const XlaOp y = Parameter(&b, 1, ClosureShape({}), "y");
  const auto region = b.CreateRegion("fold");
  const XlaOp acc = Parameter(region.get(), 0, ClosureShape({}), "acc");
  Parameter(region.get(), 1, ClosureShape({}), "v");
  const Closure closure = ClosureOrDie(*region, Add(acc, UseOrDie(*region, y)));
  const BuilderDef* reduce = FindBuilderDef("ReduceAll", 0);
  std::vector<Argument> arguments(3);
  arguments[0].op = x;
  arguments[1].op = y;
  arguments[2].computations = {closure.computation};
  arguments[2].captures = {closure.captures};
  EXPECT_FALSE(InvokeWithCaptures(*reduce, &b, arguments).valid());
  const Status error = b.TakeError();
  EXPECT_EQ(error.rule(), "region.c1");
  EXPECT_EQ(error.fields().headline.text(), "computation uses %y, f32[], of the program around it");
}

}  // namespace
}  // namespace hloom
