// ThreadHost: runs the threads of pools on platforms where a thread can end without notice to C++.
//
// In WebAssembly a trap unwinds a thread through JavaScript. Threads that wait for its work would
// wait for ever, unless the caller at the bottom of its stack reports its end.
#ifndef HLOOM_RUNTIME_THREAD_HOST_H_
#define HLOOM_RUNTIME_THREAD_HOST_H_

namespace hloom {

struct ThreadHost {
  using Function = void (*)(void* pool);

  // Calls body(pool), from the first frame of a thread. If the thread ends inside of it, calls
  // failed(pool) first.
  void (*run)(Function body, Function failed, void* pool);
  // Ends the thread that calls it in the same way, because another one failed.
  void (*end)();
};

// Must be called before the first pool is made. Without it, a thread that fails takes the process
// with it.
void SetThreadHost(const ThreadHost& host);

}  // namespace hloom

#endif  // HLOOM_RUNTIME_THREAD_HOST_H_
