// The instructions that a run executes, one by one, for an observer: a debugger, `--trace`.
#ifndef HLOOM_RUNTIME_TRACE_H_
#define HLOOM_RUNTIME_TRACE_H_

#include "base/span.h"
#include "hlo/hlo_module.h"

namespace hloom {

// An instruction whose computation is being run for it: a call, a conditional, a loop.
struct TraceCaller {
  const HloInstruction* instruction = nullptr;
  // For a loop, the iteration, from 0; -1 for other callers.
  int64_t iteration = -1;
};

struct TraceEvent {
  const HloComputation& computation;
  const HloInstruction& instruction;
  const Literal& value;
  // The callers from the entry computation inwards.
  Span<const TraceCaller> callers;
  // The device that executed it; -1 if the run has only one.
  int64_t device = -1;
};

// Returns true if the instruction only begins communication between devices. Its value identifies
// the meeting and has no meaning in the program, so it is not shown: the -done has the result.
bool IsUnderWay(const HloInstruction& instruction);

// A run without one pays a comparison of a pointer for each instruction.
class Tracer {
 public:
  virtual ~Tracer() = default;
  // Called when an instruction has its value; for a loop and a call this is at their end.
  // Instructions that a Reduce or a similar operation applies to each element are not reported:
  // that would be an event for each element and instruction.
  virtual void Executed(const TraceEvent& event) = 0;
  // True if the run should pause, so that the caller can read the events.
  virtual bool full() const { return false; }
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_TRACE_H_
