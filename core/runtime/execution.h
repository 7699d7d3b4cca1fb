// Execution: one run of a program.
//
//   StatusOr<Literal> y = Evaluate(*computation.CreateModule(), {x, v});
//
// Or step by step, for callers that must stay responsive: Execution.
#ifndef HLOOM_RUNTIME_EXECUTION_H_
#define HLOOM_RUNTIME_EXECUTION_H_

#include <memory>
#include <optional>

#include "base/address_space.h"
#include "runtime/device_queue.h"
#include "runtime/machine.h"

namespace hloom {

// The default limit for the memory of values: all that WebAssembly can address. Natively it is a
// constant, because the system may promise memory that it does not have.
inline constexpr int64_t kDefaultMemoryLimit =
    sizeof(void*) == 4 ? kAddressableBytes : int64_t{16} << 30;

struct RunLimits {
  int64_t instructions = std::numeric_limits<int64_t>::max();
  // The run's allocations count; arguments count only if they are converted to another layout. More
  // than kAddressableBytes has no effect.
  int64_t bytes = kDefaultMemoryLimit;
  // The ledger that also books the run's allocations; its pool supplies the memory. Null: no such
  // ledger.
  LedgerPtr client;
  // Wall time from Start on, waiting for the host included.
  int64_t milliseconds = std::numeric_limits<int64_t>::max();
  // So many of the milliseconds were over before Start.
  int64_t milliseconds_spent = 0;
  // The longest time that a device may wait for others at a collective.
  int64_t rendezvous_milliseconds = std::numeric_limits<int64_t>::max();
  // The threads that compute, in addition to the caller of RunFor; null: only the caller.
  std::shared_ptr<ThreadPool> threads;
  // The start of the random numbers of rng and rng-get-and-update-state.
  uint64_t seed = 0;
  // Receives the events of the run, as with SetTracer, but from its very start: this includes
  // arguments that the program does not use.
  Tracer* tracer = nullptr;
};

// A run executes the program on one or several devices, with a machine for each. They share the
// limits, the memory and the host. Each thread of the run's pool runs one of them at a time; a
// device that waits for others frees its thread. With one thread the devices take turns, with the
// same results.
class Execution {
 public:
  // arguments.c1: as many arguments as parameters. arguments.c2: of the parameters' shapes; another
  // layout is converted. `host`, which must outlive the run, answers the program's questions; null:
  // no host.
  static StatusOr<std::unique_ptr<Execution>> Start(std::shared_ptr<const Executable> executable,
                                                    Span<const Literal> arguments,
                                                    const RunLimits& limits = {},
                                                    Host* host = nullptr);
  // Starts on the devices of the executable's grid. arguments.c3: there is a list of arguments for
  // each.
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
  // A question of a device that the host answers later. The operands are valid until the answer.
  struct Question {
    int64_t device = 0;
    const HloInstruction* instruction = nullptr;
    Operands operands;
    std::string place;
  };
  // The next question that was not taken yet. RunFor answers soon when there is one.
  std::optional<Question> TakeQuestion();
  bool has_question() const { return questions_ > 0; }
  // True if no device can go on before an asked question is answered.
  bool is_waiting() const { return FirstAsking() != nullptr && NobodyRuns(); }
  // Continues a device that asked, with the value or with the error in its place. Returns false if
  // the device asks nothing.
  bool Answer(int64_t device, StatusOr<Literal> value);
  // The instruction of the device that waits for an answer; null when it does not.
  const HloInstruction* asking(int64_t device) const;
  // The states of the devices, in the order of their numbers.
  enum class DeviceState : uint8_t { kRuns, kWaits, kHasEnded };
  struct DeviceProgress {
    DeviceState state = DeviceState::kRuns;
    std::string place;  // the place at which it waits
  };
  std::vector<DeviceProgress> Progress() const;
  // The same as text, one line per device, with the devices that it waits for; empty if none waits.
  std::vector<std::string> DeviceTable() const;
  // From now on, `tracer`, which must outlive the run, receives each executed instruction; null
  // ends it.
  void SetTracer(Tracer* tracer) { run_.tracer = tracer; }
  // The same for the communication between devices. Several threads write to the log.
  void SetCommLog(CommLog* log) { run_.comm_log = log; }
  // When it began, from which times in the log count.
  RunState::Clock::time_point started() const { return run_.started(); }
  // May be called from any thread.
  void Cancel() { run_.cancelled.store(true, std::memory_order_relaxed); }

  // The place of the run: the next instruction of the first device that has not ended.
  std::string Place() const;
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
        : number(number), machine(std::move(executable), run, number) {}

    const int64_t number;
    Machine machine;
    std::vector<Literal> arguments;  // before the machine starts
    Literal returned;                // the machine's result, before conversion to `result`
    Literal result;
    // The conversion before its first instruction, or after its last.
    std::unique_ptr<Work> work;
    bool started = false;
    bool done = false;
    // The host was asked, and will answer later; and the caller has taken the question.
    bool asked = false;
    bool taken = false;
    RunState::Clock::time_point waits_since;  // if it is blocked
    Status error;
  };

  Execution(std::shared_ptr<const Executable> executable, const RunLimits& limits);
  Status AddDevice(const std::vector<Literal>& arguments);
  Status Begin(Device& device, Kernel kernel);
  Status NextNeed(Device& device);
  Status GoOn(Device& device);
  StatusOr<Machine::State> Step(Device& device);
  Status Finish(Device& device);
  std::string PlaceOf(const Device& device) const;
  Status InTime(const Device& device, RunState::Clock::time_point now) const;
  StatusOr<bool> RunOne();
  Status Fail(const Status& error);

  // Several devices (execution_devices.cc).
  StatusOr<bool> RunAll();
  void Loop(ThreadPool* pool);
  void RunTurn(Device& device);
  void Stop();
  Status FirstError() const;
  Status AskHost();
  void Asked(Device& device);
  Device* FirstAsking() const;
  bool NobodyRuns() const { return queue_ == nullptr || queue_->is_idle(); }
  Status CheckWaiting() const;
  Status Stuck() const;
  Status WithDevices(const Status& error) const;
  std::string Mismatch() const;

  const std::shared_ptr<const Executable> executable_;
  const std::shared_ptr<ThreadPool> threads_;
  RunState run_;
  // Null for one device.
  std::unique_ptr<DeviceQueue> queue_;
  // Null for one device without collectives.
  std::unique_ptr<Meetings> meetings_;
  // Null if the program has no channel between devices.
  std::unique_ptr<Channels> channels_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::atomic<size_t> running_{0};  // devices that are not done
  std::atomic<bool> stop_{false};   // the loops must end
  int64_t questions_ = 0;           // that were not taken
  const int64_t rendezvous_milliseconds_;
  RunState::Clock::time_point slice_end_;
  bool is_begun_ = false;
  Status error_;
};

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits = {}, Host* host = nullptr);

Span<const Rule> ArgumentRules();
Span<const Rule> DeviceRules();

}  // namespace hloom

#endif  // HLOOM_RUNTIME_EXECUTION_H_
