// The step machine: runs a computation one step of its plan at a time over frames on the heap.
// While, Conditional and Call push frames, so that depth is bounded by memory, and a run can be
// paused, watched, limited and cancelled anywhere.
#ifndef HLOOM_RUNTIME_MACHINE_H_
#define HLOOM_RUNTIME_MACHINE_H_

#include <memory>
#include <vector>

#include "comm/meetings.h"
#include "runtime/element_loop.h"
#include "runtime/executable.h"
#include "runtime/run_state.h"
#include "runtime/work.h"

namespace hloom {

// The reason why a machine is blocked, and the place.
struct Blocked {
  enum class On {
    kHost,        // a value that the host gives later
    kRendezvous,  // other devices, at a collective
    kChannel,     // the other end of a channel
  };
  On on = On::kHost;
  const HloInstruction* instruction = nullptr;
  uint32_t request = 0;  // over a channel
};

class Machine final : public EvalContext {
 public:
  enum class State { kRunning, kBlocked, kDone };

  Machine(std::shared_ptr<const Executable> executable, RunState* run, int64_t device = 0)
      : executable_(std::move(executable)),
        run_(run),
        device_(device),
        random_(StartOfRandomNumbers(run->seed, device)) {}

  // Ready to compute `computation` of these arguments, which fit its parameters.
  Status Start(const HloComputation& computation, Span<const Literal> arguments);
  // Executes one instruction (and preceding instructions without steps), one call or return of
  // control flow, or tasks of a kernel. Reports at most one instruction to a tracer.
  StatusOr<State> Step();
  // Steps until the clock has been read: for a few microseconds, or a task.
  StatusOr<State> Run();
  // After kBlocked: the reason for waiting, and the operands of that instruction, as the host gets
  // them.
  const Blocked& blocked() const { return blocked_; }
  Operands WaitingOperands();
  // Asks the run's host the question that RunState::asks_later deferred. Returns true if the host
  // answered immediately, so that the machine can go on.
  StatusOr<bool> AskNow();
  // The devices that the machine waits for: the missing ones at a collective, or the other end of a
  // channel if it is known.
  std::vector<int64_t> MissingDevices() const;
  // The collective at which it waits for others; null if it does not wait at one.
  const CollectiveEntry* AwaitedCollective() const;
  void Answer(Literal value);
  bool is_under_way() const { return depth_ > 0; }
  // The place of the instruction that is next, or waits: "%add.7 in computation \"main\"". Located
  // adds that place and the operation's name to an error.
  std::string Place() const;
  Status Located(const Status& error) const;
  // May be called once, after kDone.
  Literal TakeResult() { return std::move(result_); }

  Watch& watch() { return watch_; }
  // Counts executed instructions, and refuses to go on beyond a limit: limits.c1, limits.c2,
  // limits.c4.
  Status Charge(int64_t executed = 1);

  const LedgerPtr& ledger() const override { return run_->ledger; }
  int64_t device() const override { return device_; }
  const DeviceGrid& grid() const override { return run_->grid; }
  RandomState& random() override { return random_; }

 private:
  // The progress of an instruction that calls computations.
  enum class Phase : uint8_t {
    kBefore,     // no computation was called yet
    kCondition,  // a loop has called its condition
    kBody,       // a body or a branch was called; of a loop, the state is that before a condition
  };
  struct Frame {
    const ComputationPlan* plan = nullptr;
    bool all_arguments = false;   // it also has the unused arguments, for a tracer
    size_t pc = 0;                // of its steps
    int64_t next = 0;             // the first instruction that is neither counted nor reported yet
    std::vector<Literal> values;  // by slot
    std::vector<const Literal*> operands;  // of the step at pc
    std::vector<Literal> tuples;           // those among them that were assembled
    std::vector<const std::byte*> inputs;  // the same of a prepared step
    std::vector<std::byte*> outputs;
    Meetings::Ticket ticket;  // of the collective at pc
    Phase phase = Phase::kBefore;
    bool goes_on = false;  // the result of the loop's condition
    ControlState control;
    int64_t calls = 0;                  // that the step at pc has made
    std::unique_ptr<ElementLoop> loop;  // that the step at pc is going around
    std::unique_ptr<Work> work;         // the computation of the step at pc
    bool prepared = false;              // and fills its slots itself
    Destination destination;            // where to, otherwise
    Literal live_result;                // the value, if sizes are dynamic
    bool applied = false;               // to an element, for the work of the frame below
    std::vector<Slot> unsettled;        // their values must become dynamic before the next step
    bool settling = false;              // `work` does that, with the result below
    Literal settled;
  };

  // The arguments of a called computation that it alone then holds: all of them, or those with a
  // flag in `moves`, from index `first` on.
  struct Handover {
    bool all = false;
    const std::vector<bool>* moves = nullptr;
    size_t first = 0;
  };

  // Stepping (machine.cc).
  Status Advance();
  void TakeLightSteps();
  bool TakeLightStep(Literal* values, const LightStep& step);
  Status AdvanceIn(Frame& frame);
  Status ChargeFor(Frame& frame, int64_t instructions);
  Status Execute(const PlanStep& step);
  void Finish(const PlanStep& step);
  void Tell(Frame& frame, int64_t index);
  Status AskHost(const HloInstruction& instruction);

  // Values (machine_values.cc).
  Status Put(Frame& frame, Slot slot, Literal value);
  Status Spread(Frame& frame, const ValueTree& tree, Literal value);
  static Literal Whole(const Frame& frame, const ValueTree& tree);
  static bool IsThere(const Frame& frame, const ValueTree& tree);
  Operands GatherOperands(const PlanStep& step);
  Status Settle(Frame& frame);

  // Computing (machine_compute.cc).
  Status Compute(const PlanStep& step);
  Status ComputePrepared(const PlanStep& step);
  bool IsPrepared(const PlanStep& step);
  Status Begin(const PlanStep& step, Kernel kernel);
  Status MakeDestination(const PlanStep& step, Operands operands);
  Literal TakeOver(const PlanStep& step, Operands operands, size_t array);
  StatusOr<Buffer> TakeOverStorage(const PlanStep& step, size_t array);
  Status FinishWork(const PlanStep& step);
  Status GoOn();
  Status Apply();
  Status ApplyToNext(const ComputationPlan& plan);
  Status NextNeed();

  // Meeting other devices (machine_meetings.cc).
  static bool Meets(const PlanStep& step) { return step.eval->meets(); }
  Status AwaitOthers(const PlanStep& step);
  Status Meet(const PlanStep& step);
  Status AwaitMeeting(const PlanStep& step);
  Status EndMeeting(const PlanStep& step);
  const ComputationPlan& AppliedIn(const PlanStep& step, size_t computation);

  // Logging the communication between devices (machine_meetings.cc).
  const HloInstruction& CollectiveOf(const Meetings::Ticket& ticket) const;
  void LogComm(CommEvent event);
  void LogWait(const HloInstruction& instruction, int64_t round);
  void LogMoves(const Meeting& meeting, int64_t round);

  // Sending and receiving (machine_transfers.cc).
  int64_t ChannelOf(const HloInstruction& instruction) const;
  uint32_t LaneOf(const HloInstruction& instruction) const;
  Status Transfer(const PlanStep& step, int64_t channel);
  Status AwaitTransfer(const PlanStep& step);
  void LogTransfer(CommEvent event, int64_t channel, Channels::Request request, bool sends);
  Status FinishTransfer(const PlanStep& step, Literal value);

  // Calls (machine_calls.cc).
  Frame& Push(const ComputationPlan& plan);
  Status PushWith(const ComputationPlan& plan, Span<const Literal> arguments);
  Status Enter(const ComputationPlan& plan, const Slot* slots, const Handover& handover);
  Status Return();
  Status ReturnTo(Frame& caller, Frame& callee);
  Status TakeRoot(Frame& caller, Frame& callee, const std::vector<Slot>& slots);
  Literal TakeWhole(Frame& callee);
  bool FinishCall(const PlanStep& step);
  Status CallOnce(const PlanStep& step);
  Status CallBranch(const PlanStep& step);
  Status CallLoop(const PlanStep& step);
  Status BeginLoop(const PlanStep& step);
  Status GoAround(const PlanStep& step);
  Status LeaveLoop(const PlanStep& step);
  Status StoreLoop(const PlanStep& step);
  Status Resume(const PlanStep& step);
  void DropDying(const PlanStep& step);

  Frame& top() { return *stack_[depth_ - 1]; }
  const Frame& top() const { return *stack_[depth_ - 1]; }
  const HloInstruction& instruction_at(const Frame& frame) const;
  bool watched() const { return run_->tracer != nullptr && applied_ == 0; }

  std::shared_ptr<const Executable> executable_;
  RunState* run_;
  const int64_t device_;
  RandomState random_;
  Watch watch_;
  // A frame for each plan, as no computation calls itself; they are kept for the next call, so that
  // a loop allocates none.
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<Frame*> stack_;
  size_t depth_ = 0;
  int64_t applied_ = 0;  // frames that are
  Blocked blocked_;
  bool waits_ = false;  // the log has the wait
  Literal result_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_MACHINE_H_
