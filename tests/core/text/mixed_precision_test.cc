// Programs that mix floating-point types, read with and without allow_mixed_precision.
#include "ops/mixed_precision.h"

#include "gtest/gtest.h"
#include "runtime/execution.h"
#include "support/module_builder.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builder

// The instructions after x: bf16[2], y: f32[2], z: f16[2], i: s32[2], p: pred[2], s: f32[], b:
// bf16[]; add32 and add16 add scalars. Without percent signs and layouts.
std::string ReadMixedPrecision(std::string_view instruction, bool allow = true) {
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
  EXPECT_EQ(ReadMixedPrecision("f32[2] add(x, y)"), "x.f32:f32[2](x ) r:f32[2](x.f32 y ) ");
  EXPECT_EQ(ReadMixedPrecision("add(y, x)"), "x.f32:f32[2](x ) r:f32[2](y x.f32 ) ");
  EXPECT_EQ(ReadMixedPrecision("pred[2] compare(x, y), direction=LT"),
            "x.f32:f32[2](x ) r:pred[2](x.f32 y ) ");
  // The range decides before the digits: half precision becomes bfloat16.
  EXPECT_EQ(ReadMixedPrecision("maximum(x, z)"), "z.bf16:bf16[2](z ) r:bf16[2](x z.bf16 ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[2] select(p, x, y)"), "x.f32:f32[2](x ) r:f32[2](p x.f32 y ) ");
  // Programs that need no converts get none.
  EXPECT_EQ(ReadMixedPrecision("add(y, y)"), "r:f32[2](y y ) ");
}

TEST(MixedPrecisionTest, OtherOperations) {
  EXPECT_EQ(ReadMixedPrecision("f32[6] concatenate(x, y, z), dimensions={0}"),
            "x.f32:f32[2](x ) z.f32:f32[2](z ) r:f32[6](x.f32 y z.f32 ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[4] pad(x, s), padding=1_1"),
            "x.f32:f32[2](x ) r:f32[4](x.f32 s ) ");
  EXPECT_EQ(ReadMixedPrecision("bf16[2] clamp(s, x, y)"),
            "s.bf16:bf16[](s ) y.bf16:bf16[2](y ) r:bf16[2](s.bf16 x y.bf16 ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[] reduce(x, s), dimensions={0}, to_apply=add32"),
            "x.f32:f32[2](x ) r:f32[](x.f32 s ) ");
  EXPECT_EQ(ReadMixedPrecision("bf16[] reduce(y, s), dimensions={0}, to_apply=add16"),
            "y.bf16:bf16[2](y ) s.bf16:bf16[](s ) r:bf16[](y.bf16 s.bf16 ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[1] reduce-window(x, h), window={size=2}, to_apply=add32"),
            "x.f32:f32[2](x ) h.f32:f32[](h ) r:f32[1](x.f32 h.f32 ) ");
}

// A result computed in the highest precision is converted to that of the operand.
TEST(MixedPrecisionTest, BatchNorm) {
  EXPECT_EQ(
      ReadMixedPrecision("bf16[2] batch-norm-inference(x, y, y, y, y), epsilon=1, feature_index=0"),
      "x.f32:f32[2](x ) r:f32[2](x.f32 y y y y ) r.bf16:bf16[2](r ) ");
  EXPECT_EQ(ReadMixedPrecision("batch-norm-inference(y, x, y, x, y), epsilon=1, feature_index=0"),
            "x.f32:f32[2](x ) r:f32[2](y x.f32 y x.f32 y ) ");
  EXPECT_EQ(
      ReadMixedPrecision("(bf16[2], bf16[2], bf16[2]) batch-norm-training(x, y, y), epsilon=1, "
                         "feature_index=0"),
      "x.f32:f32[2](x ) r:(f32[2], f32[2], f32[2])(x.f32 y y ) r.0:f32[2](r ) "
      "r.0.bf16:bf16[2](r.0 ) r.1:f32[2](r ) r.1.bf16:bf16[2](r.1 ) r.2:f32[2](r ) "
      "r.2.bf16:bf16[2](r.2 ) r.tuple:(bf16[2], bf16[2], bf16[2])(r.0.bf16 r.1.bf16 "
      "r.2.bf16 ) ");
  EXPECT_EQ(
      ReadMixedPrecision("batch-norm-inference(x, y, y, y, y), epsilon=1, feature_index=0", false),
      "batch_norm.c3");
}

// The result of dynamic-update-slice always has the operand's type.
TEST(MixedPrecisionTest, DynamicUpdateSlice) {
  EXPECT_EQ(ReadMixedPrecision("bf16[2] dynamic-update-slice(x, y, s32[] constant(0))"),
            "constant.anon:s32[]() y.bf16:bf16[2](y ) r:bf16[2](x y.bf16 constant.anon ) ");
  EXPECT_EQ(ReadMixedPrecision("dynamic-update-slice(y, x, s32[] constant(0))"),
            "constant.anon:s32[]() x.f32:f32[2](x ) r:f32[2](y x.f32 constant.anon ) ");
}

TEST(MixedPrecisionTest, WhatIsNoMixtureOfFloats) {
  EXPECT_EQ(ReadMixedPrecision("f32[2] add(i, y)"), "elementwise.c2");
  EXPECT_EQ(ReadMixedPrecision("add(i, y)"), "elementwise.c2");
  EXPECT_EQ(ReadMixedPrecision("select(p, i, y)"), "elementwise.c2");
  EXPECT_EQ(ReadMixedPrecision("s32[2] add(x, x)"), "verifier.c7");
  EXPECT_EQ(ReadMixedPrecision("f32[3] add(x, x)"), "verifier.c7");
}

TEST(MixedPrecisionTest, IsRefusedUnlessAllowed) {
  EXPECT_EQ(ReadMixedPrecision("f32[2] add(x, y)", false), "elementwise.c2");
  const auto help = [](std::string_view instruction) {
    const auto module =
        ParseHloModule(StrCat("ENTRY main {\n  x = bf16[2] parameter(0)\n  y = ",
                              "f32[2] parameter(1)\n  ROOT r = ", instruction, "\n}"));
    return module.status().fields().help.text();
  };
  for (const std::string_view instruction : {"f32[2] add(x, y)", "add(x, y)"}) {
    EXPECT_EQ(help(instruction),
              "write the converts, or read the program with allowMixedPrecision "
              "(allow_mixed_precision in C++), which inserts the converts that XLA's shape "
              "inference implies");
  }
  EXPECT_EQ(help("f32[2] add(x, y, y)").find("allow"), std::string::npos);
  EXPECT_EQ(help("complex(x, y)").find("allow"), std::string::npos);
}

// Types that XLA's verifier tolerates: the operation computes the inferred type, and the result is
// converted.
TEST(MixedPrecisionTest, ResultsInAnotherType) {
  EXPECT_EQ(ReadMixedPrecision("bf16[2] add(x, y)"),
            "x.f32:f32[2](x ) r:f32[2](x.f32 y ) r.bf16:bf16[2](r ) ");
  EXPECT_EQ(ReadMixedPrecision("bf16[2] add(y, y)"), "r:f32[2](y y ) r.bf16:bf16[2](r ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[3,2] broadcast(x), dimensions={1}"),
            "r:bf16[3,2](x ) r.f32:f32[3,2](r ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[1,2] reshape(x)"), "r:bf16[1,2](x ) r.f32:f32[1,2](r ) ");
  EXPECT_EQ(ReadMixedPrecision("f32[2] copy(x)"), "r:bf16[2](x ) r.f32:f32[2](r ) ");
  EXPECT_EQ(ReadMixedPrecision(
                "f32[2] fusion(x, x), kind=kLoop, calls={ a.2 = bf16[2] parameter(0)\n b.2 = "
                "bf16[2] parameter(1)\n ROOT c.2 = bf16[2] add(a.2, b.2) }"),
            "r:bf16[2](x x ) r.f32:f32[2](r ) ");
  // Each array of a tuple, and only those that differ.
  EXPECT_EQ(ReadMixedPrecision(
                "(bf16[], f32[]) reduce(y, y, s, s), dimensions={0}, to_apply={ a.2 = f32[] "
                "parameter(0)\n b.2 = f32[] parameter(1)\n c.2 = f32[] parameter(2)\n d.2 = f32[] "
                "parameter(3)\n ROOT t = tuple(c.2, d.2) }"),
            "r:(f32[], f32[])(y y s s ) r.0:f32[](r ) r.0.bf16:bf16[](r.0 ) r.1:f32[](r ) "
            "r.tuple:(bf16[], f32[])(r.0.bf16 r.1 ) ");
  // Operations that forward values have their types.
  for (const std::string_view instruction :
       {"f32[2] parameter(7)", "(f32[2]) tuple(x)", "f32[2] opt-barrier(x)", "f32[2] bitcast(z)",
        "bf16[2] bitcast-convert(y)", "f32[2] dynamic-update-slice(x, x, s32[] constant(0))",
        "f32[2] call(x), to_apply={ ROOT a.2 = bf16[2] parameter(0) }"}) {
    const std::string read = ReadMixedPrecision(instruction);
    EXPECT_EQ(read.find(".f32"), std::string::npos) << read;
    EXPECT_EQ(read.find(".bf16"), std::string::npos) << read;
  }
}

// The only computation that `name` applies, after it was read, and the module's computations.
std::string Applied(std::string_view text) {
  const auto module = ParseHloModule(text, {.allow_mixed_precision = true});
  if (!module.ok()) return module.status().ToString();
  std::string out;
  for (const auto& computation : (*module)->computations()) {
    if (computation.get() == &(*module)->entry_computation()) continue;
    StrAppend(out, HloComputationToText(*computation, HloTextOptions::ShortParsable()), "\n");
  }
  return out;
}

// The value of the program, which is also that of its text once it is printed.
std::string ValueOf(std::string_view text, std::vector<Literal> arguments = {}) {
  const auto module = ParseHloModule(text, {.allow_mixed_precision = true});
  if (!module.ok()) return module.status().ToString();
  const auto again = ParseHloModule(HloModuleToText(**module));
  if (!again.ok()) return again.status().ToString();
  const StatusOr<Literal> value = Evaluate(**module, arguments);
  if (!value.ok()) return value.status().ToString();
  EXPECT_EQ(value->ToString(), Evaluate(**again, arguments)->ToString());
  return value->ToString();
}

constexpr std::string_view kSum32 = R"(
  sum { a = f32[] parameter(0)
    b = f32[] parameter(1)
    ROOT c = f32[] add(a, b) }
)";

TEST(MixedPrecisionTest, ResultsHaveTheirValues) {
  // 1 + 2^-7 is a bfloat16, 1 + 2^-7 + 2^-9 is none: it is rounded after the sum.
  EXPECT_EQ(
      ValueOf("ENTRY e { a = bf16[1] constant({1.0078125})\n b = f32[1] constant({0.005859375})\n "
              "ROOT r = bf16[1] add(a, b) }"),
      "bf16[1] {1.016}");
  EXPECT_EQ(ValueOf("ENTRY e { b = f32[1] constant({1.005859375})\n ROOT r = f32[1] add(b, b) }"),
            "f32[1] {2.0117188}");
}

TEST(MixedPrecisionTest, Comparators) {
  const std::string text = R"(
    less { a = f32[] parameter(0)
      b = f32[] parameter(1)
      c = s32[] parameter(2)
      d = s32[] parameter(3)
      ROOT l = pred[] compare(a, b), direction=LT }
    ENTRY e {
      x = bf16[3] constant({3, 1, 2})
      i = s32[3] constant({0, 1, 2})
      ROOT s = (bf16[3], s32[3]) sort(x, i), dimensions={0}, to_apply=less })";
  EXPECT_EQ(ValueOf(text), "(bf16[3] {1, 2, 3}, s32[3] {1, 2, 0})");
  EXPECT_EQ(Applied(text), R"(less {
  a = bf16[] parameter(0)
  a.f32 = f32[] convert(a)
  b = bf16[] parameter(1)
  b.f32 = f32[] convert(b)
  c = s32[] parameter(2)
  d = s32[] parameter(3)
  ROOT l = pred[] compare(a.f32, b.f32), direction=LT
}
)");
  const auto refused = ParseHloModule(text);
  EXPECT_EQ(refused.status().rule(), "sort.c3");
  EXPECT_NE(refused.status().fields().help.text().find("allowMixedPrecision"), std::string::npos);
  // An integer is not a float of another precision.
  EXPECT_EQ(
      ParseHloModule("less { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT l = "
                     "pred[] compare(a, b), direction=LT }\n ENTRY e { x = s32[2] "
                     "parameter(0)\n ROOT s = s32[2] sort(x), dimensions={0}, to_apply=less }",
                     {.allow_mixed_precision = true})
          .status()
          .rule(),
      "sort.c3");
}

// One computation may be applied to several types; each gets one version, and what is applied as it
// is stays.
TEST(MixedPrecisionTest, VersionsOfOneComputation) {
  const std::string text = R"(
    less { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT l = pred[] compare(a, b), direction=GT }
    ENTRY e {
      x = bf16[2] constant({1, 2})
      y = f32[2] constant({3, 4})
      z = f16[2] constant({5, 6})
      a = bf16[2] sort(x), dimensions={0}, to_apply=less
      b = f32[2] sort(y), dimensions={0}, to_apply=less
      c = f16[2] sort(z), dimensions={0}, to_apply=less
      d = bf16[2] sort(x), dimensions={0}, to_apply=less
      ROOT t = tuple(a, b, c, d) })";
  EXPECT_EQ(ValueOf(text), "(bf16[2] {2, 1}, f32[2] {4, 3}, f16[2] {6, 5}, bf16[2] {2, 1})");
  const auto module = ParseHloModule(text, {.allow_mixed_precision = true});
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->computations().size(), 4);
}

TEST(MixedPrecisionTest, ReducersOfTwoTypes) {
  // The accumulator is f32, the value bf16: nothing is rounded, wherever the values come from.
  constexpr std::string_view kReducer = R"(
    sum { a = f32[] parameter(0)
      b = bf16[] parameter(1)
      c = f32[] convert(b)
      ROOT d = f32[] add(a, c) })";
  const std::string values = StrCat(kReducer, R"(
    ENTRY e { x = bf16[3] constant({1, 0.00390625, 0.00390625})
      zero = bf16[] constant(0)
      ROOT r = f32[] reduce(x, zero), dimensions={0}, to_apply=sum })");
  EXPECT_EQ(ValueOf(values), "f32[] 1.0078125");
  // Values of f32 are rounded to what the computation takes: 1 + 2^-9 becomes 1.
  EXPECT_EQ(ValueOf(StrCat(kReducer, R"(
    ENTRY e { x = f32[2] constant({1.001953125, 0.00390625})
      zero = f32[] constant(0)
      ROOT r = reduce(x, zero), dimensions={0}, to_apply=sum })")),
            "f32[] 1.0039062");
  // The accumulator is bf16, and is rounded at each application: 1 + 2^-9 + 2^-9 stays 1.
  EXPECT_EQ(ValueOf(R"(
    sum { a = bf16[] parameter(0)
      b = f32[] parameter(1)
      c = f32[] convert(a)
      d = f32[] add(c, b)
      ROOT f = bf16[] convert(d) }
    ENTRY e { x = f32[3] constant({1, 0.001953125, 0.001953125})
      zero = f32[] constant(0)
      ROOT r = bf16[] reduce(x, zero), dimensions={0}, to_apply=sum })"),
            "bf16[] 1");
  // Two arrays, of which one is mixed.
  EXPECT_EQ(ValueOf(R"(
    sums { a = f32[] parameter(0)
      b = s32[] parameter(1)
      c = bf16[] parameter(2)
      d = s32[] parameter(3)
      f = f32[] convert(c)
      g = f32[] add(a, f)
      h = s32[] add(b, d)
      ROOT t = (f32[], s32[]) tuple(g, h) }
    ENTRY e { x = bf16[2] constant({1, 0.00390625})
      i = s32[2] constant({3, 4})
      zero = f32[] constant(0)
      none = s32[] constant(0)
      ROOT r = (f32[], s32[]) reduce(x, i, zero, none), dimensions={0}, to_apply=sums })"),
            "(f32[] 1.0039062, s32[] 7)");
  EXPECT_EQ(ParseHloModule(values).status().rule(), "reduce.c6");
  EXPECT_NE(ParseHloModule(values).status().fields().help.text().find("allowMixed"),
            std::string::npos);
}

// XLA's inference gives the results the type of the initial value.
TEST(MixedPrecisionTest, WindowReductions) {
  const auto text = [](std::string_view shape) {
    return StrCat(kSum32, R"(ENTRY e { x = bf16[2] constant({1, 0.00390625})
      zero = bf16[] constant(0)
      ROOT r = )",
                  shape, "reduce-window(x, zero), window={size=2}, to_apply=sum }");
  };
  EXPECT_EQ(ValueOf(text("f32[1] ")), "f32[1] {1.0039062}");
  EXPECT_EQ(ValueOf(text("")), "bf16[1] {1}");
}

TEST(MixedPrecisionTest, Maps) {
  const auto text = [](std::string_view shape) {
    return StrCat(kSum32, R"(ENTRY e { x = bf16[1] constant({1})
      y = f32[1] constant({0.001953125})
      ROOT r = )",
                  shape, "map(x, y), dimensions={0}, to_apply=sum }");
  };
  EXPECT_EQ(ValueOf(text("f32[1] ")), "f32[1] {1.0019531}");
  EXPECT_EQ(ValueOf(text("")), "f32[1] {1.0019531}");
  EXPECT_EQ(ValueOf(text("bf16[1] ")), "bf16[1] {1}");
}

// The operand's type is where sums are kept: each application rounds to it.
TEST(MixedPrecisionTest, Scatters) {
  const auto text = [](std::string_view operand, std::string_view update) {
    return StrCat(kSum32, "ENTRY e { x = ", operand, "[1] constant({1})\n u = ", update,
                  R"([2] constant({0.001953125, 0.0078125})
      i = s32[2,1] constant({{0}, {0}})
      ROOT r = )",
                  operand,
                  "[1] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, "
                  "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum }");
  };
  // 1 + 2^-9 is rounded to 1, and 1 + 2^-7 is a bfloat16.
  EXPECT_EQ(ValueOf(text("bf16", "bf16")), "bf16[1] {1.01}");
  EXPECT_EQ(ValueOf(text("bf16", "f32")), "bf16[1] {1.01}");
  EXPECT_EQ(ValueOf(text("f32", "bf16")), "f32[1] {1.0097656}");
  EXPECT_EQ(ParseHloModule(text("bf16", "bf16")).status().rule(), "scatter.c23");
  EXPECT_NE(ParseHloModule(text("bf16", "f32")).status().fields().help.text().find("allowMixed"),
            std::string::npos);
}

TEST(MixedPrecisionTest, SelectAndScatters) {
  const auto text = [](std::string_view operand, std::string_view source, std::string_view init) {
    return StrCat(kSum32, R"(
    ge { a.1 = f32[] parameter(0)
      b.1 = f32[] parameter(1)
      ROOT c.1 = pred[] compare(a.1, b.1), direction=GE }
    ENTRY e { x = )",
                  operand, "[3] constant({1, 5, 2})\n u = ", source,
                  "[2] constant({1, 0.001953125})\n i = ", init,
                  "[] constant(0)\n ROOT r = ", operand,
                  "[3] select-and-scatter(x, u, i), window={size=2}, select=ge, scatter=sum }");
  };
  EXPECT_EQ(ValueOf(text("bf16", "f32", "f32")), "bf16[3] {0, 1, 0}");
  EXPECT_EQ(ValueOf(text("bf16", "bf16", "f32")), "bf16[3] {0, 1, 0}");
  EXPECT_EQ(ValueOf(text("f32", "bf16", "bf16")), "f32[3] {0, 1.0019531, 0}");
  EXPECT_EQ(ParseHloModule(text("bf16", "bf16", "bf16")).status().rule(), "select_and_scatter.c7");
}

TEST(MixedPrecisionTest, AsyncShortForms) {
  const std::string text = R"(
    ENTRY e { a = bf16[1] constant({1})
      b = f32[1] constant({0.001953125})
      s = ((bf16[1], f32[1]), f32[1], s32[]) add-start(a, b)
      ROOT d = f32[1] add-done(s) })";
  EXPECT_EQ(ValueOf(text), "f32[1] {1.0019531}");
  const Status refused = ParseHloModule(text).status();
  EXPECT_EQ(refused.rule(), "elementwise.c2");
  EXPECT_NE(refused.fields().help.text().find("allowMixedPrecision"), std::string::npos);
  EXPECT_EQ(ValueOf(StrCat(kSum32, R"(
    ENTRY e { x = bf16[2] constant({1, 0.001953125})
      zero = bf16[] constant(0)
      s = ((bf16[2], bf16[]), f32[], s32[]) reduce-start(x, zero), dimensions={0}, to_apply=sum
      ROOT d = f32[] reduce-done(s) })")),
            "f32[] 1.0019531");
}

// With the option the help does not name it, and errors still have their places.
TEST(MixedPrecisionTest, WhatIsRefusedAnyway) {
  const Status status = ParseHloModule(
                            "ENTRY e {\n  x = bf16[2] parameter(0)\n  y = f32[2] add(x, x)\n"
                            "  ROOT t = (f32[2], f32[3]) tuple(y, y)\n}",
                            {.allow_mixed_precision = true})
                            .status();
  EXPECT_EQ(status.rule(), "verifier.c7");
  EXPECT_EQ(status.fields().help.text().find("allow"), std::string::npos);
  EXPECT_NE(status.ToString().find("ROOT t"), std::string::npos) << status.ToString();
}

TEST(MixedPrecisionTest, CommonPrecision) {
  EXPECT_EQ(CommonPrecision(BF16, F32), F32);
  EXPECT_EQ(CommonPrecision(BF16, F16), F32);
  EXPECT_EQ(CommonPrecision(F8E5M2, F16), F16);
  EXPECT_EQ(CommonPrecision(F8E8M0FNU, F16), F32);
  EXPECT_EQ(CommonPrecision(F8E8M0FNU, BF16), BF16);
  EXPECT_EQ(CommonPrecision(F8E5M2, F8E4M3), F32);
  EXPECT_EQ(CommonPrecision(F64, F32), F64);
  EXPECT_EQ(CommonPrecision(F8E3M4, F8E3M4), F8E3M4);
}

// 2^14 callers, each with types of its own, of one long computation.
TEST(MixedPrecisionTest, C1PartsOfVersions) {  // parts.c1
  std::string text = "less {\n";
  constexpr int kOperands = 10;
  for (int i = 0; i < 2 * kOperands; ++i)
    StrAppend(text, "  p", i, " = f32[] parameter(", i, ")\n");
  for (int i = 0; i < 2000; ++i) StrAppend(text, "  n", i, " = f32[] negate(p0)\n");
  StrAppend(text, "  ROOT l = pred[] compare(p0, p1), direction=LT\n}\nENTRY e {\n");
  for (int i = 0; i < kOperands; ++i) {
    StrAppend(text, "  a", i, " = bf16[2] parameter(", i, ")\n  b", i, " = f16[2] parameter(",
              kOperands + i, ")\n");
  }
  for (int s = 0; s < 1 << kOperands; ++s) {
    StrAppend(text, "  t", s, " = (");
    for (int i = 0; i < kOperands; ++i)
      StrAppend(text, i == 0 ? "" : ", ", (s >> i) & 1 ? "bf16[2]" : "f16[2]");
    StrAppend(text, ") sort(");
    for (int i = 0; i < kOperands; ++i)
      StrAppend(text, i == 0 ? "" : ", ", (s >> i) & 1 ? "a" : "b", i);
    StrAppend(text, "), dimensions={0}, to_apply=less\n");
  }
  StrAppend(text, "}\n");
  EXPECT_EQ(ParseHloModule(text, {.allow_mixed_precision = true}).status().rule(), "parts.c1");
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
  EXPECT_NE(refused.fields().help.text().find("allowMixedPrecision"), std::string::npos);
  const auto module = HloModuleFromProto(bytes, {.allow_mixed_precision = true});
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloComputationToText((*module)->entry_computation(), HloTextOptions::ShortParsable()),
            R"(main {
  convert.1 = bf16[2]{0} parameter(0)
  y = f32[2]{0} parameter(1)
  convert.1.f32 = f32[2]{0} convert(convert.1)
  ROOT add.3 = f32[2]{0} add(convert.1.f32, y)
})");
  EXPECT_TRUE(HloModuleFromProto(HloModuleToProto(**module)).ok());
}

}  // namespace
}  // namespace hloom
