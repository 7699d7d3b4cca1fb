// A kernel under way on a machine, and how far it is.
#ifndef HLOOM_RUNTIME_WORK_H_
#define HLOOM_RUNTIME_WORK_H_

#include <memory>
#include <vector>

#include "runtime/element_program.h"
#include "runtime/element_rounds.h"
#include "runtime/thread_pool.h"

namespace hloom {

class Work {
 public:
  // `threads`, which must outlive the work, run the tasks; null: the caller runs them.
  // `first_phase`, which must outlive it too, is the earlier time per task of the kernel's first
  // phase; it may be null.
  Work(Kernel kernel, ThreadPool* threads, TaskTime* first_phase = nullptr)
      : run_(std::move(kernel)), threads_(threads), first_phase_(first_phase) {}

  // Advances to the kernel's next need(). Memory that the kernel asks for is taken from `ledger`.
  Status Next(const LedgerPtr& ledger);
  // kTasks or kApplication; kNothing when all is done.
  Kernel::Need need() const { return need_; }

  // After kTasks: runs at least one task, until `pause` returns true between two of them; returns
  // true if all are done.
  bool RunTasks(const PauseFunction& pause);

  // May be called after kApplication.
  const Application& application() const { return run_.application(); }
  int64_t done() const { return done_; }
  // Applies an element program to about `count` of them; returns true if they were the last. The
  // program's memory is taken from `ledger`.
  StatusOr<bool> ApplyElements(const ElementProgram& program, int64_t count,
                               const LedgerPtr& ledger);
  // The arguments of the next element's application, for these parameters of the computation.
  StatusOr<std::vector<Literal>> ArgumentsOfNext(const HloComputation& computation,
                                                 Span<const size_t> parameters,
                                                 const LedgerPtr& ledger) const;
  // Takes its result; returns true if it was the last element.
  bool TakeResultOfNext(const Literal& result);

 private:
  Status MakeScratch(const LedgerPtr& ledger);
  // The address of the elements of argument `p` in a round.
  const std::byte* ArgumentIn(int64_t round, size_t p) const;
  // The address of result `r` in a round.
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
  // The program that is applied, and its memory.
  const ElementProgram* program_ = nullptr;
  std::unique_ptr<ElementMachine> elements_;
  std::unique_ptr<ElementRounds> rounds_;    // null if it does not run by them
  std::vector<const std::byte*> arguments_;  // of the round at work
  std::vector<std::byte*> results_;          // the same
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_WORK_H_
