// Programs that mix floating-point types where operands must be alike: add(bf16[2] x, f32[2] y).
//
// XLA's shape inference takes them, and gives the result the type of the highest precision; here
// operands are equal. Readers of programs may insert the converts that the inference implies; what
// they make is an ordinary program.
#ifndef HLOOM_OPS_MIXED_PRECISION_H_
#define HLOOM_OPS_MIXED_PRECISION_H_

#include <functional>
#include <memory>
#include <vector>

#include "ops/make_instruction.h"

namespace hloom {

// The one with the greater range; among those of one range, the one with more digits. Both must be
// floating-point types.
PrimitiveType HigherPrecision(PrimitiveType a, PrimitiveType b);

// ---- for OpDef::unify_types; what is no mixture of floats they leave as it is ----

// All operands become the one of the highest precision among them.
void UnifyOperands(const InferContext& context, std::vector<PrimitiveType>& types);
// The same for the first two, and for all but the first.
void UnifyFirstTwo(const InferContext& context, std::vector<PrimitiveType>& types);
void UnifyAllButFirst(const InferContext& context, std::vector<PrimitiveType>& types);
// The second becomes as the first: the update of dynamic-update-slice.
void UnifyToFirst(const InferContext& context, std::vector<PrimitiveType>& types);
// All become as operand 1: the bounds of clamp.
void UnifyToSecond(const InferContext& context, std::vector<PrimitiveType>& types);
// N arrays and N initial values become what the computation accumulates.
void UnifyToAccumulators(const InferContext& context, std::vector<PrimitiveType>& types);

// ---- for readers ----

// Replaces operands of `draft` by converts where the operation implies them. `add` puts a convert
// into the computation, before the instruction, and names it.
Status InsertConverts(InstructionMaker& maker, InstructionDraft& draft,
                      const std::function<HloInstruction*(std::unique_ptr<HloInstruction>)>& add);

// An error that such converts would avert, with a help that names the option; all others as they are.
Status HelpWithMixture(const Status& status, const InferContext& context);
Status HelpWithMixture(const Status& status, const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_MIXED_PRECISION_H_
