// The executors of a machine's steps. Each executes the operations of some kinds (OpKind) and owns a
// part of the Frame; the Machine chooses the step, charges it and tells the tracer.
#ifndef HLOOM_RUNTIME_STEP_EXECUTORS_H_
#define HLOOM_RUNTIME_STEP_EXECUTORS_H_

#include <vector>

#include "comm/channels.h"
#include "runtime/executable.h"
#include "runtime/frame.h"
#include "runtime/run_state.h"

namespace hloom {

class Machine;

// The part of the machine that executors share.
class StepExecutor {
 protected:
  explicit StepExecutor(Machine& machine) : machine_(machine) {}
  StepExecutor(const StepExecutor&) = delete;

  Frame& top() const;
  RunState& run() const;
  const Executable& executable() const;
  bool watched() const;
  // Puts the parts of the step's value into their slots, and ends the step.
  Status FinishWith(const PlanStep& step, Literal value) const;

  Machine& machine_;
};

// Computes: the memory of a value, and the kernel that fills it. Owns Frame::computing.
class ComputeExecutor : public StepExecutor {
 public:
  explicit ComputeExecutor(Machine& machine) : StepExecutor(machine) {}

  Status Execute(const PlanStep& step);
  // Executes the next steps while they are light, nothing is pending and the clock need not be
  // read. Requires that there is no tracer.
  void TakeLightSteps();
  // Starts a kernel for the step at pc.
  Status Begin(const PlanStep& step, Kernel kernel);
  // Runs tasks of the kernel as long as the machine may go on, or one application.
  Status GoOn();
  // Asks the running kernel for its next need; goes on with the step if it has none.
  Status NextNeed();

 private:
  static bool TakeLightStep(Literal* values, const LightStep& step, const LedgerPtr& ledger);
  bool IsPrepared(const PlanStep& step);
  Status ExecuteFusion(const PlanStep& step);
  Status FillRepeated(const PlanStep& step);
  Status ExecutePrepared(const PlanStep& step);
  Status MakeDestination(const PlanStep& step, Operands operands);
  static Literal TakeOver(const PlanStep& step, Operands operands, size_t array);
  StatusOr<Buffer> TakeOverStorage(const PlanStep& step, size_t array);
  Status Finish(const PlanStep& step);
  Status Apply();
  Status ApplyToNext(const ComputationPlan& plan);
};

// Converts static values that must become dynamic before the next step. Owns Frame::to_dynamic.
class DynamicExecutor : public StepExecutor {
 public:
  explicit DynamicExecutor(Machine& machine) : StepExecutor(machine) {}

  // Converts the next value, or stores one that a kernel has converted.
  Status ConvertNext();
};

// Calls: frames for the computations that instructions call, with their arguments and results. Owns
// Frame::calling.
class CallExecutor : public StepExecutor {
 public:
  explicit CallExecutor(Machine& machine) : StepExecutor(machine) {}

  Status Execute(const PlanStep& step);
  // Asks an operation that waits or calls by itself how it goes on.
  Status Resume(const PlanStep& step);
  // Calls a computation with arguments that are not in slots.
  Status PushWith(const ComputationPlan& plan, Span<const Literal> arguments);
  // Ends the computation on top, and gives its result to the caller.
  Status Return();

 private:
  // The arguments of a called computation that it alone then holds: all of them, or those with a
  // flag in `moves`, from index `first` on.
  struct Handover {
    bool all = false;
    const std::vector<bool>* moves = nullptr;
    size_t first = 0;
  };

  Status Enter(const ComputationPlan& plan, const Slot* slots, const Handover& handover);
  Status ReturnTo(Frame& caller, Frame& callee);
  Status TakeRoot(Frame& caller, Frame& callee, const std::vector<Slot>& slots);
  static Literal TakeWhole(Frame& callee);
  bool FinishCall(const PlanStep& step);
  Status CallOnce(const PlanStep& step);
  Status CallBranch(const PlanStep& step);
  Status CallLoop(const PlanStep& step);
  Status BeginLoop(const PlanStep& step);
  Status GoAround(const PlanStep& step);
  Status LeaveLoop(const PlanStep& step);
  Status StoreLoop(const PlanStep& step);
};

// Writes what a device does with others into the run's log.
class DeviceLog {
 public:
  explicit DeviceLog(Machine& machine) : machine_(machine) {}

  bool is_on() const;
  // A device that is woken while others are still missing has waited without a break: further waits
  // before the end are not added.
  void Add(CommEvent event);

 private:
  Machine& machine_;
  bool waits_ = false;  // the log has the wait
};

// Collectives: a device brings its operands, waits for the others, and takes its result. Owns
// Frame::ticket.
class MeetingExecutor : public StepExecutor {
 public:
  MeetingExecutor(Machine& machine, DeviceLog& log) : StepExecutor(machine), log_(log) {}

  Status Execute(const PlanStep& step);
  // Waits, computes the group's results, or takes this device's result.
  Status Await(const PlanStep& step);
  // The results are there.
  Status Computed(const PlanStep& step);
  // A computation that the collective at the step applies. A -done has none of its own; it uses
  // those of its -start.
  const ComputationPlan& AppliedIn(size_t computation) const;
  const CollectiveEntry& entry() const;
  std::vector<int64_t> MissingDevices() const;

 private:
  void LogMoves();

  DeviceLog& log_;
};

// Send and recv between the devices of a run. Host transfers are asked of the host, as custom calls
// are.
class TransferExecutor : public StepExecutor {
 public:
  TransferExecutor(Machine& machine, DeviceLog& log) : StepExecutor(machine), log_(log) {}

  Status Execute(const PlanStep& step);
  // Runs send-done or recv-done each time that the machine is woken.
  Status Await(const PlanStep& step);
  // The other end of the transfer at the step, if it is known.
  std::vector<int64_t> MissingDevices() const;

 private:
  int64_t ChannelOf(const HloInstruction& instruction) const;
  uint32_t LaneOf(const HloInstruction& instruction) const;
  Status Begin(const PlanStep& step, int64_t channel);
  void Log(CommEvent event, int64_t channel, Channels::Request request, bool sends);

  DeviceLog& log_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_STEP_EXECUTORS_H_
