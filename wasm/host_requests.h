// What the devices of a run ask JavaScript for: the values of custom calls, of infeeds, and what is
// at the other end of an outfeed or a channel.
//
// Functions of JavaScript cannot be called while the core runs: they may take their time, and live
// in another thread. So a device waits, while others go on: engine.request answers with its
// request, once, and engine.answer gives the value.
#ifndef HLOOM_WASM_HOST_REQUESTS_H_
#define HLOOM_WASM_HOST_REQUESTS_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "ops/host/host.h"
#include "wasm/instance_state.h"

namespace hloom {

// Answers all runs: it holds nothing.
Host* HostOfRuns(InstanceState& state);

// What goes into a program while it runs, and out of it: the Transfers of wasm/README.md.
void WriteTransfers(const Executable& executable, JsonWriter& out);

// The next of the run's questions that was not written yet: a Request of wasm/README.md. Buffers in
// it are the caller's. engine.c2: there is one.
Status WriteRequest(InstanceState& state, Execution& run, JsonWriter& out);

// engine.answer: gives a device what it waits for. engine.c2: it does wait. engine.c3: there is
// exactly one answer. The errors custom_call.c3, custom_call.c5 and ask.c2 become the run's.
Status AnswerRequest(InstanceState& state, const Json& arguments);

}  // namespace hloom

#endif  // HLOOM_WASM_HOST_REQUESTS_H_
