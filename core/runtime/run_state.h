// The state that the machines of a run share: memory, limits and their counters, tracer and host.
#ifndef HLOOM_RUNTIME_RUN_STATE_H_
#define HLOOM_RUNTIME_RUN_STATE_H_

#include <atomic>
#include <chrono>
#include <limits>

#include "comm/channels.h"
#include "comm/comm_log.h"
#include "comm/meetings.h"
#include "ops/host/host.h"
#include "ops/op_def.h"
#include "runtime/thread_pool.h"
#include "runtime/trace.h"

namespace hloom {

// Any thread may read and count.
struct RunState {
  using Clock = std::chrono::steady_clock;

  LedgerPtr ledger;
  std::atomic<int64_t> instructions{0};
  int64_t instruction_limit = std::numeric_limits<int64_t>::max();
  std::atomic<bool> cancelled{false};
  uint64_t seed = 0;              // of the random numbers
  Tracer* tracer = nullptr;       // null: no tracer
  Host* host = nullptr;           // null: no host
  ThreadPool* threads = nullptr;  // that compute; null: only the threads that run machines
  DeviceGrid grid;
  Meetings* meetings = nullptr;  // of the devices
  Channels* channels = nullptr;  // between them
  CommLog* comm_log = nullptr;   // of the communication; null: no log
  // Machines block instead of asking the host, because they run on threads unknown to it.
  bool asks_later = false;

  // The run ends `milliseconds` from its start, less the time that was spent before.
  void LimitTime(int64_t milliseconds, int64_t spent);
  // Counts instructions that were executed, and refuses more than the limit: limits.c1.
  Status Charge(int64_t executed);
  // The number of instructions that may be executed without Charge, and are counted afterwards.
  int64_t instructions_left() const {
    return instruction_limit - instructions.load(std::memory_order_relaxed);
  }
  void AddExecuted(int64_t count) { instructions.fetch_add(count, std::memory_order_relaxed); }
  bool is_cancelled() const { return cancelled.load(std::memory_order_relaxed); }
  Clock::time_point started() const { return started_; }
  bool has_deadline() const { return deadline_ != Clock::time_point::max(); }
  // Refuses to go on if the run is cancelled (limits.c2) or past its time limit (limits.c4).
  Status Check(Clock::time_point now) const;

 private:
  Status TooLate(Clock::time_point now) const;

  const Clock::time_point started_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max();
  int64_t milliseconds_limit_ = 0;
  int64_t milliseconds_before_ = 0;
};

// A machine's own watch: reading the clock costs more than a scalar instruction.
class Watch {
 public:
  using Clock = RunState::Clock;

  // When the clock was last read; the least time before that.
  Clock::time_point now() const { return now_; }
  // The machine may go on from now until a time before others have their turn. By default it pauses
  // after each task.
  void Begin(Clock::time_point now, Clock::time_point until) {
    now_ = now;
    until_ = until;
    since_ = 0;
  }
  // After a task: reads the clock, and returns true if that time is over, or if `run` must not go
  // on.
  bool IsToPause(const RunState& run) {
    Read();
    return now_ > until_ || !run.Check(now_).ok();
  }
  void Read();
  // The number of instructions that may be executed before the next reading of the clock.
  int64_t instructions_left() const { return kInstructionsPerClock - since_; }
  // Reads the clock if these scalar instructions, and those since the last reading, cost much more.
  void Spend(int64_t instructions) {
    since_ += instructions;
    if (since_ >= kInstructionsPerClock) Read();
  }

 private:
  // So many scalar instructions cost much more than reading the clock.
  static constexpr int64_t kInstructionsPerClock = 256;

  Clock::time_point now_ = Clock::time_point::min();
  Clock::time_point until_ = Clock::time_point::min();
  int64_t since_ = 0;  // instructions
};

Span<const Rule> LimitRules();

}  // namespace hloom

#endif  // HLOOM_RUNTIME_RUN_STATE_H_
