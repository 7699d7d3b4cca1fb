#include "ops/op_eval.h"

namespace hloom {

#define HLOOM_OP(opcode, name) extern const OpEval opcode##Eval;
#include "hlo/ops.def"
#undef HLOOM_OP

namespace {

constexpr const OpEval* kOpEvals[] = {
#define HLOOM_OP(opcode, name) &opcode##Eval,
#include "hlo/ops.def"
#undef HLOOM_OP
};

}  // namespace

const OpEval& GetOpEval(HloOpcode opcode) { return *kOpEvals[static_cast<int>(opcode)]; }

const OpEval& ExecutingOpEval(const HloInstruction& instruction) {
  const OpEval& eval = GetOpEval(instruction.opcode());
  const OpEval* other = eval.executed_by == nullptr ? nullptr : eval.executed_by(instruction);
  return other == nullptr ? eval : *other;
}

}  // namespace hloom
