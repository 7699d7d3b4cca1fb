// Operations whose `evaluate` runs the result of their `prepare` once, made for the operands of one
// run.
#ifndef HLOOM_OPS_PREPARED_EVAL_H_
#define HLOOM_OPS_PREPARED_EVAL_H_

#include <memory>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// Prepares an instruction for operands of these shapes, whose layouts may differ from the
// program's. Null if there is nothing to fill.
using MakePrepared = std::unique_ptr<const PreparedOp> (*)(const HloInstruction& instruction,
                                                           Span<const Shape* const> operands);

// The shapes of the operands in a run. OperandShapesOf returns the declared ones.
std::vector<const Shape*> ShapesOf(Operands operands);

// Returns the declared shape of array `i` of the result, which is an array or a tuple.
const Shape& ResultShape(const HloInstruction& instruction, size_t i);

// Runs an operation that was prepared only for this run, and keeps it alive until it is done; null
// does nothing.
Kernel RunOnce(std::unique_ptr<const PreparedOp> op, Operands operands, Destination& destination);

// The result is the memory of that operand.
std::unique_ptr<const PreparedOp> PreparedView(int operand);

template <MakePrepared kMake>
std::unique_ptr<const PreparedOp> PrepareAsStated(const HloInstruction& instruction) {
  return kMake(instruction, OperandShapesOf(instruction));
}
template <MakePrepared kMake>
Kernel EvaluatePrepared(EvalContext&, const HloInstruction& instruction, Operands operands,
                        Destination& destination) {
  return RunOnce(kMake(instruction, ShapesOf(operands)), operands, destination);
}

}  // namespace hloom

#endif  // HLOOM_OPS_PREPARED_EVAL_H_
