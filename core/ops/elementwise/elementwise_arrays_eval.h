// Evaluation of elementwise operations.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// Prepares an operation by its ElementOp, for arrays of the result's dimensions, scalars, which are
// combined with every element, and arrays in place of operands that repeat their elements (see
// Computes::takes_repeated). Operands in another order than the result are copied; no array is held
// in a wider type.
std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction,
                                                     Span<const Shape* const> operands);

// The greatest time of an element, in additions, if operand 0 is computed in this type.
int64_t CostOf(const ElementOp& op, PrimitiveType type);

// Puts into `*ordered` the operand, an array of shape `from`, in the memory order of an array of
// shape `result`: the operand itself if it has that order, or a copy in scratch memory. `from` stays
// until the kernel is done.
Kernel InOrderOf(const Shape& result, const Shape& from, const std::byte* operand,
                 const std::byte** ordered);

constexpr OpEval ElementwiseEval(const ElementOp* elements, const FoldKernel* fold = nullptr) {
  return {
      .kind = Computes{.prepare = PrepareElementwise,
                       .in_place = InPlace::kAnyOperand,
                       .takes_repeated = true,
                       .fold = fold,
                       .elements = elements},
  };
}

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_ARRAYS_EVAL_H_
