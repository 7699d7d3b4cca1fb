// Closure conversion: computations that use values of the program around them get these as operands.
// HLO has no captured values, so they become
//
//   While         more state, which condition and body pass on
//   Conditional   a tuple with the operand of each branch
//   Call, Map     more operands
//
// Other operations have no room for them (region.c1).
#ifndef HLOOM_BUILDER_CLOSURES_H_
#define HLOOM_BUILDER_CLOSURES_H_

#include "builder/builder_def.h"
#include "builder/xla_builder.h"

namespace hloom {

// The result is that of the state without captured values. A tuple as state is extended:
//
//   state (s32[], f32[2]), captures f32[] and pred[]:   (s32[], f32[2], f32[], pred[])
//   state f32[2], capture f32[]:                        (f32[2], f32[])
XlaOp While(const Closure& condition, const Closure& body, XlaOp init);
// branch_operands has an operand for each branch, or none if the branches have no parameters but
// captured values. A branch takes its operand and its captured values as a tuple, one value alone
// as it is.
XlaOp Conditional(XlaOp branch_index, Span<const Closure> branches,
                  Span<const XlaOp> branch_operands);
XlaOp Call(XlaBuilder* builder, const Closure& closure, Span<const XlaOp> operands);
// region.c2: captured values are scalars, the same for each element.
XlaOp Map(XlaBuilder* builder, Span<const XlaOp> operands, const Closure& closure,
          Span<const int64_t> dimensions, Span<const XlaOp> static_operands = {});

// Calls the function of a row with arguments, whose computations may have captured values.
// region.c1: the function has no room for them.
XlaOp InvokeWithCaptures(const BuilderDef& def, XlaBuilder* builder, Arguments arguments);

}  // namespace hloom

#endif  // HLOOM_BUILDER_CLOSURES_H_
