// Programs that mix floating-point types, read with and without allow_mixed_precision.
#include "ops/mixed_precision.h"

#include "gtest/gtest.h"
#include "support/module_builder.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builder

// The instructions after x: bf16[2], y: f32[2], z: f16[2], i: s32[2], p: pred[2], s: f32[], b: bf16[];
// add32 and add16 add scalars. Without percent signs and layouts.
std::string Read(std::string_view instruction, bool allow = true) {
  const std::string text = StrCat(R"(
    add32 { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT c = f32[] add(a, b) }
    add16 { a.1 = bf16[] parameter(0)
      b.1 = bf16[] parameter(1)
      ROOT c.1 = bf16[] add(a.1, b.1) }
    ENTRY main {
      x = bf16[2] parameter(0)
      y = f32[2] parameter(1)
      z = f16[2] parameter(2)
      i = s32[2] parameter(3)
      p = pred[2] parameter(4)
      s = f32[] parameter(5)
      h = bf16[] parameter(6)
      ROOT r = )",
                                  instruction, "\n}");
  const auto module = ParseHloModule(text, {.allow_mixed_precision = allow});
  if (!module.ok()) return std::string(module.status().rule());
  std::string out;
  for (const auto& made : (*module)->entry_computation().instructions()) {
    if (made->opcode() == HloOpcode::kParameter) continue;
    StrAppend(out, made->name(), ":", made->shape().ToString(), "(");
    for (const HloInstruction* operand : made->operands()) StrAppend(out, operand->name(), " ");
    out.append(") ");
  }
  return out;
}

TEST(MixedPrecisionTest, Elementwise) {
  EXPECT_EQ(Read("f32[2] add(x, y)"), "convert.anon:f32[2](x ) r:f32[2](convert.anon y ) ");
  EXPECT_EQ(Read("add(y, x)"), "convert.anon:f32[2](x ) r:f32[2](y convert.anon ) ");
  EXPECT_EQ(Read("pred[2] compare(x, y), direction=LT"),
            "convert.anon:f32[2](x ) r:pred[2](convert.anon y ) ");
  // The range decides before the digits: half precision becomes bfloat16.
  EXPECT_EQ(Read("maximum(x, z)"), "convert.anon:bf16[2](z ) r:bf16[2](x convert.anon ) ");
  EXPECT_EQ(Read("f32[2] select(p, x, y)"), "convert.anon:f32[2](x ) r:f32[2](p convert.anon y ) ");
  // What needs no converts gets none.
  EXPECT_EQ(Read("add(y, y)"), "r:f32[2](y y ) ");
}

TEST(MixedPrecisionTest, OtherOperations) {
  EXPECT_EQ(Read("f32[6] concatenate(x, y, z), dimensions={0}"),
            "convert.anon:f32[2](x ) convert.anon.1:f32[2](z ) r:f32[6](convert.anon y "
            "convert.anon.1 ) ");
  EXPECT_EQ(Read("f32[4] pad(x, s), padding=1_1"),
            "convert.anon:f32[2](x ) r:f32[4](convert.anon s ) ");
  EXPECT_EQ(Read("bf16[2] clamp(s, x, y)"),
            "convert.anon:bf16[](s ) convert.anon.1:bf16[2](y ) r:bf16[2](convert.anon x "
            "convert.anon.1 ) ");
  EXPECT_EQ(Read("f32[] reduce(x, s), dimensions={0}, to_apply=add32"),
            "convert.anon:f32[2](x ) r:f32[](convert.anon s ) ");
  EXPECT_EQ(
      Read("bf16[] reduce(y, s), dimensions={0}, to_apply=add16"),
      "convert.anon:bf16[2](y ) convert.anon.1:bf16[](s ) r:bf16[](convert.anon convert.anon.1 ) ");
  EXPECT_EQ(
      Read("f32[1] reduce-window(x, h), window={size=2}, to_apply=add32"),
      "convert.anon:f32[2](x ) convert.anon.1:f32[](h ) r:f32[1](convert.anon convert.anon.1 ) ");
}

// The result of dynamic-update-slice is the operand, whatever the update is.
TEST(MixedPrecisionTest, DynamicUpdateSlice) {
  EXPECT_EQ(
      Read("bf16[2] dynamic-update-slice(x, y, s32[] constant(0))"),
      "constant.anon:s32[]() convert.anon:bf16[2](y ) r:bf16[2](x convert.anon constant.anon ) ");
  EXPECT_EQ(
      Read("dynamic-update-slice(y, x, s32[] constant(0))"),
      "constant.anon:s32[]() convert.anon:f32[2](x ) r:f32[2](y convert.anon constant.anon ) ");
}

TEST(MixedPrecisionTest, WhatIsNoMixtureOfFloats) {
  EXPECT_EQ(Read("f32[2] add(i, y)"), "elementwise.c2");
  EXPECT_EQ(Read("add(i, y)"), "elementwise.c2");
  EXPECT_EQ(Read("select(p, i, y)"), "elementwise.c2");
  // XLA's inference has the result in the higher precision.
  EXPECT_EQ(Read("bf16[2] add(x, y)"), "verifier.c7");
}

TEST(MixedPrecisionTest, IsRefusedUnlessAllowed) {
  EXPECT_EQ(Read("f32[2] add(x, y)", false), "elementwise.c2");
  const auto help = [](std::string_view instruction) {
    const auto module =
        ParseHloModule(StrCat("ENTRY main {\n  x = bf16[2] parameter(0)\n  y = ",
                              "f32[2] parameter(1)\n  ROOT r = ", instruction, "\n}"));
    return module.status().fields().help;
  };
  for (const std::string_view instruction : {"f32[2] add(x, y)", "add(x, y)"}) {
    EXPECT_EQ(help(instruction),
              "convert one of them, or read the program with allowMixedPrecision "
              "(allow_mixed_precision in C++), which inserts the converts that XLA's shape "
              "inference implies");
  }
  EXPECT_EQ(help("f32[2] add(x, y, y)").find("allow"), std::string::npos);
  EXPECT_EQ(help("complex(x, y)").find("allow"), std::string::npos);
}

TEST(MixedPrecisionTest, HigherPrecision) {
  const auto higher = [](PrimitiveType a, PrimitiveType b) {
    EXPECT_EQ(HigherPrecision(a, b), HigherPrecision(b, a));
    return HigherPrecision(a, b);
  };
  EXPECT_EQ(higher(F32, F64), F64);
  EXPECT_EQ(higher(BF16, F32), F32);
  EXPECT_EQ(higher(F16, BF16), BF16);
  EXPECT_EQ(higher(F8E5M2, F16), F16);
  EXPECT_EQ(higher(F8E4M3FN, F8E4M3), F8E4M3FN);
  EXPECT_EQ(higher(F8E5M2, F8E4M3FN), F8E5M2);
  EXPECT_EQ(higher(F4E2M1FN, F8E3M4), F8E3M4);
  EXPECT_EQ(higher(F8E8M0FNU, BF16), BF16);
  EXPECT_EQ(higher(F32, F32), F32);
}

TEST(MixedPrecisionTest, Bytes) {
  ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ShapeUtil::MakeShape(BF16, {2}), "convert.1");
  HloInstruction* y = b.Parameter(1, F32Of({2}), "y");
  b.Finish(b.Add(HloOpcode::kAdd, {x, y}, nullptr, {}, F32Of({2})));
  const std::string bytes = HloModuleToProto(*b.Take());
  const Status refused = HloModuleFromProto(bytes).status();
  EXPECT_EQ(refused.rule(), "elementwise.c2");
  EXPECT_NE(refused.fields().help.find("allowMixedPrecision"), std::string::npos);
  const auto module = HloModuleFromProto(bytes, {.allow_mixed_precision = true});
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloComputationToText((*module)->entry_computation(), HloTextOptions::ShortParsable()),
            R"(main {
  convert.1 = bf16[2]{0} parameter(0)
  y = f32[2]{0} parameter(1)
  convert.2 = f32[2]{0} convert(convert.1)
  ROOT add.3 = f32[2]{0} add(convert.2, y)
})");
  EXPECT_TRUE(HloModuleFromProto(HloModuleToProto(**module)).ok());
}

}  // namespace
}  // namespace hloom
