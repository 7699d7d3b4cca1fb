// Frame: the state of one computation under way. The Machine steps through it; each executor
// (runtime/step_executors.h) has a part of its own.
#ifndef HLOOM_RUNTIME_FRAME_H_
#define HLOOM_RUNTIME_FRAME_H_

#include <memory>
#include <vector>

#include "comm/meetings.h"
#include "ops/eval_context.h"
#include "runtime/element_loop.h"
#include "runtime/plan.h"
#include "runtime/work.h"

namespace hloom {

struct Frame {
  // The kernel of the step at pc, or of a value that becomes dynamic.
  struct Computing {
    std::unique_ptr<Work> work;
    std::vector<const std::byte*> inputs;  // of a prepared step
    std::vector<std::byte*> outputs;
    bool prepared = false;    // the step fills its slots directly
    Destination destination;  // otherwise
    Literal live_result;      // the value, if sizes are dynamic
  };
  // The computations that the step at pc calls.
  struct Calling {
    // The computation that was called last.
    enum class Last : uint8_t {
      kNone,
      kCondition,  // of a loop
      kBody,       // a body or a branch; of a loop, the state is that before a condition
    };
    Last last = Last::kNone;
    bool condition = false;             // the result of a loop's condition
    int64_t count = 0;                  // of calls
    std::unique_ptr<ElementLoop> loop;  // a loop over scalars
    ControlState control;               // of an operation that calls by itself or asks the host
  };
  // Values that must become dynamic before the next step.
  struct ToDynamic {
    std::vector<Slot> slots;
    bool converting = false;  // `work` converts the last of them into `converted`
    Literal converted;
  };

  const ComputationPlan* plan = nullptr;
  bool all_arguments = false;   // it also has the unused arguments, for a tracer
  bool applied = false;         // to an element, for the work of the frame below
  size_t pc = 0;                // of its steps
  int64_t next = 0;             // the first instruction that is neither counted nor reported yet
  std::vector<Literal> values;  // by slot
  std::vector<const Literal*> operands;  // of the step at pc
  std::vector<Literal> tuples;           // those among them that were assembled
  Computing computing;
  Calling calling;
  ToDynamic to_dynamic;
  Meetings::Ticket ticket;  // of the collective at pc

  const PlanStep& step() const { return plan->steps[pc]; }
  Literal& value(Slot slot) { return values[At(slot)]; }

  // Puts a value into a slot. A static value in a dynamic slot becomes dynamic, with all elements
  // live; if elements have to move for that, the slot is added to `to_dynamic`.
  Status Put(Slot slot, Literal value, const LedgerPtr& ledger);
  // Puts the parts of a value into their slots.
  Status Spread(const ValueTree& tree, Literal value, const LedgerPtr& ledger);
  // The whole value. Elements keep their layouts, and the tuple's shape states them.
  Literal Whole(const ValueTree& tree) const;
  // True if no part of the value was dropped.
  bool IsThere(const ValueTree& tree) const;
  // The operands of the step, whole. They stay until the next GatherOperands.
  Operands GatherOperands(const PlanStep& step);
};

// True if a value is static and its slot is dynamic.
bool IsToBecomeDynamic(const ComputationPlan::SlotInfo& info, const Shape& shape);

}  // namespace hloom

#endif  // HLOOM_RUNTIME_FRAME_H_
