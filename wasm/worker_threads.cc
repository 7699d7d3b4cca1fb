// The threads of pools in WebAssembly, which are Workers: JavaScript reports the failure of one of
// them. A module whose memory is not shared has one thread.
#include <emscripten/emscripten.h>
#include <pthread.h>

#include "base/shared_counter.h"
#include "runtime/thread_host.h"

using Function = hloom::ThreadHost::Function;

EM_JS(void, hloom_run_thread, (Function body, Function failed, void* pool), {
  try {
    wasmTable.get(body)(pool);
  } catch (thrown) {
    wasmTable.get(failed)(pool);
    throw thrown;
  }
});
EM_JS(void, hloom_end_thread, (), { throw "a thread of the pool failed"; });
EM_JS(bool, hloom_shares_memory, (), {
  return typeof SharedArrayBuffer != "undefined" && wasmMemory.buffer instanceof SharedArrayBuffer;
});

// The linker calls these functions instead of those without `__wrap_`, which malloc calls, too. One
// thread needs no mutex: a run of a small program takes a sixth less time.
extern "C" {
int __real_pthread_mutex_lock(pthread_mutex_t* mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) {
  return hloom::threads_exist ? __real_pthread_mutex_lock(mutex) : 0;
}
int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return hloom::threads_exist ? __real_pthread_mutex_unlock(mutex) : 0;
}
}

namespace {

[[maybe_unused]] const bool is_set = [] {
  hloom::threads_exist = hloom_shares_memory();
  hloom::SetThreadHost({hloom_run_thread, hloom_end_thread});
  return true;
}();

}  // namespace
