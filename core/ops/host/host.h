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
  // the run waits for it.
  virtual StatusOr<std::optional<Literal>> Ask(const HloInstruction& instruction,
                                               Operands operands) = 0;
};

// The `resume` of such operations. ask.c1: the host gives a value of the instruction's shape; in
// which layout does not matter.
StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands operands,
                                     ControlState& state);

// The errors of a run that has nobody to ask (ask.c2), or asks where it cannot wait (ask.c3).
Status NobodyAnswers(const HloInstruction& instruction);
Status CannotWaitHere();

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_HOST_H_
