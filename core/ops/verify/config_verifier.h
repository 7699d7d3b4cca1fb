// The part of the verifier that checks the configuration of a module.
#ifndef HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_
#define HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_

#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

struct VerifierCulprit;

Span<const Rule> ConfigRules();

// config.c1 ...; the module has an entry computation, which is verified. `culprit` gets the wrong
// attribute and entry.
Status VerifyModuleConfig(const HloModule& module, VerifierCulprit* culprit);
// Checks the configuration of a module whose entry computation has this shape.
Status VerifyModuleConfig(const HloModuleConfig& config, ProgramShape entry,
                          VerifierCulprit* culprit = nullptr);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_CONFIG_VERIFIER_H_
