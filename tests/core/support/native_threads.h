// Threads of a test, other than those that compute.
#ifndef HLOOM_TESTS_SUPPORT_NATIVE_THREADS_H_
#define HLOOM_TESTS_SUPPORT_NATIVE_THREADS_H_

#include <pthread.h>

#include <functional>
#include <vector>

namespace hloom::testing_support {

// Calls f(0) .. f(count - 1), each on a thread of its own, and waits for all. Without enough
// threads, the others run in order on this one.
inline void SideBySide(int count, const std::function<void(int)>& f) {
  struct Call {
    const std::function<void(int)>& f;
    int number;
    pthread_t thread = {};
    bool started = false;

    static void* Run(void* call) {
      const Call& self = *static_cast<Call*>(call);
      self.f(self.number);
      return nullptr;
    }
  };
  std::vector<Call> calls;
  for (int i = 0; i < count; ++i) calls.push_back({f, i});
  for (Call& call : calls) {
    call.started = pthread_create(&call.thread, nullptr, Call::Run, &call) == 0;
  }
  for (Call& call : calls) {
    if (!call.started) f(call.number);
  }
  for (Call& call : calls) {
    if (call.started) pthread_join(call.thread, nullptr);
  }
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_NATIVE_THREADS_H_
