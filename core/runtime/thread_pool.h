// ThreadPool: threads that run the tasks of kernels.
//
//   ThreadPool pool(4);   // starts three threads; the fourth is whoever calls Run
//   int64_t done = pool.Run(phase, 0, {.seats = 4}, [] { return TimeIsUp(); });
//
// Any thread may call Run, one of the pool's own too, and several at a time: a caller works on its
// own tasks, and waits only for those that others have begun.
#ifndef HLOOM_RUNTIME_THREAD_POOL_H_
#define HLOOM_RUNTIME_THREAD_POOL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "kernels/kernel.h"

namespace hloom {

// A function that outlives the call it is given to: it is referred to, and not copied. What it
// returns means nothing where nobody asks.
class PauseFunction {
 public:
  template <typename F>
  PauseFunction(const F& f)  // NOLINT: a lambda stands where one is wanted
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

// How long each task of a phase took when such a phase was last run. Any thread may read and write
// it; it decides who computes, never what.
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

  // At most `threads` threads compute at a time for each caller of Run, itself among them. There
  // are fewer where the system gives no more, and one where hloom was built without threads. Only
  // work that would take one thread longer than `worth_sharing` is shared.
  explicit ThreadPool(int threads, std::chrono::microseconds worth_sharing = kWorthSharing);
  // Nobody may be in Run.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  // Runs the tasks of a phase from `first` on: some on this thread, unless it is known already how
  // long they take, and then side by side on all that have nothing else to do. Between any two of
  // its own, this thread asks whether to `pause`; if so, no further task begins. Returns the first
  // task that was not begun, at least first + 1: all before it are done. `time` is what such tasks
  // took before, and is renewed; null: nobody remembers.
  int64_t Run(const Phase& phase, int64_t first, const SeatMemory& memory,
              const PauseFunction& pause, TaskTime* time = nullptr);
  // Calls `loop` on this thread and, as soon as they have nothing else to do, on up to `loops` - 1
  // others at the same time. Returns when all calls that began have returned; none begins after
  // that on this thread.
  void RunLoops(int loops, const PauseFunction& loop);
  // Works on the tasks of whoever calls Run until the condition holds, and sleeps while there are
  // none. It looks at the condition after each Ring; a loop may call this.
  void HelpUntil(const PauseFunction& condition);
  // Wakes those who sleep in HelpUntil.
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
