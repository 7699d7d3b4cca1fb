// The part of the verifier that checks pairs of operations: a begin and its end, and the two ends
// of a channel.
#ifndef HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_
#define HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_

#include "ops/verify/verifier.h"

namespace hloom {

// pairing.c1 ...
Span<const Rule> PairingRules();

// The module's computations have been verified separately.
Status VerifyPairs(const HloModule& module, VerifierCulprit* culprit);

// The instruction that this one ends or continues: the all-gather-start of an all-gather-done. Null
// if it does neither, or if the value comes from elsewhere, such as the state of a loop.
const HloInstruction* BegunBy(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_PAIRING_VERIFIER_H_
