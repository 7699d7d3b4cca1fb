// The reference evaluator: plain, and the definition of right.
//
//   StatusOr<Literal> y = Evaluate(*computation.CreateModule(), {x, v});
//
// Or step by step, for hosts that must stay responsive: Execution.
#ifndef HLOOM_RUNTIME_EXECUTION_H_
#define HLOOM_RUNTIME_EXECUTION_H_

#include <memory>
#include <optional>

#include "base/address_space.h"
#include "runtime/machine.h"

namespace hloom {

// Values may hold this much where the run does not say otherwise: all that WebAssembly can address.
// Natively the system may promise memory that it does not have.
inline constexpr int64_t kDefaultMemoryLimit =
    sizeof(void*) == 4 ? kAddressableBytes : int64_t{16} << 30;

struct RunLimits {
  int64_t instructions = std::numeric_limits<int64_t>::max();
  // More than kAddressableBytes has no effect.
  int64_t bytes = kDefaultMemoryLimit;
  // What errors call the limit of `bytes`: what somebody would have to raise. Outlives the run.
  std::string_view bytes_name = "limits.bytes";
  // Wall time from Start on, waiting for the host included.
  int64_t milliseconds = std::numeric_limits<int64_t>::max();
  // So many of them were over before Start.
  int64_t milliseconds_spent = 0;
};

// One run of a program.
class Execution {
 public:
  // arguments.c1: as many arguments as parameters. arguments.c2: of the parameters' shapes; another
  // layout is converted. `host`, which must outlive the run, answers what the program asks it; null:
  // nobody does.
  static StatusOr<std::unique_ptr<Execution>> Start(std::shared_ptr<const Program> program,
                                                    Span<const Literal> arguments,
                                                    const RunLimits& limits = {},
                                                    Host* host = nullptr);

  // Runs for about `milliseconds`, or until its tracer is full, at least one instruction; true when
  // the result is there. A single instruction is not interrupted, except that long reductions notice
  // a cancellation and the end of their time. A failed run answers its error every time.
  StatusOr<bool> RunFor(int64_t milliseconds);
  StatusOr<Literal> RunToEnd();
  // The instruction that waits for a value which the host gives later, null when none does; RunFor
  // goes no further before Answer gives it, or the error that it is instead.
  const HloInstruction* waiting() const { return waiting_; }
  Operands WaitingOperands() { return machine_.WaitingOperands(); }
  std::string WaitingPlace() const { return machine_.Place(); }
  void Answer(StatusOr<Literal> value);
  // Tells `tracer`, which must outlive the run, what is computed from now on; null ends it.
  void SetTracer(Tracer* tracer) { run_.tracer = tracer; }
  // From any thread.
  void Cancel() { run_.cancelled.store(true, std::memory_order_relaxed); }

  int64_t instructions() const { return run_.instructions; }
  int64_t bytes_in_use() const { return run_.ledger->in_use(); }
  int64_t peak_bytes() const { return run_.ledger->peak(); }
  // The result, in the layout of the program's root; once: afterwards it is not valid(), and the
  // caller is its only holder.
  Literal TakeResult() { return std::exchange(result_, Literal()); }

 private:
  Execution(std::shared_ptr<const Program> program, const RunLimits& limits);
  StatusOr<bool> Finish();
  Status Fail(const Status& error);

  const std::string_view bytes_name_;
  RunState run_;
  Machine machine_;
  Status error_;
  bool done_ = false;
  const HloInstruction* waiting_ = nullptr;
  ShapePtr result_shape_;
  Literal result_;
};

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits = {}, Host* host = nullptr);

Span<const Rule> ArgumentRules();

}  // namespace hloom

#endif  // HLOOM_RUNTIME_EXECUTION_H_
