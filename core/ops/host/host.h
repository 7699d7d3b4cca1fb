// What is around a run, and gives the values that a program cannot compute: the functions behind
// custom calls, feeds, the other end of a transfer.
#ifndef HLOOM_OPS_HOST_HOST_H_
#define HLOOM_OPS_HOST_HOST_H_

#include <optional>

#include "ops/eval_context.h"

namespace hloom {

// What a device of a run asks: the value of an operation with traits.asks_host. The operands of a
// custom call come in the layouts of its operand_layout_constraints, if it has them. For a send the
// answer is a token: the host has the value, which is the first operand. A recv is not asked; its
// recv-done is.
struct HostQuestion {
  const HloInstruction& instruction;
  Operands operands;
  int64_t device = 0;
};

class Host {
 public:
  virtual ~Host() = default;
  // The value. Nothing: it comes later, and the device waits for it. Only one thread asks, that
  // which calls Execution::RunFor.
  virtual StatusOr<std::optional<Literal>> Ask(const HostQuestion& question) = 0;
};

// The `resume` of such operations. ask.c1: the host gives a value of the instruction's shape; in
// which layout does not matter.
StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands operands,
                                     ControlState& state);

// ask.c1 alone: what the host gave is of the shape that is wanted.
Status CheckAnswer(const HloInstruction& instruction, const Shape& wanted, const Shape& given);

// ask.c2: the run has nobody to ask.
Status NobodyAnswers(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_HOST_H_
