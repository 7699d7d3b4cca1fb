// The part of the verifier that judges what computations are called for: fused, asynchronous,
// composite, and on which execution thread. The rules are listed with the operations: fusion.c3,
// fusion.c4, async.c5, async.c6, call.c2; verifier.c10 is for all of them.
#ifndef HLOOM_OPS_VERIFY_CALL_VERIFIER_H_
#define HLOOM_OPS_VERIFY_CALL_VERIFIER_H_

#include <unordered_set>

#include "ops/verify/verifier.h"

namespace hloom {

// The module's computations are verified, each for itself, and so are its pairs.
Status VerifyCalls(const HloModule& module, VerifierCulprit* culprit);

// async.c10 and async.c11, for an async-update or async-done of what `start`, an async-start or a
// step that names the computation, began.
Status CheckAsyncBinding(const HloInstruction& step, const HloInstruction& start);

// Gives the execution thread of each async-start to what it calls, whatever that said, and to all
// that is called there, as XLA does when it reads a module. Computations come before their callers.
void SpreadThreads(HloModule& module);

// The computations that fusions call.
std::unordered_set<const HloComputation*> FusedComputations(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_CALL_VERIFIER_H_
