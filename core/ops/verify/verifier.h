// The verifier: checks the properties of a module that every later layer assumes. Modules from
// XlaBuilder pass by construction; modules from bytes or text, or from a pass, are checked here
// before they run.
#ifndef HLOOM_OPS_VERIFY_VERIFIER_H_
#define HLOOM_OPS_VERIFY_VERIFIER_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "ops/op_def.h"

namespace hloom {

// verifier.c1 ...: the rules below; a wrong operand or attribute cites the rule of its operation.
Span<const Rule> VerifierRules();

// The place of an error. Null means that it is not in a computation, or not in an instruction.
struct VerifierCulprit {
  const HloComputation* computation = nullptr;
  const HloInstruction* instruction = nullptr;
  // The attribute of the module's header, as HLO text names it, and the entry in it; empty if the
  // error is not there.
  std::string_view attribute = {};
  size_t entry = 0;
};

// Errors carry the operation, its operands' shapes, and `%name in computation "c"`. `culprit` is
// for text parsers, which know its position.
Status VerifyModule(const HloModule& module, VerifierCulprit* culprit = nullptr);

// The same for a module whose instructions a builder made and checked: checks only the properties
// that a builder cannot know, such as the numbers of devices.
Status VerifyBuiltModule(const HloModule& module);

// The parameters of a computation by number; verifier.c5 when the numbers are not 0..n-1, each
// once. For code that builds computations from instructions.
StatusOr<std::vector<const HloInstruction*>> CollectParameters(const HloComputation& computation,
                                                               VerifierCulprit* culprit = nullptr);

// "%add.7 in computation \"main\"" and "computation \"main\"", long names cut.
std::string InstructionLocation(std::string_view instruction, std::string_view computation);
std::string ComputationLocation(std::string_view computation);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_VERIFIER_H_
