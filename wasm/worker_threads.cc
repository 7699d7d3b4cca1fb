// The threads of pools in WebAssembly, which are Workers: JavaScript reports the failure of one of
// them.
#include <emscripten/emscripten.h>

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

namespace {

[[maybe_unused]] const bool is_set = [] {
  hloom::SetThreadHost({hloom_run_thread, hloom_end_thread});
  return true;
}();

}  // namespace
