#include "runtime/thread_pool.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <vector>

#include "gtest/gtest.h"
#include "support/native_threads.h"
#include "support/random.h"

namespace hloom {
namespace {

constexpr std::chrono::microseconds kAlways{-1};  // worth sharing, after the first task
constexpr auto kNeverPause = [] { return false; };

template <typename F>
Phase PhaseOf(int64_t tasks, const F& f, int64_t scratch_bytes = 0) {
  return {tasks,
          [](const void* function, int64_t task, std::byte* scratch) {
            (*static_cast<const F*>(function))(task, scratch);
          },
          &f, scratch_bytes};
}

TEST(ThreadPoolTest, RunsEachTaskOnce) {
  testing_support::Random random(1);
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads, kAlways);
    EXPECT_LE(pool.threads(), threads);
    for (int i = 0; i < 200; ++i) {
      const int64_t tasks = random.Between(1, 300);
      const int64_t first = random.Below(tasks);
      std::vector<std::atomic<int>> counts(static_cast<size_t>(tasks));
      const auto count = [&](int64_t task, std::byte*) { ++counts[static_cast<size_t>(task)]; };
      const SeatMemory memory{nullptr, 0, threads};
      ASSERT_EQ(pool.Run(PhaseOf(tasks, count), first, memory, kNeverPause), tasks);
      for (int64_t task = 0; task < tasks; ++task) {
        ASSERT_EQ(counts[static_cast<size_t>(task)], task < first ? 0 : 1) << task;
      }
    }
  }
}

TEST(ThreadPoolTest, BeginsNothingAfterAPause) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads, kAlways);
    constexpr int64_t kTasks = 1000;
    std::vector<std::atomic<int>> counts(kTasks);
    const auto count = [&](int64_t task, std::byte*) { ++counts[static_cast<size_t>(task)]; };
    int pauses = 0;
    for (int64_t done = 0; done < kTasks; ++pauses) {
      int own = 0;
      const auto pause = [&] { return ++own == 7; };
      const int64_t reached =
          pool.Run(PhaseOf(kTasks, count), done, SeatMemory{nullptr, 0, threads}, pause);
      ASSERT_GT(reached, done);
      if (threads == 1 && reached < kTasks) {
        EXPECT_EQ(reached, done + 7);
      }
      done = reached;
      for (int64_t task = 0; task < kTasks; ++task) {
        ASSERT_EQ(counts[static_cast<size_t>(task)], task < done ? 1 : 0) << task;
      }
    }
    EXPECT_GE(pauses, 1);
  }
}

// Each task but the first waits until as many are under way as there are threads: on fewer it would
// wait forever.
TEST(ThreadPoolTest, WorksOnAsManyTasksAsThereAreThreads) {
  ThreadPool pool(3, kAlways);
  std::atomic<int> begun{0};
  const auto meet = [&](int64_t task, std::byte*) {
    if (task == 0) return;
    ++begun;
    while (begun < pool.threads()) continue;
  };
  for (int i = 0; i < 20; ++i) {
    begun = 0;
    const SeatMemory memory{nullptr, 0, pool.threads()};
    const int64_t tasks = 1 + pool.threads();
    EXPECT_EQ(pool.Run(PhaseOf(tasks, meet), 0, memory, kNeverPause), tasks);
  }
}

TEST(ThreadPoolTest, TasksAtWorkHaveScratchMemoryOfTheirOwn) {
  ThreadPool pool(4, kAlways);
  constexpr int64_t kBytes = 64;
  std::vector<std::byte> room(4 * kBytes);
  std::atomic<int> wrong{0};
  const auto fill = [&](int64_t task, std::byte* scratch) {
    const auto mine = static_cast<std::byte>(task);
    for (int64_t i = 0; i < kBytes; ++i) scratch[i] = mine;
    for (int64_t i = 0; i < kBytes; ++i) wrong += scratch[i] == mine ? 0 : 1;
  };
  pool.Run(PhaseOf(5000, fill, kBytes), 0, SeatMemory{room.data(), kBytes, 4}, kNeverPause);
  EXPECT_EQ(wrong, 0);
}

// No more threads work than there is scratch memory for.
TEST(ThreadPoolTest, TakesNoMoreThreadsThanThereAreSeats) {
  ThreadPool pool(4, kAlways);
  std::atomic<int> at_work{0};
  std::atomic<int> most{0};
  const auto look = [&](int64_t, std::byte*) {
    const int now = ++at_work;
    int before = most;
    while (before < now && !most.compare_exchange_weak(before, now)) continue;
    for (int i = 0; i < 100; ++i) at_work.load();
    --at_work;
  };
  pool.Run(PhaseOf(5000, look), 0, SeatMemory{nullptr, 0, 2}, kNeverPause);
  EXPECT_LE(most, 2);
  most = 0;
  pool.Run(PhaseOf(5000, look), 0, SeatMemory{nullptr, 0, 1}, kNeverPause);
  EXPECT_EQ(most, 1);
}

// Work that is done before another thread could wake up is not shared.
TEST(ThreadPoolTest, KeepsLittleWorkForTheCaller) {
  ThreadPool pool(3, std::chrono::hours(1));
  const pthread_t self = pthread_self();
  std::atomic<int64_t> own{0};
  const auto count = [&](int64_t, std::byte*) { own += pthread_equal(self, pthread_self()); };
  // Some threads may not sleep yet, and then join immediately.
  for (int i = 0; i < 500 && own < 1000; ++i) {
    usleep(10'000);
    own = 0;
    pool.Run(PhaseOf(1000, count), 0, SeatMemory{nullptr, 0, 3}, kNeverPause);
  }
  EXPECT_EQ(own, 1000);
}

// A task may have tasks itself, as a device of a replicated run has.
TEST(ThreadPoolTest, TasksMayRunTasks) {
  ThreadPool pool(3, kAlways);
  std::atomic<int64_t> sum{0};
  const auto outer = [&](int64_t i, std::byte*) {
    const auto inner = [&](int64_t j, std::byte*) { sum += 100 * i + j; };
    pool.Run(PhaseOf(50, inner), 0, SeatMemory{nullptr, 0, 3}, kNeverPause);
  };
  pool.Run(PhaseOf(40, outer), 0, SeatMemory{nullptr, 0, 3}, kNeverPause);
  EXPECT_EQ(sum, 50 * 100 * (39 * 40 / 2) + 40 * (49 * 50 / 2));
}

// Each task waits until as many tasks run as there are threads. The caller must not run the first
// one alone to measure its time.
TEST(ThreadPoolTest, AsksForHelpAtOnceWhereTasksTookLong) {
  ThreadPool pool(2, std::chrono::hours(1));
  std::atomic<int> begun{0};
  const auto meet = [&](int64_t, std::byte*) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    ++begun;
    while (begun < pool.threads() && std::chrono::steady_clock::now() < end) continue;
    EXPECT_GE(begun, pool.threads());
  };
  for (int i = 0; i < 10; ++i) {
    usleep(10'000);  // then the threads sleep and must be woken
    begun = 0;
    TaskTime time;
    time.Set(std::chrono::hours(2));
    EXPECT_EQ(pool.Run(PhaseOf(2, meet), 0, SeatMemory{nullptr, 0, 2}, kNeverPause, &time), 2);
    if (pool.threads() < 2) continue;  // built without threads: the time is not used
    EXPECT_LT(time.last(), std::chrono::hours(1));
  }
}

// For tasks run alone or side by side, paused or not.
TEST(ThreadPoolTest, TellsHowLongTasksTook) {
  const auto sleep = [](int64_t, std::byte*) { usleep(2000); };
  for (const std::chrono::microseconds worth_sharing : {kAlways, {std::chrono::hours(1)}}) {
    ThreadPool pool(2, worth_sharing);
    if (pool.threads() < 2) continue;  // built without threads
    for (const bool pauses : {false, true}) {
      TaskTime time;
      EXPECT_EQ(time.last().count(), 0);
      const SeatMemory memory{nullptr, 0, 2};
      EXPECT_GE(pool.Run(
                    PhaseOf(4, sleep), 0, memory, [&] { return pauses; }, &time),
                1);
      EXPECT_GE(time.last(), std::chrono::milliseconds(2));
    }
  }
}

// Callers on separate threads, with phases of all sizes, nested phases, pauses and resumptions, and
// a pool that ends directly after the last of them.
TEST(ThreadPoolTest, SeveralThreadsRunPhasesAtATime) {
  for (int round = 0; round < 30; ++round) {
    ThreadPool pool(2 + round % 3, round % 2 == 0 ? kAlways : ThreadPool::kWorthSharing);
    const auto memory = SeatMemory{nullptr, 0, pool.threads()};
    testing_support::SideBySide(4, [&](int caller) {
      testing_support::Random random(static_cast<uint64_t>(100 * round + caller));
      TaskTime time;
      for (int i = 0; i < 20; ++i) {
        const int64_t tasks = random.Between(1, random.OneIn(3) ? 300 : 4);
        const int64_t every = random.Between(1, 50);
        std::vector<int64_t> counts(static_cast<size_t>(tasks));  // one writer each
        const auto task = [&](int64_t t, std::byte*) {
          ++counts[static_cast<size_t>(t)];
          if (t % 100 != 7) return;
          std::vector<int64_t> inner(5);
          const auto add = [&](int64_t j, std::byte*) { inner[static_cast<size_t>(j)] += j; };
          pool.Run(PhaseOf(5, add), 0, memory, kNeverPause);
          EXPECT_EQ(inner, (std::vector<int64_t>{0, 1, 2, 3, 4}));
        };
        int64_t asked = 0;
        const auto pause = [&] { return ++asked % every == 0; };
        int64_t done = 0;
        while (done < tasks) done = pool.Run(PhaseOf(tasks, task), done, memory, pause, &time);
        EXPECT_EQ(counts, std::vector<int64_t>(static_cast<size_t>(tasks), 1));
      }
    });
  }
}

TEST(ThreadPoolTest, ManyPoolsOneAfterTheOther) {
  std::atomic<int64_t> sum{0};
  for (int i = 0; i < 30; ++i) {
    ThreadPool pool(2 + i % 3, kAlways);
    const auto add = [&](int64_t task, std::byte*) { sum += task; };
    pool.Run(PhaseOf(10, add), 0, SeatMemory{nullptr, 0, 4}, kNeverPause);
  }
  EXPECT_EQ(sum, 30 * 45);
}

}  // namespace
}  // namespace hloom
