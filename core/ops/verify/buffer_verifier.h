// The part of the verifier that checks buffers, b(f32[4]): memory that custom calls forward and
// write to in place. hloom does not run programs with buffers, but reads and writes them.
#ifndef HLOOM_OPS_VERIFY_BUFFER_VERIFIER_H_
#define HLOOM_OPS_VERIFY_BUFFER_VERIFIER_H_

#include "ops/verify/verifier.h"

namespace hloom {

// buffer.c1 ...
Span<const Rule> BufferRules();

// The module's computations have been verified separately.
Status VerifyBuffers(const HloModule& module, VerifierCulprit* culprit);

// Returns whether the shape is a buffer, or a tuple with one inside.
bool HasBuffer(const Shape& shape);

// buffer.c6: the error of a run, for an instruction that has a buffer.
Status NoRunWithBuffers(const HloInstruction& instruction);

// XLA's own custom calls, for which a buffer and the array that it holds are the same.
bool IsPinOrUnpin(std::string_view custom_call_target);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_BUFFER_VERIFIER_H_
