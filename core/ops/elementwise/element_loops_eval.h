// The loops of the elementwise operations that ops.def describes: kIsFiniteLoops for kIsFinite.
// kernels/elementwise defines them.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENT_LOOPS_EVAL_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENT_LOOPS_EVAL_H_

#include "kernels/elementwise/element_function.h"

namespace hloom {

#define HLOOM_OP(opcode, name)
#define HLOOM_ELEMENTWISE_OP(opcode, name, elements) extern const ElementLoops opcode##Loops;
#include "hlo/ops.def"

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENT_LOOPS_EVAL_H_
