#include "kernels/copy.h"
#include "kernels/elementwise/elements.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Elements are moved, not computed with: only their width matters.
ElementFunction FunctionFor(const HloInstruction& instruction, PrimitiveType) {
  return SelectFunction(ByteWidth(instruction.shape().element_type()));
}
constexpr ElementOp kElements = {FunctionFor, /*computes=*/false};

const Literal* ChosenByScalar(Operands operands) {
  if (operands[0]->shape().rank() != 0) return nullptr;
  return operands[operands[0]->GetFirstElement<bool>() ? 1 : 2];
}

// A scalar pred chooses a whole array.
StatusOr<Literal> ViewOfChosen(EvalContext&, const HloInstruction& instruction, Operands operands) {
  const Literal* chosen = ChosenByScalar(operands);
  const bool in_order =
      chosen != nullptr && chosen->shape().layout() == instruction.shape().layout();
  return in_order ? *chosen : Literal();
}

Kernel EvaluateSelect(EvalContext& context, const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  const Literal* chosen = ChosenByScalar(operands);
  if (chosen == nullptr) return EvaluateElementwise(context, instruction, operands, destination);
  const Shape& shape = instruction.shape();
  return CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape),
                     chosen->data<std::byte>(), IndexUtil::Strides(chosen->shape()),
                     ByteWidth(shape.element_type()));
}

// A scalar pred may choose a whole array, which then is not copied.
std::unique_ptr<const PreparedOp> PrepareSelect(const HloInstruction& instruction) {
  const bool by_element = instruction.operand(0)->shape().rank() == instruction.shape().rank();
  return by_element ? PrepareElementwise(instruction) : nullptr;
}

}  // namespace

extern const OpEval kSelectEval;
constexpr OpEval kSelectEval = {
    .view = ViewOfChosen,
    .evaluate = EvaluateSelect,
    .in_place = InPlace::kAnyOperand,
    .prepare = PrepareSelect,
    .elements = &kElements,
};

}  // namespace hloom
