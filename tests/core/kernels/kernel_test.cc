// The needs of kernels, and the order in which they are suspended and resumed.
#include "kernels/kernel.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "support/kernel_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The sum of the squares of 0 .. count-1, by blocks of 10.
Kernel SumOfSquares(int64_t count, int64_t* sum) {
  const int64_t blocks = TaskCount(count, 10);
  int64_t* const parts = co_await Scratch<int64_t>(blocks);
  const auto block = [&](int64_t b, std::byte* scratch) {
    int64_t* const squares = reinterpret_cast<int64_t*>(scratch);
    const int64_t size = std::min<int64_t>(10, count - b * 10);
    for (int64_t i = 0; i < size; ++i) squares[i] = (b * 10 + i) * (b * 10 + i);
    parts[b] = std::accumulate(squares, squares + size, int64_t{0});
  };
  co_await Tasks(blocks, block, 10 * sizeof(int64_t));
  const auto add = [&] { *sum = std::accumulate(parts, parts + blocks, int64_t{0}); };
  co_await Once(add);
  co_return OkStatus();
}

TEST(KernelTest, TasksRunInAnyOrder) {
  for (const TaskOrder order : kTaskOrders) {
    int64_t sum = -1;
    const KernelReport report = RunKernel(SumOfSquares(95, &sum), order);
    EXPECT_TRUE(report.status.ok());
    EXPECT_EQ(sum, 281295);
    EXPECT_EQ(report.phases, 2);
    EXPECT_EQ(report.most_tasks, 10);
  }
}

TEST(KernelTest, APhaseWithoutTasksAndNoMemoryAreNotAskedFor) {
  int64_t sum = -1;
  const KernelReport report = RunKernel(SumOfSquares(0, &sum));
  EXPECT_TRUE(report.status.ok());
  EXPECT_EQ(sum, 0);
  EXPECT_EQ(report.phases, 1);  // the one that adds
  EXPECT_EQ(report.scratch_bytes, 0);
  EXPECT_EQ(RunKernel(Kernel()).phases, 0);
}

Kernel Fails(int64_t at) {
  if (at == 0) co_return InvalidArgument(Rule{"test.c1", ""}).Say("at once");
  const auto nothing = [] {};
  co_await Once(nothing);
  co_return InvalidArgument(Rule{"test.c2", ""}).Say("later");
}

Kernel Outer(std::string* log, int64_t fail_at) {
  int64_t sum = 0;
  log->append("begin ");
  co_await SumOfSquares(4, &sum);
  log->append(std::to_string(sum)).append(" ");
  co_await Fails(fail_at);
  log->append("unreached");
  co_return OkStatus();
}

TEST(KernelTest, AKernelWaitsForAnotherAndFailsWithIt) {
  for (const int64_t at : {0, 1}) {
    std::string log;
    const Status status = RunKernel(Outer(&log, at)).status;
    EXPECT_EQ(status.rule(), at == 0 ? "test.c1" : "test.c2");
    EXPECT_EQ(log, "begin 14 ");
  }
}

TEST(KernelTest, AnErrorIsAKernelThatIsDone) {
  const auto refuse = []() -> Kernel { return InvalidArgument(Rule{"test.c3", ""}).Say("no"); };
  const Kernel kernel = refuse();
  EXPECT_TRUE(kernel.done());
  EXPECT_EQ(kernel.status().rule(), "test.c3");
  EXPECT_EQ(RunKernel(refuse()).status.rule(), "test.c3");
}

// x := f(x, y), three times.
Kernel ApplyThrice(int32_t* x, const int32_t* y, int64_t count) {
  const std::byte* arguments[] = {reinterpret_cast<const std::byte*>(x),
                                  reinterpret_cast<const std::byte*>(y)};
  std::byte* results[] = {reinterpret_cast<std::byte*>(x)};
  for (int round = 0; round < 3; ++round) {
    const Application application = {0, arguments, results, count};
    co_await Apply(application);
  }
  co_return OkStatus();
}

TEST(KernelTest, ComputationsAreApplied) {
  int32_t x[] = {1, 2, 3, 4};
  const int32_t y[] = {10, 20, 30, 40};
  const auto add = [](const Application& a) {
    for (int64_t i = 0; i < a.count; ++i) {
      reinterpret_cast<int32_t*>(a.results[0])[i] =
          reinterpret_cast<const int32_t*>(a.arguments[0])[i] +
          reinterpret_cast<const int32_t*>(a.arguments[1])[i];
    }
  };
  EXPECT_TRUE(RunKernel(ApplyThrice(x, y, 4), TaskOrder::kForwards, add).status.ok());
  EXPECT_EQ(x[0], 31);
  EXPECT_EQ(x[3], 124);
}

// A kernel that is abandoned returns its memory: sanitizers check that.
TEST(KernelTest, AKernelMayBeLeftForGood) {
  int64_t sum = -1;
  std::string log;
  KernelRun run(Outer(&log, 1));
  EXPECT_EQ(run.Next().value(), Kernel::Need::kMemory);
  EXPECT_EQ(log, "begin ");
  KernelRun never(SumOfSquares(5, &sum));
  EXPECT_EQ(sum, -1);
}

}  // namespace
}  // namespace hloom
