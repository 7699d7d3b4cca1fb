// Finds the first elements of rows.
#ifndef HLOOM_OPS_SORTING_TOP_K_EVAL_H_
#define HLOOM_OPS_SORTING_TOP_K_EVAL_H_

#include <memory>

#include "ops/op_eval.h"

namespace hloom {

// Finds the elements of each row of a static array along its last dimension that come first, as
// many as array 0 of the result has, in order, and their indices, for array 1. Floats compare in
// the total order; equal elements come in the order of their indices.
std::unique_ptr<const PreparedOp> PrepareTopK(const HloInstruction& instruction,
                                              const Shape& operand, bool largest);

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_TOP_K_EVAL_H_
