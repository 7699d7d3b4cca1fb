// The step machine: runs a computation one instruction at a time over frames on the heap. While,
// Conditional and Call push frames, so that depth is bounded by memory, and a run can be paused,
// watched, limited and cancelled anywhere.
#ifndef HLOOM_RUNTIME_MACHINE_H_
#define HLOOM_RUNTIME_MACHINE_H_

#include <memory>
#include <vector>

#include "runtime/element_loop.h"
#include "runtime/executable.h"
#include "runtime/run_state.h"
#include "runtime/work.h"

namespace hloom {

// What a machine that is blocked waits for, and where.
struct Blocked {
  enum class On {
    kHost,        // a value that the host gives later
    kRendezvous,  // other devices, at a collective
    kChannel,     // the other end of a channel
  };
  On on = On::kHost;
  const HloInstruction* instruction = nullptr;
};

class Machine final : public EvalContext {
 public:
  enum class State { kRunning, kBlocked, kDone };

  Machine(std::shared_ptr<const Executable> executable, RunState* run, int64_t device = 0)
      : executable_(std::move(executable)), run_(run), device_(device) {}

  // Ready to compute `computation` of these arguments, which fit its parameters.
  Status Start(const HloComputation& computation, Span<const Literal> arguments);
  // Executes one instruction, one call or return of a control-flow instruction, or one task of a
  // kernel.
  StatusOr<State> Step();
  // After kBlocked: what it has been waiting for, and the operands of that instruction, as the host
  // gets them.
  const Blocked& blocked() const { return blocked_; }
  Operands WaitingOperands();
  void Answer(Literal value);
  // Where the instruction is that is next, or waits: "%add.7 in computation \"main\"". Located gives
  // an error that place, and the operation's name.
  std::string Place() const;
  Status Located(const Status& error) const;
  // After kDone.
  Literal TakeResult() { return std::move(result_); }

  Watch& watch() { return watch_; }
  // limits.c1, limits.c2, limits.c4.
  Status Charge(int64_t executed = 1);

  const LedgerPtr& ledger() const override { return run_->ledger; }
  int64_t device() const override { return device_; }

 private:
  struct Frame {
    const ComputationPlan* plan = nullptr;
    size_t pc = 0;
    std::vector<Literal> values;           // one slot an instruction
    std::vector<const Literal*> operands;  // of the instruction at pc
    ControlState control;
    int64_t calls = 0;                  // that the instruction at pc has made
    std::unique_ptr<ElementLoop> loop;  // that the instruction at pc is going around
    std::unique_ptr<Work> work;         // what the instruction at pc computes
    Destination destination;            // where to
    bool applied = false;               // to an element, for the work of the frame below
    Literal live_result;                // what an instruction of dynamic size gives, or is handed
  };
  using Entry = ComputationPlan::Entry;

  Status Push(const HloComputation& computation, Span<const Literal> arguments);
  Status Return();
  Status Execute(const Entry& entry);
  Status Resume(const Entry& entry);
  Status GoAround(const Entry& entry);
  Status LeaveLoop();
  Status AskHost(const HloInstruction& instruction);
  Operands GatherOperands(const HloInstruction& instruction);
  void Finish(const Entry& entry, Literal value);
  Status FinishWith(const Entry& entry, Literal value);
  void Trace(const Entry& entry);

  Status Compute(const Entry& entry);
  Status Begin(const Entry& entry, Kernel kernel);
  Status MakeDestination(const Entry& entry, Operands operands);
  Literal TakeOver(const Entry& entry, Operands operands, size_t array);
  Status FinishWork(const Entry& entry);
  Status GoOn();
  Status Apply();
  Status NextNeed();

  Frame& top() { return *frames_[depth_ - 1]; }
  const Frame& top() const { return *frames_[depth_ - 1]; }
  bool watched() const { return run_->tracer != nullptr && applied_ == 0; }

  std::shared_ptr<const Executable> executable_;
  RunState* run_;
  const int64_t device_;
  Watch watch_;
  // Frames above depth_ are kept for the next call: a loop allocates none. Stable addresses.
  std::vector<std::unique_ptr<Frame>> frames_;
  size_t depth_ = 0;
  int64_t applied_ = 0;  // frames that are
  Blocked blocked_;
  Literal result_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_MACHINE_H_
