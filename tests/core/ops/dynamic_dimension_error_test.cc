// Computations that are handed dynamic arrays for static parameters and have no version for them:
// what the errors say.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "ops/dynamic_dimension_inference.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

std::unique_ptr<HloModule> ParseDynamicDimensionError(std::string_view computations) {
  auto module = ParseHloModule(StrCat("HloModule m\n", computations));
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? *std::move(module) : nullptr;
}

std::string DynamicDimensionErrorRuleOf(std::string_view computations) {
  const auto module = ParseDynamicDimensionError(computations);
  return module ? std::string(InferDynamicDimensions(*module).status().rule()) : "";
}

TEST(DynamicCallErrorTest, SizesAndTypesMustBeTheSame) {
  const auto rule = [](std::string_view parameter) {
    return std::string(
        ParseHloModule(StrCat("f { x = ", parameter, " parameter(0) ROOT c = s32[] constant(1) }\n",
                              "ENTRY e { v = f32[<=4] parameter(0) ",
                              "ROOT r = s32[] call(v), to_apply=f }"))
            .status()
            .rule());
  };
  EXPECT_EQ(rule("f32[4]"), "");
  EXPECT_EQ(rule("f32[5]"), "call.c1");
  EXPECT_EQ(rule("f32[<=5]"), "call.c1");
  EXPECT_EQ(rule("s32[4]"), "call.c1");
  EXPECT_EQ(rule("f32[4,1]"), "call.c1");
}

constexpr std::string_view kRefused = R"(
inner { x = f32[2,3] parameter(0)
  ROOT flat = f32[6] OPERATION(x) }
outer { t = (s32[], f32[2,3]) parameter(0)
  y = f32[2,3] get-tuple-element(t), index=1
  ROOT z = f32[6] call(y), to_apply=inner }
ENTRY main { v = f32[<=2,<=3] parameter(0)
  i = s32[] constant(1)
  s = (s32[], f32[<=2,<=3]) tuple(i, v)
  ROOT r = f32[6] call(s), to_apply=outer }
)";

TEST(DynamicCallErrorTest, WhatIsNotDefinedForDynamicArrays) {
  std::string text(kRefused);
  text.replace(text.find("OPERATION"), 9, "bitcast");
  const auto module = ParseDynamicDimensionError(text);
  ASSERT_NE(module, nullptr);
  const Status status = InferDynamicDimensions(*module).status();
  EXPECT_EQ(
      status.ToString(),
      "INVALID_ARGUMENT [bitcast.c3] bitcast: f32[<=2,<=3]{1,0} has no bitcast\n"
      "  operand 0, %x, becomes f32[<=2,<=3] for f32[2,3]\n"
      "  %z in computation \"outer\" hands parameter 0, %x, of computation \"inner\" "
      "f32[<=2,<=3] for f32[2,3]\n"
      "  %r in computation \"main\" hands parameter 0, %t, of computation \"outer\" "
      "f32[<=2,<=3] for f32[2,3] at {1}\n"
      "  help: the result has no place for padding and for elements beyond the live ones: copy "
      "it to a plain layout first\n"
      "  at %flat in computation \"inner\"");
  EXPECT_EQ(Evaluate(*module, {LiteralUtil::CreateR2<float>({{1, 2}})}).status().ToString(),
            status.ToString());
}

TEST(DynamicCallErrorTest, InTheCallerToo) {
  EXPECT_EQ(DynamicDimensionErrorRuleOf(R"(
same { ROOT x = f32[6] parameter(0) }
ENTRY main { v = f32[<=6] parameter(0)
  w = f32[6] call(v), to_apply=same
  ROOT r = f32[2,3] reshape(w) }
)"),
            "reshape.c3");
}

// Computations, each of which calls the one before with its arguments turned, and with one of them
// dynamic: 2^depth versions of the first one.
void ExpectTooManyVersions(int depth) {
  std::string parameters;
  for (int i = 0; i < depth; ++i) {
    StrAppend(parameters, "  p", i, " = f32[2] parameter(", i, ")\n");
  }
  std::string text = StrCat("level0 {\n", parameters, "  ROOT s = f32[] constant(0) }\n");
  for (int f = 1; f <= depth; ++f) {
    StrAppend(text, "level", f, " {\n", parameters, "  n = s32[] constant(1)\n",
              "  cut = f32[<=2] set-dimension-size(p0, n), dimensions={0}\n");
    for (const std::string_view last : {"p0", "cut"}) {
      StrAppend(text, "  with_", last, " = f32[] call(");
      for (int i = 1; i < depth; ++i) StrAppend(text, "p", i, ", ");
      StrAppend(text, last, "), to_apply=level", f - 1, "\n");
    }
    StrAppend(text, "  ROOT s = f32[] add(with_p0, with_cut) }\n");
  }
  StrAppend(text, "ENTRY e { x = f32[2] parameter(0) ROOT r = f32[] call(");
  for (int i = 0; i < depth; ++i) StrAppend(text, i > 0 ? ", x" : "x");
  StrAppend(text, "), to_apply=level", depth, " }");
  const auto module = ParseDynamicDimensionError(text);
  ASSERT_NE(module, nullptr);
  const Status status = InferDynamicDimensions(*module).status();
  EXPECT_EQ(status.rule(), "dynamic.c3");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  // The error names the place of the last one.
  EXPECT_NE(status.ToString().find("in computation \"level"), std::string::npos)
      << status.ToString();
}

TEST(DynamicCallErrorTest, TooManyVersions) {  // dynamic.c3
  for (const int depth : {11, 12, 20}) ExpectTooManyVersions(depth);
}

// The version that runs is chosen by async-start: what is bound later must suit it.
TEST(DynamicAsyncTest, WhatIsBoundLater) {
  EXPECT_EQ(DynamicDimensionErrorRuleOf(R"(
f { y = f32[] parameter(0)
  x = f32[4] parameter(1)
  wide = f32[4] broadcast(y), dimensions={}
  ROOT n = f32[4] multiply(x, wide) }, execution_thread="side"
g { z = f32[4] parameter(0)
  two = f32[] constant(2)
  start = ((f32[]), f32[4], u32[]) async-start(two), async_execution_thread="side", calls=f
  next = ((f32[], f32[4]), f32[4], u32[]) async-update(start, z)
  ROOT done = f32[4] async-done(next) }
ENTRY e { v = f32[<=4] parameter(0)
  ROOT r = f32[4] call(v), to_apply=g }
)"),
            "async.c10");
}

}  // namespace
}  // namespace hloom
