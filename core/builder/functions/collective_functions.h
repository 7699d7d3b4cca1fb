// Builder functions of collectives.
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_

#include <optional>
#include <vector>

#include "builder/channel_handle.h"
#include "builder/xla_builder.h"
#include "hlo/devices/replica_groups.h"

namespace hloom {

// Groups of devices; without any, all devices are one group. With `channel_id`, the ids are those
// of partitions, or, with `use_global_device_ids`, of devices.
using OptionalChannel = std::optional<ChannelHandle>;

// Concatenates the arrays of the `shard_count` devices of a group on each of them.
XlaOp AllGather(XlaOp operand, int64_t all_gather_dimension, int64_t shard_count,
                const ReplicaGroups& replica_groups = {}, const OptionalChannel& channel_id = {},
                bool use_global_device_ids = false);
XlaOp AllGatherTuple(Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
                     const ReplicaGroups& replica_groups = {},
                     const OptionalChannel& channel_id = {}, bool use_global_device_ids = false);

// Sums over the groups; PRED by or.
XlaOp CrossReplicaSum(XlaOp operand, const ReplicaGroups& replica_groups = {});
// Reduces over the groups. A tuple of arrays is reduced array by array.
XlaOp AllReduce(XlaOp operand, const XlaComputation& computation,
                const ReplicaGroups& replica_groups = {}, const OptionalChannel& channel_id = {},
                bool use_global_device_ids = false);
XlaOp AllReduceTuple(Span<const XlaOp> operands, const XlaComputation& computation,
                     const ReplicaGroups& replica_groups = {},
                     const OptionalChannel& channel_id = {}, bool use_global_device_ids = false);
// Reduces, and returns one of `shard_count` shards on each device.
XlaOp ReduceScatter(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                    int64_t shard_count, const ReplicaGroups& replica_groups = {},
                    const OptionalChannel& channel_id = {}, bool use_global_device_ids = false);

// Splits the operand into `split_count` blocks along one dimension, exchanges them, and
// concatenates the received blocks along another.
XlaOp AllToAll(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
               int64_t split_count, const ReplicaGroups& replica_groups = {},
               const OptionalChannel& channel_id = {});
// Sends operand i to the device at position i.
XlaOp AllToAllTuple(Span<const XlaOp> operands, const ReplicaGroups& replica_groups = {},
                    const OptionalChannel& channel_id = {});
XlaOp RaggedAllToAll(XlaOp input, XlaOp input_offsets, XlaOp send_sizes, XlaOp output,
                     XlaOp output_offsets, XlaOp recv_sizes,
                     const ReplicaGroups& replica_groups = {},
                     const OptionalChannel& channel_id = {});

XlaOp CollectiveBroadcast(XlaOp operand, const ReplicaGroups& replica_groups,
                          const OptionalChannel& channel_id = {});
XlaOp CollectivePermute(XlaOp operand, const SourceTargetPairs& source_target_pairs,
                        const OptionalChannel& channel_id = {});
XlaOp MultiCollectivePermute(Span<const XlaOp> operands,
                             const SourceTargetPairs& source_target_pairs,
                             const OptionalChannel& channel_id = {});

// The partition of its replica that this device runs.
XlaOp PartitionId(XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_
