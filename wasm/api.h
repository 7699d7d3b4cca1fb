// The one entry between JavaScript and the core; README.md in this folder is its contract.
#ifndef HLOOM_WASM_API_H_
#define HLOOM_WASM_API_H_

#include <string>
#include <string_view>

#include "wasm/instance_state.h"

namespace hloom {

// Answers {"result": ...} or {"error": ...}, for any input.
std::string CallCore(InstanceState& state, std::string_view method,
                     std::string_view arguments_json);

// Buffers. AllocateBuffer returns 0 if there is no memory.
int64_t AllocateBuffer(InstanceState& state, int64_t bytes);
std::byte* BufferAddress(InstanceState& state, int64_t handle);
int64_t BufferSize(InstanceState& state, int64_t handle);
void ReleaseBuffer(InstanceState& state, int64_t handle);

Span<const Rule> BoundaryRules();

}  // namespace hloom

#endif  // HLOOM_WASM_API_H_
