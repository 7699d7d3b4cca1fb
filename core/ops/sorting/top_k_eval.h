// How the first elements of rows are chosen.
#ifndef HLOOM_OPS_SORTING_TOP_K_EVAL_H_
#define HLOOM_OPS_SORTING_TOP_K_EVAL_H_

#include "kernels/kernel.h"
#include "literal/literal.h"
#include "ops/destination.h"

namespace hloom {

// Finds the elements of each row of a static array along its last dimension that come first, as
// many as destination[0] has, in order, and their indices, for destination[1]. Floats compare in
// the total order; equal elements come in the order of their indices.
Kernel ChooseTopK(const Literal& operand, bool largest, Destination& destination);

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_TOP_K_EVAL_H_
