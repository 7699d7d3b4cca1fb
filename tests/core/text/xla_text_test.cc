// Texts as XLA's own tests have them, which are easy to refuse: what is a name, one value for a
// whole array, buffers.
#include "gtest/gtest.h"
#include "hlo/name.h"
#include "runtime/execution.h"
#include "support/refusals.h"
#include "support/round_trip.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Empty, or what is wrong with the text or with the ways back to it.
std::string Trip(std::string_view text) {
  const auto module = ParseHloModule(text);
  return module.ok() ? RoundTrip(**module) : module.status().ToString();
}

std::string Value(std::string_view text) {
  const auto module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const StatusOr<Literal> value = Evaluate(**module, {});
  return value.ok() ? value->ToString() : std::string(value.status().rule());
}

// ---- names ----

TEST(XlaTextTest, KeywordsAreNamesAfterAPercentSign) {
  EXPECT_EQ(HloKeywords().size(), 19u);
  for (const std::string_view word : HloKeywords()) {
    EXPECT_TRUE(IsLegalHloName(word)) << word;
    EXPECT_TRUE(IsHloKeyword(word)) << word;
    // The names of an instruction, an operand, a parameter, a computation, a module and a
    // predecessor.
    const std::string text =
        StrCat("HloModule %", word, "\n\n%", word, " (", word, ": f32[]) -> f32[] {\n  %", word,
               " = f32[] parameter(0)\n  ROOT %r = f32[] negate(%", word, ")\n}\n\nENTRY %e {\n  %",
               word, ".1 = f32[] parameter(0)\n  %c = f32[] call(%", word, ".1), to_apply=%", word,
               "\n  ROOT %m = f32[] add(%c, %c), control-predecessors={%", word, ".1}\n}\n");
    EXPECT_EQ(Trip(text), "") << text;
    const std::string printed =
        HloModuleToText(**ParseHloModule(text), HloTextOptions::ShortParsable());
    EXPECT_EQ(printed.substr(0, 12 + word.size()), StrCat("HloModule %", word, ","));
    EXPECT_NE(printed.find(StrCat("  %", word, " = f32[] parameter(0)")), std::string::npos);
    EXPECT_NE(printed.find(StrCat("negate(%", word, ")")), std::string::npos);
    EXPECT_NE(printed.find(StrCat("to_apply=%", word, "\n")), std::string::npos);
  }
}

TEST(XlaTextTest, KeywordsAsTheRoot) {
  EXPECT_EQ(Value("ENTRY %ENTRY { %ROOT = s32[] constant(3) ROOT %nan = s32[] negate(%ROOT) }"),
            "s32[] -3");
  EXPECT_EQ(Value("%ROOT = s32[] constant(3)\nROOT %true = s32[] negate(%ROOT)"), "s32[] -3");
}

TEST(XlaTextTest, KeywordsWithoutAPercentSign) {  // text.p5
  for (const std::string_view word : HloKeywords()) {
    if (word == "ROOT") continue;  // ROOT = ... lacks a name
    EXPECT_EQ(RuleOf(StrCat("ENTRY e { ", word, " = f32[] parameter(0) }")), "text.p5") << word;
  }
  EXPECT_EQ(RuleOf("HloModule true\nENTRY e { x = f32[] parameter(0) }"), "text.p5");
  EXPECT_EQ(RuleOf("HloModule m\ntrue { x = f32[] parameter(0) }"), "text.p5");
  EXPECT_NE(ParseHloModule("ENTRY e { nan = f32[] constant(1) }")
                .status()
                .ToString()
                .find("help: write %nan: after a '%' it is a name"),
            std::string::npos);
}

TEST(XlaTextTest, TypesAreNoNames) {
  for (const std::string_view word : {"pred", "f32", "bf16", "f8e4m3fn", "token", "opaque", "u1"}) {
    EXPECT_FALSE(IsLegalHloName(word)) << word;
    EXPECT_EQ(RuleOf(StrCat("ENTRY e { %", word, " = f32[] parameter(0) }")), "text.p5") << word;
  }
  for (const std::string_view word :
       {"tuple", "buffer", "b", "constant", "f31", "Nan", "infinity"}) {
    EXPECT_EQ(Trip(StrCat("ENTRY e { ", word, " = f32[] parameter(0) ROOT r = f32[] negate(", word,
                          ") }")),
              "")
        << word;
  }
}

// ---- one value for all elements ----

TEST(XlaTextTest, OneValueForAllElements) {
  struct Row {
    std::string_view constant;
    std::string_view value;
  };
  constexpr Row kRows[] = {
      {"s32[2,3] constant(1)", "s32[2,3] { { 1, 1, 1 }, { 1, 1, 1 } }"},
      {"s32[2,3]{0,1} constant(-7)", "s32[2,3] { { -7, -7, -7 }, { -7, -7, -7 } }"},
      {"f32[3] constant(0.5)", "f32[3] {0.5, 0.5, 0.5}"},
      {"f32[2] constant(nan)", "f32[2] {nan, nan}"},
      {"f32[2] constant(-inf)", "f32[2] {-inf, -inf}"},
      {"pred[2] constant(true)", "pred[2] {true, true}"},
      {"pred[2] constant(0)", "pred[2] {false, false}"},
      {"u4[2] constant(15)", "u4[2] {15, 15}"},
      {"s1[2] constant(-1)", "s1[2] {-1, -1}"},
      {"bf16[2] constant(1.5)", "bf16[2] {1.5, 1.5}"},
      {"c64[2] constant((1, -2))", "c64[2] {(1, -2), (1, -2)}"},
      {"c64[2] constant(3)", "c64[2] {(3, 0), (3, 0)}"},
      {"s32[0] constant(1)", "s32[0] {}"},
      {"s32[1,1] constant(4)", "s32[1,1] { { 4 } }"},
      {"s32[2]{0:PAD(4)ZERO_PAD} constant(5)", "s32[2] {5, 5}"},
      {"(s32[2], (f32[], pred[2])) constant((1, (2, true)))",
       "(s32[2] {1, 1}, (f32[] 2, pred[2] {true, true}))"},
  };
  for (const Row& row : kRows) {
    const std::string text = StrCat("ENTRY e { ROOT c = ", row.constant, " }");
    EXPECT_EQ(Value(text), row.value) << row.constant;
    const bool padded = row.constant.find("PAD") != std::string_view::npos;
    EXPECT_EQ(padded ? "" : Trip(text), "");
  }
}

TEST(XlaTextTest, OneValueThatIsNone) {
  const auto rule = [](std::string_view constant) {
    return RuleOf(StrCat("ENTRY e { ROOT c = ", constant, " }"));
  };
  EXPECT_EQ(rule("s8[2] constant(128)"), "literal.p3");
  EXPECT_EQ(rule("s8[2] constant(x)"), "literal.p2");
  EXPECT_EQ(rule("s8[2] constant()"), "literal.p2");
  EXPECT_EQ(rule("s8[2] constant(1, 2)"), "text.p1");
  EXPECT_EQ(rule("s8[2] constant((1, 2))"), "literal.p2");
  EXPECT_EQ(rule("c64[2] constant((1))"), "literal.p2");
  EXPECT_EQ(rule("s32[2,2] constant({1, {1, 2}})"), "literal.p2");
  EXPECT_EQ(rule("s8[1073741825] constant(1)"), "memory.c2");
  EXPECT_EQ(rule("s8[1000000000,1000000000] constant(1)"), "memory.c2");
}

// Many of them together take no more than one may.
TEST(XlaTextTest, ManyLargeSplats) {
  EXPECT_EQ(RuleOf("ENTRY e { a = s8[4000000] constant(1) b = s8[1073000000] constant(2) }"),
            "memory.c2");
  EXPECT_EQ(RuleOf("ENTRY e { a = s8[4000000] constant(1) b = s8[4000000] constant(2) }"), "");
}

// ---- smaller things ----

TEST(XlaTextTest, AColonAfterTheNameOfTheModule) {
  EXPECT_EQ(
      Trip("HloModule comments:\n// Garbage\nENTRY c { ROOT x = f32[1]{0} constant({12345}) }"),
      "");
}

TEST(XlaTextTest, TheTargetOfAnAsynchronousCustomCallOnceMore) {
  const auto text = [](std::string_view update, std::string_view done) {
    return StrCat(
        "ENTRY e { x = f32[2]{0:S(1)} parameter(0)\n s = ((f32[2]{0:S(1)}), f32[2], u32[]) "
        "custom-call-start(x), custom_call_target=\"foo\"\n u = ((f32[2]{0:S(1)}), f32[2], u32[]) "
        "custom-call-update(s), custom_call_target=\"",
        update, "\"\n ROOT d = f32[2] custom-call-done(u), custom_call_target=\"", done, "\" }");
  };
  EXPECT_EQ(Trip(text("foo", "foo")), "");
  EXPECT_EQ(RuleOf(text("bar", "foo")), "text.p18");
  EXPECT_EQ(RuleOf(text("foo", "bar")), "text.p18");
  EXPECT_EQ(RuleOf("ENTRY e { x = f32[2] parameter(0) s = ((f32[2]), f32[2]) negate-start(x) "
                   "ROOT d = f32[2] negate-done(s), custom_call_target=\"f\" }"),
            "text.p6");
}

// ---- copies of tuples ----

TEST(XlaTextTest, CopiesOfTuples) {
  constexpr std::string_view kText =
      "ENTRY e { t = (s32[2,2], (f32[], ())) constant(({ { 1, 2 }, { 3, 4 } }, (5, ())))\n"
      "  ROOT c = (s32[2,2]{0,1}, (f32[], ())) copy(t) }";
  EXPECT_EQ(Trip(kText), "");
  const StatusOr<Literal> value = Evaluate(**ParseHloModule(kText), {});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "(s32[2,2] { { 1, 2 }, { 3, 4 } }, (f32[] 5, ()))");
  const Literal& array = value->elements()[0];
  EXPECT_EQ(array.shape().layout().ToString(), "{0,1}");
  EXPECT_EQ(std::vector<int32_t>(array.data<int32_t>(), array.data<int32_t>() + 4),
            (std::vector<int32_t>{1, 3, 2, 4}));
  EXPECT_EQ(Value("ENTRY e { t = token[] after-all() c = token[] copy(t) "
                  "ROOT r = (token[]) tuple(c) }"),
            "(token)");
}

// ---- buffers ----

// Buffers as XLA's tests of custom calls have them.
constexpr std::string_view kPinned = R"(
  HloModule m
  ENTRY e {
    one = s32[] constant(1)
    init = s32[2] broadcast(one), dimensions={}
    b0 = b(s32[2]) custom-call(init), custom_call_target="Pin", output_to_operand_aliasing={{}: (0, {})}
    b1 = b(s32[2]) custom-call(b0), custom_call_target="add_one", output_to_operand_aliasing={{}: (0, {})}
    b2 = b(s32[2]) custom-call(b(s32[2]) b1), custom_call_target="add_one", output_to_operand_aliasing={{}: (0, {})}
    ROOT v = s32[2] custom-call(b2), custom_call_target="Unpin", output_to_operand_aliasing={{}: (0, {})}
  })";

TEST(XlaTextTest, BuffersAreKept) {
  EXPECT_EQ(Trip(kPinned), "");
  EXPECT_NE(
      HloModuleToText(**ParseHloModule(kPinned)).find("%b0 = b(s32[2]{0}) custom-call(%init)"),
      std::string::npos);
  EXPECT_EQ(Trip(R"(
    body {
      p = (s32[], b(f32[2]{0})) parameter(0)
      i = s32[] get-tuple-element(p), index=0
      b = b(f32[2]{0}) get-tuple-element(p), index=1
      w = b(f32[2]{0}) custom-call(b, i), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})}
      ROOT r = (s32[], b(f32[2]{0})) tuple(i, w)
    }
    condition {
      p = (s32[], b(f32[2]{0})) parameter(0)
      ROOT c = pred[] constant(false)
    }
    ENTRY e {
      zero = s32[] constant(0)
      b = b(f32[2]{0}) custom-call(), custom_call_target="CreateBuffer"
      t = (s32[], b(f32[2]{0})) tuple(zero, b)
      l = (s32[], b(f32[2]{0})) while(t), condition=condition, body=body
      last = b(f32[2]{0}) get-tuple-element(l), index=1
      ROOT v = f32[2] custom-call(last), custom_call_target="Unpin", output_to_operand_aliasing={{}: (0, {})}
    })"),
            "");
  EXPECT_EQ(Trip(R"(ENTRY e {
      b = b(f32[2]) custom-call(), custom_call_target="CreateBuffer"
      start = ((b(f32[2])), b(f32[2]), u32[]) custom-call-start(b), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})}
      done = b(f32[2]) custom-call-done(start)
      ROOT v = f32[2] custom-call(done), custom_call_target="Unpin", output_to_operand_aliasing={{}: (0, {})}
    })"),
            "");
}

TEST(XlaTextTest, ProgramsWithBuffersDoNotRun) {  // buffer.c6
  const Status status = Evaluate(**ParseHloModule(kPinned), {}).status();
  EXPECT_EQ(status.rule(), "buffer.c6");
  EXPECT_EQ(status.code(), StatusCode::kUnimplemented);
}

TEST(XlaTextTest, WrongBuffers) {
  constexpr Refusal kRefusals[] = {
      {"a program takes one", "buffer.c1", "ENTRY e { x = b(f32[2]) parameter(0) }"},
      {"an operation gives one", "buffer.c1",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "ROOT r = b(f32[2]) copy(b) }"},
      {"an operation takes one in a tuple", "buffer.c1",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "t = (b(f32[2])) tuple(b) ROOT r = (b(f32[2])) opt-barrier(t) }"},
      {"arithmetic", "type.c2",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "ROOT r = f32[2] negate(b) }"},
      {"Pin of another shape", "buffer.c2",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = b(f32[3]) custom-call(x), "
       "custom_call_target=\"Pin\" }"},
      {"Pin whose alias has another shape", "custom_call.c4",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = b(f32[3]) custom-call(x), "
       "custom_call_target=\"Pin\", output_to_operand_aliasing={{}: (0, {})} }"},
      {"Pin without an alias", "buffer.c2",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = b(f32[2]) custom-call(x), "
       "custom_call_target=\"Pin\" }"},
      {"Pin of an array that stays one", "buffer.c2",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = f32[2] custom-call(x), "
       "custom_call_target=\"Pin\", output_to_operand_aliasing={{}: (0, {})} }"},
      {"Unpin of an array", "buffer.c2",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = f32[2] custom-call(x), "
       "custom_call_target=\"Unpin\", output_to_operand_aliasing={{}: (0, {})} }"},
      {"CreateBuffer with an operand", "buffer.c3",
       "ENTRY e { x = f32[2] parameter(0) ROOT b = b(f32[2]) custom-call(x), "
       "custom_call_target=\"CreateBuffer\" }"},
      {"CreateBuffer of an array", "buffer.c3",
       "ENTRY e { ROOT b = f32[2] custom-call(), custom_call_target=\"CreateBuffer\" }"},
      {"taken, not given back", "buffer.c4",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "ROOT r = f32[2] custom-call(b), custom_call_target=\"f\" }"},
      {"given, not taken", "buffer.c4",
       "ENTRY e { ROOT b = b(f32[2]) custom-call(), custom_call_target=\"f\" }"},
      {"given back twice", "buffer.c4",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "ROOT r = (b(f32[2]), b(f32[2])) custom-call(b), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{0}: (0, {}), {1}: (0, {})} }"},
      {"two writers", "buffer.c5",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "x = b(f32[2]) custom-call(b), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (0, {})} "
       "ROOT y = b(f32[2]) custom-call(b), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (0, {})} }"},
      {"two writers, by way of a tuple", "buffer.c5",
       "ENTRY e { b = b(f32[2]) custom-call(), custom_call_target=\"CreateBuffer\" "
       "t = (f32[], (b(f32[2]))) tuple(f32[] constant(1), (b(f32[2])) tuple(b)) "
       "p = (b(f32[2])) get-tuple-element(t), index=1 "
       "g = b(f32[2]) get-tuple-element(p), index=0 "
       "x = b(f32[2]) custom-call(g), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (0, {})} "
       "ROOT y = f32[2] custom-call(b), custom_call_target=\"Unpin\", "
       "output_to_operand_aliasing={{}: (0, {})} }"},
  };
  ExpectRefused(kRefusals);
}

// ---- what XLA writes in collectives, outfeeds and reshapes; modules and names of older versions ----

void ExpectFormRead(std::string_view text, const HloParserOptions& options = {}) {
  const auto module = ParseHloModule(text, options);
  ASSERT_TRUE(module.ok()) << text << "\n" << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "") << text;
}

std::string HelpWithForm(std::string_view text) {
  const auto module = ParseHloModule(text);
  return module.ok() ? "" : module.status().fields().help.text();
}

constexpr std::string_view kAdders = R"(HloModule reduced
wide { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
narrow { d = bf16[] parameter(0)
  e = bf16[] parameter(1)
  ROOT f = bf16[] add(d, e) }
ENTRY main {
  x = bf16[4] parameter(0)
  y = f32[4] parameter(1)
)";

TEST(XlaFormsTest, CollectivesOfMixedPrecision) {
  for (const std::string_view root :
       {"bf16[4] all-reduce(x), replica_groups={}, to_apply=wide",
        "f32[4] all-reduce(y), replica_groups={}, to_apply=narrow",
        "f32[4] all-reduce(x), replica_groups={}, to_apply=wide",
        "(bf16[4], f32[4]) all-reduce(x, y), replica_groups={}, to_apply=wide",
        "bf16[2] reduce-scatter(x), replica_groups={{0,1}}, dimensions={0}, to_apply=wide",
        "f32[2] reduce-scatter(x), replica_groups={{0,1}}, dimensions={0}, to_apply=wide"}) {
    const std::string text = StrCat(kAdders, "  ROOT r = ", root, "\n}\n");
    EXPECT_NE(RuleOf(text), "") << root;
    ExpectFormRead(text, {.allow_mixed_precision = true});
  }
  ExpectFormRead(StrCat(kAdders,
                        "  s = bf16[4] all-reduce-start(x), replica_groups={}, to_apply=wide\n"
                        "  ROOT r = bf16[4] all-reduce-done(s)\n}\n"),
                 {.allow_mixed_precision = true});
  EXPECT_EQ(RuleOf(StrCat(kAdders,
                          "  ROOT r = bf16[4] all-reduce(x), replica_groups={}, to_apply=wide\n}")),
            "collective.c9");
}

TEST(XlaFormsTest, OutfeedsHaveShardingsOfDataAndToken) {
  const auto text = [](std::string_view sharding) {
    return StrCat(
        "HloModule out\nENTRY main {\n  x = f32[2,4] parameter(0)\n"
        "  i = s32[] parameter(1)\n  pair = (f32[2,4], s32[]) tuple(x, i)\n"
        "  t = token[] after-all()\n  ROOT o = token[] outfeed(pair, t), "
        "outfeed_shape=(f32[2,4]{1,0}, s32[]), sharding=",
        sharding, "\n}\n");
  };
  ExpectFormRead(text("{{devices=[2,1]0,1}, {replicated}, {maximal device=0}}"));
  ExpectFormRead(text("{maximal device=1}"));
  EXPECT_EQ(RuleOf(text("{{devices=[2,1]0,1}, {maximal device=0}}")), "sharding.c1");
  EXPECT_EQ(RuleOf(text("{{devices=[2]0,1}, {replicated}, {maximal device=0}}")), "sharding.c3");
  // An array alone.
  ExpectFormRead(R"(HloModule out
ENTRY main {
  x = f32[3] parameter(0)
  t = token[] after-all()
  ROOT o = token[] outfeed(x, t), outfeed_shape=f32[3]{0}, sharding={{maximal device=0}, {maximal device=0}}
})");
}

TEST(XlaFormsTest, PermutesOfTuples) {
  ExpectFormRead(R"(HloModule permuted
ENTRY main {
  x = f32[8]{0} parameter(0)
  y = s32[2,3]{1,0} parameter(1)
  all = (f32[8]{0}, s32[2,3]{1,0}) tuple(x, y)
  s = ((f32[8]{0}, s32[2,3]{1,0}), (f32[8]{0}, s32[2,3]{1,0}), u32[], u32[]) collective-permute-start(all), channel_id=1, source_target_pairs={{0,1},{1,0}}
  ROOT d = (f32[8]{0}, s32[2,3]{1,0}) collective-permute-done(s)
})");
  EXPECT_EQ(RuleOf(R"(ENTRY main {
  x = f32[8] parameter(0)
  t = token[] after-all()
  all = (f32[8], token[]) tuple(x, t)
  ROOT p = (f32[8], token[]) collective-permute(all), source_target_pairs={{0,1}}
})"),
            "collective.c6");
}

// Slices of arrays, into places of others.
TEST(XlaFormsTest, PermutesInPlace) {
  ExpectFormRead(R"(HloModule placed
ENTRY main {
  from = bf16[8,8,128] parameter(0)
  to = bf16[8,8,128] parameter(1)
  two = s32[] constant(2)
  zero = s32[] constant(0)
  here = (s32[], s32[], s32[]) tuple(two, zero, zero)
  there = (s32[], s32[], s32[]) tuple(zero, zero, zero)
  ROOT p = bf16[8,8,128] collective-permute(from, to, here, there), source_target_pairs={{0,1},{1,2},{2,3}}, slice_sizes={{2,8,128}}
})");
  // A tuple, and several slices of an array; with a start and an end.
  ExpectFormRead(R"(HloModule placed
ENTRY main {
  x = f32[4,8] parameter(0)
  y = s32[6] parameter(1)
  u = u32[] constant(1)
  two = (u32[], u32[]) tuple(u, u)
  one = (u32[]) tuple(u)
  both = ((u32[]), (u32[])) tuple(one, one)
  from = (f32[4,8], s32[6]) tuple(x, y)
  at = ((u32[], u32[]), ((u32[]), (u32[]))) tuple(two, both)
  s = ((f32[4,8], s32[6]), (f32[4,8], s32[6]), u32[], u32[]) collective-permute-start(from, from, at, at), source_target_pairs={{0,1}}, slice_sizes={{1,4},{2},{3}}
  ROOT p = (f32[4,8], s32[6]) collective-permute-done(s)
})");
  constexpr Refusal kRefusals[] = {
      {"a slice that is larger than the array", "collective_permute.c2", R"(ENTRY main {
  x = f32[4] parameter(0)
  i = s32[] constant(0)
  at = (s32[]) tuple(i)
  ROOT p = f32[4] collective-permute(x, x, at, at), source_target_pairs={{0,1}}, slice_sizes={{5}}
})"},
      {"two slices with one start", "collective_permute.c2", R"(ENTRY main {
  x = f32[4] parameter(0)
  i = s32[] constant(0)
  at = (s32[]) tuple(i)
  ROOT p = f32[4] collective-permute(x, x, at, at), source_target_pairs={{0,1}}, slice_sizes={{2},{2}}
})"},
      {"starts that are no tuples", "collective_permute.c2", R"(ENTRY main {
  x = f32[4] parameter(0)
  i = s32[] constant(0)
  ROOT p = f32[4] collective-permute(x, x, i, i), source_target_pairs={{0,1}}, slice_sizes={{2}}
})"},
  };
  ExpectRefused(kRefusals);
}

TEST(XlaFormsTest, ReshapesSayWhichDimensionIsDynamic) {
  ExpectFormRead(R"(HloModule padded
ENTRY main {
  x = f32[<=2044,337] parameter(0)
  ROOT y = f32[<=4,511,337] reshape(x)
})");
  ExpectFormRead(R"(HloModule padded
ENTRY main {
  x = f32[<=2044,337] parameter(0)
  ROOT y = f32[4,<=511,337] reshape(x)
})");
  EXPECT_EQ(RuleOf("ENTRY main {\n  x = f32[<=2044,337] parameter(0)\n"
                   "  ROOT y = f32[4,511,337] reshape(x)\n}"),
            "reshape.c3");
}

TEST(XlaFormsTest, SeveralModules) {
  const auto module = ParseHloModule(R"(HloModule first
ENTRY main { ROOT x = f32[2] parameter(0) }

// -----

HloModule second, is_scheduled=true
ENTRY main { ROOT x = f32[3] parameter(0) }
)");
  EXPECT_EQ(module.status().rule(), "text.p19");
  EXPECT_NE(module.status().ToString().find("a second module begins here"), std::string::npos);
  EXPECT_NE(module.status().ToString().find("line 6"), std::string::npos)
      << module.status().ToString();
  // A computation may be called so.
  ExpectFormRead(
      "ENTRY main { z = f32[2] parameter(0)\n ROOT w = f32[2] call(z), to_apply=%HloModule }\n"
      "%HloModule { x = f32[2] parameter(0)\n ROOT y = f32[2] negate(x) }");
}

TEST(XlaFormsTest, NamesOfOlderVersions) {
  const auto help = [](std::string_view instruction) {
    return HelpWithForm(StrCat("add { a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                               "  ROOT c = f32[] add(a, b) }\n"
                               "ENTRY main {\n  x = f32[] parameter(0)\n  ROOT r = ",
                               instruction, "\n}\n"))
        .substr(0, 40);
  };
  EXPECT_EQ(help("f32[] cross-replica-sum(x), to_apply=add").find("did you mean all-reduce?"), 0u);
  EXPECT_EQ(help("token[] generate-token()").find("did you mean after-all?"), 0u);
  EXPECT_EQ(help("f32[] all-reduce(x), replica_groups={}, all_reduce_id=1, to_apply=add")
                .find("did you mean channel_id?"),
            0u);
  EXPECT_EQ(help("f32[] all-reduce(x), replica_groups={}, barrier=\"\", to_apply=add")
                .find("did you mean channel_id?"),
            0u);
  EXPECT_EQ(help("f32[] custom-call(x), custom_call_target=\"f\", opaque=\"o\"")
                .find("did you mean backend_config?"),
            0u);
}

}  // namespace
}  // namespace hloom
