#include "runtime/allocations.h"

#if !defined(HLOOM_SANITIZES)

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
// This is not thread_local: see tests/js/house.test.ts.
std::atomic<int64_t> allocations{0};
}  // namespace

// These are in a separate file, because compilers that see both a `new` and this `free` complain.
void* operator new(size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace hloom::testing_support {

int64_t Allocations() { return allocations.load(std::memory_order_relaxed); }

}  // namespace hloom::testing_support

#endif
