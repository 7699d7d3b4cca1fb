// The groups of devices that meet at a collective.
#ifndef HLOOM_OPS_COLLECTIVES_DEVICE_GROUPS_H_
#define HLOOM_OPS_COLLECTIVES_DEVICE_GROUPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "ops/collectives/collective_attributes.h"

namespace hloom {

// The devices of a run: `replicas` copies of the program, each split into `partitions`. Device
// number d is partition d % partitions of replica d / partitions, as XLA flattens them:
//
//   2 replicas, 3 partitions:  device 4 = partition 1 of replica 1
struct DeviceGrid {
  int64_t replicas = 1;
  int64_t partitions = 1;

  int64_t size() const { return replicas * partitions; }
  int64_t replica_of(int64_t device) const { return device / partitions; }
  int64_t partition_of(int64_t device) const { return device % partitions; }
  int64_t device_at(int64_t replica, int64_t partition) const {
    return replica * partitions + partition;
  }
};

// Numbers of devices. The order within a group decides the order of the result. In a run each
// device is in one group.
using DeviceGroups = std::vector<std::vector<int64_t>>;

// The meaning of the ids in replica_groups and source_target_pairs, and the groups of devices. With
// 2 replicas, 2 partitions and replica_groups={{0,1}}:
//
//   kCrossReplica              replicas; each partition for itself     {0,2}, {1,3}
//   kCrossPartition            partitions; each replica for itself     {0,1}, {2,3}
//   kCrossReplicaAndPartition  replicas, with all of their partitions  {0,1,2,3}
//   kFlattenedId               devices                                 {0,1}
enum class GroupMode : uint8_t {
  kCrossReplica,
  kCrossPartition,
  kCrossReplicaAndPartition,
  kFlattenedId,
};

// The mode of all-reduce, all-gather and reduce-scatter, which may use global device ids.
GroupMode ModeOfReduction(const CollectiveAttributes& attributes);
// The mode of all others: channels mean partitions.
constexpr GroupMode ModeOfMoves(bool has_channel) {
  return has_channel ? GroupMode::kCrossPartition : GroupMode::kCrossReplica;
}

// The number of ids, and the number of devices of a group that one id means.
int64_t IdsIn(const DeviceGrid& grid, GroupMode mode);
int64_t DevicesOfId(const DeviceGrid& grid, GroupMode mode);
// "replica", "partition" or "device".
std::string_view IdName(GroupMode mode);
// "run it on as many devices as it was written for"
Message RunAsWritten();

// The groups of an instruction. The OpDef of a collective, and of its -start, has one.
struct CollectiveDef {
  GroupMode (*mode)(const HloInstruction& instruction);
  // The groups in a run on `grid`, by the mode of the instruction. Each device is in one. Returns
  // an error with a rule if the instruction does not fit the grid.
  StatusOr<DeviceGroups> (*groups)(const HloInstruction& instruction, const DeviceGrid& grid);
};

// The groups of a run, and whether every device must be in one. collective.c7: invalid or missing
// ids.
StatusOr<DeviceGroups> ExpandGroups(const HloInstruction& instruction, const ReplicaGroups& groups,
                                    GroupMode mode, const DeviceGrid& grid, bool all_named);

// A transfer from one device to another.
struct DevicePair {
  int64_t source;
  int64_t target;
};
// collective.c7: a pair has an invalid id.
StatusOr<std::vector<DevicePair>> ExpandPairs(const HloInstruction& instruction,
                                              const SourceTargetPairs& pairs, GroupMode mode,
                                              const DeviceGrid& grid);
// Devices that depend on each other by transfers, in groups, each in ascending order; a device
// without transfers is a group of its own. So every device is in a group.
DeviceGroups GroupsOfPairs(Span<const DevicePair> pairs, const DeviceGrid& grid);

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_DEVICE_GROUPS_H_
