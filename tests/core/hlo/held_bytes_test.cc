#include "hlo/held_bytes.h"

#include <gtest/gtest.h>

#include "builder/xla_builder.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

TEST(HeldBytesTest, ConstantsWeighWhatTheirElementsDo) {
  XlaBuilder b("constants");
  XlaOp big = ConstantLiteral(&b, *Literal::Create(ShapeUtil::MakeShape(F64, {1000})));
  Neg(big);
  const XlaComputation computation = *b.Build();
  EXPECT_EQ(computation.HeldBytes(), 8000 + 2 * kInstructionBytes);
}

TEST(HeldBytesTest, WhatABuiltComputationCallsIsNotItsOwn) {
  XlaBuilder callee("callee");
  ConstantLiteral(&callee, *Literal::Create(ShapeUtil::MakeShape(F32, {1000})));
  const XlaComputation called = *callee.Build();
  XlaBuilder b("caller");
  Call(&b, called, {});
  EXPECT_EQ((*b.Build()).HeldBytes(), kInstructionBytes);
}

TEST(HeldBytesTest, AModuleThatWasReadHoldsAllOfIt) {
  const auto module = ParseHloModule(R"(
    callee { ROOT c = s16[3] constant({1, 2, 3}) }
    ENTRY main { ROOT r = s16[3] call(), to_apply=callee })");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(HeldBytes(**module), 6 + 2 * kInstructionBytes);
}

}  // namespace
}  // namespace hloom
