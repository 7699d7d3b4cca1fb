// How the first elements of rows are chosen.
#ifndef HLOOM_OPS_SORTING_TOP_K_EVAL_H_
#define HLOOM_OPS_SORTING_TOP_K_EVAL_H_

#include "kernels/kernel.h"
#include "literal/literal.h"
#include "ops/destination.h"

namespace hloom {

// The elements of each row of a static array along its last dimension that come first, as many as
// destination[0] has, in order; and their indices, in destination[1]. Floats compare in the total
// order; of equal elements that of the lower index comes first.
Kernel ChooseTopK(const Literal& operand, bool largest, Destination& destination);

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_TOP_K_EVAL_H_
