#include "builder/functions/function_util.h"

namespace hloom {

// What is wrong is said in the shapes that the user gave, before anything is added.
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

XlaOp ApplyBinary(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
                  HloOpcode opcode) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return BroadcastAndApply(builder, lhs, rhs, broadcast_dimensions, opcode, nullptr);
  });
}

XlaOp ApplyUnary(XlaOp operand, HloOpcode opcode, std::unique_ptr<Attributes> attributes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = opcode, .operands = {operand}, .attributes = std::move(attributes)});
  });
}

XlaOp ApplyAccurate(XlaOp operand, HloOpcode opcode,
                    const std::optional<ResultAccuracy>& result_accuracy) {
  return ApplyUnary(operand, opcode,
                    MakeAttributes(AccuracyAttributes{result_accuracy.value_or(ResultAccuracy())}));
}

}  // namespace hloom
