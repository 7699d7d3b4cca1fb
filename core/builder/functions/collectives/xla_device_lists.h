// XLA's lists of devices, and the functions that take one: AllReduceWithDeviceList(x, add, list) is
// AllReduce(x, add, groups).
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_DEVICE_LISTS_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_DEVICE_LISTS_H_

#include <optional>
#include <utility>
#include <vector>

#include "builder/functions/collectives/xla_collectives.h"

namespace hloom {

class CollectiveDeviceListBase {
 public:
  const ReplicaGroups& groups() const { return groups_; }
  std::vector<std::vector<int64_t>> flattened_replica_groups() const { return groups_.Expanded(); }
  int64_t num_replica_groups() const { return static_cast<int64_t>(groups_.Expanded().size()); }
  int64_t num_devices_per_group() const { return groups_.SizeOfFirstGroup(); }

 protected:
  explicit CollectiveDeviceListBase(ReplicaGroups groups) : groups_(std::move(groups)) {}

 private:
  ReplicaGroups groups_;
};

// Explicit groups.
class CollectiveDeviceList : public CollectiveDeviceListBase {
 public:
  CollectiveDeviceList() : CollectiveDeviceListBase(ReplicaGroups()) {}
  explicit CollectiveDeviceList(Span<const ReplicaGroup> groups)
      : CollectiveDeviceListBase(XlaReplicaGroups(groups).groups()) {}
  explicit CollectiveDeviceList(Span<const std::vector<int64_t>> groups)
      : CollectiveDeviceListBase({.list = groups.ToVector(), .iota = {}, .mesh_axes = {}}) {}
};

// Ids counted up as an array of `reshape_dims`, transposed, and divided into groups: 2 groups of 2
// are {{0,1},{2,3}}. Invalid numbers give one empty group, which collectives refuse
// (collective.c1).
class IotaReplicaGroupList : public CollectiveDeviceListBase {
 public:
  IotaReplicaGroupList(int64_t num_replica_groups, int64_t num_devices_per_group);
  IotaReplicaGroupList(int64_t num_replica_groups, int64_t num_devices_per_group,
                       Span<const int64_t> reshape_dims, Span<const int> transpose_perm);
};

inline XlaOp AllGatherWithDeviceList(XlaOp operand, int64_t all_gather_dimension,
                                     int64_t shard_count,
                                     const CollectiveDeviceListBase& replica_groups,
                                     const std::optional<ChannelHandle>& channel_id = std::nullopt,
                                     const std::optional<Layout>& layout = std::nullopt,
                                     std::optional<bool> use_global_device_ids = std::nullopt) {
  return AllGather(operand, all_gather_dimension, shard_count,
                   XlaReplicaGroups(replica_groups.groups()), channel_id, layout,
                   use_global_device_ids);
}
inline XlaOp AllGatherTupleWithDeviceList(
    Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
    const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt,
    const std::optional<Layout>& layout = std::nullopt,
    std::optional<bool> use_global_device_ids = std::nullopt) {
  return AllGatherTuple(operands, all_gather_dimension, shard_count,
                        XlaReplicaGroups(replica_groups.groups()), channel_id, layout,
                        use_global_device_ids);
}

inline XlaOp AllReduceWithDeviceList(XlaOp operand, const XlaComputation& computation,
                                     const CollectiveDeviceListBase& replica_groups,
                                     const std::optional<ChannelHandle>& channel_id = std::nullopt,
                                     const std::optional<Shape>& shape_with_layout = std::nullopt,
                                     std::optional<bool> use_global_device_ids = std::nullopt) {
  return AllReduce(operand, computation, XlaReplicaGroups(replica_groups.groups()), channel_id,
                   shape_with_layout, use_global_device_ids);
}
inline XlaOp AllReduceTupleWithDeviceList(
    Span<const XlaOp> operands, const XlaComputation& computation,
    const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt,
    const std::optional<Shape>& shape_with_layout = std::nullopt,
    std::optional<bool> use_global_device_ids = std::nullopt) {
  return AllReduceTuple(operands, computation, XlaReplicaGroups(replica_groups.groups()),
                        channel_id, shape_with_layout, use_global_device_ids);
}
inline XlaOp ReduceScatterWithDeviceList(
    XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
    int64_t shard_count, const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt,
    const std::optional<Layout>& layout = std::nullopt,
    std::optional<bool> use_global_device_ids = std::nullopt) {
  return ReduceScatter(operand, computation, scatter_dimension, shard_count,
                       XlaReplicaGroups(replica_groups.groups()), channel_id, layout,
                       use_global_device_ids);
}

inline XlaOp AllToAllWithDeviceList(XlaOp operand, int64_t split_dimension,
                                    int64_t concat_dimension, int64_t split_count,
                                    const CollectiveDeviceListBase& replica_groups,
                                    const std::optional<Layout>& layout = std::nullopt,
                                    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return AllToAll(operand, split_dimension, concat_dimension, split_count,
                  XlaReplicaGroups(replica_groups.groups()), layout, channel_id);
}
inline XlaOp AllToAllTupleWithDeviceList(
    Span<const XlaOp> operands, const CollectiveDeviceListBase& replica_groups,
    const std::optional<Layout>& layout = std::nullopt,
    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return AllToAllTuple(operands, XlaReplicaGroups(replica_groups.groups()), layout, channel_id);
}
inline XlaOp AllToAllTupleWithDeviceList(
    XlaOp operand, int64_t split_dimension, int64_t concat_dimension, int64_t split_count,
    const CollectiveDeviceListBase& replica_groups,
    const std::optional<Layout>& layout = std::nullopt,
    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return AllToAllTuple(operand, split_dimension, concat_dimension, split_count,
                       XlaReplicaGroups(replica_groups.groups()), layout, channel_id);
}
inline XlaOp RaggedAllToAllWithDeviceList(
    XlaOp input, XlaOp input_offsets, XlaOp send_sizes, XlaOp output, XlaOp output_offsets,
    XlaOp recv_sizes, const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return RaggedAllToAll(input, input_offsets, send_sizes, output, output_offsets, recv_sizes,
                        replica_groups.groups(), channel_id);
}

inline XlaOp CollectiveBroadcastWithDeviceList(
    XlaOp operand, const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return CollectiveBroadcast(operand, replica_groups.groups(), channel_id);
}
inline XlaOp CollectiveBroadcastWithDeviceList(
    Span<const XlaOp> operands, const CollectiveDeviceListBase& replica_groups,
    const std::optional<ChannelHandle>& channel_id = std::nullopt, bool has_dynamic_root = false) {
  return CollectiveBroadcast(operands, XlaReplicaGroups(replica_groups.groups()), channel_id,
                             has_dynamic_root);
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_DEVICE_LISTS_H_
