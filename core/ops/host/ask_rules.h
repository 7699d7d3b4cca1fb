// The rules of operations that ask the host.
#ifndef HLOOM_OPS_HOST_ASK_RULES_H_
#define HLOOM_OPS_HOST_ASK_RULES_H_

#include "ops/op_def.h"

namespace hloom {

Span<const Rule> AskRules();

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_ASK_RULES_H_
