// Binaries with broadcasting, comparisons, unaries, select.
#include "base/str_cat.h"
#include "builder/function_util.h"
#include "ops/compare.h"

namespace hloom {

namespace {

// Broadcasts both operands as the explanation says and applies the operation. What is wrong is said
// in the shapes that the user gave, before anything is added.
StatusOr<XlaOp> BroadcastAndApply(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                                  Span<const int64_t> broadcast_dimensions, HloOpcode opcode,
                                  std::unique_ptr<Attributes> attributes) {
  const std::string_view name = GetOpDef(opcode).name;
  const std::string location = builder->NextLocation(opcode);
  StatusOr<const Shape*> lhs_shape = builder->ShapeOf(lhs);
  StatusOr<const Shape*> rhs_shape = builder->ShapeOf(rhs);
  if (!lhs_shape.ok()) return lhs_shape.status().WithOp(name).WithLocation(location);
  if (!rhs_shape.ok()) return rhs_shape.status().WithOp(name).WithLocation(location);
  BroadcastExplanation explanation =
      ExplainBroadcast(**lhs_shape, **rhs_shape, broadcast_dimensions);
  if (!explanation.ok()) return explanation.status.WithOp(name).WithLocation(location);

  // The element type is judged on the user's shapes too.
  const Shape* shapes[] = {&explanation.result, &explanation.result};
  const StatusOr<Shape> inferred = InferShape({opcode, shapes, attributes.get(), {}, nullptr});
  if (!inferred.ok()) return inferred.status().WithLocation(location);

  HLOOM_ASSIGN_OR_RETURN(lhs, builder->ApplyBroadcastSteps(lhs, true, explanation.steps));
  HLOOM_ASSIGN_OR_RETURN(rhs, builder->ApplyBroadcastSteps(rhs, false, explanation.steps));
  HLOOM_ASSIGN_OR_RETURN(
      XlaOp result,
      builder->AddInstruction(
          {.opcode = opcode, .operands = {lhs, rhs}, .attributes = std::move(attributes)}));
  builder->KeepExplanation(result, std::move(explanation));
  return result;
}

XlaBuilder* BuilderOf(XlaOp a, XlaOp b) { return a.builder() ? a.builder() : b.builder(); }

XlaOp Binary(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions, HloOpcode opcode) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return BroadcastAndApply(builder, lhs, rhs, broadcast_dimensions, opcode, nullptr);
  });
}

XlaOp Unary(XlaOp operand, HloOpcode opcode) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(
      builder, [&] { return builder->AddInstruction({.opcode = opcode, .operands = {operand}}); });
}

// For integers the total order is their order.
XlaOp TotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
                 ComparisonDirection direction) {
  ComparisonType type = ComparisonType::kTotalOrder;
  if (lhs.builder() != nullptr) {
    const StatusOr<Shape> shape = lhs.builder()->GetShape(lhs);
    if (shape.ok() && !IsFloatingPointType(shape->element_type())) type = ComparisonType::kDefault;
  }
  return Compare(lhs, rhs, broadcast_dimensions, direction, type);
}

}  // namespace

#define HLOOM_BINARY(Function, opcode)                                             \
  XlaOp Function(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) { \
    return Binary(lhs, rhs, broadcast_dimensions, HloOpcode::opcode);              \
  }
HLOOM_BINARY(Add, kAdd)
HLOOM_BINARY(Sub, kSubtract)
HLOOM_BINARY(Mul, kMultiply)
HLOOM_BINARY(Div, kDivide)
HLOOM_BINARY(Max, kMaximum)
HLOOM_BINARY(Min, kMinimum)
HLOOM_BINARY(And, kAnd)
HLOOM_BINARY(Or, kOr)
HLOOM_BINARY(Xor, kXor)
#undef HLOOM_BINARY

XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction, ComparisonType compare_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return BroadcastAndApply(builder, lhs, rhs, broadcast_dimensions, HloOpcode::kCompare,
                             MakeAttributes(CompareAttributes{direction, compare_type}));
  });
}
XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction) {
  return Compare(lhs, rhs, broadcast_dimensions, direction, ComparisonType::kDefault);
}
XlaOp Compare(XlaOp lhs, XlaOp rhs, ComparisonDirection direction) {
  return Compare(lhs, rhs, {}, direction, ComparisonType::kDefault);
}

#define HLOOM_COMPARISON(Function, direction)                                                  \
  XlaOp Function(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) {             \
    return Compare(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction);            \
  }                                                                                            \
  XlaOp Function##TotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) { \
    return TotalOrder(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction);         \
  }
HLOOM_COMPARISON(Eq, kEq)
HLOOM_COMPARISON(Ne, kNe)
HLOOM_COMPARISON(Ge, kGe)
HLOOM_COMPARISON(Gt, kGt)
HLOOM_COMPARISON(Le, kLe)
HLOOM_COMPARISON(Lt, kLt)
#undef HLOOM_COMPARISON

XlaOp Neg(XlaOp operand) { return Unary(operand, HloOpcode::kNegate); }
XlaOp Exp(XlaOp operand) { return Unary(operand, HloOpcode::kExp); }
XlaOp IsFinite(XlaOp operand) { return Unary(operand, HloOpcode::kIsFinite); }

XlaOp Select(XlaOp pred, XlaOp on_true, XlaOp on_false) {
  XlaBuilder* builder = pred.builder() ? pred.builder() : BuilderOf(on_true, on_false);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kSelect, .operands = {pred, on_true, on_false}});
  });
}

}  // namespace hloom
