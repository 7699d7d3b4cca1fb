// Operations whose `evaluate` is what their `prepare` gives: made for the operands of one run, and
// run once.
#ifndef HLOOM_OPS_PREPARED_EVAL_H_
#define HLOOM_OPS_PREPARED_EVAL_H_

#include <memory>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// Gives what an instruction does with operands of these shapes, which may have other layouts than
// the program states. Null where there is nothing to fill.
using MakePrepared = std::unique_ptr<const PreparedOp> (*)(const HloInstruction& instruction,
                                                           Span<const Shape* const> operands);

// The shapes that the operands have in a run. OperandShapesOf gives those that the program states.
std::vector<const Shape*> ShapesOf(Operands operands);

// Gives the shape that the program states of array `i` of the result, which has one or is a tuple.
const Shape& ResultShape(const HloInstruction& instruction, size_t i);

// Runs what was made for this run alone, and keeps it as long as that takes; null does nothing.
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
