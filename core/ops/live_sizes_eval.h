// Operations on arrays of dynamic size.
//
// An operation means on live sizes what it means on static arrays of those sizes: its operands are
// cut to them, it is evaluated, and the result is put into its bounded shape. So no operation needs
// to know of dynamic sizes, except the operations about them (LiveSizes::handled).
//
//   %x = f32[<=4]{0}   live: {1, 2, 3}
//   %y = f32[4]{0}     {10, 20, 30, 40}
//   add(%x, %y)        y is cut to 3 like x: f32[3] {11, 22, 33}, held in f32[<=4]
#ifndef HLOOM_OPS_LIVE_SIZES_EVAL_H_
#define HLOOM_OPS_LIVE_SIZES_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// Returns true if the instruction takes or gives arrays of dynamic size, and does not handle them
// itself.
bool NeedsLiveEvaluation(const HloInstruction& instruction);

// Evaluates such an instruction.
Kernel EvaluateLive(EvalContext& context, const HloInstruction& instruction, Operands operands,
                    Literal& result);

// A dimension of one of an operation's operands.
struct OperandDimension {
  size_t operand;
  int64_t dimension;
};

// Serves LiveSizes::align: gives these dimensions one live size, that of the dynamic ones among
// them, which must agree (dynamic.c1). The static ones are cut to it.
Status AlignDimensions(const HloInstruction& instruction, Span<const OperandDimension> meeting,
                       OperandSizes& sizes);

// Does the same for dimension `d` of the operands from `begin` up to `end`, where they have it:
// scalars have none.
Status AlignDimension(const HloInstruction& instruction, int64_t d, size_t begin, size_t end,
                      OperandSizes& sizes);

}  // namespace hloom

#endif  // HLOOM_OPS_LIVE_SIZES_EVAL_H_
