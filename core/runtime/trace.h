// What a run computes, instruction by instruction, for whoever wants to look: a debugger,
// `--trace`.
#ifndef HLOOM_RUNTIME_TRACE_H_
#define HLOOM_RUNTIME_TRACE_H_

#include "base/span.h"
#include "hlo/hlo_module.h"

namespace hloom {

// An instruction whose computation is being run for it: a call, a conditional, a loop.
struct TraceCaller {
  const HloInstruction* instruction = nullptr;
  // For a loop, which time around it is, from 0; -1 for what is no loop.
  int64_t iteration = -1;
};

struct TraceEvent {
  const HloComputation& computation;
  const HloInstruction& instruction;
  const Literal& value;
  // The callers from the entry computation inwards.
  Span<const TraceCaller> callers;
  // Which of several devices executed it; -1 where there is one.
  int64_t device = -1;
};

// Returns whether the instruction only begins what devices do together. Its value says which
// meeting it is and nothing of the program, so that nobody shows it: what was begun has its value
// at the -done.
bool IsUnderWay(const HloInstruction& instruction);

// A run without one pays a comparison of a pointer for each instruction.
class Tracer {
 public:
  virtual ~Tracer() = default;
  // Called when an instruction has its value; a loop and a call have theirs at their end. What a
  // Reduce or its like computes for each element is not told: that would
  // be an event for each element and instruction.
  virtual void Executed(const TraceEvent& event) = 0;
  // Whether the run should pause, so that somebody can read what was told.
  virtual bool full() const { return false; }
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_TRACE_H_
