// Plans: the slots of values, the steps, and the values that die after each.
#include "runtime/plan.h"

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

std::shared_ptr<const HloModule> PlanParsed(std::string_view text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return std::move(*module);
}

constexpr std::string_view kTuples = R"(HloModule m
ENTRY main {
  p = (f32[8], s32[], (f32[2], f32[2])) parameter(0)
  x = f32[8] get-tuple-element(p), index=0
  i = s32[] get-tuple-element(p), index=1
  y = f32[8] negate(x)
  pair = (f32[2], f32[2]) get-tuple-element(p), index=2
  second = f32[2] get-tuple-element(pair), index=1
  c = f32[2] constant({1, 2})
  z = f32[2] add(second, c)
  zi = (f32[2], s32[]) tuple(z, i)
  t = (f32[8], (f32[2], s32[])) tuple(y, zi)
  inner = (f32[2], s32[]) get-tuple-element(t), index=1
  j = s32[] get-tuple-element(inner), index=1
  w = f32[2] get-tuple-element(inner), index=0
  ROOT r = (s32[], f32[8], f32[2]) tuple(j, y, w)
})";

TEST(PlanTest, TuplesAreTakenApart) {
  const std::shared_ptr<const HloModule> module = PlanParsed(kTuples);
  ShapeTable shapes;
  const ComputationPlan plan = PlanFor(module->entry_computation(), shapes);
  // Four arrays of the parameter, then negate, the constant, add.
  EXPECT_EQ(plan.parameter_slots, (std::vector<Slot>{0, 1, 2, 3}));
  EXPECT_EQ(plan.slots.size(), 7u);
  ASSERT_EQ(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].operand_slots, std::vector<Slot>{0});
  EXPECT_EQ(plan.steps[0].value_slots, std::vector<Slot>{4});
  EXPECT_EQ(plan.steps[1].operand_slots, (std::vector<Slot>{3, 5}));
  EXPECT_EQ(plan.root_slots, (std::vector<Slot>{1, 4, 6}));
  EXPECT_EQ(plan.root_moves, std::vector<bool>(3, true));
  // x dies where it is negated, and may be overwritten. The first of the pair is unused, and dies
  // with the next step.
  EXPECT_EQ(plan.steps[0].dying, std::vector<Slot>{0});
  ASSERT_EQ(plan.steps[0].take_overs.size(), 1u);
  EXPECT_EQ(plan.steps[1].dying, (std::vector<Slot>{2, 3}));
  // The constant is never overwritten.
  ASSERT_EQ(plan.steps[1].take_overs.size(), 1u);
  EXPECT_EQ(plan.steps[1].take_overs[0].operand, 0u);
  EXPECT_FALSE(plan.slots[2].used && plan.slots[2].dynamic);
  EXPECT_EQ(plan.slots[0].shape, plan.steps[0].arrays[0]);
}

Literal Tuple(std::vector<Literal> elements) { return Literal::MakeTuple(std::move(elements)); }

TEST(PlanTest, TheirValuesAreThoseOfTheProgram) {
  const Literal argument = Tuple(
      {LiteralUtil::CreateR1<float>({1, 2, 3, 4, 5, 6, 7, 8}), LiteralUtil::CreateR0<int32_t>(7),
       Tuple({LiteralUtil::CreateR1<float>({0, 0}), LiteralUtil::CreateR1<float>({3, 4})})});
  const StatusOr<Literal> value = Evaluate(*PlanParsed(kTuples), {argument});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "(s32[] 7, f32[8] {-1, -2, -3, -4, -5, -6, -7, -8}, f32[2] {4, 6})");
  // The argument is unchanged.
  EXPECT_EQ(argument.elements()[0].ToString(), "f32[8] {1, 2, 3, 4, 5, 6, 7, 8}");
}

TEST(PlanTest, WhatNeedsNoStepIsCountedAndNamed) {
  const Literal argument =
      Tuple({LiteralUtil::CreateR1<float>(std::vector<float>(8)), LiteralUtil::CreateR0<int32_t>(7),
             Tuple({LiteralUtil::CreateR1<float>({0, 0}), LiteralUtil::CreateR1<float>({3, 4})})});
  const auto run = [&](int64_t limit) {
    auto execution = Execution::Start(*Executable::Create(PlanParsed(kTuples)),
                                      std::vector<Literal>{argument}, {.instructions = limit});
    return (*execution)->RunToEnd().status();
  };
  EXPECT_TRUE(run(14).ok());
  constexpr const char* kNames[] = {"p", "x",  "i", "y",     "pair", "second", "c",
                                    "z", "zi", "t", "inner", "j",    "w",      "r"};
  for (int64_t limit = 0; limit < 14; ++limit) {
    const Status error = run(limit);
    EXPECT_EQ(error.rule(), "limits.c1") << limit;
    EXPECT_EQ(error.fields().location, StrCat("%", kNames[limit], " in computation \"main\""));
  }
}

// One array is twice in a tuple, a constant is in the state of a loop, and a body passes its
// argument on.
TEST(PlanTest, ValuesThatAppearMoreThanOnce) {
  const auto module = PlanParsed(R"(HloModule m
body {
  s = (f32[2], f32[2], s32[]) parameter(0)
  a = f32[2] get-tuple-element(s), index=0
  i = s32[] get-tuple-element(s), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  b = f32[2] get-tuple-element(s), index=1
  sum = f32[2] add(a, b)
  ROOT r = (f32[2], f32[2], s32[]) tuple(sum, sum, next)
}
condition {
  s = (f32[2], f32[2], s32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=2
  three = s32[] constant(3)
  ROOT less = pred[] compare(i, three), direction=LT
}
ENTRY main {
  x = f32[2] parameter(0)
  zero = s32[] constant(0)
  init = (f32[2], f32[2], s32[]) tuple(x, x, zero)
  loop = (f32[2], f32[2], s32[]) while(init), condition=condition, body=body
  a = f32[2] get-tuple-element(loop), index=0
  b = f32[2] get-tuple-element(loop), index=1
  y = f32[2] negate(a)
  ROOT r = (f32[2], f32[2], f32[2], f32[2]) tuple(x, a, b, y)
})");
  const StatusOr<Literal> value = Evaluate(*module, {LiteralUtil::CreateR1<float>({1, 2})});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "(f32[2] {1, 2}, f32[2] {8, 16}, f32[2] {8, 16}, f32[2] {-8, -16})");
}

// A loop over scalars runs by an element program, and an empty tuple in its state has no scalar.
TEST(PlanTest, EmptyTuplesInTheStateOfALoop) {
  struct Case {
    std::string_view state, empty_at, counter_at, value_at, next;
  };
  constexpr Case kCases[] = {
      {"((), s32[], s32[])", "0", "1", "2", "e, j, y"},
      {"(s32[], (), s32[])", "1", "0", "2", "j, e, y"},
      {"(s32[], s32[], ())", "2", "0", "1", "j, y, e"},
      {"(s32[], s32[], (()))", "2", "0", "1", "j, y, e"},
  };
  for (const Case& c : kCases) {
    const bool nested = c.state.find("(())") != std::string_view::npos;
    const std::string_view empty = nested ? "(())" : "()";
    const std::string text = StrCat(
        "HloModule m\ncondition {\n  s = ", c.state, " parameter(0)\n",
        "  i = s32[] get-tuple-element(s), index=", c.counter_at, "\n",
        "  four = s32[] constant(4)\n  ROOT go = pred[] compare(i, four), direction=LT\n}\n",
        "body {\n  s = ", c.state, " parameter(0)\n", "  e = ", empty,
        " get-tuple-element(s), index=", c.empty_at, "\n",
        "  i = s32[] get-tuple-element(s), index=", c.counter_at, "\n",
        "  x = s32[] get-tuple-element(s), index=", c.value_at, "\n",
        "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  y = s32[] add(x, x)\n",
        "  ROOT t = ", c.state, " tuple(", c.next, ")\n}\n", "ENTRY main {\n",
        "  nothing = () tuple()\n", nested ? "  e = (()) tuple(nothing)\n" : "  e = () tuple()\n",
        "  j = s32[] constant(0)\n  y = s32[] constant(10)\n  t = ", c.state, " tuple(", c.next,
        ")\n  w = ", c.state, " while(t), condition=condition, body=body\n",
        "  count = s32[] get-tuple-element(w), index=", c.counter_at, "\n",
        "  value = s32[] get-tuple-element(w), index=", c.value_at, "\n",
        "  ROOT r = (s32[], s32[]) tuple(count, value)\n}\n");
    const StatusOr<Literal> value = Evaluate(*PlanParsed(text), {});
    ASSERT_TRUE(value.ok()) << value.status().ToString();
    EXPECT_EQ(value->ToString(), "(s32[] 4, s32[] 160)") << text;
  }
}

}  // namespace
}  // namespace hloom
