// The step machine: runs a computation one instruction at a time over frames on the heap. While,
// Conditional and Call push frames, so that depth is bounded by memory, and a run can be paused,
// watched, limited and cancelled anywhere.
#ifndef HLOOM_RUNTIME_MACHINE_H_
#define HLOOM_RUNTIME_MACHINE_H_

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <vector>

#include "ops/host/host.h"
#include "runtime/element_loop.h"
#include "runtime/program.h"
#include "runtime/trace.h"

namespace hloom {

// What a run and the machines nested in it share.
struct RunState {
  using Clock = std::chrono::steady_clock;

  LedgerPtr ledger;
  int64_t instructions = 0;
  int64_t instruction_limit = std::numeric_limits<int64_t>::max();
  std::atomic<bool> cancelled{false};
  // When the clock was last read: reading it costs more than a scalar instruction.
  Clock::time_point now = Clock::now();
  Tracer* tracer = nullptr;  // null: nobody looks
  Host* host = nullptr;      // null: nobody answers

  // The run ends `milliseconds` from now, less those that were spent before.
  void LimitTime(int64_t milliseconds, int64_t spent);
  void ReadClock();
  // limits.c1: too many instructions. limits.c2: cancelled. limits.c4: too late, when the clock was
  // last read.
  Status Charge(int64_t executed = 1);
  // limits.c2, limits.c4.
  Status Poll();
  Status Check() const;

 private:
  // Reads the clock if so many scalar instructions, and what was spent before, cost much more.
  void Spend(int64_t instructions);
  Status TooLate() const;

  Clock::time_point started_ = now;
  Clock::time_point deadline_ = Clock::time_point::max();
  int64_t milliseconds_limit_ = 0;
  int64_t milliseconds_before_ = 0;
  int64_t since_clock_ = 0;  // instructions
};

Span<const Rule> LimitRules();

class Machine final : public EvalContext {
 public:
  // Blocked: an instruction waits for what the host gives later.
  enum class State { kRunning, kBlocked, kDone };

  // Applied computations (the body of a Reduce) run in machines of their own, at most so deep.
  static constexpr int kMaxNesting = 64;

  Machine(std::shared_ptr<const Program> program, RunState* run, int nesting = 0)
      : program_(std::move(program)), run_(run), nesting_(nesting) {}

  // Ready to compute `computation` of these arguments, which fit its parameters.
  Status Start(const HloComputation& computation, Span<const Literal> arguments);
  // Executes one instruction, or one call or return of a control-flow instruction.
  StatusOr<State> Step();
  StatusOr<Literal> RunToEnd();
  // After kBlocked: the instruction, its operands, and what it has been waiting for.
  const HloInstruction& waiting() const { return *waiting_; }
  Operands WaitingOperands() { return GatherOperands(*waiting_); }
  void Answer(Literal value);
  // Of the instruction that is next, or waits: "%add.7 in computation \"main\"". And an error with
  // that place and the operation.
  std::string Place() const;
  Status Located(const Status& error) const;
  // After kDone.
  Literal TakeResult() { return std::move(result_); }

  const Program& program() const { return *program_; }
  const LedgerPtr& ledger() const override { return run_->ledger; }
  StatusOr<std::unique_ptr<ComputationCaller>> Prepare(const HloComputation& computation) override;
  Literal Take(const Literal& operand) override;
  Status Poll() override { return run_->Poll(); }

 private:
  struct Frame {
    const ComputationPlan* plan = nullptr;
    size_t pc = 0;
    std::vector<Literal> values;  // one slot an instruction
    ControlState control;
    int64_t calls = 0;                  // that the instruction at pc has made
    std::unique_ptr<ElementLoop> loop;  // that the instruction at pc is going around
  };

  Status Push(const HloComputation& computation, Span<const Literal> arguments);
  void Return();
  Status Execute(const ComputationPlan::Entry& entry);
  Status Resume(const ComputationPlan::Entry& entry);
  Status GoAround(const ComputationPlan::Entry& entry);
  Status LeaveLoop();
  Status AskHost(const HloInstruction& instruction);
  Operands GatherOperands(const HloInstruction& instruction);
  void Finish(const ComputationPlan::Entry& entry, Literal value);
  void Trace(const ComputationPlan::Entry& entry);
  Frame& top() { return *frames_[depth_ - 1]; }
  const Frame& top() const { return *frames_[depth_ - 1]; }

  std::shared_ptr<const Program> program_;
  RunState* run_;
  const int nesting_;
  // Frames above depth_ are kept for the next call: a loop allocates none. Stable addresses.
  std::vector<std::unique_ptr<Frame>> frames_;
  size_t depth_ = 0;
  std::vector<const Literal*> operands_;
  const HloInstruction* waiting_ = nullptr;
  Literal result_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_MACHINE_H_
