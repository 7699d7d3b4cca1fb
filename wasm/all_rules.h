// The list of all rules, which ops.json and the check that tests break each of them read.
#ifndef HLOOM_WASM_ALL_RULES_H_
#define HLOOM_WASM_ALL_RULES_H_

#include <vector>

#include "base/status.h"

namespace hloom {

// Every rule of the core and of its boundary, each once, in the order of ops.json.
std::vector<Rule> AllRules();

}  // namespace hloom

#endif  // HLOOM_WASM_ALL_RULES_H_
