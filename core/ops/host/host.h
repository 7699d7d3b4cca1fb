// The environment of a run, which provides the values that a program cannot compute: functions of
// custom calls, feeds, and the other ends of transfers.
#ifndef HLOOM_OPS_HOST_HOST_H_
#define HLOOM_OPS_HOST_HOST_H_

#include <optional>

#include "ops/eval_context.h"

namespace hloom {

// The request of a device: the value of an operation with traits.asks_host. The operands of a
// custom call have the layouts of its operand_layout_constraints, if it has them. For a send the
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
  // The value; nullopt if it comes later, and the device waits for it. Only the thread that calls
  // Execution::RunFor asks.
  virtual StatusOr<std::optional<Literal>> Ask(const HostQuestion& question) = 0;
};

// The `resume` of such operations. ask.c1: the host returns a value of the instruction's shape, in
// any layout.
StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands operands,
                                     ControlState& state);

// Only ask.c1: the value from the host has the expected shape.
Status CheckAnswer(const HloInstruction& instruction, const Shape& wanted, const Shape& given);

// ask.c2: the run has no host.
Status NobodyAnswers(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_HOST_H_
