// Forms of optimized dumps, as XLA's compilers write them: what is not run is read, checked,
// printed as the same text and kept through bytes.
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/refusals.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

void ExpectDumpRead(std::string_view text) {
  const auto module = ParseHloModule(text);
  ASSERT_TRUE(module.ok()) << text << "\n" << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "") << text;
}

// The rule with which a program that is read does not run; empty where it runs, on zeros.
std::string RunRuleOf(std::string_view text) {
  const auto module = ParseHloModule(text);
  if (!module.ok()) return StrCat("not read: ", module.status().ToString());
  const Status status = Executable::CreateFor(**module).status();
  EXPECT_TRUE(status.ok() || !status.fields().help.empty()) << status.ToString();
  EXPECT_TRUE(status.ok() || !status.fields().location.empty()) << status.ToString();
  return std::string(status.rule());
}

std::string DumpValue(std::string_view text) {
  const auto module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const StatusOr<Literal> value = Evaluate(**module, {});
  return value.ok() ? value->ToString() : value.status().ToString();
}

// ---- blanks in shapes ----

TEST(XlaDumpFormsTest, BlanksBeforeLayouts) {
  constexpr std::string_view kTexts[] = {
      "HloModule m, entry_computation_layout={(f32[2,3] {0,1})->f32[2,3] {1,0}}\n"
      "ENTRY main (x: f32[2,3] {0,1}) -> f32[2,3] {\n  x = f32[2,3] {0,1} parameter(0)\n"
      "  ROOT y = f32[2,3] {1,0} copy(f32[2,3] {0,1} x)\n}",
      "ENTRY main {\n  x = (f32[2] {0}, (s32[4,2] {1,0}, token[])) parameter(0)\n"
      "  ROOT y = (s32[4,2] {1,0}, token[]) get-tuple-element(x), index=1\n}",
      "ENTRY main {\n  x = bf16[16,256] {1,0:T(8,128)(2,1)S(1)} parameter(0)\n"
      "  ROOT y = bf16[16,256]  {1,0:T(8,128)(2,1)} copy(x)\n}",
      "ENTRY main {\n  x = f32[] {:T(256)} parameter(0)\n  ROOT y = f32[] negate(x)\n}",
      "ENTRY main {\n  x = f32[3]\n    {0} parameter(0)\n"
      "  ROOT y = (f32[3] /* a vector */ {0}) tuple(x)\n}",
      "ENTRY main {\n  x = f32[4] {0} parameter(0)\n  t = token[] after-all()\n"
      "  ROOT o = token[] outfeed(x, t), outfeed_shape=f32[4] {0}\n}",
  };
  for (const std::string_view text : kTexts) ExpectDumpRead(text);
  const auto module = ParseHloModule(kTexts[0]);
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->entry_computation().parameters()[0]->shape().ToString(true),
            "f32[2,3]{0,1}");
  // A computation begins with a brace, too, and so do the elements of a literal.
  ExpectDumpRead(
      "f (x: f32[1]) -> f32[1] { x = f32[1] parameter(0)\n ROOT y = f32[1] negate(x) }\n"
      "ENTRY main { z = f32[1] parameter(0)\n ROOT w = f32[1] call(z), to_apply=f }");
  ExpectDumpRead(
      "ENTRY main { ROOT w = f32[2] custom-call(), custom_call_target=\"f\", "
      "literal=s32[2] {0, 1} }");
  constexpr Refusal kRefusals[] = {
      {"a layout of another rank", "layout.c1",
       "ENTRY main { ROOT x = f32[2,3] {0} parameter(0) }"},
      {"a dimension twice", "layout.c1", "ENTRY main { ROOT x = f32[2,3] {0,0} parameter(0) }"},
      {"no layout", "text.p1", "ENTRY main { ROOT x = f32[2,3] {x} parameter(0) }"},
  };
  ExpectRefused(kRefusals);
}

// ---- random numbers ----

TEST(XlaDumpFormsTest, StatesOfRandomNumbers) {
  struct Row {
    std::string_view rule;  // of a run
    std::string_view text;
  };
  constexpr Row kRows[] = {
      {"rng.c7",
       "ENTRY main {\n  a = f32[] constant(0)\n  b = f32[] constant(1)\n  s = u32[4] parameter(0)\n"
       "  ROOT r = f32[8]{0} rng(a, b, s), distribution=rng_uniform\n}"},
      {"rng.c7",
       "ENTRY main {\n  a = bf16[] constant(0)\n  b = bf16[] constant(1)\n"
       "  s = u64[] constant(7)\n"
       "  ROOT r = bf16[2,4]{1,0} rng(a, b, s), distribution=rng_normal\n}"},
      {"rng_bit_generator.c6",
       "ENTRY main {\n  s = u32[4]{0} parameter(0)\n"
       "  ROOT r = (u32[4]{0}, u32[100]{0}) rng-bit-generator(s), algorithm=rng_default\n}"},
      {"rng_bit_generator.c6",
       "ENTRY main {\n  s = u64[8]{0} parameter(0)\n"
       "  ROOT r = (u64[8]{0}, u8[3,5]{1,0}) rng-bit-generator(s), algorithm=rng_philox\n}"},
      {"rng_bit_generator.c6",
       "ENTRY main {\n  s = u64[3]{0} parameter(0)\n"
       "  ROOT r = (u64[3]{0}, u64[6]{0}) rng-bit-generator(s), algorithm=rng_three_fry\n}"},
      {"rng_get_and_update_state.c2",
       "ENTRY main {\n  ROOT s = u64[1]{0} rng-get-and-update-state(), delta=4096\n}"},
      {"rng_get_and_update_state.c2",
       "ENTRY main {\n  ROOT s = u32[4]{0} rng-get-and-update-state(), delta=1\n}"},
      {"", "ENTRY main {\n  ROOT s = u64[2]{0} rng-get-and-update-state(), delta=1\n}"},
  };
  for (const Row& row : kRows) {
    ExpectDumpRead(row.text);
    EXPECT_EQ(RunRuleOf(row.text), row.rule) << row.text;
  }
  constexpr Refusal kRefusals[] = {
      {"a state of floats", "rng.c6",
       "ENTRY main { a = f32[] constant(0)\n s = f32[2] parameter(0)\n"
       " ROOT r = f32[8] rng(a, a, s), distribution=rng_uniform }"},
      {"four operands", "arity.c1",
       "ENTRY main { a = f32[] constant(0)\n s = u32[2] parameter(0)\n"
       " ROOT r = f32[8] rng(a, a, s, s), distribution=rng_uniform }"},
      {"a signed state", "rng_bit_generator.c5",
       "ENTRY main { s = s32[4] parameter(0)\n"
       " ROOT r = (s32[4], u32[2]) rng-bit-generator(s), algorithm=rng_default }"},
      {"a state that is a matrix", "rng_get_and_update_state.c1",
       "ENTRY main { ROOT s = u64[2,1] rng-get-and-update-state(), delta=1 }"},
  };
  ExpectRefused(kRefusals);
}

// ---- bitcasts ----

TEST(XlaDumpFormsTest, BitcastsOfOtherWidths) {
  struct Row {
    std::string_view instruction;
    std::string_view value;  // or the rule of a run
  };
  constexpr Row kRows[] = {
      {"u32[2] bitcast(u8[8] c)", "u32[2] {67305985, 134678021}"},
      {"u16[2,2] bitcast(u8[8] c)", "u16[2,2] { { 513, 1027 }, { 1541, 2055 } }"},
      // In memory 513 and 1541 come first: columns are runs.
      {"u16[2,2]{0,1} bitcast(u8[8] c)", "u16[2,2] { { 513, 1541 }, { 1027, 2055 } }"},
      {"u64[] bitcast(u8[8] c)", "u64[] 578437695752307201"},
      {"s4[16] bitcast(u8[8] c)", "bitcast.c4"},
      {"u1[64] bitcast(u8[8] c)", "bitcast.c4"},
      {"pred[8] bitcast(u8[8] c)", "bitcast.c4"},
  };
  for (const Row& row : kRows) {
    const std::string text = StrCat(
        "ENTRY main { c = u8[8] constant({1, 2, 3, 4, 5, 6, 7, 8})\n ROOT b = ", row.instruction,
        " }");
    ExpectDumpRead(text);
    const std::string refused = RunRuleOf(text);
    EXPECT_EQ(refused.empty() ? DumpValue(text) : refused, row.value) << text;
  }
  EXPECT_EQ(DumpValue("ENTRY main { c = f32[2] constant({1, -2})\n ROOT b = u8[8] bitcast(c) }"),
            "u8[8] {0, 0, 128, 63, 0, 0, 0, 192}");
  EXPECT_EQ(DumpValue("ENTRY main { c = pred[4] constant({1, 0, 1, 1})\n"
                      " ROOT b = u32[] bitcast(c) }"),
            "u32[] 16842753");
  constexpr Refusal kRefusals[] = {
      {"fewer bits", "bitcast.c1",
       "ENTRY main { x = f32[2] parameter(0)\n ROOT b = u16[3] bitcast(x) }"},
      {"a PRED has 8", "bitcast.c1",
       "ENTRY main { x = u8[2] parameter(0)\n ROOT b = pred[16] bitcast(x) }"},
      {"a tuple", "bitcast.c1",
       "ENTRY main { x = f32[2] parameter(0)\n ROOT b = (f32[2]) bitcast(x) }"},
  };
  ExpectRefused(kRefusals);
}

// ---- products ----

TEST(XlaDumpFormsTest, ProductsOfFloatsAsIntegers) {
  const auto text = [](std::string_view type, std::string_view result) {
    return StrCat("ENTRY main {\n  x = ", type, "[3] constant({1.75, -2.5, 3})\n  y = ", type,
                  "[3] constant({2, 3.9, -1})\n  ROOT d = ", result,
                  "[] dot(x, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n}");
  };
  // 1 * 2 + -2 * 3 + 3 * -1, each operand truncated first.
  for (const std::string_view type : {"bf16", "f16", "f32", "f64"}) {
    ExpectDumpRead(text(type, "s32"));
    EXPECT_EQ(DumpValue(text(type, "s32")), "s32[] -7") << type;
  }
  EXPECT_EQ(DumpValue(text("bf16", "s8")), "s8[] -7");
  EXPECT_EQ(DumpValue(text("bf16", "s64")), "s64[] -7");
  // -2 and -1 are 0 as unsigned numbers.
  EXPECT_EQ(DumpValue(text("bf16", "u32")), "u32[] 2");
  EXPECT_EQ(RuleOf(text("bf16", "pred")), "dot.c13");
}

TEST(XlaDumpFormsTest, SparseOperands) {
  constexpr std::string_view kTexts[] = {
      "ENTRY main {\n  x = bf16[64,128] parameter(0)\n  y = bf16[64,64] parameter(1)\n"
      "  i = s8[64,16] parameter(2)\n"
      "  ROOT d = bf16[64,64] dot(x, y, i), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "sparsity_config={rhs={sparsity=2x4 dimension=0 stride=1 idx=2}}\n}",
      "ENTRY main {\n  x = f16[8,16] parameter(0)\n  y = f16[32,4] parameter(1)\n"
      "  i = u16[8,2] parameter(2)\n"
      "  ROOT d = f32[8,4] dot(x, y, i), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1 idx=2}}\n}",
      "ENTRY main {\n  x = s8[2,8,16] parameter(0)\n  y = s8[2,8,4] parameter(1)\n"
      "  i = s32[2,8,16] parameter(2)\n  j = s32[2,8,4] parameter(3)\n"
      "  ROOT d = s32[2,8,4] dot(x, y, i, j), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
      "rhs_batch_dims={0}, rhs_contracting_dims={1}, "
      "operand_precision={high,high,default,default}, "
      "sparsity_config={lhs={sparsity=1x4 dimension=2 stride=1 idx=2} rhs={sparsity=1x8 "
      "dimension=1 stride=2 idx=3}}\n}",
      "ENTRY main {\n  x = bf16[256,256] parameter(0)\n  y = bf16[64,256] parameter(1)\n"
      "  i = s32[64,256] parameter(2)\n"
      "  ROOT c = bf16[256,256] convolution(x, y, i), dim_labels=bf_io->bf, "
      "sparsity_config={rhs={sparsity=1x4 dimension=0 stride=1 idx=2}}\n}",
      "ENTRY main {\n  x = bf16[16,64] parameter(0)\n  y = bf16[64,32] parameter(1)\n"
      "  i = s32[16,64] parameter(2)\n  j = s32[64,32] parameter(3)\n"
      "  ROOT c = bf16[16,32] convolution(x, y, j, i), dim_labels=bf_io->bf, "
      "sparsity_config={rhs={sparsity=1x4, idx=2, stride=1, dimension=0}, lhs={idx=3 dimension=1 "
      "sparsity=1x4 stride=1}}\n}",
  };
  for (const std::string_view text : kTexts) {
    ExpectDumpRead(text);
    EXPECT_EQ(RunRuleOf(text), text.find("dot(") == text.npos ? "convolution.c19" : "dot.c16");
  }
  const auto dot = [](std::string_view operands, std::string_view rhs) {
    return StrCat(
        "ENTRY main { x = f32[2,8] parameter(0)\n y = f32[4,3] parameter(1)\n"
        " i = s32[4,3] parameter(2)\n f = f32[4,3] parameter(3)\n"
        " ROOT d = f32[2,3] dot(",
        operands, "), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        rhs.empty() ? "" : ", sparsity_config={rhs={", rhs, rhs.empty() ? "" : "}}", " }");
  };
  EXPECT_EQ(RuleOf(dot("x, y, i", "sparsity=2x4 dimension=0 stride=1 idx=2")), "");
  struct Fault {
    std::string_view operands, rhs, rule;
  };
  constexpr Fault kFaults[] = {
      {"x, y, i", "", "dot.c15"},
      {"x, y", "sparsity=2x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i, i", "sparsity=2x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=2x4 dimension=0 stride=1 idx=1", "dot.c15"},
      {"x, y, f", "sparsity=2x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=5x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=0x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=3x4 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=2x4 dimension=2 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=2x4 dimension=0 stride=0 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=1x4611686018427387904 dimension=0 stride=1 idx=2", "dot.c15"},
      {"x, y, i", "sparsity=1x4 dimension=0 stride=1 idx=2", "dot.c10"},  // 16 meets 8
      {"x, y, i", "sparsity=2x4 dimension=0 idx=2", "text.p1"},
      {"x, y, i", "sparsity=2:4 dimension=0 stride=1 idx=2", "text.p1"},
      {"x, y, i", "sparsity=2x4 sparsity=2x4 dimension=0 stride=1 idx=2", "text.p7"},
  };
  for (const Fault& fault : kFaults) {
    EXPECT_EQ(RuleOf(dot(fault.operands, fault.rhs)), fault.rule)
        << fault.operands << " " << fault.rhs;
  }
}

TEST(XlaDumpFormsTest, ScaledOperands) {
  constexpr std::string_view kTexts[] = {
      "ENTRY main {\n  x = bf16[64,128] parameter(0)\n  y = bf16[128,64] parameter(1)\n"
      "  s = f8e8m0fnu[64,4] parameter(2)\n  t = f8e8m0fnu[4,64] parameter(3)\n"
      "  ROOT d = bf16[64,64] dot(x, y, s, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "block_scaling_config={lhs={scale_idx=2 strides=1x32 steps=1x1} rhs={scale_idx=3 "
      "strides=32x1 steps=1x1}}\n}",
      "ENTRY main {\n  x = s8[8,16] parameter(0)\n  y = s8[16,8] parameter(1)\n"
      "  s = f32[8,2] parameter(2)\n  z = f32[8,2] parameter(3)\n"
      "  ROOT d = f32[8,8] dot(x, y, s, z), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "block_scaling_config={lhs={scale_idx=2 zero_idx=3 strides=1x8}}\n}",
      "ENTRY main {\n  x = bf16[2,8,8] parameter(0)\n  y = bf16[2,16,8] parameter(1)\n"
      "  s = f32[2,8,2] parameter(2)\n  i = s8[2,8,4] parameter(3)\n"
      "  ROOT d = bf16[2,8,8] dot(x, y, s, i), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
      "rhs_batch_dims={0}, rhs_contracting_dims={1}, sparsity_config={lhs={sparsity=2x4 "
      "dimension=2 "
      "stride=1 idx=3}}, block_scaling_config={lhs={scale_idx=2 strides=1x1x4 steps=1x1x1}}\n}",
      "ENTRY main {\n  x = f8e4m3fn[4,8] parameter(0)\n  y = f8e4m3fn[8,4] parameter(1)\n"
      "  s = f32[1,1] parameter(2)\n"
      "  ROOT c = f32[4,4] convolution(x, y, s), dim_labels=bf_io->bf, "
      "block_scaling_config={rhs={scale_idx=2}}\n}",
      "ENTRY main {\n  x = f8e4m3fn[4,8] parameter(0)\n  y = f8e4m3fn[8,4] parameter(1)\n"
      "  s = f32[4,1] parameter(2)\n  t = f32[1,4] parameter(3)\n"
      "  ROOT c = f32[4,4] convolution(x, y, t, s), dim_labels=bf_io->bf, "
      "block_scaling_config={rhs={steps=1x1, scale_idx=2}, lhs={scale_idx=3 strides=1x8}}\n}",
  };
  for (const std::string_view text : kTexts) {
    ExpectDumpRead(text);
    EXPECT_EQ(RunRuleOf(text), text.find("dot(") == text.npos ? "convolution.c19" : "dot.c16");
  }
  const auto dot = [](std::string_view lhs) {
    return StrCat(
        "ENTRY main { x = f32[2,8] parameter(0)\n y = f32[8,3] parameter(1)\n"
        " s = f32[2,1] parameter(2)\n ROOT d = f32[2,3] dot(x, y, s), "
        "lhs_contracting_dims={1}, rhs_contracting_dims={0}, block_scaling_config={lhs={",
        lhs, "}} }");
  };
  EXPECT_EQ(RuleOf(dot("scale_idx=2")), "");
  for (const std::string_view lhs : {"scale_idx=1", "scale_idx=3", "scale_idx=2 zero_idx=2",
                                     "scale_idx=2 strides=1", "scale_idx=2 steps=0x1"}) {
    EXPECT_EQ(RuleOf(dot(lhs)), "dot.c15") << lhs;
  }
  EXPECT_EQ(RuleOf(dot("strides=1x8")), "text.p1");
  EXPECT_EQ(RuleOf(dot("scale_idx=2 scale_idx=2")), "text.p7");
}

// ---- concurrent calls ----

TEST(XlaDumpFormsTest, CallWrappers) {
  constexpr std::string_view kCallee =
      "f { a = f32[8] parameter(0)\n b = f32[8] negate(a)\n ROOT c = f32[8] multiply(b, b) }";
  const auto text = [&](std::string_view thread, std::string_view lines) {
    return StrCat(kCallee, thread.empty() ? "" : ", execution_thread=\"", thread,
                  thread.empty() ? "\n" : "\"\n", "ENTRY main {\n  x = f32[8]{0} parameter(0)\n",
                  lines, "}\n");
  };
  const std::string texts[] = {
      text("explicit",
           "  s = ((f32[8]{0}), f32[8]{0}) call-start(x), async_execution_thread=\"explicit\", "
           "to_apply=f, frontend_attributes={_xla_stream_annotation=\"1\"}\n"
           "  ROOT d = f32[8]{0} call-done(s)\n"),
      text("",
           "  s = ((f32[8]{0}), f32[8]{0}, u32[]) call-start(x), to_apply=f, "
           "frontend_attributes={inlineable=\"false\",_scheduling_group_id=\"3\"}\n"
           "  u = ((f32[8]{0}), f32[8]{0}, u32[]) call-update(s)\n"
           "  ROOT d = f32[8]{0} call-done(u), frontend_attributes={_scheduling_group_id=\"3\"}\n"),
      text("host",
           "  s = ((f32[8]{0}), f32[8]{0}, token[]) async-start(x), "
           "async_execution_thread=\"host\", calls=f, "
           "frontend_attributes={_xla_compute_type=\"host\"}\n"
           "  ROOT d = f32[8]{0} async-done(s)\n"),
      text("",
           "  ROOT c = f32[8]{0} call(x), output_to_operand_aliasing={{}: (0, {})}, "
           "to_apply=f\n"),
      text("",
           "  ROOT c = f32[8]{0} call(x), to_apply=f, is_composite=true, "
           "frontend_attributes={composite.name=\"my.square\",composite.version=\"1\"}\n"),
      text("",
           "  s = ((f32[8]{0}), f32[8]{0}) call-start(x), to_apply=f, "
           "output_to_operand_aliasing={{}: (0, {})}\n  ROOT d = f32[8]{0} call-done(s)\n"),
  };
  for (const std::string& one : texts) {
    ExpectDumpRead(one);
    EXPECT_EQ(RunRuleOf(one), "") << one;
  }
  EXPECT_EQ(RuleOf(text("",
                        "  ROOT c = f32[8]{0} call(x), output_to_operand_aliasing={{0}: (0, "
                        "{})}, to_apply=f\n")),
            "call.c3");
}

// ---- operands that come late, and lie where others do ----

constexpr std::string_view kMinus =
    "minus { a = f32[2] parameter(0)\n b = f32[2] parameter(1)\n ROOT s = f32[2] subtract(a, b) }\n"
    "ENTRY main {\n  x = f32[2] constant({10, 20})\n  y = f32[2] constant({1, 2})\n";

TEST(XlaDumpFormsTest, LateAndAliasedOperands) {
  constexpr std::string_view kLines[] = {
      "  s = ((f32[2]), f32[2], u32[]) async-start(x), calls=minus\n"
      "  u = ((f32[2], f32[2]), f32[2], u32[]) async-update(s, y), "
      "output_to_operand_aliasing={{0,1}: (1, {})}\n"
      "  ROOT d = f32[2] async-done(u)\n",
      "  s = ((f32[2]), (), u32[]) async-start(x), output_to_operand_aliasing={{0,0}: (0, {})}, "
      "calls=minus\n"
      "  u = ((f32[2], f32[2]), f32[2], u32[]) async-update(s, y, x), "
      "output_to_operand_aliasing={{0,0}: (0, {0,0}), {0,1}: (1, {}), {1}: (2, {})}\n"
      "  ROOT d = f32[2] async-done(u)\n",
      "  s = ((), (), s32[]) call-start(), to_apply=minus\n"
      "  u = ((f32[2]), (), s32[]) call-update(s, x), output_to_operand_aliasing={{0,0}: (1, {})}\n"
      "  v = ((f32[2], f32[2]), (), s32[]) call-update(u, y)\n"
      "  ROOT d = f32[2] call-done(v)\n",
      "  s = ((f32[2], f32[2]), (), u32[]) async-start(x, y), calls=minus\n"
      "  u = ((f32[2], f32[2]), f32[2], u32[]) async-update(s), "
      "output_to_operand_aliasing={{0}: (0, {0}), {2}: (0, {2})}\n"
      "  ROOT d = f32[2] async-done(u)\n",
      "  s = ((f32[2]{0:S(1)}), f32[2]{0:S(2)}, u32[]{:S(2)}) async-start(x), calls=minus\n"
      "  u = ((f32[2]{0:S(1)}, f32[2]{0}), f32[2]{0:S(2)}, u32[]{:S(2)}) async-update(s, y), "
      "output_to_operand_aliasing={{1}: (0, {1})}\n"
      "  ROOT d = f32[2]{0} async-done(u)\n",
  };
  for (const std::string_view lines : kLines) {
    const std::string text = StrCat(kMinus, lines, "}\n");
    ExpectDumpRead(text);
    EXPECT_EQ(DumpValue(text), "f32[2] {9, 18}") << text;
  }
  const auto rule = [](std::string_view update, std::string_view done) {
    return RuleOf(StrCat(kMinus,
                         "  s = ((f32[2]), f32[2], u32[]) async-start(x), calls=minus\n"
                         "  u = ((f32[2], f32[2]), f32[2], u32[]) async-update(s, y), ",
                         "output_to_operand_aliasing={", update,
                         "}\n  ROOT d = f32[2] async-done(u)", done, "\n}\n"));
  };
  EXPECT_EQ(rule("{0,1}: (2, {})", ""), "async.c7");
  EXPECT_EQ(rule("{0}: (1, {})", ""), "async.c7");
  EXPECT_EQ(rule("{0,1}: (1, {})", ", output_to_operand_aliasing={{}: (0, {1})}"), "async.c8");
}

// ---- values of async-start that are carried ----

constexpr std::string_view kCarriedStart =
    "twice { a = f32[2] parameter(0)\n ROOT s = f32[2] add(a, a) }\n"
    "other { a = f32[2] parameter(0)\n ROOT s = f32[2] negate(a) }\n";
constexpr std::string_view kCarriedEntry =
    "ENTRY main {\n  x = f32[2] constant({1, 2})\n"
    "  s = ((f32[2]), f32[2], u32[]) async-start(x), calls=twice\n";

TEST(XlaDumpFormsTest, AsyncValuesGoThroughTuplesLoopsAndCalls) {
  struct Row {
    std::string_view computations;
    std::string_view lines;
    std::string_view value;
  };
  constexpr Row kRows[] = {
      // A tuple.
      {"",
       "  t = (((f32[2]), f32[2], u32[]), f32[2]) tuple(s, x)\n"
       "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(t), index=0\n"
       "  ROOT d = f32[2] async-done(g), calls=twice\n",
       "f32[2] {2, 4}"},
      // The short form, which does not name the computation.
      {"",
       "  n = ((f32[2]), f32[2], u32[]) negate-start(x)\n"
       "  t = (((f32[2]), f32[2], u32[]), ((f32[2]), f32[2], u32[])) tuple(s, n)\n"
       "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(t), index=1\n"
       "  u = ((f32[2]), f32[2], u32[]) negate-update(g)\n"
       "  ROOT d = f32[2] negate-done(u)\n",
       "f32[2] {-1, -2}"},
      // A loop around the rest of the chain.
      {"cond { p = (s32[], ((f32[2]), f32[2], u32[])) parameter(0)\n"
       "  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(3)\n"
       "  ROOT c = pred[] compare(i, n), direction=LT }\n"
       "body { p = (s32[], ((f32[2]), f32[2], u32[])) parameter(0)\n"
       "  i = s32[] get-tuple-element(p), index=0\n  one = s32[] constant(1)\n"
       "  j = s32[] add(i, one)\n  v = ((f32[2]), f32[2], u32[]) get-tuple-element(p), index=1\n"
       "  u = ((f32[2]), f32[2], u32[]) async-update(v)\n"
       "  ROOT r = (s32[], ((f32[2]), f32[2], u32[])) tuple(j, u) }\n",
       "  z = s32[] constant(0)\n  t = (s32[], ((f32[2]), f32[2], u32[])) tuple(z, s)\n"
       "  w = (s32[], ((f32[2]), f32[2], u32[])) while(t), condition=cond, body=body\n"
       "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(w), index=1\n"
       "  ROOT d = f32[2] async-done(g)\n",
       "f32[2] {2, 4}"},
      // A loop that was pipelined: each turn ends what the one before began.
      {"cond { p = (s32[], ((f32[2]), f32[2], u32[])) parameter(0)\n"
       "  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(3)\n"
       "  ROOT c = pred[] compare(i, n), direction=LT }\n"
       "body { p = (s32[], ((f32[2]), f32[2], u32[])) parameter(0)\n"
       "  i = s32[] get-tuple-element(p), index=0\n  one = s32[] constant(1)\n"
       "  j = s32[] add(i, one)\n  v = ((f32[2]), f32[2], u32[]) get-tuple-element(p), index=1\n"
       "  e = f32[2] async-done(v), calls=twice\n"
       "  n = ((f32[2]), f32[2], u32[]) async-start(e), calls=twice\n"
       "  ROOT r = (s32[], ((f32[2]), f32[2], u32[])) tuple(j, n) }\n",
       "  z = s32[] constant(0)\n  t = (s32[], ((f32[2]), f32[2], u32[])) tuple(z, s)\n"
       "  w = (s32[], ((f32[2]), f32[2], u32[])) while(t), condition=cond, body=body\n"
       "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(w), index=1\n"
       "  ROOT d = f32[2] async-done(g), calls=twice\n",
       "f32[2] {16, 32}"},
      // A conditional, whose branches take the value itself.
      {"yes { p = ((f32[2]), f32[2], u32[]) parameter(0)\n"
       "  ROOT d = f32[2] async-done(p), calls=twice }\n"
       "no { p = ((f32[2]), f32[2], u32[]) parameter(0)\n"
       "  d = f32[2] async-done(p), calls=twice\n  ROOT n = f32[2] negate(d) }\n",
       "  c = pred[] constant(false)\n  a = ((f32[2]), f32[2], u32[]) opt-barrier(s)\n"
       "  b = (((f32[2]), f32[2], u32[])) tuple(a)\n"
       "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(b), index=0\n"
       "  ROOT r = f32[2] conditional(c, g, g), true_computation=yes, false_computation=no\n",
       "f32[2] {-2, -4}"},
      // Calls: one begins, one ends.
      {"begin { p = f32[2] parameter(0)\n"
       "  ROOT s = ((f32[2]), f32[2], u32[]) async-start(p), calls=other }\n"
       "end { p = ((f32[2]), f32[2], u32[]) parameter(0)\n"
       "  ROOT d = f32[2] async-done(p), calls=other }\n",
       "  e = f32[2] async-done(s)\n  b = ((f32[2]), f32[2], u32[]) call(e), to_apply=begin\n"
       "  ROOT r = f32[2] call(b), to_apply=end\n",
       "f32[2] {-2, -4}"},
  };
  for (const Row& row : kRows) {
    const std::string text = StrCat(kCarriedStart, row.computations, kCarriedEntry, row.lines, "}");
    ExpectDumpRead(text);
    EXPECT_EQ(DumpValue(text), row.value) << text;
  }
  // Parameters and the place of the result may come where the value was carried, in a computation
  // that calls nothing itself.
  constexpr std::string_view kRest =
      "rest { v = ((f32[2]), (), u32[]) parameter(0)\n  y = f32[2] parameter(1)\n"
      "  u = ((f32[2], f32[2]), (), u32[]) async-update(v, y)\n"
      "  ROOT d = f32[2] async-done(u) }\n";
  constexpr std::string_view kLate[] = {
      "  s = ((f32[2]), (), u32[]) async-start(x), calls=minus\n"
      "  ROOT r = f32[2] call(s, y), to_apply=rest\n",
      "  s = ((f32[2]), (), u32[]) async-start(x), calls=minus\n"
      "  t = (((f32[2]), (), u32[]), f32[2]) tuple(s, y)\n"
      "  g = ((f32[2]), (), u32[]) get-tuple-element(t), index=0\n"
      "  u = ((f32[2], f32[2]), f32[2], token[]) async-update(g, y), calls=minus\n"
      "  ROOT d = f32[2] async-done(u)\n",
      "  s = ((f32[2]), f32[2], u32[]) async-start(x), calls=minus\n"
      "  t = (((f32[2]), f32[2], u32[])) tuple(s)\n"
      "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(t), index=0\n"
      "  u = ((f32[2], f32[2]), f32[2], u32[]) async-update(g, y), calls=minus\n"
      "  ROOT d = f32[2] async-done(u)\n",
      "  s = ((), (), (), f32[2,2]) async-start(), calls=minus\n"
      "  u = ((f32[2], f32[2]), (), u32[]) async-update(s, x, y)\n"
      "  t = (((f32[2], f32[2]), (), u32[])) tuple(u)\n"
      "  g = ((f32[2], f32[2]), (), u32[]) get-tuple-element(t), index=0\n"
      "  ROOT d = f32[2] async-done(g), calls=minus\n",
  };
  for (const std::string_view lines : kLate) {
    const bool calls = lines.find("=rest") != lines.npos;
    const std::string text = StrCat(calls ? kRest : "", kMinus, lines, "}\n");
    ExpectDumpRead(text);
    EXPECT_EQ(DumpValue(text), "f32[2] {9, 18}") << text;
  }
}

TEST(XlaDumpFormsTest, WhatCarriedAsyncValuesAreNot) {
  const auto rule = [](std::string_view computations, std::string_view lines) {
    return RuleOf(StrCat(kCarriedStart, computations, kCarriedEntry, lines, "}"));
  };
  constexpr std::string_view kTaken =
      "  t = (((f32[2]), f32[2], u32[])) tuple(s)\n"
      "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(t), index=0\n";
  EXPECT_EQ(rule("", StrCat(kTaken, "  ROOT d = f32[2] async-done(g)\n")), "");
  EXPECT_EQ(rule("", StrCat(kTaken, "  ROOT d = f32[3] async-done(g)\n")), "verifier.c7");
  EXPECT_EQ(rule("", StrCat(kTaken, "  ROOT d = f32[2] async-done(g), calls=other\n")),
            "async.c13");
  EXPECT_EQ(rule("", StrCat(kTaken,
                            "  d = f32[2] async-done(g), calls=twice\n"
                            "  ROOT e = f32[2] get-tuple-element(g), index=1\n")),
            "pairing.c6");
  EXPECT_EQ(rule("", StrCat(kTaken,
                            "  d = f32[2] async-done(g), calls=twice\n"
                            "  ROOT e = u32[] get-tuple-element(g), index=2\n")),
            "pairing.c6");
  EXPECT_EQ(rule("", StrCat(kTaken,
                            "  d = f32[2] async-done(g), calls=twice\n"
                            "  ROOT e = (((f32[2]), f32[2], u32[])) tuple(g)\n")),
            "pairing.c6");
  EXPECT_EQ(rule("",
                 "  e = f32[2] async-done(s)\n  u = u32[] constant(0)\n"
                 "  a = (f32[2]) tuple(x)\n  v = ((f32[2]), f32[2], u32[]) tuple(a, e, u)\n"
                 "  t = (((f32[2]), f32[2], u32[])) tuple(v)\n"
                 "  g = ((f32[2]), f32[2], u32[]) get-tuple-element(t), index=0\n"
                 "  ROOT d = f32[2] async-done(g), calls=twice\n"),
            "async.c12");
  // Either of two computations may have begun.
  EXPECT_EQ(rule("yes { p = f32[2] parameter(0)\n"
                 "  ROOT s = ((f32[2]), f32[2], u32[]) async-start(p), calls=twice }\n"
                 "no { p = f32[2] parameter(0)\n"
                 "  ROOT s = ((f32[2]), f32[2], u32[]) async-start(p), calls=other }\n",
                 "  e = f32[2] async-done(s)\n  c = pred[] constant(false)\n"
                 "  v = ((f32[2]), f32[2], u32[]) conditional(c, e, e), true_computation=yes, "
                 "false_computation=no\n"
                 "  ROOT d = f32[2] async-done(v), calls=twice\n"),
            "async.c13");
  EXPECT_EQ(rule("", StrCat(kTaken,
                            "  ROOT d = f32[2] async-done(g), calls=twice, "
                            "async_execution_thread=\"side\"\n")),
            "verifier.c10");
  // Also where nothing ends it.
  EXPECT_EQ(rule("", StrCat(kTaken, "  ROOT e = f32[2] get-tuple-element(g), index=1\n")),
            "pairing.c6");
  EXPECT_EQ(rule("", "  ROOT e = f32[2] get-tuple-element(s), index=1\n"), "pairing.c1");
}

}  // namespace
}  // namespace hloom
