#include "text/hlo/hlo_parser.h"

#include <random>

#include "gtest/gtest.h"
#include "support/round_trip.h"
#include "support/sample_modules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

// The module in its short form, without the header; or the error.
std::string Parsed(std::string_view text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const std::string printed = HloModuleToText(**module, HloTextOptions::ShortParsable());
  return printed.substr(printed.find("\n\n") + 2);
}

TEST(HloParserTest, RoundTrip) {
  for (const auto& module : SampleModules()) EXPECT_EQ(RoundTrip(*module), "");
}

// Reads it, and gives the whole text in the default form.
std::string Again(std::string_view text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  EXPECT_EQ(TextRoundTrip(**module), "");
  return HloModuleToText(**module);
}

// Everything that a header, an instruction, a computation may have, in XLA's order and spelling.
TEST(HloParserTest, WhatIsKept) {
  constexpr std::string_view kText =
      R"(HloModule kept, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {2}, must-alias) }, buffer_donor={ (1, {0}), (1, {1}) }, alias_passthrough_params=true, entry_computation_layout={(f32[8,128]{0,1:T(8,128)}, (f32[], s32[4]{0:S(1)}, f32[]))->(f32[8,128]{1,0}, f32[])}, allow_spmd_sharding_propagation_to_parameters={true,false}, allow_spmd_sharding_propagation_to_output={true}, replica_count=2, num_partitions=4, frontend_attributes={empty="",json={"a": [1, "}"]},mode="x\"y\n"}, origin_recovery_table={
  {"a"} : {"b"},
  "
    HloModule \"inner\"
  "
},
debug_attributes={ {"a"}:({log_mode=default}) }

FileNames
1 "model.py"
2 "a \"quoted\" name.py"

FunctionNames
1 "<module>"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=2}


ENTRY %main (x: f32[8,128], t: (f32[], s32[4], f32[])) -> (f32[8,128], f32[]) {
  %x = f32[8,128]{1,0} parameter(0), parameter_replication={true}, sharding={devices=[2,1]<=[2]}, metadata={op_name="x" stack_frame_id=2}
  %t = (f32[], s32[4]{0:S(1)}, f32[]) parameter(1), sharding={{replicated}, {maximal device=1}, {manual}}
  %first = f32[] get-tuple-element(%t), index=0, frontend_attributes={a="1",b="2"}
  %negate = f32[8,128]{1,0:T(8,128)(2,1)} negate(%x), control-predecessors={%first, %t}, statistics={visualizing_index=1,bytes=33,flops=4.5}
  %cosine = f32[8,128]{1,0} cosine(%negate), origin={{"cos" {1}}}, metadata={op_type="cos" op_name="jit(f)/jit(main)/cos[x=\'y\']" source_file="/tmp/a.py" source_line=7 source_end_line=8 source_column=1 source_end_column=2 profile_type={1,2} deduplicated_name="c" scheduling_name="cosine" stack_frame_id=1}, backend_config={"name": "a } b", "nested": {"n": [1, 2]}}
  ROOT %result = (f32[8,128]{1,0}, f32[]) tuple(%cosine, %first), backend_config="\001\377 not \"json\""
}

)";
  EXPECT_EQ(Again(kText), kText);
}

// Bytes keep all of it but what HloModuleProto has no place for (counts of devices, propagation of
// shardings).
TEST(HloParserTest, WhatBytesKeep) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(
      R"(HloModule kept, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {2}, must-alias) }, buffer_donor={ (1, {0}), (1, {1}) }, entry_computation_layout={(f32[8,128]{0,1:T(8,128)}, (f32[], s32[4]{0:S(1)}, f32[]))->(f32[8,128]{1,0}, f32[])}, frontend_attributes={empty="",mode="x"}
FileNames 1 "model.py"
FunctionNames 1 "<module>"
FileLocations 1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}
StackFrames 1 {file_location_id=1 parent_frame_id=1} 2 {file_location_id=1 parent_frame_id=2}
ENTRY %main {
  %x = f32[8,128]{1,0} parameter(0), parameter_replication={true}, sharding={devices=[2,1]<=[2]}, metadata={op_name="x" stack_frame_id=2}
  %t = (f32[], s32[4]{0:S(1)}, f32[]) parameter(1), sharding={{replicated}, {maximal device=1}, {manual}}, origin={({"a"}, {}, {"b" {1}})}
  %first = f32[] get-tuple-element(%t), index=0, frontend_attributes={a="1",b="2"}
  %negate = f32[8,128]{1,0:T(8,128)(2,1)} negate(%x), control-predecessors={%first, %t}, statistics={visualizing_index=1,bytes=33,flops=4.5}
  %order = pred[8,128] compare(%negate, %x), direction=LT, type=TOTALORDER, backend_config={"a": 1}, metadata={op_type="c"}, frontend_attributes={z="1"}
  %cosine = f32[8,128]{1,0} cosine(%negate), metadata={op_type="cos" op_name="f" source_file="a.py" source_line=7 source_end_line=8 source_column=1 source_end_column=2 profile_type={1,2} deduplicated_name="c" scheduling_name="cosine" stack_frame_id=1}
  ROOT %result = (f32[8,128]{1,0}, f32[]) tuple(%cosine, %first), backend_config="\001\377"
})");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "");
}

// x#0: an element of a tuple that has no name of its own.
TEST(HloParserTest, ElementsWithoutNames) {
  EXPECT_EQ(Parsed("ENTRY e { t = (f32[2], (s32[], pred[])) parameter(0)\n"
                   "  a = f32[2] add(t#0, f32[2] %t#0)\n"
                   "  ROOT r = (f32[2], pred[], (s32[], pred[])) tuple(%a, t#1#1, t#1) }"),
            R"(ENTRY e {
  t = (f32[2]{0}, (s32[], pred[])) parameter(0)
  t_0 = f32[2]{0} get-tuple-element(t), index=0
  a = f32[2]{0} add(t_0, t_0)
  t_1 = (s32[], pred[]) get-tuple-element(t), index=1
  t_1_1 = pred[] get-tuple-element(t_1), index=1
  ROOT r = (f32[2]{0}, pred[], (s32[], pred[])) tuple(a, t_1_1, t_1)
}

)");
  // A name in the text stays, at any position.
  EXPECT_EQ(Parsed("ENTRY e { t = (f32[]) parameter(0)\n  n = negate(t#0)\n"
                   "  t_0 = f32[] parameter(1)\n  ROOT r = add(n, t_0) }"),
            R"(ENTRY e {
  t = (f32[]) parameter(0)
  t_0.1 = f32[] get-tuple-element(t), index=0
  n = f32[] negate(t_0.1)
  t_0 = f32[] parameter(1)
  ROOT r = f32[] add(n, t_0)
}

)");
  EXPECT_EQ(Parsed("ENTRY e { x = f32[2] parameter(0)\n  ROOT r = f32[2] negate(x#0) }"),
            "INVALID_ARGUMENT [text.p17] %x has no element 0\n"
            "    ROOT r = f32[2] negate(x#0) }\n"
            "                             ^\n"
            "  it is f32[2]\n"
            "  help: only tuples have elements\n"
            "  at line 2, column 28");
  const auto rule = [](std::string_view operand) {
    const auto module = ParseHloModule(StrCat(
        "ENTRY e { t = (f32[], s32[]) parameter(0)\n  ROOT r = f32[] negate(", operand, ") }"));
    return module.ok() ? "fine" : std::string(module.status().rule());
  };
  EXPECT_EQ(rule("t#0"), "fine");
  EXPECT_EQ(rule("t#2"), "text.p17");
  EXPECT_EQ(rule("t#-1"), "text.p17");
  EXPECT_EQ(rule("t#"), "text.p1");
  EXPECT_EQ(rule("s32[] t#0"), "text.p10");
}

// Other spellings of XLA, or of users.
TEST(HloParserTest, OtherSpellings) {
  constexpr std::string_view kPlain = R"(ENTRY main {
  x = f32[2]{0} parameter(0)
  zero = f32[] constant(0)
  sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add
  ROOT y = f32[2]{0} broadcast(sum), dimensions={}
}

)";
  const auto entry = [](std::string_view text) {
    const std::string printed = Parsed(text);
    return printed.substr(std::min(printed.find("ENTRY"), printed.size()));
  };
  constexpr std::string_view kAdd =
      "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n";
  const std::string body = R"(
      x = f32[2]{0} parameter(0)
      zero = f32[] constant(0)
      sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add
      ROOT y = f32[2]{0} broadcast(sum), dimensions={} })";
  EXPECT_EQ(entry(StrCat("HloModule m\n", kAdd, "ENTRY main {", body)), kPlain);
  // The text has no header; without ENTRY the last computation is the entry.
  EXPECT_EQ(entry(StrCat(kAdd, "ENTRY main {", body)), kPlain);
  EXPECT_EQ(entry(StrCat("%", kAdd, "main (x: f32[2]) -> f32[2] {", body)), kPlain);
  // The callee after its caller.
  EXPECT_EQ(entry(StrCat("ENTRY main {", body, kAdd)), kPlain);
  // Attributes in another order; comments; no layouts, no shapes, no dimensions of a scalar.
  EXPECT_EQ(entry(StrCat(kAdd, R"(/* a
      module */ ENTRY main { // begins
      x = f32[/*one*/2] parameter( 0 ) zero = f32[] constant(/*no*/0)
      sum = reduce(x, /*index=1*/zero), to_apply=%add , dimensions = { 0 }
      ROOT y=f32[2] broadcast(%sum) } // main)")),
            kPlain);
  // The operands' shapes, with and without layouts.
  EXPECT_EQ(entry(StrCat(kAdd, R"(ENTRY main {
      x = f32[2] parameter(0)
      zero = f32[] constant(0)
      sum = f32[] reduce(f32[2] x, f32[] %zero), dimensions={0}, to_apply=add
      ROOT y = f32[2] broadcast(f32[] sum), dimensions={} })")),
            kPlain);
  // The root need not be last.
  EXPECT_EQ(Parsed("ENTRY m { x = f32[] parameter(0) ROOT y = negate(x) z = cosine(x) }"),
            "ENTRY m {\n  x = f32[] parameter(0)\n  ROOT y = f32[] negate(x)\n  z = f32[] "
            "cosine(x)\n}\n\n");
}

// XLA's short form of asynchronous computations is read, and written at length.
TEST(HloParserTest, AsynchronousInstructions) {
  EXPECT_EQ(Parsed(R"(HloModule m
ENTRY main {
  x = f32[2]{0} parameter(0)
  start = ((f32[2]{0}), f32[2]{0}) negate-start(x), async_execution_thread="side"
  ROOT done = f32[2]{0} negate-done(start)
})"),
            R"(_ {
  parameter.wrapped = f32[2]{0} parameter(0)
  ROOT negate.wrapped = f32[2]{0} negate(parameter.wrapped)
}, execution_thread="side"

ENTRY main {
  x = f32[2]{0} parameter(0)
  start = ((f32[2]{0}), f32[2]{0}) async-start(x), async_execution_thread="side", calls=_
  ROOT done = f32[2]{0} async-done(start)
}

)");
}

// The attributes of the short form also apply to the wrapped instruction, as in XLA.
TEST(HloParserTest, AttributesOfTheShortFormOfAsynchronousInstructions) {
  EXPECT_EQ(Parsed(R"(HloModule m
ENTRY main {
  x = f32[2]{0} parameter(0)
  begin = ((f32[2]{0}), f32[2]{0}) custom-call-start(x), custom_call_target="f", sharding={manual}, frontend_attributes={a="b"}, control-predecessors={x}, statistics={visualizing_index=0,s=1}, origin={(({"z"}), {"v"})}, metadata={op_name="n"}, backend_config={"k":1}
  ROOT end = f32[2]{0} custom-call-done(begin), metadata={op_name="e"}
})"),
            R"(_ {
  parameter.wrapped = f32[2]{0} parameter(0)
  ROOT custom-call.wrapped = f32[2]{0} custom-call(parameter.wrapped), custom_call_target="f", frontend_attributes={a="b"}, statistics={visualizing_index=0,s=1}, metadata={op_name="n"}, backend_config={"k":1}
}

ENTRY main {
  x = f32[2]{0} parameter(0)
  begin = ((f32[2]{0}), f32[2]{0}) async-start(x), calls=_, sharding={manual}, frontend_attributes={a="b"}, control-predecessors={x}, statistics={visualizing_index=0,s=1}, origin={(({"z"}), {"v"})}, metadata={op_name="n"}, backend_config={"k":1}
  ROOT end = f32[2]{0} async-done(begin), metadata={op_name="e"}
}

)");
}

// The attribute names a size that followed from the others; -1 names none.
TEST(HloParserTest, InferredDimensions) {
  const auto text = [](std::string_view attribute) {
    return StrCat("ENTRY m {\n  x = f32[4]{0} parameter(0)\n  ROOT y = f32[2,2]{1,0} reshape(x)",
                  attribute, "\n}\n\n");
  };
  EXPECT_EQ(Parsed(text(", inferred_dimension=0")), text(", inferred_dimension=0"));
  EXPECT_EQ(Parsed(text(", inferred_dimension=-1")), text(""));
  EXPECT_NE(Again(text(", inferred_dimension=1")).find(", inferred_dimension=1"),
            std::string::npos);
  for (const char* wrong : {", inferred_dimension=2", ", inferred_dimension=-2"}) {
    EXPECT_EQ(ParseHloModule(text(wrong)).status().rule(), "reshape.c4");
  }
}

TEST(HloParserTest, TuplesAndTokens) {
  EXPECT_EQ(Parsed(R"(ENTRY m {
      a = f32[] parameter(0)
      t = ((f32[], f32[]), (), token[], f32[], f32[], /*index=5*/f32[]) tuple(tuple(a, a), tuple(), after-all(), a, a, /*index=5*/a)
      ROOT c = (f32[2], (s32[], token[])) constant(({1, 2}, (3, token))) })"),
            R"(ENTRY m {
  a = f32[] parameter(0)
  tuple.anon = (f32[], f32[]) tuple(a, a)
  tuple.anon.1 = () tuple()
  after-all.anon = token[] after-all()
  t = ((f32[], f32[]), (), token[], f32[], f32[], /*index=5*/f32[]) tuple(tuple.anon, tuple.anon.1, after-all.anon, a, a, a)
  ROOT c = (f32[2]{0}, (s32[], token[])) constant(( {1, 2}, ( 3, token ) ))
}

)");
}

// Constants of every kind of type, with the layouts of their instructions.
TEST(HloParserTest, Constants) {
  for (const char* constant :
       {"f32[2,2]{0,1} constant({ { 1, -0.5 }, { nan, -inf } })",
        "f64[] constant(1e-300)",
        "f32[2]{0} constant({nan(0x1), -nan(0x3fffff)})",
        "bf16[] constant(1.5)",
        "pred[2]{0} constant({1, 0})",
        "pred[] constant(true)",
        "s8[2,1]{1,0} constant({ {1}, {2} })",
        "() constant(())",
        "s8[2,1,1,2]{3,2,1,0} constant({ { /*i0=0*/ { /*i1=0*/ { 1, 2 } } }, { /*i0=1*/ { /*i1=0*/ "
        "{ 3, 4 } } } })",
        "s64[] constant(-9223372036854775808)",
        "u64[] constant(18446744073709551615)",
        "c64[1]{0} constant({(1, -2)})",
        "c128[] constant((nan, 0))",
        "s4[3]{0} constant({-8, 0, 7})",
        "f8e4m3fn[2]{0} constant({448, nan})",
        "f4e2m1fn[] constant(6)",
        "f32[0]{0} constant({})",
        "f32[3,0,2]{2,1,0} constant({ { }, { }, { } })",
        "f32[] constant(0.707106769)",
        "s32[<=3]{0} parameter(0)"}) {
    const std::string text = StrCat("ENTRY m {\n  ROOT c = ", constant, "\n}\n\n");
    EXPECT_EQ(Parsed(text), text);
    EXPECT_EQ(Again(text).find("INVALID"), std::string::npos) << text;
  }
  EXPECT_EQ(Parsed("ENTRY m { ROOT c = f32[2,2] constant({{0x1.8p3,\n1.0},\n {+2,3.e0}}) }"),
            "ENTRY m {\n  ROOT c = f32[2,2]{1,0} constant({ { 12, 1 }, { 2, 3 } })\n}\n\n");
}

// XLA's names are unique in a module, the text's in a computation.
TEST(HloParserTest, NamesBecomeUnique) {
  EXPECT_EQ(Parsed(R"(
    f { x = f32[] parameter(0) x.1 = negate(x) }
    g { x = f32[] parameter(0) y.7 = negate(x) ROOT x.1 = negate(y.7) }
    ENTRY m { x = f32[] parameter(0) a = call(x), to_apply=f
              b = call(a), to_apply={ x = f32[] parameter(0) y.7 = cosine(x) }
              ROOT c = call(b), to_apply=g })"),
            R"(f {
  x = f32[] parameter(0)
  ROOT x.1 = f32[] negate(x)
}

g {
  x.2 = f32[] parameter(0)
  y.7 = f32[] negate(x.2)
  ROOT x.3 = f32[] negate(y.7)
}

_ {
  x.4 = f32[] parameter(0)
  ROOT y.1 = f32[] cosine(x.4)
}

ENTRY m {
  x.5 = f32[] parameter(0)
  a = f32[] call(x.5), to_apply=f
  b = f32[] call(a), to_apply=_
  ROOT c = f32[] call(b), to_apply=g
}

)");
}

// Every beginning of a text is an error with a place, or a module.
TEST(HloParserTest, TruncatedAnywhere) {
  for (const auto& module : SampleModules()) {
    const std::string text = HloModuleToText(*module, {.print_operand_shape = true});
    for (size_t size = 0; size < text.size(); ++size) {
      const StatusOr<std::unique_ptr<HloModule>> read =
          ParseHloModule(std::string_view(text).substr(0, size));
      if (read.ok()) continue;  // the last brace is there
      EXPECT_FALSE(read.status().fields().help.empty()) << read.status().ToString();
      EXPECT_EQ(read.status().fields().location.substr(0, 5), "line ") << read.status().ToString();
    }
  }
}

std::string Damaged(std::string text, std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"{",
                                          "}",
                                          "(",
                                          ")",
                                          ",",
                                          "=",
                                          "%",
                                          "f32",
                                          "[",
                                          "]",
                                          "\"",
                                          "'",
                                          "/*",
                                          "*/",
                                          "//",
                                          "->",
                                          "ROOT ",
                                          "{0}",
                                          "99999999999999999999"};
  for (size_t i = 0; i < 1 + random() % 3 && !text.empty(); ++i) {
    const size_t at = random() % text.size();
    const size_t length = 1 + random() % std::min<size_t>(12, text.size() - at);
    switch (random() % 4) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, kPieces[random() % std::size(kPieces)]);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), length));
    }
  }
  return text;
}

TEST(HloParserTest, FiveThousandDamagedTexts) {
  std::mt19937 random(20180501);
  std::vector<std::string> texts;
  for (const auto& module : SampleModules()) texts.push_back(HloModuleToText(*module));
  int valid = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = Damaged(texts[random() % texts.size()], random);
    const StatusOr<std::unique_ptr<HloModule>> read = ParseHloModule(text);
    if (!read.ok()) {
      EXPECT_FALSE(read.status().rule().empty()) << text;
      continue;
    }
    ++valid;
    EXPECT_EQ(RoundTrip(**read), "") << text;
  }
  // Names, numbers, shapes of parameters: some damage leaves a module.
  EXPECT_GT(valid, 30);
}

// Deep, wide and long texts are read in bounded depth and linear time.
TEST(HloParserTest, LargeTexts) {
  constexpr int kCount = 50000;
  std::string text = "ENTRY main {\n  x0 = f32[8,128]{1,0} parameter(0)\n";
  for (int i = 1; i < kCount; ++i) {
    StrAppend(text, "  x", i, " = f32[8,128]{1,0} add(x", i - 1, ", x", i / 2,
              "), metadata={op_name=\"jit(f)/add\" source_line=", i, "}\n");
  }
  text.append("}\n");
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ((*module)->entry_computation().instructions().size(), size_t{kCount});
  // One huge line, one huge comment, one huge list.
  std::string elements = "0";
  for (int i = 1; i < 300000; ++i) elements.append(",0");
  EXPECT_TRUE(ParseHloModule(StrCat("c = f32[300000] constant({", elements, "})")).ok());
  const std::string comment(1 << 20, '*');
  EXPECT_TRUE(ParseHloModule(StrCat("c = f32[] constant(/*", comment, "*/0)")).ok());
  EXPECT_EQ(ParseHloModule(StrCat("c = f32[] constant(/*", comment)).status().rule(), "literal.p2");
  EXPECT_EQ(ParseHloModule(std::string(1 << 20, '(')).status().rule(), "shape.c4");
  EXPECT_EQ(ParseHloModule(std::string(1 << 20, '{')).status().rule(), "text.p1");
  EXPECT_EQ(ParseHloModule(std::string(1 << 20, 'x')).status().rule(), "text.p1");
}

TEST(HloParserTest, InstructionsAlone) {
  constexpr std::string_view kSum = R"(ENTRY main {
  x = f32[2]{0} parameter(0)
  y = f32[2]{0} parameter(1)
  ROOT sum = f32[2]{0} add(x, y)
}

)";
  EXPECT_EQ(Parsed("sum = f32[2] add(f32[2] x, f32[2] y)"), kSum);
  EXPECT_EQ(Parsed("%sum = add(f32[2]{0} %x, f32[2]{0} %y)"), kSum);
  EXPECT_EQ(Parsed("x = f32[2] parameter(0) y = f32[2] parameter(1) ROOT sum = add(x, y)"), kSum);
  constexpr std::string_view kNameless = R"(ENTRY main {
  parameter.anon = f32[2]{0} parameter(0)
  parameter.anon.1 = f32[2]{0} parameter(1)
  ROOT add.anon = f32[2]{0} add(parameter.anon, parameter.anon.1)
}

)";
  EXPECT_EQ(Parsed("add(f32[2], f32[2])"), kNameless);
  EXPECT_EQ(Parsed("f32[2] add(f32[2], f32[2])"), kNameless);
}

}  // namespace
}  // namespace hloom
