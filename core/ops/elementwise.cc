#include "ops/elementwise.h"

#include <array>

namespace hloom {

StatusOr<Literal> LoadForCompute(EvalContext& context, const Literal& operand,
                                 const Shape& result) {
  HLOOM_ASSIGN_OR_RETURN(Literal ordered, InLayoutOf(context, operand, result));
  return ConvertElements(ordered, ComputeTypeOf(operand.shape().element_type()), context.ledger());
}

StatusOr<Literal> CreateForCompute(EvalContext& context, const HloInstruction& instruction) {
  const PrimitiveType type = instruction.shape().element_type();
  const PrimitiveType compute = ComputeTypeOf(type);
  if (type == compute) return Literal::Create(instruction.shape_ptr(), context.ledger());
  return Literal::Create(ShapeUtil::ChangeElementType(instruction.shape(), compute),
                         context.ledger());
}

StatusOr<Literal> StoreComputed(EvalContext& context, const HloInstruction& instruction,
                                Literal computed) {
  if (computed.shape().element_type() == instruction.shape().element_type()) return computed;
  return ConvertElements(computed, instruction.shape_ptr(), context.ledger());
}

StatusOr<Literal> EvaluateElementwise(EvalContext& context, const HloInstruction& instruction,
                                      Operands operands) {
  const ElementKernel& kernel = *GetOpDef(instruction.opcode()).elements;
  const Shape& shape = instruction.shape();
  std::array<Literal, ElementKernel::kMaxOperands> loaded;
  std::array<const std::byte*, ElementKernel::kMaxOperands> data = {};
  for (size_t i = 0; i < operands.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(loaded[i], kernel.computes ? LoadForCompute(context, *operands[i], shape)
                                                      : InLayoutOf(context, *operands[i], shape));
    data[i] = loaded[i].data<std::byte>();
  }
  const PrimitiveType type = loaded[0].shape().element_type();
  const ElementKernel::Loop loop = kernel.loop_for(instruction, type);
  HLOOM_ASSIGN_OR_RETURN(
      Literal result, kernel.computes ? CreateForCompute(context, instruction)
                                      : Literal::Create(instruction.shape_ptr(), context.ledger()));
  // Padding is computed too, and means nothing.
  const int64_t count = result.size_bytes() / ByteWidth(result.shape().element_type());
  loop(instruction, data.data(), result.mutable_data<std::byte>(), count);
  return StoreComputed(context, instruction, std::move(result));
}

}  // namespace hloom
