// MemoryPool keeps returned pieces of memory for reuse. A program that runs a second time reuses
// the pieces of its first run.
#ifndef HLOOM_BASE_MEMORY_POOL_H_
#define HLOOM_BASE_MEMORY_POOL_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/shared_counter.h"

namespace hloom {

// Thread-safe. Between runs, kept and used pieces together take at most the peak use of the last
// run; pieces that the last run did not use are freed first.
class MemoryPool {
 public:
  MemoryPool() = default;
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  ~MemoryPool() { Empty(); }

  // Returns a piece of at least `bytes` bytes, aligned as malloc's, and sets `*size` to its size.
  // If the machine has no more memory, frees all kept pieces and tries again; returns null if that
  // does not help.
  void* Take(int64_t bytes, int64_t* size);
  void Give(void* piece, int64_t size);

  // Runs may overlap: then they count as one.
  void BeginRun();
  void EndRun();
  void Empty();

  int64_t kept() const;
  int64_t in_use() const;
  // The number of pieces allocated from the machine so far.
  int64_t allocations() const;

 private:
  // The first bytes of a kept piece point to the next one.
  struct Piece {
    Piece* next;
    int64_t size;
  };
  struct Bin {
    Piece* first = nullptr;
    int64_t run = 0;  // the last run that took a piece from it, or returned one to it
  };
  class Lock;
  // Sizes up to 1 KiB have a bin each, in steps of 16; above, there are four for each power of two.
  static constexpr size_t kBins = 64 + 4 * 53;
  static size_t BinOf(int64_t size);

  Piece* Pop(int64_t bytes);
  Piece* PopFrom(size_t bin, int64_t bytes);
  void Free(Bin& bin);
  bool FreeStale();
  void EmptyLocked();
  bool HasRoomFor(int64_t size) const;

  // Guards the members below.
  mutable SpinLock lock_;
  std::array<Bin, kBins> bins_;
  int64_t active_ = 0;  // runs
  int64_t run_ = 1;
  int64_t peak_ = 0;   // in use, since the run began
  int64_t bound_ = 0;  // that of the last run
  int64_t kept_ = 0;
  int64_t in_use_ = 0;
  int64_t allocations_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_BASE_MEMORY_POOL_H_
