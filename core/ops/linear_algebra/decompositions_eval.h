// Evaluation of decompositions.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_EVAL_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// The OpEval of a custom-call, if it is one of decompositions.h; otherwise null.
const OpEval* DecompositionEval(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_EVAL_H_
