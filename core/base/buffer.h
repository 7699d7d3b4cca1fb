// Checked memory for array data: an allocation that cannot be had is an error with both numbers in
// it, never an abort, and what one program may hold is bounded and counted.
#ifndef HLOOM_BASE_BUFFER_H_
#define HLOOM_BASE_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/status.h"

namespace hloom {

// Counts the bytes that a program's values hold, against a limit. Thread-safe.
class MemoryLedger {
 public:
  explicit MemoryLedger(int64_t limit_bytes) : limit_(limit_bytes) {}

  // Books `bytes`, or refuses with RESOURCE_EXHAUSTED [memory.c1].
  Status Reserve(int64_t bytes);
  void Return(int64_t bytes) { in_use_.fetch_sub(bytes, std::memory_order_relaxed); }

  int64_t in_use() const { return in_use_.load(std::memory_order_relaxed); }
  int64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  int64_t limit() const { return limit_; }

 private:
  const int64_t limit_;
  std::atomic<int64_t> in_use_{0};
  std::atomic<int64_t> peak_{0};
};

// A reference-counted block of bytes, aligned to 16 (a SIMD128 register). Copies of the handle
// share the block; whoever writes asks for `unique()` first (Literal does).
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer& other) : block_(other.block_) { Retain(); }
  Buffer(Buffer&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Buffer() { Release(); }

  // Uninitialised bytes. `ledger` may be null: then only the machine limits. INVALID_ARGUMENT for a
  // negative size, RESOURCE_EXHAUSTED [memory.c1] past the ledger's limit, [memory.c2] where the
  // machine has no more.
  static StatusOr<Buffer> Allocate(int64_t bytes, std::shared_ptr<MemoryLedger> ledger = nullptr);

  explicit operator bool() const { return block_ != nullptr; }
  std::byte* data() const { return block_ ? block_->data : nullptr; }
  int64_t size() const { return block_ ? block_->size : 0; }
  bool unique() const { return block_ && block_->references.load(std::memory_order_acquire) == 1; }

 private:
  struct Block {
    std::atomic<int64_t> references{1};
    int64_t size = 0;
    std::byte* data = nullptr;  // in the same allocation, behind this header
    std::shared_ptr<MemoryLedger> ledger;
  };
  explicit Buffer(Block* block) : block_(block) {}
  void Retain() {
    if (block_) block_->references.fetch_add(1, std::memory_order_relaxed);
  }
  void Release();

  Block* block_ = nullptr;
};

// "10.0 TiB (10995116277760 bytes)": people compare the first, scripts the second.
std::string HumanBytes(int64_t bytes);

}  // namespace hloom

#endif  // HLOOM_BASE_BUFFER_H_
