// Kernel: a computation that can be paused between any two tasks and resumed.
//
// A kernel is a coroutine. It yields its next need, and the caller decides when and on which thread
// the need is met:
//
//   Kernel SumOf(const float* x, int64_t count, float* sum) {
//     const int64_t blocks = TaskCount(count, kBlock);
//     double* const parts = co_await Scratch<double>(blocks);
//     co_await Tasks(blocks, [&](int64_t b, std::byte*) { parts[b] = SumOfBlock(x, count, b); });
//     co_await Once([&] { *sum = SumInOrder(parts, blocks); });
//     co_return OkStatus();
//   }
//
//   co_await Tasks(n, f)     runs a phase: f(task, scratch) for every task in [0, n), in any order,
//                            on any threads. A task takes at most some milliseconds, and allocates
//                            nothing.
//   co_await Scratch<T>(n)   returns uninitialized memory, which lasts until the outermost kernel
//                            is done
//   co_await Apply(...)      applies a computation of the program to many elements
//   co_await another kernel  runs it to its end
//
// The split of phases into tasks depends only on the sizes of the arrays, so that no result depends
// on the number of threads. An operation with a defined order, a scatter of products for example,
// is a sequence of phases of one task each.
//
// A kernel that fails is destroyed where it is suspended: co_return of an error (its own or that of
// a kernel it runs), failed memory allocation, or a cancelled run.
#ifndef HLOOM_KERNELS_KERNEL_H_
#define HLOOM_KERNELS_KERNEL_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/coroutine.h"
#include "base/span.h"
#include "base/status.h"

namespace hloom {

// Independent tasks. The function and its captures belong to the kernel, which waits.
struct Phase {
  int64_t tasks = 0;
  void (*run)(const void* function, int64_t task, std::byte* scratch) = nullptr;
  const void* function = nullptr;
  // The scratch memory of each running task, aligned to 16 bytes and uninitialized.
  int64_t scratch_bytes = 0;

  void Run(int64_t task, std::byte* scratch) const { run(function, task, scratch); }
};

// A computation of scalars, to be applied to `count` sets of arguments: arguments[p] points to
// `count` elements of parameter p's type, contiguous as arrays store them, results[r] to room for
// as many of the result's type. Results may overwrite arguments: with f(a, b) = a + b,
//
//   {accumulators, values} -> {accumulators}, count 3
//
// adds three values to three accumulators. Elements are independent: each application sees the
// arguments as they were before any.
//
// With several rounds, the results of one round are the arguments of the next. With `advance` {0,
// 12} and 2 rounds, three further values, 12 bytes on, are added to the same three accumulators.
// With `result_advance` {4} too, results move on by 4 bytes each time, so that those of all rounds
// are kept.
struct Application {
  size_t computation = 0;  // among the operation's computations
  Span<const std::byte* const> arguments;
  Span<std::byte* const> results;
  int64_t count = 0;
  int64_t rounds = 1;
  // The number of bytes by which each argument moves on in the next round; empty for one round.
  Span<const int64_t> advance = {};
  // The same of each result; empty where rounds write over each other.
  Span<const int64_t> result_advance = {};
};

class [[nodiscard]] Kernel {
 public:
  // The reason why a kernel is suspended.
  enum class Need { kNothing, kTasks, kMemory, kApplication, kKernel };

  struct Request {
    Need need = Need::kNothing;
    Phase phase;
    int64_t bytes = 0;
    std::byte* memory = nullptr;  // the answer
    Application application;
    Kernel* kernel = nullptr;
  };

  struct promise_type {
    Request request;
    Status status;

    Kernel get_return_object() {
      return Kernel(coroutines::coroutine_handle<promise_type>::from_promise(*this));
    }
    coroutines::suspend_always initial_suspend() noexcept { return {}; }
    coroutines::suspend_always final_suspend() noexcept { return {}; }
    void return_value(Status end) { status = std::move(end); }
    void unhandled_exception() {}
  };
  using Handle = coroutines::coroutine_handle<promise_type>;

  // Nothing to do: the work was small, and is done.
  Kernel() = default;
  // Makes the same, or an error. The constructor is not explicit, so that a function that returns a
  // kernel may return InvalidArgument(...).
  Kernel(Status status) : status_(std::move(status)) {}        // NOLINT
  Kernel(ErrorBuilder&& error) : status_(std::move(error)) {}  // NOLINT
  Kernel(Kernel&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), status_(std::move(other.status_)) {}
  Kernel& operator=(Kernel&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(status_, other.status_);
    return *this;
  }
  ~Kernel() {
    if (handle_) handle_.destroy();
  }

  bool done() const { return !handle_ || handle_.done(); }
  // The status of a kernel that is done.
  const Status& status() const { return handle_ ? handle_.promise().status : status_; }

 private:
  friend class KernelRun;
  explicit Kernel(Handle handle) : handle_(handle) {}

  Handle handle_ = nullptr;
  Status status_;
};

// The awaitables below leave a request in the promise, and find the answer there.
class KernelAwaiter {
 public:
  explicit KernelAwaiter(Kernel::Request request) : request_(request) {}
  bool await_ready() const noexcept { return request_.need == Kernel::Need::kNothing; }
  void await_suspend(Kernel::Handle handle) noexcept {
    promise_ = &handle.promise();
    promise_->request = request_;
  }
  void await_resume() const noexcept {}

 protected:
  const Kernel::promise_type* promise() const { return promise_; }

 private:
  Kernel::Request request_;
  Kernel::promise_type* promise_ = nullptr;
};

// A phase of `tasks` tasks, f(task, scratch); see Phase.
template <typename F>
KernelAwaiter Tasks(int64_t tasks, const F& f, int64_t scratch_bytes = 0) {
  Kernel::Request request;
  request.need = tasks > 0 ? Kernel::Need::kTasks : Kernel::Need::kNothing;
  request.phase = {tasks,
                   [](const void* function, int64_t task, std::byte* scratch) {
                     (*static_cast<const F*>(function))(task, scratch);
                   },
                   &f, scratch_bytes};
  return KernelAwaiter(request);
}

// A phase of one task, f().
template <typename F>
KernelAwaiter Once(const F& f) {
  Kernel::Request request;
  request.need = Kernel::Need::kTasks;
  request.phase = {
      1, [](const void* function, int64_t, std::byte*) { (*static_cast<const F*>(function))(); },
      &f, 0};
  return KernelAwaiter(request);
}

// Waits until the results are there.
inline KernelAwaiter Apply(const Application& application) {
  Kernel::Request request;
  request.need = application.count > 0 ? Kernel::Need::kApplication : Kernel::Need::kNothing;
  request.application = application;
  return KernelAwaiter(request);
}

// Gives room for `count` elements; null for none.
template <typename T>
class ScratchAwaiter : public KernelAwaiter {
 public:
  using KernelAwaiter::KernelAwaiter;
  T* await_resume() const noexcept {
    return promise() == nullptr ? nullptr : reinterpret_cast<T*>(promise()->request.memory);
  }
};
template <typename T>
ScratchAwaiter<T> Scratch(int64_t count) {
  Kernel::Request request;
  request.need = count > 0 ? Kernel::Need::kMemory : Kernel::Need::kNothing;
  request.bytes = count * static_cast<int64_t>(sizeof(T));
  return ScratchAwaiter<T>(request);
}

// Runs another kernel to its end; if it fails, the waiting one fails too.
class SubkernelAwaiter : public KernelAwaiter {
 public:
  explicit SubkernelAwaiter(Kernel kernel)
      : KernelAwaiter(Kernel::Request()), kernel_(std::move(kernel)) {}
  bool await_ready() const noexcept { return kernel_.done() && kernel_.status().ok(); }
  void await_suspend(Kernel::Handle handle) noexcept {
    handle.promise().request.need = Kernel::Need::kKernel;
    handle.promise().request.kernel = &kernel_;
  }

 private:
  Kernel kernel_;
};
inline SubkernelAwaiter operator co_await(Kernel&& kernel) {
  return SubkernelAwaiter(std::move(kernel));
}

// The number of tasks of about `grain` elements each; few elements are one task.
inline int64_t TaskCount(int64_t count, int64_t grain) { return (count + grain - 1) / grain; }

// A running kernel, with the kernels that it waits for. The caller asks for the next need, meets it
// and asks again.
class KernelRun {
 public:
  KernelRun() = default;
  explicit KernelRun(Kernel kernel) : kernel_(std::move(kernel)) {}

  // Resumes up to the next need; kNothing: it is done. An error ends it.
  StatusOr<Kernel::Need> Next();

  // The details of the need, after kTasks, kMemory and kApplication.
  const Phase& phase() const { return request().phase; }
  int64_t bytes() const { return request().bytes; }
  void Give(std::byte* memory) { waiting_.back().promise().request.memory = memory; }
  const Application& application() const { return request().application; }

 private:
  const Kernel::Request& request() const { return waiting_.back().promise().request; }

  Kernel kernel_;
  // The kernels from the outermost to the one at work.
  std::vector<Kernel::Handle> waiting_;
  bool started_ = false;
};

}  // namespace hloom

// HLOOM_RETURN_IF_ERROR and HLOOM_ASSIGN_OR_RETURN for kernels.
#define HLOOM_CO_RETURN_IF_ERROR(expression)                                                     \
  do {                                                                                           \
    if (::hloom::Status hloom_status = (expression); !hloom_status.ok()) co_return hloom_status; \
  } while (false)

#endif  // HLOOM_KERNELS_KERNEL_H_
