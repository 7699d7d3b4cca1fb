// Runs kernels with their tasks in any order, or on several threads, and counts what they ask for.
#ifndef HLOOM_TESTS_SUPPORT_KERNEL_RUNNER_H_
#define HLOOM_TESTS_SUPPORT_KERNEL_RUNNER_H_

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/kernel.h"
#include "support/random.h"
#include "support/test_threads.h"

namespace hloom::testing_support {

enum class TaskOrder { kForwards, kBackwards, kShuffled, kSideBySide };

struct KernelReport {
  Status status;
  int64_t phases = 0;
  int64_t most_tasks = 0;  // of a phase
  int64_t scratch_bytes = 0;
};

// Hands an application over round by round.
inline void ApplyInRounds(Application application,
                          const std::function<void(const Application&)>& apply) {
  std::vector<const std::byte*> arguments(application.arguments.begin(),
                                          application.arguments.end());
  std::vector<std::byte*> results(application.results.begin(), application.results.end());
  const int64_t rounds = std::exchange(application.rounds, 1);
  application.arguments = Span<const std::byte* const>(arguments.data(), arguments.size());
  application.results = Span<std::byte* const>(results.data(), results.size());
  for (int64_t round = 0; round < rounds; ++round) {
    apply(application);
    for (size_t p = 0; p < application.advance.size(); ++p) arguments[p] += application.advance[p];
    for (size_t r = 0; r < application.result_advance.size(); ++r) {
      results[r] += application.result_advance[r];
    }
  }
}

// `apply` computes the applications of one round; null if the kernel requests none. Scratch memory
// is filled with 0xa5, so that no code relies on zeros. `after_task` is called after each task.
inline KernelReport RunKernel(Kernel kernel, TaskOrder order = TaskOrder::kForwards,
                              const std::function<void(const Application&)>& apply = nullptr,
                              const std::function<void()>& after_task = nullptr) {
  KernelReport report;
  std::vector<std::unique_ptr<std::vector<std::max_align_t>>> memory;
  const auto room = [&](int64_t bytes) {
    const size_t words = static_cast<size_t>(bytes) / sizeof(std::max_align_t) + 1;
    memory.push_back(std::make_unique<std::vector<std::max_align_t>>(words));
    auto* const data = reinterpret_cast<std::byte*>(memory.back()->data());
    std::fill_n(data, bytes, std::byte{0xa5});
    report.scratch_bytes += bytes;
    return data;
  };
  Random random(1);
  KernelRun run(std::move(kernel));
  while (true) {
    const StatusOr<Kernel::Need> need = run.Next();
    if (!need.ok()) {
      report.status = need.status();
      return report;
    }
    if (*need == Kernel::Need::kNothing) return report;
    if (*need == Kernel::Need::kMemory) run.Give(room(run.bytes()));
    if (*need == Kernel::Need::kApplication) ApplyInRounds(run.application(), apply);
    if (*need != Kernel::Need::kTasks) continue;
    const Phase phase = run.phase();
    ++report.phases;
    report.most_tasks = std::max(report.most_tasks, phase.tasks);
    if (order == TaskOrder::kSideBySide) {
      const int64_t bytes = (phase.scratch_bytes + 63) / 64 * 64;
      const int seats = TestThreads()->threads();
      TestThreads()->Run(phase, 0, {room(bytes * seats), bytes, seats}, [] { return false; });
      continue;
    }
    std::vector<int64_t> tasks(static_cast<size_t>(phase.tasks));
    std::iota(tasks.begin(), tasks.end(), 0);
    if (order == TaskOrder::kBackwards) std::reverse(tasks.begin(), tasks.end());
    if (order == TaskOrder::kShuffled) tasks = random.Permutation(tasks.size());
    std::byte* const scratch = room(phase.scratch_bytes);
    for (const int64_t task : tasks) {
      std::fill_n(scratch, phase.scratch_bytes, std::byte{0xa5});
      phase.Run(task, scratch);
      if (after_task != nullptr) after_task();
    }
  }
}

// The orders that tests try: fewer where each access is checked, as each takes long there and does
// the same with memory.
#if defined(HLOOM_SANITIZES)
inline constexpr TaskOrder kTaskOrders[] = {TaskOrder::kShuffled, TaskOrder::kSideBySide};
#else
inline constexpr TaskOrder kTaskOrders[] = {TaskOrder::kForwards, TaskOrder::kBackwards,
                                            TaskOrder::kShuffled, TaskOrder::kSideBySide};
#endif

// Another one in each round.
constexpr TaskOrder OneOfTaskOrders(size_t round) {
  return kTaskOrders[round % std::size(kTaskOrders)];
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_KERNEL_RUNNER_H_
