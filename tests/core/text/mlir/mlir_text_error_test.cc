// Errors of the parser of MLIR text: what is wrong, the line, the caret, the fix, the place.
#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "text/mlir/mlir_text.h"

namespace hloom::mlir {
namespace {

std::string ErrorOf(const std::string& text) {
  const auto modules = ParseMlirText(text);
  return modules.ok() ? "no error" : modules.status().ToString();
}

// The operation is in line 2, from column 1 on.
std::string ErrorIn(std::string_view operation) {
  return ErrorOf(StrCat("func.func @f(%x: tensor<2xf32>, %i: tensor<i32>) {\n", operation, "\n}"));
}

TEST(MlirTextErrorTest, Operations) {
  EXPECT_EQ(ErrorIn("%0 = stablehlo.add %x %x : tensor<2xf32>"),
            R"(INVALID_ARGUMENT [mlir.p1] expected ':' before the type of an operation, found "%x"
  %0 = stablehlo.add %x %x : tensor<2xf32>
                        ^
  at line 2, column 23)");
  EXPECT_EQ(ErrorIn("%0 = stablehlo.add %x, %y : tensor<2xf32>"),
            R"(INVALID_ARGUMENT [mlir.p5] the value %y is not defined
  %0 = stablehlo.add %x, %y : tensor<2xf32>
                         ^
  help: a value is defined before its use, in the same region or around it
  at line 2, column 24)");
  EXPECT_EQ(
      ErrorIn("%0 = stablehlo.add %x, %i : tensor<2xf32>"),
      R"(INVALID_ARGUMENT [mlir.p7] this operand is of type tensor<2xf32> here and of type tensor<i32> where it is defined
  %0 = stablehlo.add %x, %i : tensor<2xf32>
                         ^
  it is defined at line 1, column 33
  help: the type at the end of an operation repeats the types of its operands
  at line 2, column 24)");
  EXPECT_EQ(ErrorIn("%0 = cal @f(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
            R"(UNIMPLEMENTED [mlir.p8] hloom has no operation cal
  %0 = cal @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
       ^
  help: did you mean call?
  at line 2, column 6)");
}

struct Wrong {
  std::string_view text;
  std::string_view rule;
  std::string_view message;
  std::string_view place;
};

void ExpectError(const std::string& error, const Wrong& wrong) {
  EXPECT_NE(error.find(StrCat("[", wrong.rule, "]")), std::string::npos) << error;
  EXPECT_NE(error.find(wrong.message), std::string::npos) << error << "\nnot: " << wrong.message;
  EXPECT_NE(error.find(StrCat("at line ", wrong.place)), std::string::npos)
      << error << "\nnot: " << wrong.place;
}

TEST(MlirTextErrorTest, WrongOperations) {
  constexpr Wrong kWrong[] = {
      {"%0 = foobar %x", "mlir.p8", "print the program with the generic form", "2, column 6"},
      {"%0 = foo.bar(%x", "mlir.p1", "begins at line 2, column 14", "3, column 1"},
      {"%0:2, %1:4294967295 = foo.bar %x : tensor<2xf32>", "mlir.p6",
       "foo.bar does not have 4294967295 results", "2, column 7"},
      {"%0:2 = stablehlo.abs %x : tensor<2xf32>", "mlir.p6", "has 1 result and names for 2",
       "2, column 1"},
      {"%0:0 = stablehlo.abs %x : tensor<2xf32>", "mlir.p6", "one result or more", "2, column 1"},
      {"%0 = stablehlo.abs %x : tensor<2xf32>\n%0 = stablehlo.abs %x : tensor<2xf32>", "mlir.p5",
       "the first one is at line 2, column 1", "3, column 1"},
      {"%x = stablehlo.abs %x : tensor<2xf32>", "mlir.p5", "%x is already defined", "2, column 1"},
      {"%0 = stablehlo.abs %x#1 : tensor<2xf32>", "mlir.p5", "%x has 1 result, none of them #1",
       "2, column 20"},
      {"%0 = \"a.b\"(%x) : (tensor<2xf32>, i32) -> i32", "mlir.p7", "1 operand and 2 types",
       "2, column 6"},
      {"\"a.b\"()[^bb1] : () -> ()", "mlir.p13", "branches to other blocks", "2, column 8"},
      {"\"a.b\"() ({\n^bb0:\n\"a.c\"() : () -> ()\n^bb1:\n\"a.c\"() : () -> ()\n}) : () -> ()",
       "mlir.p13", "more than one block", "5, column 1"},
      {"\"a.b\"() <{a}> {a} : () -> ()", "mlir.p12", "the attribute a occurs twice",
       "2, column 16"},
      {"\"a.b\"() {} : () -> !vhlo.token_v1", "mlir.p13", "VHLO", "2, column 20"},
      {"\"a.b\"() {a = #vhlo.x<1>} : () -> ()", "mlir.p13", "VHLO", "2, column 14"},
      {"%0 = stablehlo.pad %x, %i, low = [0], high = [0] : i32", "mlir.p1", "interior = ...",
       "2, column 50"},
      {"%0 = stablehlo.transpose %x, dim = [0] : i32", "mlir.p1", "expected 'dims ='",
       "2, column 30"},
      {"%0 = stablehlo.transpose %x, dims = [0], dims = [0] : i32", "mlir.p12", "occurs twice",
       "2, column 42"},
      {"%0 = stablehlo.transpose %x, dims = [0] : tensor<2xf32>", "mlir.p1", "expected '->'",
       "3, column 1"},
      {"%0 = stablehlo.select %x, %x, %x : tensor<2xf32>", "mlir.p1",
       "the type of the predicate and that of the result", "2, column 36"},
      {"%0 = stablehlo.complex %x, %x : tensor<2xf32>", "mlir.p1", "complex numbers",
       "2, column 33"},
      {"%0 = stablehlo.reduce_precision %x, format = e5 : tensor<2xf32>", "mlir.p1",
       "a format, like e5m2", "2, column 46"},
      {"%0 = stablehlo.constant 1", "mlir.p1", "a constant, like dense<1.0>", "2, column 25"},
      {"%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, 0, b]x[0, i, o]->[b, 0, f]", "mlir.p1",
       "the dimension b occurs twice", "2, column 50"},
      {"%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f]", "mlir.p1",
       "the spatial dimension 0 does not occur once", "2, column 50"},
      {"%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, 0]x[0, i, o]->[b, 0, f]", "mlir.p1",
       "the dimension f is missing", "2, column 50"},
      {"stablehlo.while(%a = %x) : tensor<2xf32>\ncond {\n} {", "mlir.p1", "expected 'do'",
       "4, column 3"},
      {"\"stablehlo.if\"(%i) ({\n%0 = stablehlo.abs %x : tensor<2xf32>\n}, {\n\"a.b\"(%0) : "
       "(tensor<2xf32>) -> ()\n}) : (tensor<i32>) -> ()",
       "mlir.p5", "the value %0 is not defined", "5, column 7"},
      {"return\n", "", "", ""},
  };
  for (const Wrong& wrong : kWrong) {
    if (wrong.rule.empty()) {
      EXPECT_EQ(ErrorIn(wrong.text), "no error");
    } else {
      ExpectError(ErrorIn(wrong.text), wrong);
    }
  }
}

TEST(MlirTextErrorTest, WrongParts) {
  // The attribute begins at line 1, column 24.
  constexpr Wrong kWrong[] = {
      {"99999999999999999999", "mlir.p2", "is not a number of type i64", "1, column 24"},
      {"300 : i8", "mlir.p2", "\"300\" is not a number of type i8", "1, column 24"},
      {"#stablehlo.x<a = [99999999999999999999]>", "mlir.p2", "does not fit into 64 bits",
       "1, column 42"},
      {"tensor<99999999999999999999xf32>", "mlir.p2", "too large", "1, column 31"},
      {"\"a", "mlir.p3", "no end", "1, column 24"},
      {"\"\\q\"", "mlir.p3", "escape", "1, column 25"},
      {"\"\xFF\"", "mlir.p3", "not UTF-8", "1, column 24"},
      {"@\"\\FF\"", "mlir.p3", "not UTF-8", "1, column 25"},
      {"#x.y<\xFF>", "mlir.p3", "not UTF-8", "1, column 29"},
      {"#unknown", "mlir.p4", "#unknown is not defined", "1, column 24"},
      {"!unknown", "mlir.p4", "!unknown is not defined", "1, column 24"},
      {"dense<[1, 2]> : tensor<3xi32>", "mlir.p10", "2 parts in dimension 0, which is of size 3",
       "1, column 35"},
      {"dense<[1, 2]> : tensor<1xi32>", "mlir.p10", "more elements", "1, column 34"},
      {"dense<[[1], [2, 3]]> : tensor<2x1xi32>", "mlir.p10", "more elements", "1, column 40"},
      {"dense<[1]> : tensor<1x1xi32>", "mlir.p10", "fewer dimensions", "1, column 31"},
      {"dense<[[1]]> : tensor<1xi32>", "mlir.p10", "more dimensions", "1, column 31"},
      {"dense<[1.5]> : tensor<1xi32>", "mlir.p10", "\"1.5\" is not an element", "1, column 31"},
      {"dense<300> : tensor<i8>", "mlir.p10", "\"300\" is not an element", "1, column 30"},
      {"dense<[0]> : tensor<1000000000000xi8>", "mlir.p10", "fewer elements", "1, column 30"},
      {"dense<0> : tensor<?xi8>", "mlir.p10", "no constants of type tensor<?xi8>", "1, column 24"},
      {"dense<\"0x00\"> : tensor<2xi16>", "mlir.p10", "does not have 1 byte", "1, column 31"},
      {"dense<\"0x0G\"> : tensor<1xi8>", "mlir.p10", "hexadecimal", "1, column 31"},
      {"dense<\"0x000\"> : tensor<1xi8>", "mlir.p10", "hexadecimal", "1, column 31"},
      {"dense<__elided__> : tensor<2xi8>", "mlir.p10", "left out", "1, column 30"},
      {"dense_resource<__elided__> : tensor<2xi8>", "mlir.p10", "left out", "1, column 24"},
      {"dense_resource<w> : tensor<2xi8>", "mlir.p11", "the resource w is not in the text",
       "1, column 24"},
      {"{b, b}", "mlir.p12", "the attribute b occurs twice", "1, column 28"},
      {"[1, 2", "mlir.p1", "expected ',' or ']'", "1, column 29"},
      {"#stablehlo.gather<offset_dims = [0", "mlir.p1", "expected ',' or ']'", "1, column 58"},
      {"#sdy.sharding<[}>", "mlir.p1", "expected ']'", "1, column 39"},
      {"foo", "mlir.p1", "expected an attribute", "1, column 24"},
  };
  for (const Wrong& wrong : kWrong) {
    ExpectError(ErrorOf(StrCat("module attributes {a = ", wrong.text, "} {}")), wrong);
  }
}

TEST(MlirTextErrorTest, WrongModules) {
  constexpr Wrong kWrong[] = {
      {"", "mlir.p1", "expected a module, found the end of the text", "1, column 1"},
      {"module {", "mlir.p1", "the region of builtin.module at line 1, column 8 is not closed",
       "1, column 9"},
      {"}", "mlir.p1", "expected an operation", "1, column 1"},
      {"module {} loc(#a)", "mlir.p4", "the location #a is not defined", "1, column 15"},
      {"#a = loc(\"x\"(#a))\nmodule {}", "mlir.p4", "the location #a is not defined",
       "1, column 14"},
      {"#a = loc(\"x\")\n#a = loc(\"y\")", "mlir.p4", "#a is already defined", "2, column 1"},
      {"!a = f32\n!a = f64", "mlir.p4", "!a is already defined", "2, column 1"},
      {"func.func @f(tensor<f32>) {\n}", "mlir.p1", "names for the parameters", "1, column 1"},
      {"func.func @f(%a: f32) {\nfunc.func @g() {\n\"a.b\"(%a) : (f32) -> ()\n}\n}", "mlir.p5",
       "%a is not defined", "3, column 7"},
      {"{-# dialect_resources: {builtin: {a \"0x\"}} #-}", "mlir.p1", "expected ':'",
       "1, column 37"},
      {"module {}\n// -----\nmodule {\n  %0 = xy\n}", "mlir.p8", "xy", "4, column 8"},
      {"module {} loc(\"a\":1)", "mlir.p1", "expected ':'", "1, column 20"},
  };
  for (const Wrong& wrong : kWrong) ExpectError(ErrorOf(std::string(wrong.text)), wrong);
}

TEST(MlirTextErrorTest, Depth) {  // mlir.p9
  std::string regions;
  for (int i = 0; i < 300; ++i) regions += "\"a.b\"() ({\n";
  EXPECT_NE(ErrorOf(regions).find("[mlir.p9] regions nest more than 256 deep"), std::string::npos);
  for (const std::string_view open : {"[", "{a = ", "tuple<", "(", "dense<[", "#x<[", "\"a\"("}) {
    std::string text = "module attributes {a = ";
    for (int i = 0; i < 10000; ++i) text += open;
    EXPECT_NE(ErrorOf(text), "no error");
  }
  std::string nested = "module attributes {a = ";
  for (int i = 0; i < 100; ++i) nested += '[';
  EXPECT_NE(ErrorOf(nested).find("[mlir.p9]"), std::string::npos);
}

TEST(MlirTextErrorTest, AliasesOfAliases) {
  // Written out, the last one would be longer than any memory; and, with one part each, too deep.
  std::string types = "!t0 = tensor<f32>\n";
  std::string attributes = "#a0 = []\n";
  std::string locations = "#l0 = loc(unknown)\n";
  std::string chain = "!t0 = tuple<>\n";
  for (int i = 0; i < 40; ++i) {
    StrAppend(types, "!t", i + 1, " = tuple<!t", i, ", !t", i, ">\n");
    StrAppend(attributes, "#a", i + 1, " = [#a", i, ", #a", i, "]\n");
    StrAppend(locations, "#l", i + 1, " = loc(fused[#l", i, ", #l", i, "])\n");
  }
  for (int i = 0; i < 100; ++i) StrAppend(chain, "!t", i + 1, " = tuple<!t", i, ">\n");
  for (const std::string& text : {types, attributes, locations}) {
    EXPECT_NE(ErrorOf(text).find("[mlir.p14]"), std::string::npos) << ErrorOf(text);
  }
  EXPECT_NE(ErrorOf(chain).find("[mlir.p9]"), std::string::npos) << ErrorOf(chain);
}

}  // namespace
}  // namespace hloom::mlir
