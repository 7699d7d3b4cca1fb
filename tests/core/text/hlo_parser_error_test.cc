// Errors of the HLO text parser, whole: what is wrong, the line, the caret, what was meant, where.
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "support/parse_error.h"

namespace hloom {
namespace {

using testing_support::ErrorIn;  // NOLINT
using testing_support::ErrorOf;  // NOLINT

TEST(HloParserErrorTest, Syntax) {  // text.p1
  EXPECT_EQ(
      ErrorIn("ROOT y = f32[2] add(x x)"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected ',' or ')' after one of the operands, found "x"
    ROOT y = f32[2] add(x x)
                          ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 25)hlo");
  EXPECT_EQ(
      ErrorIn("y f32[2] add(x, x)"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected '=' after the name of an instruction, found "f32"
    y f32[2] add(x, x)
      ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 5)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add x, x"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected '(' before the operands, found "x"
    y = f32[2] add x, x
                   ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 18)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] add(x, x) metadata={}"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a shape, like f32[2,3], or an operation, found '{'
    y = f32[2] add(x, x) metadata={}
                                  ^
  help: if metadata is an attribute of the instruction before, a ',' is missing
  at line 4, column 33)hlo");
  EXPECT_EQ(
      ErrorIn(R"hlo(y = f32[2] add(x, x), metadata={op_nam="x"})hlo"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a field of the metadata, or '}', found "op_nam"
    y = f32[2] add(x, x), metadata={op_nam="x"}
                                    ^
  help: did you mean op_name?
  at line 4, column 35)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] broadcast(s), dimensions={a}"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected an integer, found "a"
    y = f32[2] broadcast(s), dimensions={a}
                                         ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 40)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] broadcast(s), dimensions=[]"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected '{' before the integers, found '['
    y = f32[2] broadcast(s), dimensions=[]
                                        ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 39)hlo");
  EXPECT_EQ(ErrorIn("y = pred[2] compare(x, x), direction=LTT"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected one of EQ, NE, GE, GT, LE, LT, found "LTT"
    y = pred[2] compare(x, x), direction=LTT
                                         ^
  help: did you mean LT?
  at line 4, column 40)hlo");
}

TEST(HloParserErrorTest, SyntaxOfAttributes) {  // text.p1
  EXPECT_EQ(ErrorIn("y = f32[2] slice(x), slice={[0:1}"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected ']' after the range of a dimension, found '}'
    y = f32[2] slice(x), slice={[0:1}
                                    ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 35)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] /* negate(x)"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected an operation, like add, found a comment that never ends
    y = f32[2] /* negate(x)
               ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 14)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] add(x, x);"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected an instruction, like "x = f32[2] parameter(0)", or '}', found ';'
    y = f32[2] add(x, x);
                        ^
  help: leave out ';': an instruction ends with its line
  at line 4, column 23)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, ä)"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected the name of an operand, found 'ä'
    y = f32[2] add(x, ä)
                      ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 21)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] constant({1, 2"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected ')' after what constant holds, found the end of the text
  }
   ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 5, column 2)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, x), sharding=replicated"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected '{' before the sharding, found "replicated"
    y = f32[2] add(x, x), sharding=replicated
                                   ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 34)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] add(x, x), backend_config=7"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a string in quotes, or a JSON object, found "7"
    y = f32[2] add(x, x), backend_config=7
                                         ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 40)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, x), statistics={bytes=1}"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected visualizing_index=, found "bytes"
    y = f32[2] add(x, x), statistics={bytes=1}
                                      ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 4, column 37)hlo");
}

TEST(HloParserErrorTest, SyntaxOfModules) {  // text.p1
  EXPECT_EQ(
      ErrorOf(""),
      R"hlo(INVALID_ARGUMENT [text.p1] expected HloModule and its name, or a computation, or an instruction, found the end of the text
  
  ^
  help: write for instance "ENTRY main { x = f32[2] parameter(0) }"
  at line 1, column 1)hlo");
  EXPECT_EQ(
      ErrorOf("HloModul m"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected HloModule and its name, or a computation, or an instruction, found "HloModul"
  HloModul m
  ^
  help: did you mean HloModule?
  at line 1, column 1)hlo");
  EXPECT_EQ(
      ErrorOf("HloModule"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected the name of the module, found the end of the text
  HloModule
           ^
  help: the first line is written like: HloModule name, attribute=value
  at line 1, column 10)hlo");
  EXPECT_EQ(
      ErrorOf("HloModule m"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a computation, like "ENTRY main { ... }", found the end of the text
  HloModule m
             ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 12)hlo");
  EXPECT_EQ(
      ErrorOf(R"hlo(HloModule m is_scheduled=true
ENTRY main { x = f32[] parameter(0) })hlo"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected '{' before the instructions of a computation, found '='
  HloModule m is_scheduled=true
                          ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 25)hlo");
  EXPECT_EQ(
      ErrorOf("ENTRY main { }"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected an instruction, like "x = f32[2] parameter(0)", found '}'
  ENTRY main { }
               ^
  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value
  at line 1, column 14)hlo");
  EXPECT_EQ(
      ErrorOf("ENTRY main {"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected an instruction, like "x = f32[2] parameter(0)", found the end of the text
  ENTRY main {
              ^
  help: close the computation main with '}'
  at line 1, column 13)hlo");
}

TEST(HloParserErrorTest, SyntaxOfComputations) {  // text.p1
  EXPECT_EQ(
      ErrorOf("ENTRY { }"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected a computation, like "ENTRY main { ... }", found '{'
  ENTRY { }
        ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 7)hlo");
  EXPECT_EQ(
      ErrorOf("42"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected HloModule and its name, or a computation, or an instruction, found "42"
  42
  ^
  help: write for instance "ENTRY main { x = f32[2] parameter(0) }"
  at line 1, column 1)hlo");
  EXPECT_EQ(
      ErrorOf(R"hlo(ENTRY main (x: f32[2] {
  x = f32[2] parameter(0) })hlo"),
      R"hlo(INVALID_ARGUMENT [text.p1] expected ',' or ')' after one of the parameters, found '{'
  ENTRY main (x: f32[2] {
                        ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 23)hlo");
  EXPECT_EQ(ErrorOf(R"hlo(ENTRY main (x f32[2]) -> f32[3] {
  x = f32[2] parameter(0) })hlo"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected ':' after the name of a parameter, found "f32"
  ENTRY main (x f32[2]) -> f32[3] {
                ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 15)hlo");
  EXPECT_EQ(ErrorOf(R"hlo(ENTRY main (x: f32[2]) {
  x = f32[2] parameter(0) })hlo"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected '->' and the shape of the result, found '{'
  ENTRY main (x: f32[2]) {
                         ^
  help: computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }
  at line 1, column 24)hlo");
  EXPECT_EQ(ErrorOf("HloModule m, input_output_alias={ {0}: (0, {}, maybe) }"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected may-alias or must-alias, found "maybe"
  HloModule m, input_output_alias={ {0}: (0, {}, maybe) }
                                                 ^
  help: write one of may-alias, must-alias
  at line 1, column 48)hlo");
  EXPECT_EQ(ErrorOf("HloModule m, is_scheduled=yes"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected true or false, found "yes"
  HloModule m, is_scheduled=yes
                            ^
  help: the first line is written like: HloModule name, attribute=value
  at line 1, column 27)hlo");
  EXPECT_EQ(ErrorOf("HloModule m, replica_count=two"),
            R"hlo(INVALID_ARGUMENT [text.p1] expected an integer, found "two"
  HloModule m, replica_count=two
                             ^
  help: the first line is written like: HloModule name, attribute=value
  at line 1, column 28)hlo");
}

TEST(HloParserErrorTest, Numbers) {  // text.p2
  EXPECT_EQ(ErrorIn("y = f32[2] parameter(99999999999999999999)"),
            R"hlo(INVALID_ARGUMENT [text.p2] the number does not fit into 64 bits
    y = f32[2] parameter(99999999999999999999)
                         ^
  help: integers are from -9223372036854775808 to 9223372036854775807
  at line 4, column 24)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, x), metadata={source_line=4294967296}"),
            R"hlo(INVALID_ARGUMENT [text.p2] the number does not fit into 32 bits
    y = f32[2] add(x, x), metadata={source_line=4294967296}
                                                ^
  help: the numbers here are from -2147483648 to 2147483647
  at line 4, column 47)hlo");
}

TEST(HloParserErrorTest, Strings) {  // text.p3
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] add(x, x), metadata={op_name="x})hlo"),
            R"hlo(INVALID_ARGUMENT [text.p3] the string has no end
    y = f32[2] add(x, x), metadata={op_name="x}
                                            ^
  help: close it with "
  at line 4, column 43)hlo");
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] add(x, x), metadata={op_name="x\q"})hlo"),
            R"hlo(INVALID_ARGUMENT [text.p3] the string has an escape that does not exist
    y = f32[2] add(x, x), metadata={op_name="x\q"}
                                              ^
  help: write \n, \t, \", \\, \101 (octal) or \x41
  at line 4, column 45)hlo");
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] negate(x), backend_config={"a": {"}": {)hlo"),
            R"hlo(INVALID_ARGUMENT [text.p3] the brace is never closed
    y = f32[2] negate(x), backend_config={"a": {"}": {
                                         ^
  help: every '{' outside of strings needs its '}'
  at line 4, column 40)hlo");
}

// Strings of protocol buffers must be text; bytes fields may have any contents.
TEST(HloParserErrorTest, StringsThatAreNotUtf8) {  // text.p3
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] add(x, x), metadata={op_name="caf\351"})hlo"),
            R"hlo(INVALID_ARGUMENT [text.p3] the string is not UTF-8
    y = f32[2] add(x, x), metadata={op_name="caf\351"}
                                            ^
  help: write it in UTF-8: é is é itself, or \303\251, not \351
  at line 4, column 43)hlo");
  for (const std::string_view text : {
           R"(y = f32[2] negate(x), metadata={op_type="\377"})",
           R"(y = f32[2] negate(x), metadata={scheduling_name="\377"})",
           R"(y = f32[2] negate(x), frontend_attributes={a="\377"})",
           R"(y = f32[2] negate(x), frontend_attributes={"\377"="a"})",
           "y = f32[2] negate(x), frontend_attributes={a={\"\377\": 1}}",
           R"(y = f32[2] negate(x), origin={{"\377"}})",
           R"(y = f32[2] negate(x), origin={[synthetic_call],["\377"]})",
           R"(y = f32[2] negate(x), sharding={mesh['\377'=2], [{'\377'}]})",
           R"(y = f32[2] custom-call(x), custom_call_target="\377")",
           R"(y = ((f32[2]), f32[2], s32[]) negate-start(x), async_execution_thread="\377")",
       }) {
    EXPECT_NE(ErrorIn(text).find("[text.p3] the string is not UTF-8"), std::string::npos)
        << text << "\n"
        << ErrorIn(text);
  }
  for (const std::string_view text : {
           R"(HloModule m, frontend_attributes={a="\377"})",
           "HloModule m, origin_recovery_table={\"\377\"}",
           "HloModule m\nFileNames 1 \"\377\"",
           "ENTRY e { ROOT x = f32[] parameter(0) }, execution_thread=\"\377\"",
       }) {
    EXPECT_NE(ErrorOf(text).find("[text.p3] the string is not UTF-8"), std::string::npos)
        << text << "\n"
        << ErrorOf(text);
  }
  for (const std::string_view text : {
           R"(ROOT y = f32[2] negate(x), backend_config="\377")",
           "ROOT y = f32[2] negate(x), backend_config={\"\377\"}",
           R"(t = token[] after-all() ROOT y = (f32[2], token[]) infeed(t), infeed_config="\377")",
           R"(t = token[] after-all() ROOT y = token[] outfeed(x, t), outfeed_config="\377")",
           R"(ROOT y = f32[2] negate(x), metadata={op_name="caf\303\251"})",
       }) {
    EXPECT_EQ(ErrorIn(text), "no error");
  }
}

TEST(HloParserErrorTest, Operands) {  // text.p4
  EXPECT_EQ(ErrorIn("ROOT y = f32[2] add(x, y)"),
            R"hlo(INVALID_ARGUMENT [text.p4] no instruction "y" comes before this one
    ROOT y = f32[2] add(x, y)
                           ^
  help: an operand is defined earlier in the same computation; values of others come in as parameters
  at line 4, column 26)hlo");
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] add(x, xs)
  first = f32[2] negate(x)
  z = f32[2] negate(fist))hlo"),
            R"hlo(INVALID_ARGUMENT [text.p4] no instruction "xs" comes before this one
    y = f32[2] add(x, xs)
                      ^
  help: did you mean s?
  at line 4, column 21)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] negate(x), control-predecessors={z}"),
            R"hlo(INVALID_ARGUMENT [text.p4] no instruction %z comes before this one
    y = f32[2] negate(x), control-predecessors={z}
                                                ^
  help: a control predecessor is defined earlier in the same computation
  at line 4, column 47)hlo");
}

TEST(HloParserErrorTest, OperandsAlone) {  // text.p4
  EXPECT_EQ(ErrorOf("add(f32[2] x, y)"),
            R"hlo(INVALID_ARGUMENT [text.p4] no instruction "y" comes before this one
  add(f32[2] x, y)
                ^
  help: write the operand's shape before its name to make it a parameter
  at line 1, column 15)hlo");
}

TEST(HloParserErrorTest, Names) {  // text.p5
  EXPECT_EQ(ErrorIn("x = f32[2] negate(x)"),
            R"hlo(INVALID_ARGUMENT [text.p5] an instruction %x already exists
    x = f32[2] negate(x)
    ^
  the first one is at line 2, column 3
  help: give each instruction of a computation its own name
  at line 4, column 3)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, x)} main { z = f32[] constant(1)"),
            R"hlo(INVALID_ARGUMENT [text.p5] a computation "main" already exists
    y = f32[2] add(x, x)} main { z = f32[] constant(1)
                          ^
  the first one is at line 1, column 7
  help: give each computation its own name
  at line 4, column 25)hlo");
  EXPECT_EQ(ErrorIn("f32 = f32[2] negate(x)"),
            R"hlo(INVALID_ARGUMENT [text.p5] f32 cannot be a name: the word means something else
    f32 = f32[2] negate(x)
    ^
  help: write f32_, for instance
  at line 4, column 3)hlo");
}

TEST(HloParserErrorTest, Attributes) {  // text.p6
  EXPECT_EQ(ErrorIn("y = f32[2] broadcast(s), dimension={}"),
            R"hlo(INVALID_ARGUMENT [text.p6] broadcast has no attribute "dimension"
    y = f32[2] broadcast(s), dimension={}
                             ^
  help: did you mean dimensions?
  at line 4, column 28)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] negate(x), foo=1"),
            R"hlo(INVALID_ARGUMENT [text.p6] negate has no attribute "foo"
    y = f32[2] negate(x), foo=1
                          ^
  help: negate has no attributes of its own
  at line 4, column 25)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] transpose(x), foo=1"),
            R"hlo(INVALID_ARGUMENT [text.p6] transpose has no attribute "foo"
    y = f32[2] transpose(x), foo=1
                             ^
  help: transpose has dimensions
  at line 4, column 28)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] conditional(s, x, x), true_computation=main, false_computation=main"),
      R"hlo(INVALID_ARGUMENT [text.p6] conditional with these operands has no true_computation
    y = f32[2] conditional(s, x, x), true_computation=main, false_computation=main
               ^
  help: the operands decide how the computations of conditional are named
  at line 4, column 14)hlo");
}

TEST(HloParserErrorTest, AttributesOfModules) {  // text.p6
  EXPECT_EQ(ErrorOf("HloModule m, replica_cuont=2"),
            R"hlo(INVALID_ARGUMENT [text.p6] a module has no attribute "replica_cuont"
  HloModule m, replica_cuont=2
               ^
  help: did you mean replica_count?
  at line 1, column 14)hlo");
}

TEST(HloParserErrorTest, Twice) {  // text.p7
  EXPECT_EQ(ErrorIn("y = f32[2] broadcast(s), dimensions={}, dimensions={}"),
            R"hlo(INVALID_ARGUMENT [text.p7] the attribute dimensions is given twice
    y = f32[2] broadcast(s), dimensions={}, dimensions={}
                                            ^
  help: keep one of them
  at line 4, column 43)hlo");
  EXPECT_EQ(ErrorIn(R"hlo(y = f32[2] negate(x), metadata={op_name="a" op_name="b"})hlo"),
            R"hlo(INVALID_ARGUMENT [text.p7] the field op_name is given twice
    y = f32[2] negate(x), metadata={op_name="a" op_name="b"}
                                                ^
  help: keep one of them
  at line 4, column 47)hlo");
}

TEST(HloParserErrorTest, TwiceInTheHeader) {  // text.p7
  EXPECT_EQ(ErrorOf("HloModule m, is_scheduled=true, is_scheduled=true"),
            R"hlo(INVALID_ARGUMENT [text.p7] the attribute is_scheduled is given twice
  HloModule m, is_scheduled=true, is_scheduled=true
                                  ^
  help: keep one of them
  at line 1, column 33)hlo");
}

TEST(HloParserErrorTest, Missing) {  // text.p8
  EXPECT_EQ(ErrorIn("y = pred[2] compare(x, x)"),
            R"hlo(INVALID_ARGUMENT [text.p8] compare needs the attribute direction
    y = pred[2] compare(x, x)
                ^
  help: write direction=... after the parentheses
  at line 4, column 15)hlo");
  EXPECT_EQ(ErrorIn("y = f32[] reduce(x, s), dimensions={0}"),
            R"hlo(INVALID_ARGUMENT [text.p8] reduce needs the computation to_apply
    y = f32[] reduce(x, s), dimensions={0}
              ^
  help: write to_apply=NAME after the parentheses
  at line 4, column 13)hlo");
}

}  // namespace
}  // namespace hloom
