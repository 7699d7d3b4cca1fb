// The methods of the generic entry. Each reads its arguments and writes one JSON value, its result.
#ifndef HLOOM_WASM_METHODS_H_
#define HLOOM_WASM_METHODS_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "wasm/instance_state.h"

namespace hloom {

using Method = Status (*)(InstanceState& state, const Json& arguments, JsonWriter& result);

struct MethodRow {
  std::string_view name;
  Span<const std::string_view> keys;  // the arguments it knows; others are refused
  Method method;
};

Span<const MethodRow> ShapeMethods();
Span<const MethodRow> BuilderMethods();
Span<const MethodRow> BuilderStateMethods();
Span<const MethodRow> EngineMethods();
Span<const MethodRow> InfoMethods();

}  // namespace hloom

#endif  // HLOOM_WASM_METHODS_H_
