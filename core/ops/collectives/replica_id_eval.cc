#include "literal/literal_util.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

StatusOr<Literal> ViewOfReplicaId(EvalContext& context, const HloInstruction&, Operands) {
  return LiteralUtil::CreateR0(static_cast<uint32_t>(context.device()));
}

}  // namespace

extern const OpEval kReplicaIdEval;
constexpr OpEval kReplicaIdEval = {
    .view = ViewOfReplicaId,
};

}  // namespace hloom
