// Loop fusion: elementwise steps of a plan that run as one loop, so that the values between them
// need no arrays.
//
//   %a = f32[N] multiply(%x, %w)      fused
//   %b = f32[N] add(%a, %c)           fused
//   %t = f32[N] tanh(%b)              runs the loop, of x, w and c
//
// A step is fused if only steps of the same loop read its value. The results are those of the steps
// one by one, bit for bit, except that a NaN may have other bits. A run with a tracer executes each
// step.
#ifndef HLOOM_RUNTIME_LOOP_FUSION_H_
#define HLOOM_RUNTIME_LOOP_FUSION_H_

#include "runtime/plan.h"

namespace hloom {

// Finds the loops among the prepared steps of `plan`. `last_use` has the index of the last
// instruction that reads each slot; a loop reads its operands where it runs.
void FuseLoops(ComputationPlan& plan, std::vector<int64_t>& last_use, ShapeTable& shapes);

}  // namespace hloom

#endif  // HLOOM_RUNTIME_LOOP_FUSION_H_
