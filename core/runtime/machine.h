// The step machine: runs a computation one step of its plan at a time over frames on the heap.
// While, Conditional and Call push frames, so that depth is bounded by memory, and a run can be
// paused, watched, limited and cancelled anywhere.
#ifndef HLOOM_RUNTIME_MACHINE_H_
#define HLOOM_RUNTIME_MACHINE_H_

#include <memory>
#include <vector>

#include "runtime/executable.h"
#include "runtime/frame.h"
#include "runtime/run_state.h"
#include "runtime/step_executors.h"

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
  friend class StepExecutor;
  friend class ComputeExecutor;
  friend class DynamicExecutor;
  friend class CallExecutor;
  friend class MeetingExecutor;
  friend class TransferExecutor;
  friend class DeviceLog;

  Status Advance();
  Status AdvanceIn(Frame& frame);
  Status AwaitOthers();
  Status ChargeFor(Frame& frame, int64_t instructions);
  Status Execute(const PlanStep& step);
  // Ends the step at pc, which has its value.
  void Finish(const PlanStep& step);
  void Tell(Frame& frame, int64_t index);
  Status AskHost(const HloInstruction& instruction);
  // A frame for the computation, on top of the others.
  Frame& Push(const ComputationPlan& plan);

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
  Literal result_;
  DeviceLog log_{*this};
  ComputeExecutor compute_{*this};
  DynamicExecutor dynamic_{*this};
  CallExecutor call_{*this};
  MeetingExecutor meeting_{*this, log_};
  TransferExecutor transfer_{*this, log_};
};

inline Frame& StepExecutor::top() const { return machine_.top(); }
inline RunState& StepExecutor::run() const { return *machine_.run_; }
inline const Executable& StepExecutor::executable() const { return *machine_.executable_; }
inline bool StepExecutor::watched() const { return machine_.watched(); }

}  // namespace hloom

#endif  // HLOOM_RUNTIME_MACHINE_H_
