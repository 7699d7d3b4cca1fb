#include "builder/functions/function_util.h"

namespace hloom {

namespace {

// Adds the operations that make the shapes of both operands the same. Errors come before anything
// is added, and name the shapes that the user gave.
Status BroadcastBoth(XlaBuilder* builder, const BroadcastOperands& operands, HloOpcode opcode,
                     const Attributes* attributes, XlaOp& lhs, XlaOp& rhs) {
  const BroadcastExplanation explanation = operands.Explain();
  HLOOM_RETURN_IF_ERROR(explanation.status);
  // The element type is also checked on the user's shapes.
  const Shape* shapes[] = {&explanation.result, &explanation.result};
  HLOOM_RETURN_IF_ERROR(InferShape({opcode, shapes, attributes, {}, nullptr}).status());
  HLOOM_ASSIGN_OR_RETURN(lhs, builder->ApplyBroadcastSteps(lhs, true, explanation.steps));
  HLOOM_ASSIGN_OR_RETURN(rhs, builder->ApplyBroadcastSteps(rhs, false, explanation.steps));
  return OkStatus();
}

}  // namespace

StatusOr<XlaOp> BroadcastAndApply(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                                  Span<const int64_t> broadcast_dimensions, HloOpcode opcode,
                                  std::unique_ptr<Attributes> attributes) {
  const auto located = [&](const Status& status) {
    return status.WithOp(GetOpDef(opcode).name).WithLocation(builder->NextLocation(opcode));
  };
  const StatusOr<const HloInstruction*> lhs_instruction = builder->InstructionOf(lhs);
  const StatusOr<const HloInstruction*> rhs_instruction = builder->InstructionOf(rhs);
  if (!lhs_instruction.ok()) return located(lhs_instruction.status());
  if (!rhs_instruction.ok()) return located(rhs_instruction.status());
  BroadcastOperands operands = {(*lhs_instruction)->shape_ptr(), (*rhs_instruction)->shape_ptr(),
                                broadcast_dimensions.ToVector()};
  if (!MeetUnchanged(*operands.lhs, *operands.rhs, broadcast_dimensions)) {
    const Status status = BroadcastBoth(builder, operands, opcode, attributes.get(), lhs, rhs);
    if (!status.ok()) return located(status);
  }
  HLOOM_ASSIGN_OR_RETURN(
      const XlaOp result,
      builder->AddInstruction(
          {.opcode = opcode, .operands = {lhs, rhs}, .attributes = std::move(attributes)}));
  return XlaOp(builder, result.handle(), std::move(operands));
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
