#include "base/buffer.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

#include "base/str_cat.h"

namespace hloom {

namespace {
constexpr size_t kAlignment = 16;
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
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %s", value, kUnits[unit]);
  return StrCat(text, " (", bytes, " bytes)");
}

Status MemoryLedger::Reserve(int64_t bytes) {
  int64_t held = in_use_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ - held) {
      return ResourceExhausted("memory.c1")
          .Say(StrCat("a value of ", HumanBytes(bytes), " does not fit into the memory limit of ",
                      HumanBytes(limit_)))
          .Detail(StrCat("values that are still needed hold ", HumanBytes(held)))
          .Help(
              "make the arrays smaller, or raise the limit (memoryLimit of the client, "
              "limits.bytes "
              "of a run)");
    }
  } while (!in_use_.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
  const int64_t now = held + bytes;
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  return OkStatus();
}

StatusOr<Buffer> Buffer::Allocate(int64_t bytes, std::shared_ptr<MemoryLedger> ledger) {
  if (bytes < 0) {
    return Internal("memory.c3").Say(StrCat("a buffer of ", bytes, " bytes was asked for"));
  }
  if (ledger) HLOOM_RETURN_IF_ERROR(ledger->Reserve(bytes));
  constexpr size_t kHeader = (sizeof(Block) + kAlignment - 1) / kAlignment * kAlignment;
  const uint64_t total = static_cast<uint64_t>(bytes) + kHeader + kAlignment;
  void* memory = total > std::numeric_limits<size_t>::max() / 2
                     ? nullptr
                     : std::malloc(static_cast<size_t>(total));
  if (memory == nullptr) {
    if (ledger) ledger->Return(bytes);
    return ResourceExhausted("memory.c2")
        .Say(StrCat("the machine has no ", HumanBytes(bytes), " left for a value"))
        .Help("make the arrays smaller, or dispose results and clients that are no longer needed");
  }
  Block* block = new (memory) Block;
  block->size = bytes;
  // malloc aligns to 8 in wasm; the header's slack makes room for 16.
  const uintptr_t raw = reinterpret_cast<uintptr_t>(memory) + sizeof(Block);
  block->data = reinterpret_cast<std::byte*>((raw + kAlignment - 1) / kAlignment * kAlignment);
  block->ledger = std::move(ledger);
  return Buffer(block);
}

void Buffer::Release() {
  if (!block_ || block_->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (block_->ledger) block_->ledger->Return(block_->size);
  block_->~Block();
  std::free(block_);
  block_ = nullptr;
}

}  // namespace hloom
