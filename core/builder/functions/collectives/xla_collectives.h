// Collectives in the form of XLA's headers, for programs written against XLA: groups as lists of
// ReplicaGroup, pairs as lists of std::pair, and a layout of the result among the arguments.
//
//   ReplicaGroup group;
//   group.add_replica_ids(0);
//   group.add_replica_ids(1);
//   AllReduce(x, add, {group}, channel, std::nullopt, /*use_global_device_ids=*/true);
//   CollectivePermute(x, {{0, 1}, {1, 2}});
//
// All of these are templates, so that overload resolution prefers hloom's own functions, which are
// not, for a call that fits both, such as AllGather(x, 0, 2, {}).
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_COLLECTIVES_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_COLLECTIVES_H_

#include <optional>

#include "builder/functions/collectives/collective_instructions.h"
#include "builder/functions/collectives/xla_groups.h"

namespace hloom {

namespace collective_internal {

XlaOp BroadcastEach(Span<const XlaOp> operands, const Meeting& meeting, bool has_dynamic_root);
XlaOp Permute(Span<const XlaOp> operands, const SourceTargetPairs& pairs,
              const OptionalChannel& channel, bool inplace);

}  // namespace collective_internal

// ---- Gathering ----

template <typename = void>
XlaOp AllGatherTuple(Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
                     const XlaReplicaGroups& replica_groups = {},
                     const std::optional<ChannelHandle>& channel_id = std::nullopt,
                     const std::optional<Layout>& layout = std::nullopt,
                     std::optional<bool> use_global_device_ids = std::nullopt) {
  return collective_internal::GatherAll(
      operands, all_gather_dimension, shard_count,
      {replica_groups.groups(), channel_id, use_global_device_ids.value_or(false)}, layout);
}
template <typename = void>
XlaOp AllGather(XlaOp operand, int64_t all_gather_dimension, int64_t shard_count,
                const XlaReplicaGroups& replica_groups = {},
                const std::optional<ChannelHandle>& channel_id = std::nullopt,
                const std::optional<Layout>& layout = std::nullopt,
                std::optional<bool> use_global_device_ids = std::nullopt) {
  return collective_internal::GatherAll(
      {&operand, 1}, all_gather_dimension, shard_count,
      {replica_groups.groups(), channel_id, use_global_device_ids.value_or(false)}, layout);
}

// ---- Reducing ----

template <typename = void>
XlaOp CrossReplicaSum(XlaOp operand, const XlaReplicaGroups& replica_groups) {
  return CrossReplicaSum(operand, replica_groups.groups());
}
template <typename = void>
XlaOp AllReduce(XlaOp operand, const XlaComputation& computation,
                const XlaReplicaGroups& replica_groups = {},
                const std::optional<ChannelHandle>& channel_id = std::nullopt,
                const std::optional<Shape>& shape_with_layout = std::nullopt,
                std::optional<bool> use_global_device_ids = std::nullopt) {
  return collective_internal::ReduceAcross(
      operand, computation,
      {replica_groups.groups(), channel_id, use_global_device_ids.value_or(false)},
      shape_with_layout);
}
// `shape_with_layout` is the tuple of the operands' shapes.
template <typename = void>
XlaOp AllReduceTuple(Span<const XlaOp> operands, const XlaComputation& computation,
                     const XlaReplicaGroups& replica_groups = {},
                     const std::optional<ChannelHandle>& channel_id = std::nullopt,
                     const std::optional<Shape>& shape_with_layout = std::nullopt,
                     std::optional<bool> use_global_device_ids = std::nullopt) {
  return collective_internal::ReduceAllAcross(
      operands, computation,
      {replica_groups.groups(), channel_id, use_global_device_ids.value_or(false)},
      shape_with_layout);
}
template <typename = void>
XlaOp ReduceScatter(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                    int64_t shard_count, const XlaReplicaGroups& replica_groups = {},
                    const std::optional<ChannelHandle>& channel_id = std::nullopt,
                    const std::optional<Layout>& layout = std::nullopt,
                    std::optional<bool> use_global_device_ids = std::nullopt) {
  return collective_internal::ScatterReduced(
      operand, computation, scatter_dimension, shard_count,
      {replica_groups.groups(), channel_id, use_global_device_ids.value_or(false)}, layout);
}

// ---- Exchanging ----
// The layout is that of the blocks on their way, and comes before the channel.

template <typename = void>
XlaOp AllToAllTuple(Span<const XlaOp> operands, const XlaReplicaGroups& replica_groups = {},
                    const std::optional<Layout>& layout = std::nullopt,
                    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return collective_internal::ExchangeOperands(operands, {replica_groups.groups(), channel_id},
                                               layout);
}
template <typename = void>
XlaOp AllToAllTuple(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
                    int64_t split_count, const XlaReplicaGroups& replica_groups = {},
                    const std::optional<Layout>& layout = std::nullopt,
                    const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return collective_internal::ExchangeSlices(operand, split_dimension, concat_dimension,
                                             split_count, {replica_groups.groups(), channel_id},
                                             layout);
}
template <typename = void>
XlaOp AllToAll(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
               int64_t split_count, const XlaReplicaGroups& replica_groups = {},
               const std::optional<Layout>& layout = std::nullopt,
               const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  if (!layout) {
    return AllToAll(operand, split_dimension, concat_dimension, split_count,
                    replica_groups.groups(), channel_id);
  }
  return AllToAllTuple(operand, split_dimension, concat_dimension, split_count, replica_groups,
                       layout, channel_id);
}
template <typename = void>
XlaOp RaggedAllToAll(XlaOp input, XlaOp input_offsets, XlaOp send_sizes, XlaOp output,
                     XlaOp output_offsets, XlaOp recv_sizes, const XlaReplicaGroups& replica_groups,
                     const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return RaggedAllToAll(input, input_offsets, send_sizes, output, output_offsets, recv_sizes,
                        replica_groups.groups(), channel_id);
}

// ---- Sending ----

template <typename = void>
XlaOp CollectiveBroadcast(XlaOp operand, const XlaReplicaGroups& replica_groups,
                          const std::optional<ChannelHandle>& channel_id = std::nullopt) {
  return CollectiveBroadcast(operand, replica_groups.groups(), channel_id);
}
// Sends several arrays, with an operation for each, and returns their tuple.
// collective_broadcast.c1: there is no `has_dynamic_root`.
template <typename = void>
XlaOp CollectiveBroadcast(Span<const XlaOp> operands, const XlaReplicaGroups& replica_groups,
                          const std::optional<ChannelHandle>& channel_id = std::nullopt,
                          bool has_dynamic_root = false) {
  return collective_internal::BroadcastEach(operands, {replica_groups.groups(), channel_id},
                                            has_dynamic_root);
}
// XLA had `inplace` for a while: arity.c1 refuses to write the received values into an existing
// array.
template <typename = void>
XlaOp MultiCollectivePermute(Span<const XlaOp> operands,
                             const XlaSourceTargetPairs& source_target_pairs,
                             const std::optional<ChannelHandle>& channel_id = std::nullopt,
                             bool inplace = false) {
  return collective_internal::Permute(operands, source_target_pairs.pairs(), channel_id, inplace);
}
template <typename = void>
XlaOp CollectivePermute(XlaOp operand, const XlaSourceTargetPairs& source_target_pairs,
                        const std::optional<ChannelHandle>& channel_id = std::nullopt,
                        bool inplace = false) {
  return collective_internal::Permute({&operand, 1}, source_target_pairs.pairs(), channel_id,
                                      inplace);
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_COLLECTIVES_H_
