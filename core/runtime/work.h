// A kernel under way on a machine, and how far it is.
#ifndef HLOOM_RUNTIME_WORK_H_
#define HLOOM_RUNTIME_WORK_H_

#include <memory>
#include <vector>

#include "runtime/element_program.h"
#include "runtime/thread_pool.h"

namespace hloom {

class Work {
 public:
  // Tasks are run by `threads`, which outlive the work; null: by whoever runs it. `first_phase`,
  // which outlives it too, is how long the tasks of the kernel's first phase took before; null:
  // nobody remembers.
  Work(Kernel kernel, ThreadPool* threads, TaskTime* first_phase = nullptr)
      : run_(std::move(kernel)), threads_(threads), first_phase_(first_phase) {}

  // Goes on to what the machine has to do next, need(). Memory that the kernel asks for comes from
  // `ledger`.
  Status Next(const LedgerPtr& ledger);
  // kTasks or kApplication; kNothing when all is done.
  Kernel::Need need() const { return need_; }

  // Runs tasks, after kTasks, one at least, until it is to `pause` between two of them; returns
  // whether all are done.
  bool RunTasks(const PauseFunction& pause);

  // May be called after kApplication.
  const Application& application() const { return run_.application(); }
  int64_t done() const { return done_; }
  // Applies an element program to some of them, about `count`; returns whether they were the last.
  // The memory in which it runs comes from `ledger`.
  StatusOr<bool> ApplyElements(const ElementProgram& program, int64_t count,
                               const LedgerPtr& ledger);
  // The arguments of the next element's application, for these parameters of the computation.
  StatusOr<std::vector<Literal>> ArgumentsOfNext(const HloComputation& computation,
                                                 Span<const size_t> parameters,
                                                 const LedgerPtr& ledger) const;
  // Takes its result; returns whether it was the last element.
  bool TakeResultOfNext(const Literal& result);

 private:
  Status MakeScratch(const LedgerPtr& ledger);
  // Where the elements of argument `p` lie in a round.
  const std::byte* ArgumentIn(int64_t round, size_t p) const;
  // Where those of result `r` go.
  std::byte* ResultIn(int64_t round, size_t r) const;

  KernelRun run_;
  ThreadPool* const threads_;
  TaskTime* first_phase_;  // null after it
  TaskTime last_phase_;
  Kernel::Need need_ = Kernel::Need::kNothing;
  std::vector<Buffer> memory_;
  Buffer scratch_;  // of the tasks at work
  SeatMemory seats_;
  int64_t done_ = 0;  // tasks, or elements of all rounds
  // What an element program runs in, and which.
  const ElementProgram* program_ = nullptr;
  std::unique_ptr<ElementMachine> elements_;
  std::vector<const std::byte*> arguments_;  // of the round at work
  std::vector<std::byte*> results_;          // the same
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_WORK_H_
