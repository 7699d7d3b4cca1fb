// Shared by the parts of the verifier.
#ifndef HLOOM_OPS_VERIFY_VERIFIER_UTIL_H_
#define HLOOM_OPS_VERIFY_VERIFIER_UTIL_H_

#include <string>
#include <string_view>

#include "base/utf8.h"
#include "hlo/hlo_module.h"

namespace hloom {

// The error verifier.c1.
ErrorBuilder Missing(std::string text);

// Returns whether it is one of the first `count` instructions.
bool IsAmongFirst(const HloComputation& computation, const HloInstruction* instruction,
                  size_t count);

// verifier.c9, .c11: the annotations of instruction `i`.
Status VerifyCarried(const HloComputation& computation, const HloInstruction& instruction,
                     size_t i);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_VERIFIER_UTIL_H_
