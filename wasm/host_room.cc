#include "wasm/host_room.h"

#include <cstdlib>

namespace hloom {

namespace {
constexpr size_t kRoomToWork = size_t{16} << 20;
}  // namespace

Status CheckRoomToWork() {
  // Where addresses have 64 bits, the question tells nothing: systems promise more than they have.
  if constexpr (sizeof(void*) > 4) return OkStatus();
  // Volatile, because compilers leave out an allocation that nobody uses.
  void* volatile room = std::malloc(kRoomToWork);
  if (room == nullptr) {
    return ResourceExhausted("memory.c2")
        .Say("the instance has no memory left to work in")
        .Help("dispose what is no longer needed");
  }
  std::free(room);
  return OkStatus();
}

}  // namespace hloom
