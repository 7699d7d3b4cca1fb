// What a run asks JavaScript for: the values of custom calls.
//
// Functions of JavaScript cannot be called while the core runs: they may take their time, and live
// in another thread. So the run waits: engine.request answers with the request, engine.answer
// gives the value.
#ifndef HLOOM_WASM_CUSTOM_CALL_REQUESTS_H_
#define HLOOM_WASM_CUSTOM_CALL_REQUESTS_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "ops/host/host.h"
#include "wasm/instance_state.h"

namespace hloom {

// Answers custom calls later, and nothing else.
class LaterHost final : public Host {
 public:
  StatusOr<std::optional<Literal>> Ask(const HloInstruction& instruction,
                                       Operands operands) override;
};

// Answers the custom calls of all runs: it holds nothing.
Host* HostOfRuns(InstanceState& state);

// What run.waiting(), which is not null, asks for: a Request of wasm/README.md. Buffers in it are
// the caller's.
Status WriteRequest(InstanceState& state, Execution& run, JsonWriter& out);

// engine.c2: a run that is asked for its request waits for one.
Status NotWaiting();

// engine.answer: gives a run what it waits for. engine.c2: it does wait. engine.c3: there is
// exactly one answer. The errors custom_call.c3 and custom_call.c5 become the run's.
Status AnswerRequest(InstanceState& state, const Json& arguments);

}  // namespace hloom

#endif  // HLOOM_WASM_CUSTOM_CALL_REQUESTS_H_
