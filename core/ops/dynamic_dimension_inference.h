// What runs where a computation is handed a dynamic array for a static parameter.
//
//   sum { x = f32[10] parameter(0) ... ROOT s = f32[] reduce(x, zero), dimensions={0} }
//   ENTRY main { ... y = f32[<=10] set-dimension-size(v, five) ... call(y), to_apply=sum }
//
// XLA compares the signatures of computations whichever dimensions are dynamic, and infers
// afterwards what is: elements of `y` that are dead must not be summed. Here as there, the callee
// runs as a version of it whose parameter is f32[<=10], and all shapes that follow are inferred
// anew, in the callee, in what it calls and in its callers, up to the program's result. A
// computation that is called with static arrays, too, has one version for those.
#ifndef HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_
#define HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_

#include <memory>

#include "ops/op_def.h"

namespace hloom {

// The module that is to run instead of `module`, which has passed the verifier or comes from a
// builder; null where that says of every shape what it is. Names are those of `module`; in a second
// version of a computation they end in ".dynamic" or ".static". Where the result becomes dynamic,
// entry_computation_layout says how it was declared.
//
// Errors are those of operations that are not defined for what their operands become, and say who
// called the computation with what. dynamic.c3: the versions are too many.
StatusOr<std::unique_ptr<HloModule>> InferDynamicDimensions(const HloModule& module);

// The shape of the program's result: that of the root, dynamic where entry_computation_layout says
// so. A run gives such a value: where it is static and the root dynamic, dead elements are zero.
Shape DeclaredResult(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_DYNAMIC_DIMENSION_INFERENCE_H_
