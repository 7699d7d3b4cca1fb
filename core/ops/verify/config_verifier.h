// The part of the verifier that judges what a module says of itself as a whole.
#ifndef HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_
#define HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_

#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

struct VerifierCulprit;

Span<const Rule> ConfigRules();

// config.c1 ...; the module has an entry computation, which is verified. `culprit` gets the
// attribute and the entry that are wrong.
Status VerifyModuleConfig(const HloModule& module, VerifierCulprit* culprit);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_
