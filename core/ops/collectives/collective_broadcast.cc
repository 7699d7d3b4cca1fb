// collective-broadcast: the first device of a group sends to all of them.
#include "ops/collectives/collective_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kCollectiveBroadcastOperands[] = {{"operand", "an array"}};
constexpr Rule kCollectiveBroadcastC1 = {"collective_broadcast.c1",
                                         "the first device of a group sends"};
constexpr Rule kCollectiveBroadcastRules[] = {kCollectiveC1, kCollectiveC2, kCollectiveC6,
                                              kCollectiveC7, kCollectiveBroadcastC1};

StatusOr<Shape> InferCollectiveBroadcast(const InferContext& context) {
  const auto& attributes = context.attrs<CollectiveBroadcastAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes, {.all_ids = false, .even = false}));
  if (attributes.has_dynamic_root) {
    return InvalidArgument(kCollectiveBroadcastC1)
        .Say("`has_dynamic_root=true`: the sender is known only when the program runs"_msg)
        .Help(
            "put the device that sends first in its group; or gather the arrays of all with "
            "all-gather, and take one with dynamic-slice");
  }
  return context.operand(0);
}

// A device in no group forms its own group.
StatusOr<DeviceGroups> GroupsOfBroadcast(const HloInstruction& instruction,
                                         const DeviceGrid& grid) {
  HLOOM_ASSIGN_OR_RETURN(DeviceGroups groups, GroupsNamed(instruction, grid));
  std::vector<bool> named(static_cast<size_t>(grid.size()));
  for (const std::vector<int64_t>& group : groups) {
    for (const int64_t device : group) named[static_cast<size_t>(device)] = true;
  }
  for (int64_t device = 0; device < grid.size(); ++device) {
    if (!named[static_cast<size_t>(device)]) groups.push_back({device});
  }
  return groups;
}

constexpr CollectiveDef kBroadcastDevices = {ModeOfMovesWith<CollectiveBroadcastAttributes>,
                                             GroupsOfBroadcast};

}  // namespace

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
    .collective = &kBroadcastDevices,
    .traits = kCollectiveTraits,
    .doc =
        "Returns, on each device of a group, the operand of the first device of the group. A "
        "device that is in no group gets zeros. A device waits until all devices of its group have "
        "arrived.",
    .source = "Operation Semantics, CollectiveBroadcast",
};

}  // namespace hloom
