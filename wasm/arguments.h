// Arguments of builder functions: JSON, checked against the function's row.
#ifndef HLOOM_WASM_ARGUMENTS_H_
#define HLOOM_WASM_ARGUMENTS_H_

#include "base/json.h"
#include "builder/builder_def.h"
#include "wasm/instance_state.h"

namespace hloom {

// function.c2: no required argument is missing, and none is unknown. function.c3: each is of its
// kind.
StatusOr<std::vector<Argument>> DecodeArguments(InstanceState& state, XlaBuilder* builder,
                                                const BuilderDef& def, const Json& arguments);

}  // namespace hloom

#endif  // HLOOM_WASM_ARGUMENTS_H_
