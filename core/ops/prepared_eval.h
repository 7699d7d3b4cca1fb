// Prepared operations (ops/op_eval.h): what their implementations have in common.
#ifndef HLOOM_OPS_PREPARED_EVAL_H_
#define HLOOM_OPS_PREPARED_EVAL_H_

#include <memory>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// The shapes of the operands in a run. OperandShapesOf returns the shapes that the program states.
std::vector<const Shape*> ShapesOf(Operands operands);

// The shape that the program states for array `i` of the result, which is an array or a tuple.
const Shape& ResultShape(const HloInstruction& instruction, size_t i);

// Runs an operation that was prepared for this run alone, and keeps it until it is done; null has
// nothing to do.
Kernel RunOnce(std::unique_ptr<const PreparedOp> op, Operands operands, Destination& destination);

// An operation whose result is the memory of that operand.
std::unique_ptr<const PreparedOp> PreparedView(int operand);

}  // namespace hloom

#endif  // HLOOM_OPS_PREPARED_EVAL_H_
