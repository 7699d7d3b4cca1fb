#include "base/buffer.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>

#include "base/address_space.h"
#include "base/rules.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

// Values are aligned to vectors, and those of more than a page to cache lines: the tiles of a
// transpose read and write whole lines.
constexpr size_t kLeastAlignment = 16;
constexpr size_t AlignmentOf(int64_t bytes) { return bytes < 4096 ? kLeastAlignment : 64; }

constexpr std::string_view kAddresses = sizeof(void*) == 4 ? "WebAssembly" : "the machine";

// The greatest block: addresses within it differ by a ptrdiff_t.
constexpr uint64_t kLargestBlock = std::numeric_limits<size_t>::max() / 2;

// The size of WebAssembly's memory, which never shrinks. 0 elsewhere.
int64_t GrownBytes() {
#ifdef __wasm__
  return static_cast<int64_t>(__builtin_wasm_memory_size(0)) << 16;
#else
  return 0;
#endif
}

// Names the limit that was exceeded: one block, all addresses, or the machine.
Status NoMemory(int64_t bytes, uint64_t total) {
  const std::string value = HumanBytes(bytes);
  if (total > kLargestBlock) {
    return ResourceExhausted(kMemoryC2)
        .Say(StrCat("a value of ", value,
                    " is too big: ", HumanBytes(static_cast<int64_t>(kLargestBlock)),
                    " is the most that one value can take where ", kAddresses, " can address ",
                    HumanBytes(kAddressableBytes)))
        .Help("make the array smaller, or split it");
  }
  const int64_t grown = GrownBytes();
  if (grown == 0) {
    return ResourceExhausted(kMemoryC2)
        .Say(StrCat("the machine has no ", value, " left for a value"))
        .Help("make the arrays smaller, or free what is no longer needed");
  }
  const bool addresses_end = static_cast<int64_t>(total) > kAddressableBytes - grown;
  ErrorBuilder error = ResourceExhausted(kMemoryC2);
  if (addresses_end) {
    return std::move(error)
        .Say(StrCat("no ", value, " in one piece are left of the ", HumanBytes(kAddressableBytes),
                    " that ", kAddresses, " can address"))
        .Detail(StrCat("the memory of the instance has grown to ", HumanBytes(grown)))
        .Help(
            "make the arrays smaller, run fewer programs at a time, or dispose the client and "
            "create another: an instance never gives memory back")
        .MemoryIsFull();
  }
  return std::move(error)
      .Say(StrCat("the machine refuses ", value, " more for a value"))
      .Detail(StrCat("the memory of the instance has grown to ", HumanBytes(grown), ", and ",
                     kAddresses, " could address ", HumanBytes(kAddressableBytes)))
      .Help("make the arrays smaller, or dispose clients and data that are no longer needed")
      .MemoryIsFull();
}

Status PastTheLimit(int64_t bytes, int64_t held, int64_t limit, std::string_view limit_name) {
  const std::string value = HumanBytes(bytes);
  const std::string still_needed = StrCat("values that are still needed hold ", HumanBytes(held));
  if (limit < kAddressableBytes) {
    ErrorBuilder error =
        ResourceExhausted(kMemoryC1)
            .Say(StrCat("a value of ", value, " does not fit into the memory limit of ",
                        HumanBytes(limit)))
            .Detail(still_needed);
    if (limit_name.empty()) return error;
    return std::move(error).Help(
        StrCat("make the arrays smaller, or raise the limit, which is ", limit_name));
  }
  return ResourceExhausted(kMemoryC1)
      .Say(StrCat("a value of ", value, " does not fit into the ", HumanBytes(kAddressableBytes),
                  " that ", kAddresses, " can address"))
      .Detail(still_needed)
      .Help("make the arrays smaller: no option raises this limit");
}

}  // namespace

std::string HumanBytes(int64_t bytes) {
  static constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  while (value >= 1024 && unit < 6) {
    value /= 1024;
    ++unit;
  }
  if (unit == 0) return StrCat(bytes, " bytes");
  const int64_t tenths = static_cast<int64_t>(std::nearbyint(value * 10));
  return StrCat(tenths / 10, ".", tenths % 10, " ", kUnits[unit], " (", bytes, " bytes)");
}

Status MemoryLedger::Reserve(int64_t bytes) {
  int64_t held = in_use_.Get();
  do {
    if (bytes > limit_ - held) return PastTheLimit(bytes, held, limit_, limit_name_);
  } while (!in_use_.CompareExchange(&held, held + bytes));
  if (parent_ != nullptr) {
    if (Status status = parent_->Reserve(bytes); !status.ok()) {
      in_use_.Add(-bytes);
      return status;
    }
  }
  const int64_t now = held + bytes;
  int64_t peak = peak_.Get();
  while (peak < now && !peak_.CompareExchange(&peak, now)) {
  }
  return OkStatus();
}

StatusOr<Buffer> Buffer::Allocate(int64_t bytes, std::shared_ptr<MemoryLedger> ledger) {
  if (bytes < 0) {
    return Internal(kMemoryC3).Say(StrCat("a buffer of ", bytes, " bytes was asked for"));
  }
  if (ledger) HLOOM_RETURN_IF_ERROR(ledger->Reserve(bytes));
  const size_t alignment = AlignmentOf(bytes);
  const uint64_t total = static_cast<uint64_t>(bytes) + sizeof(Block) + alignment - 1;
  MemoryPool* const pool = ledger ? ledger->pool() : nullptr;
  int64_t piece_size = 0;
  void* memory = nullptr;
  if (total <= kLargestBlock) {
    memory = pool != nullptr ? pool->Take(static_cast<int64_t>(total), &piece_size)
                             : std::malloc(static_cast<size_t>(total));
  }
  if (memory == nullptr) {
    if (ledger) ledger->Return(bytes);
    return NoMemory(bytes, total);
  }
  Block* block = new (memory) Block;
  block->size = bytes;
  block->piece_size = piece_size;
  block->ledger = std::move(ledger);
  const uintptr_t raw = reinterpret_cast<uintptr_t>(memory) + sizeof(Block);
  const uintptr_t aligned = (raw + alignment - 1) / alignment * alignment;
  return Buffer(block, reinterpret_cast<std::byte*>(aligned), bytes);
}

Buffer Buffer::Borrow(const std::byte* data, int64_t bytes, void (*release)(void* owner),
                      void* owner) {
  void* memory = std::malloc(sizeof(Block));
  if (memory == nullptr) std::abort();  // some 50 bytes; std::vector aborts here too
  Block* block = new (memory) Block;
  block->borrowed = true;
  block->release = release;
  block->owner = owner;
  return Buffer(block, const_cast<std::byte*>(data), bytes);
}

Buffer Buffer::Slice(int64_t offset, int64_t bytes) const {
  Buffer slice = *this;
  slice.data_ += offset;
  slice.size_ = bytes;
  return slice;
}

void Buffer::Retain() {
  if (block_ != nullptr) block_->references.Add(1);
}

void Buffer::Release() {
  if (block_->references.Add(-1) != 0) return;
  if (block_->release != nullptr) block_->release(block_->owner);
  // The ledger holds the pool: it is needed until the memory is there.
  const std::shared_ptr<MemoryLedger> ledger = std::move(block_->ledger);
  const int64_t size = block_->size;
  const int64_t piece_size = block_->piece_size;
  block_->~Block();
  if (ledger) ledger->Return(size);
  if (ledger && ledger->pool() != nullptr) {
    ledger->pool()->Give(block_, piece_size);
  } else {
    std::free(block_);
  }
}

}  // namespace hloom
