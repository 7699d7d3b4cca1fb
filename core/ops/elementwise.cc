#include "ops/elementwise.h"

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

}  // namespace hloom
