// Shared by the methods builder.*.
#ifndef HLOOM_WASM_BUILDER_HANDLES_H_
#define HLOOM_WASM_BUILDER_HANDLES_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "wasm/instance_state.h"

namespace hloom {

// The builder whose handle the arguments have: handle.c1.
StatusOr<XlaBuilder*> FindBuilder(InstanceState& state, const Json& arguments);

// Gives a computation a handle, and writes the answer of builder.build.
void WriteComputation(InstanceState& state, XlaComputation computation, JsonWriter& result);

}  // namespace hloom

#endif  // HLOOM_WASM_BUILDER_HANDLES_H_
