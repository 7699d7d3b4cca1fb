// Checked memory for array data. A failed allocation is an error that states both numbers, never an
// abort. The memory that one program holds is counted and limited.
#ifndef HLOOM_BASE_BUFFER_H_
#define HLOOM_BASE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/memory_pool.h"
#include "base/shared_counter.h"
#include "base/status.h"

namespace hloom {

// Counts the bytes that values hold, against a limit. Thread-safe. Bytes booked here are also
// booked in the parent: the parent of a run's ledger, for example, is the client's.
class MemoryLedger {
 public:
  explicit MemoryLedger(int64_t limit_bytes) : limit_(limit_bytes) {}
  // `limit_name` is the name of the limit in errors: the setting to raise. Memory is taken from
  // `pool` and returned to it, or from the machine if `pool` is null.
  MemoryLedger(int64_t limit_bytes, std::string_view limit_name,
               std::shared_ptr<MemoryLedger> parent, std::shared_ptr<MemoryPool> pool)
      : limit_(limit_bytes),
        limit_name_(limit_name),
        parent_(std::move(parent)),
        pool_(std::move(pool)) {}

  // Books `bytes`, or refuses with RESOURCE_EXHAUSTED [memory.c1].
  Status Reserve(int64_t bytes);
  void Return(int64_t bytes) {
    in_use_.Add(-bytes);
    if (parent_ != nullptr) parent_->Return(bytes);
  }
  MemoryPool* pool() const { return pool_.get(); }
  const std::shared_ptr<MemoryPool>& shared_pool() const { return pool_; }

  int64_t in_use() const { return in_use_.Get(); }
  int64_t peak() const { return peak_.Get(); }
  int64_t limit() const { return limit_; }

 private:
  const int64_t limit_;
  const std::string limit_name_;
  const std::shared_ptr<MemoryLedger> parent_;
  const std::shared_ptr<MemoryPool> pool_;
  SharedCounter in_use_{0};
  SharedCounter peak_{0};
};

// A handle on bytes in a reference-counted block, aligned to 16 (a SIMD128 register). Copies of the
// handle share the bytes: check `unique()` before writing, as Literal does.
//
// A buffer is a whole block, a part of a bigger block, or memory with a foreign owner:
//
//   Allocate(64)           64 fresh bytes
//   b.Slice(16, 32)        bytes 16 to 47 of b, whose block lives as long as the slice
//   Borrow(data, 64, ...)  64 foreign bytes, released by a callback after the last handle is gone
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer& other) : block_(other.block_), data_(other.data_), size_(other.size_) {
    Retain();
  }
  Buffer(Buffer&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() {
    if (block_ != nullptr) Release();
  }

  // Uninitialized bytes. `ledger` may be null; then only the machine is the limit. INVALID_ARGUMENT
  // for a negative size, RESOURCE_EXHAUSTED [memory.c1] beyond the ledger's limit, [memory.c2] if
  // the machine has no more memory.
  static StatusOr<Buffer> Allocate(int64_t bytes, std::shared_ptr<MemoryLedger> ledger = nullptr);
  // Foreign bytes, which are not booked in a ledger and cannot be written through a Buffer.
  // `release(owner)` is called after the last handle on them is gone; null: they outlive all
  // handles.
  static Buffer Borrow(const std::byte* data, int64_t bytes, void (*release)(void* owner) = nullptr,
                       void* owner = nullptr);
  // `bytes` bytes from `offset` on, both within the buffer. `offset` must be a multiple of the
  // width of the elements stored there.
  Buffer Slice(int64_t offset, int64_t bytes) const;

  explicit operator bool() const { return block_ != nullptr; }
  std::byte* data() const { return data_; }
  int64_t size() const { return size_; }
  // True if the bytes may be written: no other handle shares the block, and its owner is not
  // foreign.
  bool unique() const { return block_ && !block_->borrowed && block_->references.Get() == 1; }

 private:
  struct Block {
    SharedCounter references{1};
    int64_t size = 0;
    int64_t piece_size = 0;  // of the memory that contains the block
    bool borrowed = false;
    void (*release)(void* owner) = nullptr;
    void* owner = nullptr;
    std::shared_ptr<MemoryLedger> ledger;
  };
  Buffer(Block* block, std::byte* data, int64_t size) : block_(block), data_(data), size_(size) {}
  // Not inline: literals are copied in many places.
  void Retain();
  void Release();

  Block* block_ = nullptr;
  std::byte* data_ = nullptr;  // in the block's allocation, behind its header, or foreign
  int64_t size_ = 0;
};

// "10.0 TiB (10995116277760 bytes)": people compare the first, scripts the second.
std::string HumanBytes(int64_t bytes);

}  // namespace hloom

#endif  // HLOOM_BASE_BUFFER_H_
