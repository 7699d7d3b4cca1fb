#include "runtime/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <vector>

#ifdef HLOOM_HAS_THREADS
#include <pthread.h>
#endif

#include "runtime/thread_host.h"

namespace hloom {

namespace {

ThreadHost& CurrentHost() {
  static ThreadHost host = {
      [](ThreadHost::Function body, ThreadHost::Function, void* pool) { body(pool); },
      [] { std::abort(); }};
  return host;
}

}  // namespace

void SetThreadHost(const ThreadHost& host) { CurrentHost() = host; }

#ifdef HLOOM_HAS_THREADS

namespace {

// A number that threads sleep on while it does not change.
class Bell {
 public:
  uint32_t value() const { return value_.load(std::memory_order_seq_cst); }
  // True if fewer than `threads` threads sleep.
  bool HasListeners(int threads) const { return asleep_.load(std::memory_order_relaxed) < threads; }
  void Ring(int sleepers) {
    value_.fetch_add(1, std::memory_order_seq_cst);
    const int asleep = asleep_.load(std::memory_order_seq_cst);
    if (asleep > 0) Wake(std::min(asleep, sleepers));
  }
  // Returns soon after the number differs from `seen`. Work often comes in quick succession, so
  // this spins for some 20 microseconds, which is less than a wake-up takes, before it sleeps.
  void Await(uint32_t seen) {
    constexpr int kLooks = 20000;
    for (int i = 0; i < kLooks; ++i) {
      if (value_.load(std::memory_order_relaxed) != seen) return;
    }
    asleep_.fetch_add(1, std::memory_order_seq_cst);
    while (value() == seen) Sleep(seen);
    asleep_.fetch_sub(1, std::memory_order_seq_cst);
  }

 private:
#ifdef __EMSCRIPTEN__
  // Not std::condition_variable: with Emscripten its waiters wake up every few milliseconds.
  void Sleep(uint32_t seen) {
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&value_), static_cast<int>(seen),
                                        -1);
  }
  void Wake(int sleepers) {
    __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&value_),
                                        static_cast<unsigned>(sleepers));
  }
#else
  void Sleep(uint32_t seen) { value_.wait(seen, std::memory_order_seq_cst); }
  void Wake(int sleepers) { sleepers == 1 ? value_.notify_one() : value_.notify_all(); }
#endif

  std::atomic<uint32_t> value_{0};
  std::atomic<int> asleep_{0};
};

// The tasks of a phase, while it is open to others.
struct Job {
  const Phase& phase;
  const SeatMemory& memory;
  std::atomic<int64_t> next;  // task
  int seats = 1;              // taken; the first is the caller's
  std::atomic<int> helpers{0};
  bool loops = false;  // its tasks are loops, which run until there is nothing to do

  bool HasSeat() const {
    return seats < memory.seats && next.load(std::memory_order_relaxed) < phase.tasks;
  }
  int64_t TakeTask() { return next.fetch_add(1, std::memory_order_relaxed); }
  void Help(int seat) {
    for (int64_t task = TakeTask(); task < phase.tasks; task = TakeTask()) {
      phase.Run(task, memory.at(seat));
    }
  }
};

}  // namespace

class ThreadPool::Crew {
 public:
  Crew(int threads, std::chrono::microseconds worth_sharing) : worth_sharing_(worth_sharing) {
    const int most = std::clamp(threads, 1, kMostThreads);
    threads_.reserve(static_cast<size_t>(most));
    while (size() < most) {
      pthread_t thread;
      if (pthread_create(&thread, nullptr, Main, this) != 0) break;
      threads_.push_back(thread);
    }
  }
  virtual ~Crew() {
    ending_.store(true);
    work_.Ring(kMostThreads);
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
  }

  // With the caller.
  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Virtual to prevent inlining. Inlined into Work::RunTasks, the store of its result was lost by
  // V8's baseline compiler: the function waits for other threads while the address of that store is
  // on WebAssembly's operand stack (Node.js 20; tests/js/engine/threads.test.ts runs with that
  // compiler alone).
  virtual int64_t Run(const Phase& phase, int64_t first, const SeatMemory& memory,
                      const PauseFunction& pause, TaskTime* time) {
    // Threads that look for work join immediately, and a phase that was paused takes long.
    if (first > 0 || work_.HasListeners(static_cast<int>(threads_.size())) ||
        WasWorthSharing(phase, *time)) {
      return Share(phase, first, memory, pause, time);
    }
    const Own own = RunUntilWorthSharing(phase, first, memory, pause, time);
    return own.ends ? own.next : Share(phase, own.next, memory, pause, time);
  }

  virtual void RunLoops(int loops, const PauseFunction& loop) {
    const Phase phase = {loops,
                         [](const void* function, int64_t, std::byte*) {
                           (*static_cast<const PauseFunction*>(function))();
                         },
                         &loop};
    const SeatMemory seats = {nullptr, 0, loops};
    Job job{phase, seats, 1};
    job.loops = true;
    Open(job, kMostThreads);
    loop();
    job.next.exchange(loops);
    Close(job);
  }

  virtual void HelpUntil(const PauseFunction& condition) {
    while (true) {
      // A change after this line wakes the thread again, or is seen below.
      const uint32_t seen = work_.value();
      if (condition()) return;
      EndIfOneFailed();
      if (!HelpSomebody(/*with_loops=*/false)) work_.Await(seen);
    }
  }
  void Ring() { work_.Ring(kMostThreads); }

 private:
  using Clock = std::chrono::steady_clock;

  static void* Main(void* crew) {
    CurrentHost().run([](void* self) { static_cast<Crew*>(self)->HelpWhoeverAsks(); },
                      [](void* self) { static_cast<Crew*>(self)->SayThatOneFailed(); }, crew);
    return nullptr;
  }

  // The caller's own progress: its next task, and true if the run ends here for now.
  struct Own {
    int64_t next;
    bool ends;
  };

  // True if one thread would need long for all tasks of the phase, at the last measured time per
  // task.
  bool WasWorthSharing(const Phase& phase, const TaskTime& time) const {
    const std::chrono::nanoseconds worth = std::max(worth_sharing_, std::chrono::microseconds(0));
    return time.last() > worth / phase.tasks;
  }

  // Runs tasks alone while the rest would probably be done before another thread could wake up and
  // help.
  Own RunUntilWorthSharing(const Phase& phase, int64_t first, const SeatMemory& memory,
                           const PauseFunction& pause, TaskTime* time) const {
    const Clock::time_point begin = Clock::now();
    for (int64_t task = first; task < phase.tasks;) {
      phase.Run(task, memory.at(0));
      ++task;
      time->Set((Clock::now() - begin) / (task - first));
      if (pause()) return {task, true};
      if (time->last() * (phase.tasks - task) > worth_sharing_) return {task, false};
    }
    return {phase.tasks, true};
  }

  int64_t Share(const Phase& phase, int64_t first, const SeatMemory& memory,
                const PauseFunction& pause, TaskTime* time) {
    Job job{phase, memory, first + 1};
    Open(job, static_cast<int>(std::min<int64_t>(phase.tasks - first, memory.seats) - 1));
    const Clock::time_point begin = Clock::now();
    int64_t own = 0;
    for (int64_t task = first; task < phase.tasks; task = job.TakeTask()) {
      phase.Run(task, memory.at(0));
      ++own;
      if (pause()) break;
    }
    time->Set((Clock::now() - begin) / own);
    const int64_t begun = std::min(job.next.exchange(phase.tasks), phase.tasks);
    Close(job);
    return begun;
  }

  void HelpWhoeverAsks() {
    while (true) {
      // A change after this line wakes the thread again, or is seen below.
      const uint32_t seen = work_.value();
      if (ending_.load()) return;
      if (!HelpSomebody(/*with_loops=*/true)) work_.Await(seen);
    }
  }

  // The work of the failed thread is never done. Threads that wait for it end, too; the others may
  // sleep until the process, or the instance of the module, is given up.
  void SayThatOneFailed() {
    one_failed_.store(true);
    left_.Ring(kMostThreads);
    work_.Ring(kMostThreads);
  }
  void EndIfOneFailed() const {
    if (one_failed_.load(std::memory_order_relaxed)) CurrentHost().end();
  }

  // Returns true if there was a job to help with.
  bool HelpSomebody(bool with_loops) {
    int seat = 0;
    Job* const job = Join(with_loops, &seat);
    if (job == nullptr) return false;
    job->Help(seat);
    // The caller may go on, and the job with it, once the number is 0.
    job->helpers.fetch_sub(1, std::memory_order_acq_rel);
    left_.Ring(kMostThreads);
    return true;
  }

  void Open(Job& job, int others) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push_back(&job);
    }
    work_.Ring(others);
  }

  // The open job with the fewest workers, and a seat there; null if there is none.
  Job* Join(bool with_loops, int* seat) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Job* least = nullptr;
    for (Job* const job : jobs_) {
      if (job->loops && !with_loops) continue;
      if (job->HasSeat() && (least == nullptr || job->seats < least->seats)) least = job;
    }
    if (least == nullptr) return nullptr;
    *seat = least->seats++;
    least->helpers.fetch_add(1, std::memory_order_relaxed);
    return least;
  }

  // Waits for the tasks that others have begun.
  void Close(Job& job) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      jobs_.erase(std::find(jobs_.begin(), jobs_.end(), &job));
    }
    while (true) {
      const uint32_t seen = left_.value();
      if (job.helpers.load(std::memory_order_acquire) == 0) return;
      EndIfOneFailed();
      left_.Await(seen);
    }
  }

  const std::chrono::microseconds worth_sharing_;
  std::vector<pthread_t> threads_;
  std::atomic<bool> ending_{false};
  std::atomic<bool> one_failed_{false};
  Bell work_;  // there is a new job, or the end
  Bell left_;  // a thread left a job
  std::mutex mutex_;
  std::vector<Job*> jobs_;
};

#else

class ThreadPool::Crew {
 public:
  Crew(int, std::chrono::microseconds) {}
  int size() const { return 1; }
  int64_t Run(const Phase& phase, int64_t first, const SeatMemory& memory,
              const PauseFunction& pause, TaskTime*) {
    return RunAlone(phase, first, memory, pause);
  }
  void RunLoops(int, const PauseFunction& loop) { loop(); }
  void HelpUntil(const PauseFunction&) {}
  void Ring() {}
};

#endif

ThreadPool::ThreadPool(int threads, std::chrono::microseconds worth_sharing)
    : crew_(std::make_unique<Crew>(threads, worth_sharing)) {}
ThreadPool::~ThreadPool() = default;

int64_t ThreadPool::RunAlone(const Phase& phase, int64_t first, const SeatMemory& memory,
                             const PauseFunction& pause) {
  for (int64_t task = first; task < phase.tasks;) {
    phase.Run(task, memory.data);
    if (++task < phase.tasks && pause()) return task;
  }
  return phase.tasks;
}

int ThreadPool::threads() const { return crew_->size(); }

void ThreadPool::RunLoops(int loops, const PauseFunction& loop) {
  if (loops == 1) {
    loop();
  } else {
    crew_->RunLoops(loops, loop);
  }
}
void ThreadPool::HelpUntil(const PauseFunction& condition) { crew_->HelpUntil(condition); }
void ThreadPool::Ring() { crew_->Ring(); }

int64_t ThreadPool::Run(const Phase& phase, int64_t first, const SeatMemory& memory,
                        const PauseFunction& pause, TaskTime* time) {
  const bool alone = crew_->size() == 1 || memory.seats == 1 || phase.tasks - first == 1;
  if (alone) return RunAlone(phase, first, memory, pause);
  TaskTime forgotten;
  return crew_->Run(phase, first, memory, pause, time != nullptr ? time : &forgotten);
}

}  // namespace hloom
