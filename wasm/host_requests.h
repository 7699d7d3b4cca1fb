// The requests of a run's devices to JavaScript: custom calls, infeeds, outfeeds and channels.
//
// JavaScript functions cannot be called while the core runs: they may be slow, and live in another
// thread. So a device waits while others continue: engine.request returns its request, once, and
// engine.answer passes the value.
#ifndef HLOOM_WASM_HOST_REQUESTS_H_
#define HLOOM_WASM_HOST_REQUESTS_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "ops/host/host.h"
#include "wasm/instance_state.h"

namespace hloom {

// Answers all runs: it holds nothing.
Host* HostOfRuns(InstanceState& state);

// The feeds of a program: the Transfers of wasm/README.md.
void WriteTransfers(const Executable& executable, JsonWriter& out);

// The next request of the run that was not written yet: a Request of wasm/README.md. The caller
// owns the buffers in it. engine.c2: there is one.
Status WriteRequest(InstanceState& state, Execution& run, JsonWriter& out);

// engine.answer: passes an answer to a waiting device. engine.c2: it does wait. engine.c3: there is
// exactly one answer. The errors custom_call.c3, custom_call.c5 and ask.c2 become the run's.
Status AnswerRequest(InstanceState& state, const Json& arguments);

}  // namespace hloom

#endif  // HLOOM_WASM_HOST_REQUESTS_H_
