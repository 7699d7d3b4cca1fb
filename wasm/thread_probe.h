// Whether the pool of pthreads that the module was started with really runs.
#ifndef HLOOM_WASM_THREAD_PROBE_H_
#define HLOOM_WASM_THREAD_PROBE_H_

namespace hloom {

#if defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreadPool = true;
#else
inline constexpr bool kHasThreadPool = false;
#endif

// Starts a thread in every free place of the pool, waits until each has answered, and returns their
// number. 0 where there is no pool.
int ProbeThreadPool();

}  // namespace hloom

#endif  // HLOOM_WASM_THREAD_PROBE_H_
