// Coroutines under their standard name, even if the standard library has them only as an
// experiment, as Emscripten 3.1.6 does.
#ifndef HLOOM_BASE_COROUTINE_H_
#define HLOOM_BASE_COROUTINE_H_

#if __has_include(<coroutine>)
#include <coroutine>

namespace hloom::coroutines {
using std::coroutine_handle;
using std::suspend_always;
using std::suspend_never;
}  // namespace hloom::coroutines
#else
#include <experimental/coroutine>

// clang warns at each coroutine that the experiment is over.
#pragma clang diagnostic ignored "-Wdeprecated-experimental-coroutine"

namespace hloom::coroutines {
using std::experimental::coroutine_handle;
using std::experimental::suspend_always;
using std::experimental::suspend_never;
}  // namespace hloom::coroutines
#endif

#endif  // HLOOM_BASE_COROUTINE_H_
