// How elementwise operations are computed.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// Computes an operation by its ElementOp, of arrays of the result's dimensions and of scalars,
// which go with every element. Operands that lie in another order than the result are copied; no
// array is held in a wider type.
Kernel EvaluateElementwise(EvalContext& context, const HloInstruction& instruction,
                           Operands operands, Destination& destination);

// The same, prepared; null where operands lie in another order than the result.
std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction);
// The same with operands of these shapes; see OpEval::prepare_repeating.
std::unique_ptr<const PreparedOp> PrepareElementwiseOf(const HloInstruction& instruction,
                                                       Span<const Shape* const> operands);

// How many times as long as an addition an element takes, at worst, where operand 0 is computed in
// this type.
int64_t CostOf(const ElementOp& op, PrimitiveType type);

// Gives the operand in the memory order of an array of shape `result`: its own memory where it has
// that order, or a copy in scratch memory, which the kernel makes.
Kernel InOrderOf(const Shape& result, const Literal& operand, const std::byte** ordered);

// The lambdas call functions of another file: clang 14 declares those for WebAssembly with a wrong
// signature if a file only takes their address.
constexpr OpEval ElementwiseEval(const ElementOp* elements, const FoldKernel* fold = nullptr) {
  return {
      .evaluate =
          [](EvalContext& context, const HloInstruction& instruction, Operands operands,
             Destination& destination) {
            return EvaluateElementwise(context, instruction, operands, destination);
          },
      .in_place = InPlace::kAnyOperand,
      .prepare = [](const HloInstruction& instruction) { return PrepareElementwise(instruction); },
      .prepare_repeating =
          [](const HloInstruction& instruction, Span<const Shape* const> operands) {
            return PrepareElementwiseOf(instruction, operands);
          },
      .fold = fold,
      .elements = elements};
}

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
