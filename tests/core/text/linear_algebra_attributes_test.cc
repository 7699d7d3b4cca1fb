// The options of cholesky and triangular-solve: read, kept, printed and written as XLA has them;
// and the programs of XLA's own tests.
#include "gtest/gtest.h"
#include "ops/linear_algebra/cholesky.h"
#include "ops/linear_algebra/triangular_solve.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

std::string Factor(std::string_view attributes, std::string_view type = "f32[2,2]") {
  return StrCat("HloModule m\n\nENTRY %main (a: ", type, ") -> ", type, " {\n  %a = ", type,
                " parameter(0)\n  ROOT %l = ", type, " cholesky(%a)", attributes, "\n}\n");
}
std::string Solve(std::string_view attributes, std::string_view a = "f32[2,2]",
                  std::string_view b = "f32[2,1]") {
  return StrCat("HloModule m\n\nENTRY %main (a: ", a, ", b: ", b, ") -> ", b, " {\n  %a = ", a,
                " parameter(0)\n  %b = ", b, " parameter(1)\n  ROOT %x = ", b,
                " triangular-solve(%a, %b)", attributes, "\n}\n");
}
std::string RuleOf(const std::string& text) {
  return std::string(ParseHloModule(text).status().rule());
}
bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(LinearAlgebraAttributesTest, WhatTextSaysOfCholesky) {
  for (const bool lower : {false, true}) {
    const auto module = ParseHloModule(Factor(lower ? ", lower=true" : ""));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "");
    EXPECT_EQ((*module)->entry_computation().root()->attributes<CholeskyAttributes>().lower, lower);
    EXPECT_TRUE(Contains(HloModuleToText(**module),
                         lower ? "cholesky(%a), lower=true\n" : "cholesky(%a)\n"));
  }
  EXPECT_TRUE(ParseHloModule(Factor(", lower=false")).ok());
  EXPECT_EQ(RuleOf(Factor(", lower=1")), "text.p1");
  EXPECT_EQ(RuleOf(Factor("", "f32[2,3]")), "cholesky.c2");
}

TEST(LinearAlgebraAttributesTest, WhatTextSaysOfTriangularSolve) {
  const auto module =
      ParseHloModule(Solve(", left_side=true, lower=true, transpose_a=NO_TRANSPOSE"));
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "");
  EXPECT_TRUE(
      Contains(HloModuleToText(**module),
               "triangular-solve(%a, %b), left_side=true, lower=true, transpose_a=NO_TRANSPOSE\n"));
  const auto adjoint = ParseHloModule(
      Solve(", transpose_a=adjoint, unit_diagonal=true, left_side=false", "f32[1,1]", "f32[2,1]"));
  ASSERT_TRUE(adjoint.ok()) << adjoint.status().ToString();
  const auto& attributes =
      (*adjoint)->entry_computation().root()->attributes<TriangularSolveAttributes>();
  EXPECT_FALSE(attributes.left_side);
  EXPECT_FALSE(attributes.lower);
  EXPECT_TRUE(attributes.unit_diagonal);
  EXPECT_EQ(attributes.transpose_a, TriangularSolveOptions::ADJOINT);
  EXPECT_TRUE(Contains(HloModuleToText(**adjoint),
                       "triangular-solve(%a, %b), unit_diagonal=true, transpose_a=ADJOINT\n"));
  // transpose_a has no default that means anything.
  EXPECT_EQ(RuleOf(Solve(", left_side=true, lower=true")), "triangular_solve.c7");
  EXPECT_EQ(RuleOf(Solve(", left_side=true, transpose_a=TRANSPOSE_INVALID")),
            "triangular_solve.c7");
  EXPECT_EQ(RuleOf(Solve(", left_side=true, transpose_a=SIDEWAYS")), "text.p1");
}

// XLA's proto has triangular_solve_options as field 59 and cholesky_options as field 62.
TEST(LinearAlgebraAttributesTest, Bytes) {
  const auto factor = ParseHloModule(Factor(", lower=true"));
  ASSERT_TRUE(factor.ok());
  EXPECT_TRUE(Contains(HloModuleToProto(**factor), std::string_view("\xf2\x03\x02\x08\x01", 5)));
  const auto upper = ParseHloModule(Factor(""));
  ASSERT_TRUE(upper.ok());
  EXPECT_TRUE(Contains(HloModuleToProto(**upper), std::string_view("\xf2\x03\x00", 3)));
  const auto solve = ParseHloModule(
      Solve(", left_side=true, lower=true, unit_diagonal=true, transpose_a=TRANSPOSE"));
  ASSERT_TRUE(solve.ok());
  EXPECT_TRUE(Contains(HloModuleToProto(**solve),
                       std::string_view("\xda\x03\x08\x08\x01\x10\x01\x18\x01\x20\x02", 11)));
}

// As XLA's and JAX's tests have them, with layouts and batches.
TEST(LinearAlgebraAttributesTest, ProgramsOfOthers) {
  for (const std::string& text : {
           Factor(", lower=true", "f32[1,291,291]{2,1,0}"),
           Factor(", lower=true", "c64[5,4,4]{2,1,0}"),
           Solve(", left_side=true, transpose_a=NO_TRANSPOSE", "f32[4,4]{1,0}", "f32[4,3]{1,0}"),
           Solve(", lower=true, transpose_a=NO_TRANSPOSE", "f32[4,4]{1,0}", "f32[3,4]{1,0}"),
           Solve(", left_side=true, lower=true, unit_diagonal=true, transpose_a=ADJOINT",
                 "c128[2,4,4]{2,1,0}", "c128[2,4,5]{2,1,0}"),
       }) {
    const auto module = ParseHloModule(text);
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "") << text;
  }
}

}  // namespace
}  // namespace hloom
