// What is around a run, and gives the values that a program cannot compute: the functions behind
// custom calls, feeds, the other end of a transfer.
#ifndef HLOOM_OPS_HOST_HOST_H_
#define HLOOM_OPS_HOST_HOST_H_

#include <optional>

#include "ops/eval_context.h"

namespace hloom {

class Host {
 public:
  virtual ~Host() = default;
  // The value of the instruction, an operation with traits.asks_host. Nothing: it comes later, and
  // the run waits for it. The operands of a custom call come in the layouts of its
  // operand_layout_constraints, if it has them.
  virtual StatusOr<std::optional<Literal>> Ask(const HloInstruction& instruction,
                                               Operands operands) = 0;
};

// The `resume` of such operations. ask.c1: the host gives a value of the instruction's shape; in
// which layout does not matter.
StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands operands,
                                     ControlState& state);

// ask.c2: the run has nobody to ask.
Status NobodyAnswers(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_HOST_H_
