// Scans on several threads, whose tasks tell each other how far they are: for ThreadSanitizer too.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/elementwise/elements.h"
#include "kernels/windows/scan_lines.h"
#include "support/kernel_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

template <typename T>
void ExpectTheSameOnThreads(const FoldKernel& fold, const LineScan& scan, int64_t elements) {
  Random random(1);
  std::vector<T> data(static_cast<size_t>(elements));
  for (T& x : data) x = static_cast<T>(random.Between(-1000, 1000));
  const T init{};
  const ScannedLines lines(fold, scan);
  const auto run = [&](TaskOrder order) {
    std::vector<T> results(data.size());
    const KernelReport report = RunKernel(lines.Run(reinterpret_cast<const std::byte*>(data.data()),
                                                    reinterpret_cast<const std::byte*>(&init),
                                                    reinterpret_cast<std::byte*>(results.data())),
                                          order);
    EXPECT_TRUE(report.status.ok());
    EXPECT_GE(report.phases, 3);  // the parts, and those again that ran ahead of others
    EXPECT_GE(report.most_tasks, 8);
    return results;
  };
  const std::vector<T> expected = run(TaskOrder::kForwards);
  for (int i = 0; i < 10; ++i) {
    const std::vector<T> results = run(TaskOrder::kSideBySide);
    ASSERT_EQ(std::memcmp(results.data(), expected.data(), results.size() * sizeof(T)), 0);
  }
}

TEST(ThreadPoolScanTest, OneLongLine) {
  constexpr int64_t kLength = 600'001;
  const LineScan scan = {.lines = {}, .length = kLength, .to = 1, .from = 1, .type = F32};
  ExpectTheSameOnThreads<float>(kAddFold, scan, kLength);
}

TEST(ThreadPoolScanTest, LinesSideBySide) {
  constexpr int64_t kColumns = 40;
  constexpr int64_t kLength = 15'001;
  const LineScan scan = {.lines = {{kColumns, 1, 1}},
                         .length = kLength,
                         .to = kColumns,
                         .from = kColumns,
                         .type = S32};
  ExpectTheSameOnThreads<int32_t>(kMaximumFold, scan, kColumns * kLength);
}

}  // namespace
}  // namespace hloom
