// The part of the verifier that judges operations which belong together: what begins and what ends,
// and the two ends of a channel.
#ifndef HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_
#define HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_

#include "ops/verify/verifier.h"

namespace hloom {

// pairing.c1 ...
Span<const Rule> PairingRules();

// The module's computations are verified, each for itself.
Status VerifyPairs(const HloModule& module, VerifierCulprit* culprit);

// What the instruction ends or goes on with: the all-gather-start of an all-gather-done. Null where
// it does neither, or has it from somewhere else, as from the state of a loop.
const HloInstruction* BegunBy(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_
