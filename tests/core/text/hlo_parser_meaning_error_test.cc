// Errors of the HLO text parser about programs that are written correctly and mean nothing, whole,
// as hlo_parser_error_test.cc has those about the text itself; and how errors show their place.
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "support/parse_error.h"

namespace hloom {
namespace {

using testing_support::ErrorIn;  // NOLINT
using testing_support::ErrorOf;  // NOLINT

TEST(HloParserErrorTest, EntryAndRoot) {  // text.p9
  EXPECT_EQ(ErrorIn(R"hlo(ROOT y = f32[2] add(x, x)
  ROOT z = f32[2] add(x, x))hlo"),
            R"hlo(INVALID_ARGUMENT [text.p9] the computation has a ROOT already
    ROOT z = f32[2] add(x, x)
    ^
  the first one is %y
  help: one instruction is the result; leave out ROOT for the others
  at line 5, column 3)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, x)} ENTRY other { z = f32[] constant(1)"),
            R"hlo(INVALID_ARGUMENT [text.p9] the module has an ENTRY already
    y = f32[2] add(x, x)} ENTRY other { z = f32[] constant(1)
                          ^
  the first one is main at line 1, column 7
  help: one computation is the entry; leave out ENTRY for the others
  at line 4, column 25)hlo");
}

TEST(HloParserErrorTest, RepeatedShapes) {  // text.p10
  EXPECT_EQ(
      ErrorIn("y = f32[2] add(f32[3] x, x)"),
      R"hlo(INVALID_ARGUMENT [text.p10] the operand %x is f32[2], but is said to be f32[3] here
    y = f32[2] add(f32[3] x, x)
                   ^
  help: leave the shape of the operand out, or write that of its definition
  at line 4, column 18)hlo");
}

TEST(HloParserErrorTest, RepeatedShapesOfModules) {  // text.p10
  EXPECT_EQ(
      ErrorOf(R"hlo(ENTRY main (x: f32[2]) -> f32[3] {
  x = f32[2] parameter(0)
})hlo"),
      R"hlo(INVALID_ARGUMENT [text.p10] the result of main is said to be f32[3], but its root is f32[2]
  ENTRY main (x: f32[2]) -> f32[3] {
                            ^
  help: write the root's shape after '->', or leave out all between the name and '{'
  at line 1, column 27)hlo");
  EXPECT_EQ(
      ErrorOf(R"hlo(HloModule m, entry_computation_layout={(f32[2])->f32[]}
ENTRY main {
  x = f32[2] parameter(0)
})hlo"),
      R"hlo(INVALID_ARGUMENT [text.p10] the entry computation is (f32[2])->f32[2], not (f32[2])->f32[]
  HloModule m, entry_computation_layout={(f32[2])->f32[]}
                                        ^
  help: leave entry_computation_layout out, or write the shapes that the entry has
  at line 1, column 39)hlo");
}

TEST(HloParserErrorTest, ShapesThatMustBeWritten) {  // text.p11
  EXPECT_EQ(ErrorIn("y = constant({1, 2})"),
            R"hlo(INVALID_ARGUMENT [text.p11] the shape of this constant must be written
    y = constant({1, 2})
        ^
  help: write the shape before the operation, f32[2,3] constant(...): it does not follow from the operands
  at line 4, column 7)hlo");
  EXPECT_EQ(ErrorIn("y = call(x), to_apply=later"),
            R"hlo(INVALID_ARGUMENT [text.p11] the shape of this call must be written
    y = call(x), to_apply=later
        ^
  help: write it before the operation, or define the computations that it calls first
  at line 4, column 7)hlo");
  EXPECT_EQ(ErrorIn("y = f32[] negate-start(x)"),
            R"hlo(INVALID_ARGUMENT [text.p11] the shape of this negate-start must be written
    y = f32[] negate-start(x)
              ^
  help: write it before the operation: ((shapes of the operands), shape of the result)
  at line 4, column 13)hlo");
}

// Too few operands are too few, whether the shape is written or not.
TEST(HloParserErrorTest, TooFewOperands) {  // arity.c1
  EXPECT_EQ(ErrorIn("y = f32[2] reshape()"),
            R"hlo(INVALID_ARGUMENT [arity.c1] reshape: takes 1 operand, 0 were given
    y = f32[2] reshape()
               ^
  help: give 1 operand: operand
  at line 4, column 14)hlo");
  for (const std::string_view instruction :
       {"y = (f32[2], token[]) infeed()", "y = f32[] reduce(), dimensions={}, to_apply=main",
        "y = s32[] get-dimension-size(), dimensions={0}", "y = f32[2] conditional()",
        "y = f32[2] broadcast(), dimensions={}", "y = f32[2] add(x)", "y = f32[2] negate-done()",
        "y = f32[2] async-done()"}) {
    EXPECT_NE(ErrorIn(instruction).find("[arity.c1]"), std::string::npos) << ErrorIn(instruction);
  }
}

// Asynchronous operations of XLA that are not a short form of async-start.
TEST(HloParserErrorTest, OperationsOfTheirOwn) {
  EXPECT_NE(ErrorIn("y = ((f32[]), f32[]) shuffle-start(x)").find("text.p14"), std::string::npos);
  EXPECT_NE(ErrorIn("y = ((f32[]), f32[]) neggate-start(x)").find("text.p14"), std::string::npos);
}

TEST(HloParserErrorTest, Calls) {  // text.p13
  EXPECT_EQ(ErrorIn("y = f32[] reduce(x, s), dimensions={0}, to_apply=%ad"),
            R"hlo(INVALID_ARGUMENT [text.p13] unknown computation "ad"
    y = f32[] reduce(x, s), dimensions={0}, to_apply=%ad
                                                      ^
  help: define it in the text, before or after its callers
  at line 4, column 53)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] call(x), to_apply=mian"),
            R"hlo(INVALID_ARGUMENT [text.p13] unknown computation "mian"
    y = f32[2] call(x), to_apply=mian
                                 ^
  help: define it in the text, before or after its callers
  at line 4, column 32)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] call(x), to_apply=main"),
      R"hlo(INVALID_ARGUMENT [text.p13] the computation main calls itself, here or through others
    y = f32[2] call(x), to_apply=main
                                 ^
  help: computations cannot be recursive; use while
  at line 4, column 32)hlo");
}

TEST(HloParserErrorTest, Cycles) {  // text.p13
  EXPECT_EQ(ErrorOf(R"hlo(a {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=b
}
b {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=a
})hlo"),
            R"hlo(INVALID_ARGUMENT [text.p13] the computation a calls itself, here or through others
    y = f32[] call(x), to_apply=a
                                ^
  help: computations cannot be recursive; use while
  at line 7, column 31)hlo");
}

TEST(HloParserErrorTest, Operations) {  // text.p14
  EXPECT_EQ(ErrorIn("ROOT y = f32[2] mutliply(x, x)"),
            R"hlo(INVALID_ARGUMENT [text.p14] unknown operation "mutliply"
    ROOT y = f32[2] mutliply(x, x)
                    ^
  help: did you mean multiply?
  at line 4, column 19)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] Add(x, x)"),
            R"hlo(INVALID_ARGUMENT [text.p14] unknown operation "Add"
    y = f32[2] Add(x, x)
               ^
  help: did you mean add?
  at line 4, column 14)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] frobnicate(x)"),
            R"hlo(INVALID_ARGUMENT [text.p14] unknown operation "frobnicate"
    y = f32[2] frobnicate(x)
               ^
  help: see the list of operations in the documentation
  at line 4, column 14)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] shuffle(x), to_apply=add"),
            R"hlo(UNIMPLEMENTED [text.p14] the operation shuffle is not supported yet
    y = f32[2] shuffle(x), to_apply=add
               ^
  help: XLA has it; hloom does not have it so far
  at line 4, column 14)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] shuffle-start(x)"),
            R"hlo(UNIMPLEMENTED [text.p14] the operation shuffle-start is not supported yet
    y = f32[2] shuffle-start(x)
               ^
  help: XLA has it; hloom does not have it so far
  at line 4, column 14)hlo");
}

TEST(HloParserErrorTest, Shapes) {  // shape.p1
  EXPECT_EQ(ErrorIn("y = f33[2] negate(x)"),
            R"hlo(INVALID_ARGUMENT [shape.p1] the shape is wrong: "f33" is not an element type
    y = f33[2] negate(x)
        ^
  help: did you mean f32?
  at line 4, column 7)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2,} negate(x)"),
            R"hlo(INVALID_ARGUMENT [shape.p1] the shape is wrong: expected a number, found '}'
    y = f32[2,} negate(x)
              ^
  help: write shapes like f32[2,3], f32[2,3]{0,1}, (f32[2], s32[]) or token[]
  at line 4, column 13)hlo");
  EXPECT_EQ(ErrorIn("y = (f32[2], tuple(x)"),
            R"hlo(INVALID_ARGUMENT [shape.p1] the shape is wrong: "tuple" is not an element type
    y = (f32[2], tuple(x)
                 ^
  help: the element types are pred, s1, s2, s4, s8, s16, s32, s64, u1, u2, u4, u8, u16, u32, u64, f16, bf16, f32, f64, f8e5m2, f8e4m3, f8e4m3fn, f8e4m3b11fnuz, f8e3m4, f8e5m2fnuz, f8e4m3fnuz, f8e8m0fnu, f4e2m1fn, c64, c128, opaque, token
  at line 4, column 16)hlo");
}

TEST(HloParserErrorTest, Constants) {  // literal.p2
  EXPECT_EQ(
      ErrorIn("y = f32[2] constant({1, 2, 3})"),
      R"hlo(INVALID_ARGUMENT [literal.p2] expected '}' after 2 elements of dimension 0, found ", 3})"
    y = f32[2] constant({1, 2, 3})
                             ^
  help: write literals like f32[2,2] { { 1, 2 }, { 3, 4 } }, s32[] 7 or (f32[] 1, token)
  at line 4, column 28)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] constant({1, a})"),
            R"hlo(INVALID_ARGUMENT [literal.p2] expected a number, found "a})"
    y = f32[2] constant({1, a})
                            ^
  help: write literals like f32[2,2] { { 1, 2 }, { 3, 4 } }, s32[] 7 or (f32[] 1, token)
  at line 4, column 27)hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2] constant({...})"),
      R"hlo(INVALID_ARGUMENT [literal.p2] expected elements: the printer of this text left them out, found "{...})"
    y = f32[2] constant({...})
                        ^
  help: print the program with all of its constants: as_hlo_text(print_large_constants=True) in Python, HloPrintOptions::set_print_large_constants(true) in C++, XLA_FLAGS=--xla_dump_large_constants for dumps; or take its bytes, which leave nothing out; or read it with elidedConstants: 'zeros' (elided_constants in C++, --elided-constants zeros of the command) where values do not matter
  at line 4, column 23)hlo");
  EXPECT_EQ(
      ErrorIn(R"hlo(y = f32[2,2] constant({ {1, 2},
    {3} }))hlo"),
      R"hlo(INVALID_ARGUMENT [literal.p2] expected ',' and 1 more element of dimension 1, found "} })"
      {3} })
        ^
  help: write literals like f32[2,2] { { 1, 2 }, { 3, 4 } }, s32[] 7 or (f32[] 1, token)
  at line 5, column 7)hlo");
}

TEST(HloParserErrorTest, Verifier) {
  EXPECT_EQ(
      ErrorIn("y = f32[3] multiply(x, x)"),
      R"hlo(INVALID_ARGUMENT [verifier.c7] multiply: the result is f32[2], but the instruction states f32[3]
    y = f32[3] multiply(x, x)
    ^
  help: the shape of an instruction follows from its operands and attributes
  at line 4, column 3, %y in computation "main")hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[] dot(x, x)"),
      R"hlo(INVALID_ARGUMENT [verifier.c7] dot: the result is f32[2,2], but the instruction states f32[]
    y = f32[] dot(x, x)
    ^
  help: the shape of an instruction follows from its operands and attributes; it has no lhs_contracting_dims, no rhs_contracting_dims
  at line 4, column 3, %y in computation "main")hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x)"),
            R"hlo(INVALID_ARGUMENT [arity.c1] add: takes 2 operands, 1 was given
    y = f32[2] add(x)
               ^
  help: give 2 operands: lhs, rhs
  at line 4, column 14)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, s)"),
            R"hlo(INVALID_ARGUMENT [elementwise.c1] add: f32[2] and f32[] differ in their dimensions
    y = f32[2] add(x, s)
    ^
  help: at the HLO level nothing is broadcast implicitly: insert a broadcast
  at line 4, column 3, %y in computation "main")hlo");
  EXPECT_EQ(ErrorIn("y = add(x, s)"),
            R"hlo(INVALID_ARGUMENT [elementwise.c1] add: f32[2] and f32[] differ in their dimensions
    y = add(x, s)
        ^
  help: at the HLO level nothing is broadcast implicitly: insert a broadcast
  at line 4, column 7)hlo");
  EXPECT_EQ(ErrorIn("y = f32[2] parameter(3)"),
            R"hlo(INVALID_ARGUMENT [verifier.c5] parameter: the parameter number 3 leaves a gap
    y = f32[2] parameter(3)
    ^
  help: number the 3 parameters of the computation from 0, each number once
  at line 4, column 3, %y in computation "main")hlo");
  EXPECT_EQ(
      ErrorIn("y = f32[2]{1} negate(x)"),
      R"hlo(INVALID_ARGUMENT [layout.c1] minor_to_major={1} is not a permutation of the dimensions of [2]
    y = f32[2]{1} negate(x)
        ^
  each of the dimensions 0..0 must be in it exactly once
  help: the default, row-major order is {0}
  at line 4, column 7)hlo");
  EXPECT_EQ(ErrorIn("y = s8[2] constant({1, 200})"),
            R"hlo(INVALID_ARGUMENT [literal.p3] expected a number that s8 has, found "200})"
    y = s8[2] constant({1, 200})
                           ^
  help: the number is past the ends of the type, or one that it cannot represent at all
  at line 4, column 26)hlo");
}

// Bytes that are not characters, control characters and tabs take one column each.
TEST(HloParserErrorTest, ColumnsCountCharacters) {
  EXPECT_EQ(ErrorIn("y = f32[2] add(x, \xff)"),
            "INVALID_ARGUMENT [text.p1] expected the name of an operand, found the byte 255\n"
            "    y = f32[2] add(x, ?)\n"
            "                      ^\n"
            "  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value\n"
            "  at line 4, column 21");
  EXPECT_EQ(ErrorIn("\ty = f32[2] add(/* \xc3\xa4\x01 */ x, 1)"),
            "INVALID_ARGUMENT [text.p1] expected the name of an operand, found \"1\"\n"
            "     y = f32[2] add(/* \xc3\xa4  */ x, 1)\n"
            "                                ^\n"
            "  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value\n"
            "  at line 4, column 31");
}

// A long line is shown by the part around the place.
TEST(HloParserErrorTest, LongLinesAreCut) {
  std::string operands;
  for (int i = 0; i < 30; ++i) operands += "x, ";
  EXPECT_EQ(ErrorIn("y = f32[2] tuple(" + operands + "? " + std::string(1000, '/') + ")"),
            "INVALID_ARGUMENT [text.p1] expected the name of an operand, found '?'\n"
            "  ...x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, ? "
            "////////////////////////////...\n"
            "                                                                 ^\n"
            "  help: instructions are written like: ROOT sum = f32[2] add(x, y), name=value\n"
            "  at line 4, column 110");
}

TEST(HloParserErrorTest, LineEndsOfWindows) {
  EXPECT_EQ(
      ErrorOf("ENTRY main {\r\n  x = f32[2] negate(y)\r\n}"),
      "INVALID_ARGUMENT [text.p4] no instruction \"y\" comes before this one\n"
      "    x = f32[2] negate(y)\n"
      "                      ^\n"
      "  help: an operand is defined earlier in the same computation; values of others come in as "
      "parameters\n"
      "  at line 2, column 21");
}

// text.p12
TEST(HloParserErrorTest, Nesting) {
  std::string instruction = "x";
  for (int i = 0; i < 200; ++i) instruction = "negate(" + instruction + ")";
  EXPECT_NE(ErrorIn("y = " + instruction).find("[text.p12]"), std::string::npos);
  std::string computation = "{ p = f32[] parameter(0) }";
  for (int i = 0; i < 200; ++i) {
    computation = "{ p = f32[] parameter(0) q = f32[] call(p), to_apply=" + computation + " }";
  }
  EXPECT_NE(ErrorOf("ENTRY main " + computation).find("[text.p12]"), std::string::npos);
  // These are allowed.
  instruction = "x";
  for (int i = 0; i < 60; ++i) instruction = "negate(" + instruction + ")";
  EXPECT_EQ(ErrorIn("y = " + instruction), "no error");
}

TEST(HloParserErrorTest, RulesAreNumbered) {
  int number = 1;
  for (const Rule& rule : HloTextRules()) {
    if (rule.id.substr(0, 6) != "text.p") continue;
    EXPECT_EQ(rule.id, "text.p" + std::to_string(number++));
  }
  EXPECT_EQ(number, 20);
}

}  // namespace
}  // namespace hloom
