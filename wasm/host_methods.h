// The methods of the generic entry. Each reads its arguments and writes one JSON value, its result.
#ifndef HLOOM_WASM_HOST_METHODS_H_
#define HLOOM_WASM_HOST_METHODS_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "wasm/host_state.h"

namespace hloom {

using HostMethod = Status (*)(HostState& state, const Json& arguments, JsonWriter& result);

struct HostMethodRow {
  std::string_view name;
  Span<const std::string_view> keys;  // the arguments it knows; others are refused
  HostMethod method;
};

Span<const HostMethodRow> ShapeMethods();
Span<const HostMethodRow> BuilderMethods();
Span<const HostMethodRow> EngineMethods();
Span<const HostMethodRow> InfoMethods();

}  // namespace hloom

#endif  // HLOOM_WASM_HOST_METHODS_H_
