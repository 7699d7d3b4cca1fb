#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/stochastic_convert.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/prepared_eval.h"

namespace hloom {

namespace {

ElementFunction FunctionFor(const HloInstruction& instruction, PrimitiveType) {
  return ConvertFunction(instruction.operand(0)->shape().element_type(),
                         instruction.shape().element_type());
}
constexpr ElementOp kElements = {FunctionFor, /*computes=*/false};

StatusOr<Literal> ViewOfSameType(EvalContext&, const HloInstruction& instruction,
                                 Operands operands) {
  return operands[0]->shape() == instruction.shape() ? *operands[0] : Literal();
}

std::unique_ptr<const PreparedOp> PrepareConvert(const HloInstruction& instruction) {
  const bool is_view = instruction.operand(0)->shape() == instruction.shape();
  return is_view ? PreparedView(0) : PrepareElementwise(instruction);
}

Kernel EvaluateStochasticConvert(EvalContext&, const HloInstruction& instruction, Operands operands,
                                 Destination& destination) {
  const Shape& shape = instruction.shape();
  const std::byte* operand = nullptr;
  const std::byte* random = nullptr;
  co_await InOrderOf(shape, *operands[0], &operand);
  co_await InOrderOf(shape, *operands[1], &random);
  const PrimitiveType type = shape.element_type();
  co_await StochasticConvert(operands[0]->shape().element_type(), operand,
                             operands[1]->shape().element_type(), random, type, destination.data(),
                             destination.array().size_bytes() / ByteWidth(type));
  co_return OkStatus();
}

}  // namespace

extern const OpEval kConvertEval, kStochasticConvertEval;
constexpr OpEval kConvertEval = {
    .view = ViewOfSameType,
    .evaluate = EvaluateElementwise,
    .in_place = InPlace::kAnyOperand,
    .prepare = PrepareConvert,
    .elements = &kElements,
};
constexpr OpEval kStochasticConvertEval = {
    .evaluate = EvaluateStochasticConvert,
};

}  // namespace hloom
