#include "literal/literal_util.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

StatusOr<Literal> ViewOfReplicaId(EvalContext& context, const HloInstruction&, Operands) {
  return LiteralUtil::CreateR0(static_cast<uint32_t>(context.grid().replica_of(context.device())));
}

StatusOr<Literal> ViewOfPartitionId(EvalContext& context, const HloInstruction&, Operands) {
  return LiteralUtil::CreateR0(
      static_cast<uint32_t>(context.grid().partition_of(context.device())));
}

}  // namespace

constexpr OpEval kReplicaIdEval = {
    .kind = Computes{.view = ViewOfReplicaId},
};

constexpr OpEval kPartitionIdEval = {
    .kind = Computes{.view = ViewOfPartitionId},
};

}  // namespace hloom
