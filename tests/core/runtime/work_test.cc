#include "runtime/work.h"

#include <atomic>
#include <memory>

#include "gtest/gtest.h"
#include "support/test_threads.h"

namespace hloom {
namespace {

Kernel ScratchAndThenMemory(int64_t* sum) {
  std::atomic<int64_t> tasks{0};
  const auto count = [&](int64_t task, std::byte* scratch) {
    scratch[999] = std::byte{1};
    tasks += task;
  };
  co_await Tasks(8, count, 1000);
  std::byte* const memory = co_await Scratch<std::byte>(3000);
  const auto take = [&] {
    memory[2999] = std::byte{1};
    *sum = tasks;
  };
  co_await Once(take);
  co_return OkStatus();
}

// Runs the kernel to its end, with at most `bytes` bytes.
Status RunWithin(int64_t bytes, ThreadPool* threads, int64_t* sum) {
  const auto ledger = std::make_shared<MemoryLedger>(bytes);
  Work work(ScratchAndThenMemory(sum), threads);
  while (true) {
    HLOOM_RETURN_IF_ERROR(work.Next(ledger));
    if (work.need() == Kernel::Need::kNothing) return OkStatus();
    while (!work.RunTasks([] { return true; })) continue;
  }
}

// 4,000 bytes are a task's scratch memory and then 3,000 more. Four threads would take 4,096 for
// theirs, and then free it.
TEST(WorkTest, WhatOneThreadHasRoomForSeveralHaveRoomFor) {
  for (ThreadPool* const threads :
       {static_cast<ThreadPool*>(nullptr), testing_support::TestThreads().get()}) {
    for (const int64_t bytes : {int64_t{4000}, int64_t{4095}, int64_t{4096}, int64_t{10000}}) {
      int64_t sum = 0;
      EXPECT_TRUE(RunWithin(bytes, threads, &sum).ok()) << bytes;
      EXPECT_EQ(sum, 28) << bytes;
    }
    int64_t sum = 0;
    EXPECT_EQ(RunWithin(999, threads, &sum).rule(), "memory.c1");
    EXPECT_EQ(sum, 0);
  }
}

}  // namespace
}  // namespace hloom
