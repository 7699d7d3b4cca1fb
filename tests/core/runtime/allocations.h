// Counts allocations with `new`, so that a test can require that there are none.
#ifndef HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_
#define HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_

#include <cstdint>

#include "support/random.h"

namespace hloom::testing_support {

// Sanitizers replace `new` to find mistakes, so nothing is counted there.
#if defined(HLOOM_SANITIZES)
inline constexpr bool kCountsAllocations = false;
inline int64_t Allocations() { return 0; }
#else
inline constexpr bool kCountsAllocations = true;
// Returns how often `operator new` was called so far, by any thread and for coroutines too.
int64_t Allocations();
#endif

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_
