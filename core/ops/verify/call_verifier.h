// The part of the verifier that checks the roles of called computations: fused, asynchronous,
// composite, and their execution threads. The rules are listed with the operations: fusion.c3,
// fusion.c4, async.c5, async.c6, call.c2; verifier.c10 is for all of them.
#ifndef HLOOM_OPS_VERIFY_CALL_VERIFIER_H_
#define HLOOM_OPS_VERIFY_CALL_VERIFIER_H_

#include <unordered_set>

#include "ops/verify/verifier.h"

namespace hloom {

// The module's computations have been verified separately, and so have its pairs.
Status VerifyCalls(const HloModule& module, VerifierCulprit* culprit);

// async.c10 and async.c11, for an async-update or async-done of what `start`, an async-start or a
// step that names the computation, began.
Status CheckAsyncBinding(const HloInstruction& step, const HloInstruction& start);

// Sets the execution thread of each async-start on the computation that it calls, and on all its
// callees, as XLA does when it parses a module. Computations come before their callers.
void SpreadThreads(HloModule& module);

// The computations that fusions call.
std::unordered_set<const HloComputation*> FusedComputations(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_CALL_VERIFIER_H_
