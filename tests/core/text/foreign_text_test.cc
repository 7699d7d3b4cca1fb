// Texts that users paste instead of HLO text, and wrong beginnings and ends: each error names the
// kind of text and the fix.
#include "text/hlo/foreign_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

std::string ForeignErrorOf(std::string_view text) {
  return ParseHloModule(text).status().ToString();
}
std::string HelpOf(std::string_view text) {
  return ParseHloModule(text).status().fields().help.text();
}
std::string HeadlineOf(std::string_view text) {
  return ParseHloModule(text).status().fields().headline.text();
}

TEST(ForeignTextTest, SaysWhatItIsAtItsBeginning) {
  EXPECT_EQ(ForeignErrorOf("\n  [[1, 2], [3, 4]]\n"),
            R"(INVALID_ARGUMENT [text.p1] this is JSON and not HLO text
    [[1, 2], [3, 4]]
    ^
  help: a program is written like: ENTRY main { x = f32[2] parameter(0) }
  at line 2, column 3)");
  EXPECT_EQ(ForeignErrorOf("```hlo\nENTRY e { ROOT x = f32[] parameter(0) }\n```\n"),
            R"(INVALID_ARGUMENT [text.p1] this is a block of Markdown and not HLO text
  ```hlo
  ^
  help: take what is between the lines with ``` alone
  at line 1, column 1)");
}

TEST(ForeignTextTest, KnowsWhatPeoplePaste) {
  const std::string_view mlir[] = {
      "module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n  func.func public @main() {",
      "module {\n  func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {",
      "#loc = loc(unknown)\nmodule {",
      "\"builtin.module\"() ({",
      "func.func @f() { return }",
      "// made by hand\nmodule @m {\n",
  };
  for (const std::string_view text : mlir) {
    EXPECT_EQ(HeadlineOf(text), "this is MLIR, such as StableHLO, and not HLO text") << text;
    EXPECT_EQ(HelpOf(text),
              "StableHLO has a reader of its own: parseStableHlo(text), or a file named .mlir");
  }
  for (const std::string_view text : {"import jax\n", "from jax import numpy as jnp\nx = 1",
                                      "def f(x):\n  return x", "@jax.jit\ndef f(x):"})
    EXPECT_EQ(HeadlineOf(text), "this is Python and not HLO text") << text;
  for (const std::string_view text : {"{\"name\": 1}", "{}", "[1]", "{\n  \"a\": {}}"})
    EXPECT_EQ(HeadlineOf(text), "this is JSON and not HLO text") << text;
  EXPECT_EQ(HeadlineOf("{ lambda ; a:f32[]. let b:f32[] = add a 1.0:f32[] in (b,) }"),
            "this is a jaxpr and not HLO text");
  EXPECT_EQ(HeadlineOf("<!DOCTYPE html>\n<html></html>"), "this is HTML or XML and not HLO text");
  EXPECT_EQ(HeadlineOf("hlo_module {\n  name: \"m\"\n}"),
            "this is a message of protobuf in its text format and not HLO text");
  EXPECT_EQ(HelpOf("# a comment\nENTRY e { ROOT x = f32[] parameter(0) }"),
            "comments are written // or /* */");
}

TEST(ForeignTextTest, LeavesWhatItDoesNotKnow) {
  for (const std::string_view text :
       {"", "42", "HloModul m", "ENTRY main {", "imports", "$",
        "ENTRY e { x = f32[] foo(), metadata={op_name=\"func.func\"}"})
    EXPECT_EQ(hlo_text::FindForeignText(text).what, "") << text;
}

// The names that foreign texts begin with are names like others where HLO text has them.
TEST(ForeignTextTest, DoesNotKeepHloTextFromBeingRead) {
  for (const std::string_view text :
       {"module { ROOT x = f32[] parameter(0) }", "import { ROOT x = f32[] parameter(0) }",
        "def (x: f32[]) -> f32[] { ROOT x = f32[] parameter(0) }",
        "hlo_module { ROOT func.func = f32[] parameter(0) }",
        "\xEF\xBB\xBF"
        "ENTRY e { ROOT x = f32[] parameter(0) }"})
    EXPECT_TRUE(ParseHloModule(text).ok()) << text << ForeignErrorOf(text);
}

TEST(ForeignTextTest, SaysWhatIsMissingBetweenInstructions) {
  EXPECT_EQ(
      ForeignErrorOf("ENTRY main {\n  x = f32[2] parameter(0)\n"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected an instruction, like "x = f32[2] parameter(0)", or '}', found the end of the text
  
  ^
  help: close the computation main with '}'
  at line 3, column 1)hlo");
  const std::string close = "close the computation f with '}'";
  EXPECT_EQ(HelpOf("f {\n  x = f32[2] parameter(0)\nENTRY main {\n  y = f32[] parameter(0) }"),
            close);
  EXPECT_EQ(HelpOf("f {\n  x = f32[2] parameter(0)\ng {\n  y = f32[] parameter(0) }"), close);
  EXPECT_EQ(HelpOf("f {\n  x = f32[2] parameter(0)\ng (y: f32[]) -> f32[] {"), close);
  for (const std::string_view left_out : {"...", "\u2026", "... 20 more"}) {
    std::string text("ENTRY e {\n  x = f32[2] parameter(0)\n  ");
    text.append(left_out).append("\n  ROOT y = f32[2] negate(x)\n}");
    EXPECT_EQ(HelpOf(text), "something was left out here: write it, or print the whole program");
  }
  EXPECT_EQ(HelpOf("ENTRY e {\n  # the input\n  x = f32[2] parameter(0) }"),
            "comments are written // or /* */");
  EXPECT_EQ(
      ForeignErrorOf("HloModule m\nentry main { x = f32[2] parameter(0) }"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a computation, like "ENTRY main { ... }", found "entry"
  entry main { x = f32[2] parameter(0) }
  ^
  help: did you mean ENTRY?
  at line 2, column 1)hlo");
  EXPECT_EQ(HelpOf("entry main { x = f32[2] parameter(0) }"), "did you mean ENTRY?");
  EXPECT_TRUE(ParseHloModule("entry { ROOT x = f32[2] parameter(0) }").ok());
}

TEST(ForeignTextTest, ElementTypesOfOthers) {
  const auto help = [](std::string_view type) {
    return HelpOf(std::string("ENTRY e { x = ").append(type).append("[3] parameter(0) }"));
  };
  EXPECT_EQ(help("float32"), "did you mean f32?");
  EXPECT_EQ(help("i32"), "did you mean s32?");
  EXPECT_EQ(help("int64"), "did you mean s64?");
  EXPECT_EQ(help("bool"), "did you mean pred?");
  EXPECT_EQ(help("i1"), "did you mean pred?");
  EXPECT_EQ(help("complex64"), "did you mean c64?");
}

// A constant of megabytes is one line: the text before an error in it is not kept.
TEST(ForeignTextTest, ErrorsInALineOfMegabytes) {
  std::string text("ENTRY e { ROOT x = f32[] parameter(0) }");
  text.append(3'000'000, ' ').append("\u00e9\u00e9 $");
  const Status status = ParseHloModule(text).status();
  EXPECT_EQ(status.fields().headline,
            "expected a computation, like \"ENTRY main { ... }\", found '\u00e9'");
  ASSERT_EQ(status.fields().details.size(), 2);
  std::string shown("...");
  shown.append(60, ' ').append("\u00e9\u00e9 $");
  EXPECT_EQ(status.fields().details[0], shown);
  std::string caret(63, ' ');
  caret.append("^");
  EXPECT_EQ(status.fields().details[1], caret);
  EXPECT_EQ(status.fields().location, "line 1, column 3000040");
}

}  // namespace
}  // namespace hloom
