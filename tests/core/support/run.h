// Builds what a builder holds and runs it, for tests that look at values.
#ifndef HLOOM_TESTS_SUPPORT_RUN_H_
#define HLOOM_TESTS_SUPPORT_RUN_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "builder/xla_builder.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"

namespace hloom::testing_support {

inline StatusOr<Literal> BuildAndRun(XlaBuilder& builder, std::vector<Literal> arguments = {},
                                     const RunLimits& limits = {}) {
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, builder.Build());
  return Evaluate(*computation.CreateModule(), arguments, limits);
}

// The result as text, "f32[2] {1, 2}", or the error's text.
inline std::string RunToText(XlaBuilder& builder, std::vector<Literal> arguments = {}) {
  const StatusOr<Literal> value = BuildAndRun(builder, std::move(arguments));
  return value.ok() ? value->ToString() : value.status().ToString();
}

inline XlaOp ParameterLike(XlaBuilder& builder, int64_t number, const Literal& literal) {
  return Parameter(&builder, number, literal.shape(),
                   std::string(1, static_cast<char>('a' + number)));
}

inline XlaComputation BuildOrDie(XlaBuilder& builder) {
  StatusOr<XlaComputation> computation = builder.Build();
  EXPECT_TRUE(computation.ok()) << computation.status().ToString();
  return computation.ok() ? *computation : XlaComputation();
}

// (T[], T[]) -> T[]: a + b.
inline XlaComputation ScalarAdd(PrimitiveType type) {
  XlaBuilder b("add");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  Add(Parameter(&b, 0, scalar, "a"), Parameter(&b, 1, scalar, "b"));
  return BuildOrDie(b);
}

// (T, T) -> T of scalars that no operation's fold replaces: a + b + 0.
inline XlaComputation UnrecognizedAdd(PrimitiveType type) {
  XlaBuilder b("add_general");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp sum = Add(Parameter(&b, 0, scalar, "a"), Parameter(&b, 1, scalar, "b"));
  Add(sum, ConstantLiteral(&b, LiteralUtil::Zero(scalar)));
  return BuildOrDie(b);
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_RUN_H_
