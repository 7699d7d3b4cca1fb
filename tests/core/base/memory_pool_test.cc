// The pieces that a pool keeps, and the pieces that it frees.
#include "base/memory_pool.h"

#include "base/buffer.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

std::shared_ptr<MemoryLedger> LedgerOn(const std::shared_ptr<MemoryPool>& pool) {
  return std::make_shared<MemoryLedger>(int64_t{1} << 30, "a limit", nullptr, pool);
}

TEST(MemoryPoolTest, TheSecondRunFindsWhatTheFirstGaveBack) {
  const auto pool = std::make_shared<MemoryPool>();
  for (int run = 0; run < 3; ++run) {
    const auto ledger = LedgerOn(pool);
    pool->BeginRun();
    {
      const Buffer a = *Buffer::Allocate(100, ledger);
      const Buffer b = *Buffer::Allocate(5000, ledger);
      const Buffer c = *Buffer::Allocate(3 << 20, ledger);
      EXPECT_EQ(ledger->in_use(), 100 + 5000 + (3 << 20));
      EXPECT_GE(pool->in_use(), ledger->in_use());
    }
    pool->EndRun();
    EXPECT_EQ(ledger->in_use(), 0);
    EXPECT_EQ(pool->in_use(), 0);
    EXPECT_EQ(pool->allocations(), 3);
    EXPECT_GE(pool->kept(), 100 + 5000 + (3 << 20));
  }
}

// Two arrays of 1 MB, one after the other, are one piece.
TEST(MemoryPoolTest, KeepsNoMoreThanWasInUseAtATime) {
  const auto pool = std::make_shared<MemoryPool>();
  const auto ledger = LedgerOn(pool);
  pool->BeginRun();
  for (int i = 0; i < 10; ++i) {
    const Buffer buffer = *Buffer::Allocate((1 << 20) + i * 4096, ledger);
  }
  pool->EndRun();
  EXPECT_LT(pool->kept(), 2 << 20);
  EXPECT_GE(pool->kept(), 1 << 20);
}

TEST(MemoryPoolTest, WhatTheNextRunDoesNotWantGoesForWhatItWants) {
  const auto pool = std::make_shared<MemoryPool>();
  const auto ledger = LedgerOn(pool);
  const auto run = [&](int64_t bytes, int count) {
    pool->BeginRun();
    {
      std::vector<Buffer> buffers;
      for (int i = 0; i < count; ++i) buffers.push_back(*Buffer::Allocate(bytes, ledger));
    }
    pool->EndRun();
  };
  run(1 << 20, 8);
  run(8 << 20, 1);
  const int64_t before = pool->allocations();
  run(8 << 20, 1);
  EXPECT_EQ(pool->allocations(), before);
  EXPECT_LT(pool->kept(), 9 << 20);
}

TEST(MemoryPoolTest, APieceIsAtMostAQuarterTooBig) {
  MemoryPool pool;
  pool.BeginRun();
  int64_t size = 0;
  void* const piece = pool.Take(100000, &size);
  pool.Give(piece, size);
  void* const smaller = pool.Take(70000, &size);
  EXPECT_LE(size, 70000 + 70000 / 4);
  EXPECT_NE(smaller, piece);
  pool.Give(smaller, size);
  pool.EndRun();
}

TEST(MemoryPoolTest, EmptyGivesEverythingUp) {
  MemoryPool pool;
  pool.BeginRun();
  int64_t sizes[20];
  void* pieces[20];
  for (int i = 0; i < 20; ++i) pieces[i] = pool.Take(int64_t{1} << i, &sizes[i]);
  for (int i = 0; i < 20; ++i) {
    EXPECT_GE(sizes[i], int64_t{1} << i);
    pool.Give(pieces[i], sizes[i]);
  }
  pool.EndRun();
  EXPECT_GT(pool.kept(), 0);
  pool.Empty();
  EXPECT_EQ(pool.kept(), 0);
}

TEST(MemoryLedgerTest, AParentBooksTheSameAndRefusesToo) {
  const auto client = std::make_shared<MemoryLedger>(1000, "memoryLimit", nullptr, nullptr);
  const auto run = std::make_shared<MemoryLedger>(700, "limits.bytes", client, nullptr);
  const auto other = std::make_shared<MemoryLedger>(700, "limits.bytes", client, nullptr);
  const Buffer a = *Buffer::Allocate(600, run);
  EXPECT_EQ(client->in_use(), 600);
  const Status own = Buffer::Allocate(200, run).status();
  EXPECT_EQ(own.fields().help,
            "make the arrays smaller, or raise the limit, which is limits.bytes");
  const Status parents = Buffer::Allocate(500, other).status();
  EXPECT_EQ(parents.fields().help,
            "make the arrays smaller, or raise the limit, which is memoryLimit");
  EXPECT_EQ(other->in_use(), 0);
  EXPECT_EQ(client->in_use(), 600);
}

}  // namespace
}  // namespace hloom
