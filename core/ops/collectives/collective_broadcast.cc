// collective-broadcast: the first device of a group sends to all of them.
#include "ops/collectives/collective_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {{"operand", "an array"}};
constexpr Rule kRules[] = {kNoEmptyGroup, kIdsOnce, kStaticOperands, kIdsOfTheRun};

StatusOr<Shape> InferCollectiveBroadcast(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(
      CheckGroups(context, context.attrs<GroupAttributes>(), {.all_ids = false, .even = false}));
  return context.operand(0);
}

}  // namespace

extern const OpDef kCollectiveBroadcastDef;
constexpr OpDef kCollectiveBroadcastDef = {
    .opcode = HloOpcode::kCollectiveBroadcast,
    .name = "collective-broadcast",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<GroupAttributes>,
    .rules = kRules,
    .infer_shape = InferCollectiveBroadcast,
    .traits = kCollectiveTraits,
    .doc =
        "Gives each device of a group what the first device of the group has. A device that is in "
        "no group gets zeros. A device waits until all of its group have come.",
    .source = "Operation Semantics, CollectiveBroadcast",
};

}  // namespace hloom
