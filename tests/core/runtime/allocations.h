// Counts what is allocated with `new`, so that a test can say where nothing is.
#ifndef HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_
#define HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_

#include <cstdint>

namespace hloom::testing_support {

// How often this thread has called `operator new` so far, for a coroutine too.
int64_t Allocations();

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_RUNTIME_ALLOCATIONS_H_
