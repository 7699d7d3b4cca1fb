// The threads of all tests.
#ifndef HLOOM_TESTS_SUPPORT_TEST_THREADS_H_
#define HLOOM_TESTS_SUPPORT_TEST_THREADS_H_

#include <memory>

#include "runtime/thread_pool.h"

namespace hloom::testing_support {

// Four threads that compute, and share work of at least two tasks; one if hloom was built without
// threads.
inline const std::shared_ptr<ThreadPool>& TestThreads() {
  static const auto pool = std::make_shared<ThreadPool>(4, std::chrono::microseconds(-1));
  return pool;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_TEST_THREADS_H_
