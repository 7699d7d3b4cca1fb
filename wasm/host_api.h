// The one entry between JavaScript and the core; README.md beside this file is its contract.
#ifndef HLOOM_WASM_HOST_API_H_
#define HLOOM_WASM_HOST_API_H_

#include <string>
#include <string_view>

#include "wasm/host_state.h"

namespace hloom {

// Answers {"result": ...} or {"error": ...}, whatever the input.
std::string HostCall(HostState& state, std::string_view method, std::string_view arguments_json);

// Buffers. 0 where the memory is not to be had.
int64_t HostAllocate(HostState& state, int64_t bytes);
std::byte* HostAddress(HostState& state, int64_t handle);
int64_t HostSize(HostState& state, int64_t handle);
void HostRelease(HostState& state, int64_t handle);

Span<const Rule> HostRules();

}  // namespace hloom

#endif  // HLOOM_WASM_HOST_API_H_
