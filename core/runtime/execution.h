// Execution: one run of a program.
//
//   StatusOr<Literal> y = Evaluate(*computation.CreateModule(), {x, v});
//
// Or step by step, for callers that must stay responsive: Execution.
#ifndef HLOOM_RUNTIME_EXECUTION_H_
#define HLOOM_RUNTIME_EXECUTION_H_

#include <memory>

#include "base/address_space.h"
#include "runtime/machine.h"

namespace hloom {

// Values may hold this much where the run does not say otherwise: all that WebAssembly can address.
// Natively the system may promise memory that it does not have.
inline constexpr int64_t kDefaultMemoryLimit =
    sizeof(void*) == 4 ? kAddressableBytes : int64_t{16} << 30;

struct RunLimits {
  int64_t instructions = std::numeric_limits<int64_t>::max();
  // What the run allocates counts; arguments do not, unless they are brought into another layout.
  // More than kAddressableBytes has no effect.
  int64_t bytes = kDefaultMemoryLimit;
  // What the run allocates is booked there, too, and comes from its pool; null: nobody else counts.
  LedgerPtr client;
  // Wall time from Start on, waiting for the host included.
  int64_t milliseconds = std::numeric_limits<int64_t>::max();
  // So many of the milliseconds were over before Start.
  int64_t milliseconds_spent = 0;
  // What computes, with the thread that calls RunFor; null: that thread alone.
  std::shared_ptr<ThreadPool> threads;
  // Where the random numbers of rng and rng-get-and-update-state start.
  uint64_t seed = 0;
  // Who is told of the run, as SetTracer says, from its very start: then also of arguments that the
  // program does not use.
  Tracer* tracer = nullptr;
};

// A run is the program on one device, or on several: a machine for each, in turns. They share the
// limits, the memory and the host.
class Execution {
 public:
  // arguments.c1: as many arguments as parameters. arguments.c2: of the parameters' shapes; another
  // layout is converted. `host`, which must outlive the run, answers what the program asks it;
  // null: nobody does.
  static StatusOr<std::unique_ptr<Execution>> Start(std::shared_ptr<const Executable> executable,
                                                    Span<const Literal> arguments,
                                                    const RunLimits& limits = {},
                                                    Host* host = nullptr);
  // Starts on as many devices as there are lists of arguments, at least one.
  static StatusOr<std::unique_ptr<Execution>> StartOnDevices(
      std::shared_ptr<const Executable> executable, Span<const std::vector<Literal>> arguments,
      const RunLimits& limits = {}, Host* host = nullptr);

  ~Execution();

  // Runs for about `milliseconds`, or until its tracer is full, at least one instruction on each
  // device that can go on; true when all results are there. Only a kernel's task is not
  // interrupted. A failed run answers its error every time.
  StatusOr<bool> RunFor(int64_t milliseconds);
  // The result on device 0.
  StatusOr<Literal> RunToEnd();
  // The instruction of a device that waits for a value which the host gives later, null when none
  // does: that device goes no further before Answer gives it, or the error that it is instead.
  const HloInstruction* waiting() const {
    return asking_ == nullptr ? nullptr : asking_->machine.blocked().instruction;
  }
  Operands WaitingOperands() { return asking_->machine.WaitingOperands(); }
  std::string WaitingPlace() const { return asking_->machine.Place(); }
  void Answer(StatusOr<Literal> value);
  // Tells `tracer`, which must outlive the run, what is computed from now on; null ends it.
  void SetTracer(Tracer* tracer) { run_.tracer = tracer; }
  // May be called from any thread.
  void Cancel() { run_.cancelled.store(true, std::memory_order_relaxed); }

  int64_t instructions() const { return run_.instructions; }
  int64_t bytes_in_use() const { return run_.ledger->in_use(); }
  int64_t peak_bytes() const { return run_.ledger->peak(); }
  // A device's result, in the layout of the program's root; once: afterwards it is not valid(), and
  // the caller is its only holder.
  Literal TakeResult(size_t device = 0) {
    return std::exchange(devices_[device]->result, Literal());
  }

 private:
  struct Device {
    Device(std::shared_ptr<const Executable> executable, RunState* run, int64_t number)
        : machine(std::move(executable), run, number) {}

    Machine machine;
    std::vector<Literal> arguments;  // before the machine starts
    Literal returned;                // what it gave, before it is the result
    Literal result;
    // What is done before its first instruction, or after its last.
    std::unique_ptr<Work> work;
    bool started = false;
    bool done = false;
  };

  Execution(std::shared_ptr<const Executable> executable, const RunLimits& limits);
  Status Begin(Device& device, Kernel kernel);
  Status NextNeed(Device& device);
  Status GoOn(Device& device);
  StatusOr<Machine::State> Step(Device& device);
  Status Finish(Device& device);
  StatusOr<bool> StepAll();
  Status Fail(const Status& error);

  const std::shared_ptr<const Executable> executable_;
  const std::shared_ptr<ThreadPool> threads_;
  RunState run_;
  std::vector<std::unique_ptr<Device>> devices_;
  size_t running_ = 0;  // devices that are not done
  Device* asking_ = nullptr;
  RunState::Clock::time_point now_;  // when a device last read the clock
  Status error_;
};

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits = {}, Host* host = nullptr);

Span<const Rule> ArgumentRules();

}  // namespace hloom

#endif  // HLOOM_RUNTIME_EXECUTION_H_
