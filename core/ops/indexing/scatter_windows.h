#ifndef HLOOM_OPS_INDEXING_SCATTER_WINDOWS_H_
#define HLOOM_OPS_INDEXING_SCATTER_WINDOWS_H_

#include "ops/op_eval.h"

namespace hloom {

// The operands of a scatter with their windows updated, in the row-major order of the index vectors.
StatusOr<Literal> EvaluateScatter(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands);

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_SCATTER_WINDOWS_H_
