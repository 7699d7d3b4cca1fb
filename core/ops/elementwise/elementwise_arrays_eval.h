// Evaluation of elementwise operations.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// Computes an operation by its ElementOp, from arrays of the result's dimensions and from scalars,
// which are used for every element. Operands with another memory order than the result are copied;
// no array is stored in a wider type.
Kernel EvaluateElementwise(EvalContext& context, const HloInstruction& instruction,
                           Operands operands, Destination& destination);

// The same, prepared; null if operands and result have different memory orders.
std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction);
// The same with operands of these shapes; see OpEval::prepare_repeating.
std::unique_ptr<const PreparedOp> PrepareElementwiseOf(const HloInstruction& instruction,
                                                       Span<const Shape* const> operands);

// The worst-case time of an element relative to an addition, if operand 0 is computed in this type.
int64_t CostOf(const ElementOp& op, PrimitiveType type);

// Returns the operand in the memory order of an array of shape `result`: its own memory if it has
// that order, or a copy in scratch memory, which the kernel makes.
Kernel InOrderOf(const Shape& result, const Literal& operand, const std::byte** ordered);

constexpr OpEval ElementwiseEval(const ElementOp* elements, const FoldKernel* fold = nullptr) {
  return {.evaluate = EvaluateElementwise,
          .in_place = InPlace::kAnyOperand,
          .prepare = PrepareElementwise,
          .prepare_repeating = PrepareElementwiseOf,
          .fold = fold,
          .elements = elements};
}

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
