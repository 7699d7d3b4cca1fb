#include "base/buffer.h"

#include <gtest/gtest.h>

#include <cstring>

namespace hloom {
namespace {

TEST(BufferTest, SizesAreNotNegative) {
  EXPECT_EQ(Buffer::Allocate(-1, nullptr).status().rule(), "memory.c3");
}

TEST(BufferTest, CopiesShareOneBlock) {
  const auto ledger = std::make_shared<MemoryLedger>(100);
  Buffer a = Buffer::Allocate(64, ledger).value();
  EXPECT_TRUE(a.unique());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a.data()) % 16, 0u);
  {
    const Buffer b = a;
    EXPECT_FALSE(a.unique());
    EXPECT_EQ(b.data(), a.data());
  }
  EXPECT_TRUE(a.unique());
  EXPECT_EQ(ledger->in_use(), 64);
  EXPECT_EQ(Buffer::Allocate(64, ledger).status().rule(), "memory.c1");
  a = Buffer();
  EXPECT_EQ(ledger->in_use(), 0);
}

TEST(BufferTest, ASliceKeepsItsBlock) {
  const auto ledger = std::make_shared<MemoryLedger>(100);
  Buffer whole = Buffer::Allocate(64, ledger).value();
  for (int i = 0; i < 64; ++i) whole.data()[i] = static_cast<std::byte>(i);
  Buffer part = whole.Slice(16, 32);
  EXPECT_EQ(part.size(), 32);
  EXPECT_EQ(part.data(), whole.data() + 16);
  // Writing the part would change the whole.
  EXPECT_FALSE(part.unique());
  whole = Buffer();
  EXPECT_TRUE(part.unique());
  EXPECT_EQ(ledger->in_use(), 64);
  const Buffer inner = part.Slice(8, 4);
  part = Buffer();
  EXPECT_EQ(static_cast<int>(inner.data()[0]), 24);
  EXPECT_TRUE(inner.unique());
}

TEST(BufferTest, BorrowedBytesAreGivenBackAndNotWritten) {
  std::byte foreign[32] = {};
  int released = 0;
  const auto release = [](void* count) { ++*static_cast<int*>(count); };
  Buffer a = Buffer::Borrow(foreign, sizeof(foreign), release, &released);
  EXPECT_EQ(a.data(), foreign);
  EXPECT_EQ(a.size(), 32);
  EXPECT_FALSE(a.unique());
  Buffer b = a.Slice(8, 8);
  a = Buffer();
  EXPECT_EQ(released, 0);
  b = Buffer();
  EXPECT_EQ(released, 1);
  const Buffer forever = Buffer::Borrow(foreign, 4);
  EXPECT_EQ(forever.size(), 4);
}

}  // namespace
}  // namespace hloom
