// Evaluation of convolutions of dynamic sizes.
#ifndef HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_EVAL_H_
#define HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_EVAL_H_

#include "ops/op_eval.h"

namespace hloom {

// Returns the OpEval of a custom-call of dynamic_convolution.h, or null for any other.
const OpEval* DynamicConvolutionEval(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_EVAL_H_
