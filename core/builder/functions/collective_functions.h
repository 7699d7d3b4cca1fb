// Builder functions of what devices do together.
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_

#include <optional>
#include <vector>

#include "builder/channel_handle.h"
#include "builder/xla_builder.h"
#include "hlo/devices/replica_groups.h"

namespace hloom {

// Groups of devices; without any, all devices are one group. `channel_id`, if it is there, makes
// the ids those of partitions, or, with `use_global_device_ids`, of devices.
using OptionalChannel = std::optional<ChannelHandle>;

// Gives every device the arrays of its group one after the other, `shard_count` of them.
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
// Reduces, and gives each device its shard of `shard_count`.
XlaOp ReduceScatter(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                    int64_t shard_count, const ReplicaGroups& replica_groups = {},
                    const OptionalChannel& channel_id = {}, bool use_global_device_ids = false);

// Cuts the operand into `split_count` blocks along one dimension, exchanges them, and puts what
// comes together along another.
XlaOp AllToAll(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
               int64_t split_count, const ReplicaGroups& replica_groups = {},
               const OptionalChannel& channel_id = {});
// Sends operand i to the device at place i.
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

// Which partition of its replica this device runs.
XlaOp PartitionId(XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVE_FUNCTIONS_H_
