#include "wasm/free_memory.h"

#include <cstdlib>

#include "base/buffer.h"
#include "base/rules.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

constexpr int64_t kRoomToWork = int64_t{16} << 20;
// A block cannot be greater than half of what 32 bits address.
constexpr int64_t kLargestBlock = (int64_t{2} << 30) - 65536;

bool HasRoom(int64_t bytes) {
  // With 64-bit addresses the check is useless, because systems overcommit memory.
  if constexpr (sizeof(void*) > 4) return true;
  if (bytes > kLargestBlock) return false;
  // Volatile, because compilers remove an unused allocation.
  void* volatile room = std::malloc(static_cast<size_t>(bytes));
  if (room == nullptr) return false;
  std::free(room);
  return true;
}

}  // namespace

Status CheckMemoryToWork() {
  if (HasRoom(kRoomToWork)) return OkStatus();
  return ResourceExhausted(kMemoryC2)
      .Say("the instance has no memory left to work in")
      .Help("dispose builders, values and programs that you no longer use")
      .MemoryIsFull();
}

Status CheckMemoryToWrite(int64_t bytes) {
  // At first, a full block is copied into one of twice the size; both exist for a moment.
  constexpr int64_t kTimes = 2;
  if (bytes <= kLargestBlock && HasRoom(kTimes * bytes + kRoomToWork)) return OkStatus();
  return ResourceExhausted(kMemoryC2)
      .Say(StrCat("the instance has no memory left to write about ", HumanBytes(bytes)))
      .Help("make large constants parameters of the program");
}

}  // namespace hloom
