// Makes the versions of computations that run if a dynamic array is passed to a static parameter.
//
//   sum { x = f32[10] parameter(0) ... ROOT s = f32[] reduce(x, zero), dimensions={0} }
//   ENTRY main { ... y = f32[<=10] set-dimension-size(v, five) ... call(y), to_apply=sum }
//
// XLA ignores dynamic dimensions when it compares the signatures of computations, and infers them
// afterwards: dead elements of `y` must not be summed. As in XLA, the callee runs as a version
// whose parameter is f32[<=10], and all dependent shapes are inferred again, in the callee, in the
// computations that it calls and in its callers, up to the program's result. A computation that is
// also called with static arrays has one version for those.
#ifndef HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_
#define HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_

#include <memory>

#include "ops/op_def.h"

namespace hloom {

// The module that is to run instead of `module`, which has passed the verifier or comes from a
// builder; null if all shapes of `module` are already right. Names are those of `module`; in a
// second version of a computation they end in ".dynamic" or ".static". If the result becomes
// dynamic, entry_computation_layout has its declared shape.
//
// Errors are those of operations that are not defined for their new operands, and name the call and
// its arguments. dynamic.c3: there are too many versions.
StatusOr<std::unique_ptr<HloModule>> InferDynamicDimensions(const HloModule& module);

// The shape of the program's result: that of the root, with the dynamic dimensions of
// entry_computation_layout. A run returns such a value: if it is static and the root dynamic, dead
// elements are zero.
Shape DeclaredResult(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_
