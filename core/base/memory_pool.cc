#include "base/memory_pool.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace hloom {

// The holder does a few memory accesses and at most one malloc or free.
class MemoryPool::Lock {
 public:
  explicit Lock(const MemoryPool& pool) : lock_(pool.lock_) { lock_.Take(); }
  ~Lock() { lock_.Release(); }

 private:
  SpinLock& lock_;
};

int64_t MemoryPool::kept() const {
  const Lock lock(*this);
  return kept_;
}

int64_t MemoryPool::in_use() const {
  const Lock lock(*this);
  return in_use_;
}

int64_t MemoryPool::allocations() const {
  const Lock lock(*this);
  return allocations_;
}

// 16 is in bin 0, 17 to 32 in bin 1; 1025 to 1279 in bin 64, 1280 to 1535 in bin 65.
size_t MemoryPool::BinOf(int64_t size) {
  if (size <= 1024) return static_cast<size_t>((size - 1) / 16);
  const auto bits = static_cast<size_t>(63 - __builtin_clzll(static_cast<uint64_t>(size)));
  const auto quarter = static_cast<size_t>(size >> (bits - 2)) & 3;
  return 64 + 4 * (bits - 10) + quarter;
}

// The bin's pieces differ in size by up to a quarter, so a few are checked.
MemoryPool::Piece* MemoryPool::PopFrom(size_t bin, int64_t bytes) {
  constexpr int kLooks = 8;
  const int64_t most = bytes + bytes / 4;
  Piece** link = &bins_[bin].first;
  for (int look = 0; *link != nullptr && look < kLooks; ++look, link = &(*link)->next) {
    Piece* const piece = *link;
    if (piece->size < bytes || piece->size > most) continue;
    *link = piece->next;
    return piece;
  }
  return nullptr;
}

MemoryPool::Piece* MemoryPool::Pop(int64_t bytes) {
  const size_t bin = BinOf(bytes);
  bins_[bin].run = run_;
  Piece* piece = PopFrom(bin, bytes);
  if (piece == nullptr && bytes > 1024 && bin + 1 < kBins) piece = PopFrom(bin + 1, bytes);
  return piece;
}

void* MemoryPool::Take(int64_t bytes, int64_t* size) {
  const int64_t rounded = (std::max<int64_t>(bytes, sizeof(Piece)) + 15) / 16 * 16;
  const Lock lock(*this);
  void* memory = Pop(rounded);
  *size = rounded;
  if (memory != nullptr) {
    *size = static_cast<Piece*>(memory)->size;
    kept_ -= *size;
  } else {
    memory = std::malloc(static_cast<size_t>(rounded));
    if (memory == nullptr) {
      EmptyLocked();
      memory = std::malloc(static_cast<size_t>(rounded));
    }
    if (memory == nullptr) return nullptr;
    ++allocations_;
  }
  in_use_ += *size;
  peak_ = std::max(peak_, in_use_);
  return memory;
}

bool MemoryPool::HasRoomFor(int64_t size) const {
  return kept_ + in_use_ + size <= std::max(peak_, bound_);
}

void MemoryPool::Give(void* memory, int64_t size) {
  const Lock lock(*this);
  in_use_ -= size;
  while (!HasRoomFor(size)) {
    if (FreeStale()) continue;
    std::free(memory);
    return;
  }
  Bin& bin = bins_[BinOf(size)];
  bin.first = new (memory) Piece{bin.first, size};
  bin.run = run_;
  kept_ += size;
}

void MemoryPool::Free(Bin& bin) {
  Piece* const piece = bin.first;
  bin.first = piece->next;
  kept_ -= piece->size;
  std::free(piece);
}

// Frees a piece of a size that the current run has not used; returns true if there was one.
bool MemoryPool::FreeStale() {
  for (size_t i = kBins; i-- > 0;) {
    if (bins_[i].first == nullptr || bins_[i].run == run_) continue;
    Free(bins_[i]);
    return true;
  }
  return false;
}

void MemoryPool::BeginRun() {
  const Lock lock(*this);
  if (active_++ > 0) return;
  ++run_;
  peak_ = in_use_;
}

void MemoryPool::EndRun() {
  const Lock lock(*this);
  if (--active_ > 0) return;
  bound_ = peak_;
  while (!HasRoomFor(0) && FreeStale()) {
  }
  for (size_t i = kBins; i-- > 0 && !HasRoomFor(0);) {
    while (bins_[i].first != nullptr && !HasRoomFor(0)) Free(bins_[i]);
  }
}

void MemoryPool::EmptyLocked() {
  for (Bin& bin : bins_) {
    while (bin.first != nullptr) Free(bin);
  }
}

void MemoryPool::Empty() {
  const Lock lock(*this);
  EmptyLocked();
}

}  // namespace hloom
