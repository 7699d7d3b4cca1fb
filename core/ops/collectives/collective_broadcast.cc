// collective-broadcast: the first device of a group sends to all of them.
#include "ops/collectives/collective_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kCollectiveBroadcastOperands[] = {{"operand", "an array"}};
constexpr Rule kFirstSends = {"collective_broadcast.c1", "the first device of a group sends"};
constexpr Rule kCollectiveBroadcastRules[] = {kNoEmptyGroup, kIdsOnce, kStaticOperands,
                                              kIdsOfTheRun, kFirstSends};

StatusOr<Shape> InferCollectiveBroadcast(const InferContext& context) {
  const auto& attributes = context.attrs<CollectiveBroadcastAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes, {.all_ids = false, .even = false}));
  if (attributes.has_dynamic_root) {
    return InvalidArgument(kFirstSends.id)  // collective_broadcast.c1
        .Say("has_dynamic_root=true: who sends is to be known only when the program runs")
        .Help(
            "put the device that sends first in its group; or gather the arrays of all with "
            "all-gather, and take one with dynamic-slice");
  }
  return context.operand(0);
}

}  // namespace

extern const OpDef kCollectiveBroadcastDef;
constexpr OpDef kCollectiveBroadcastDef = {
    .opcode = HloOpcode::kCollectiveBroadcast,
    .name = "collective-broadcast",
    .operands = kCollectiveBroadcastOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<CollectiveBroadcastAttributes>,
    .rules = kCollectiveBroadcastRules,
    .infer_shape = InferCollectiveBroadcast,
    .traits = kCollectiveTraits,
    .doc =
        "Gives each device of a group what the first device of the group has. A device that is in "
        "no group gets zeros. A device waits until all of its group have come.",
    .source = "Operation Semantics, CollectiveBroadcast",
};

}  // namespace hloom
