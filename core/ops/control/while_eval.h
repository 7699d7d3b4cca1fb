// What a machine has to know of a while to go around it in its own way.
#ifndef HLOOM_OPS_CONTROL_WHILE_EVAL_H_
#define HLOOM_OPS_CONTROL_WHILE_EVAL_H_

#include "ops/eval_context.h"

namespace hloom {

// The state of a loop that asks its condition next, of what has been computed so far.
ControlState WhileBeforeCondition(Literal state);
// Whether the loop asks its condition next; then state.returned is what has been computed, except
// at the start.
bool IsWhileBeforeCondition(const ControlState& state);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_WHILE_EVAL_H_
