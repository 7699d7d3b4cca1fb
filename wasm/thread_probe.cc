#include "wasm/thread_probe.h"

#if defined(__EMSCRIPTEN_PTHREADS__)
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <vector>
#endif

namespace hloom {

#if defined(__EMSCRIPTEN_PTHREADS__)

namespace {
// A thread that ended early would give its place in the pool back and be counted twice: all wait
// for `go`.
void* WaitForGo(void* go) {
  while (!static_cast<std::atomic<bool>*>(go)->load()) sched_yield();
  return nullptr;
}
constexpr int kMaxThreads = 64;
}  // namespace

int ProbeThreadPool() {
  std::atomic<bool> go{false};
  std::vector<pthread_t> threads;
  // Beyond the pool creation fails (PTHREAD_POOL_SIZE_STRICT), which ends the loop.
  while (static_cast<int>(threads.size()) < kMaxThreads) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, WaitForGo, &go) != 0) break;
    threads.push_back(thread);
  }
  go.store(true);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  return static_cast<int>(threads.size());
}

#else

int ProbeThreadPool() { return 0; }

#endif

}  // namespace hloom
