// ThreadPool: threads that run the tasks of kernels.
//
//   ThreadPool pool(4);   // starts three threads; the fourth is the caller of Run
//   int64_t done = pool.Run(phase, 0, {.seats = 4}, [] { return TimeIsUp(); });
//
// Any thread may call Run, one of the pool's own too, and several at a time: a caller works on its
// own tasks, and waits only for tasks that others have begun.
#ifndef HLOOM_RUNTIME_THREAD_POOL_H_
#define HLOOM_RUNTIME_THREAD_POOL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "kernels/kernel.h"

namespace hloom {

// A reference to a function, which must outlive the call that takes it.
class PauseFunction {
 public:
  template <typename F>
  PauseFunction(const F& f)  // NOLINT: a lambda converts implicitly
      : call_([](const void* function) { return (*static_cast<const F*>(function))(); }),
        function_(&f) {}
  bool operator()() const { return call_(function_); }

 private:
  bool (*call_)(const void* function);
  const void* function_;
};

// Scratch memory for the tasks at work: `bytes` for each of at most `seats` threads.
struct SeatMemory {
  std::byte* data = nullptr;
  int64_t bytes = 0;
  int seats = 1;

  std::byte* at(int seat) const { return data + seat * bytes; }
};

// The time per task of a phase in its last run. Any thread may read and write it; it affects only
// the choice of threads, never results.
class TaskTime {
 public:
  // 0 before the first run.
  std::chrono::nanoseconds last() const {
    return std::chrono::nanoseconds(nanoseconds_.load(std::memory_order_relaxed));
  }
  void Set(std::chrono::nanoseconds last) {
    nanoseconds_.store(last.count(), std::memory_order_relaxed);
  }

 private:
  std::atomic<int64_t> nanoseconds_{0};
};

class ThreadPool {
 public:
  static constexpr int kMostThreads = 64;

  // A thread that sleeps is there some 40 microseconds after it was called.
  static constexpr std::chrono::microseconds kWorthSharing{100};

  // At most `threads` threads compute at a time for each caller of Run, including the caller. There
  // are fewer if the system provides no more, and one if hloom was built without threads. Only work
  // that would take one thread longer than `worth_sharing` is shared.
  explicit ThreadPool(int threads, std::chrono::microseconds worth_sharing = kWorthSharing);
  // Run must not be active on any thread.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  // Runs the tasks of a phase from `first` on. Runs some on this thread, unless the time per task
  // is already known, and then shares the rest with all idle threads. Between any two of its own
  // tasks, this thread calls `pause`; if that returns true, no further task begins. Returns the
  // first task that was not begun, at least first + 1: all before it are done. `time` is the
  // earlier time per task, and is updated; it may be null.
  int64_t Run(const Phase& phase, int64_t first, const SeatMemory& memory,
              const PauseFunction& pause, TaskTime* time = nullptr);
  // Calls `loop` on this thread and on up to `loops` - 1 others at the same time, as soon as these
  // are idle. Returns when all begun calls have returned; no call begins after the one on this
  // thread has returned.
  void RunLoops(int loops, const PauseFunction& loop);
  // Works on tasks of other callers of Run until the condition holds, and sleeps while there are
  // none. It checks the condition after each Ring; a loop may call this.
  void HelpUntil(const PauseFunction& condition);
  // Wakes the threads that sleep in HelpUntil.
  void Ring();
  // The same as Run without a pool, on this thread.
  static int64_t RunAlone(const Phase& phase, int64_t first, const SeatMemory& memory,
                          const PauseFunction& pause);

 private:
  class Crew;
  const std::unique_ptr<Crew> crew_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_THREAD_POOL_H_
