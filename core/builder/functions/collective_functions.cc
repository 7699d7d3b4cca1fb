#include "builder/functions/collective_functions.h"

#include "base/str_cat.h"
#include "builder/functions/collectives/collective_parts.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "ops/collectives/collective_util.h"

namespace hloom {

using namespace collective_internal;  // NOLINT

namespace {

// collective.c8: the operation itself has no number of blocks, but as many as a group has devices.
Status CheckBlocks(const XlaBuilder& builder, const AllToAllAttributes& attributes,
                   int64_t split_count) {
  const Status status =
      CheckParts(attributes, ModeOfMoves(attributes.has_channel()), split_count, "block");
  if (status.ok()) return status;
  ErrorFields fields = status.fields();
  fields.op = GetOpDef(HloOpcode::kAllToAll).name;
  fields.location = builder.NextLocation(HloOpcode::kAllToAll);
  return Status(std::move(fields));
}

StatusOr<XlaComputation> SumOf(PrimitiveType type) {
  XlaBuilder builder("add");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp a = Parameter(&builder, 0, scalar, "a");
  const XlaOp b = Parameter(&builder, 1, scalar, "b");
  type == PRED ? Or(a, b) : Add(a, b);
  return builder.Build();
}

}  // namespace

XlaOp AllGather(XlaOp operand, int64_t all_gather_dimension, int64_t shard_count,
                const ReplicaGroups& replica_groups, const OptionalChannel& channel_id,
                bool use_global_device_ids) {
  return AllGatherTuple({&operand, 1}, all_gather_dimension, shard_count, replica_groups,
                        channel_id, use_global_device_ids);
}

XlaOp AllGatherTuple(Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
                     const ReplicaGroups& replica_groups, const OptionalChannel& channel_id,
                     bool use_global_device_ids) {
  return GatherAll(operands, all_gather_dimension, shard_count,
                   {replica_groups, channel_id, use_global_device_ids}, std::nullopt);
}

XlaOp CrossReplicaSum(XlaOp operand, const ReplicaGroups& replica_groups) {
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, operand.builder()->GetShape(operand));
    const Shape& array =
        shape.IsTuple() && !shape.tuple_shapes().empty() ? shape.tuple_shapes()[0] : shape;
    HLOOM_ASSIGN_OR_RETURN(const XlaComputation sum,
                           SumOf(array.IsArray() ? array.element_type() : F32));
    return AllReduce(operand, sum, replica_groups);
  });
}

XlaOp AllReduce(XlaOp operand, const XlaComputation& computation,
                const ReplicaGroups& replica_groups, const OptionalChannel& channel_id,
                bool use_global_device_ids) {
  return ReduceAcross(operand, computation, {replica_groups, channel_id, use_global_device_ids},
                      std::nullopt);
}

XlaOp AllReduceTuple(Span<const XlaOp> operands, const XlaComputation& computation,
                     const ReplicaGroups& replica_groups, const OptionalChannel& channel_id,
                     bool use_global_device_ids) {
  return ReduceAllAcross(operands, computation, {replica_groups, channel_id, use_global_device_ids},
                         std::nullopt);
}

XlaOp ReduceScatter(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                    int64_t shard_count, const ReplicaGroups& replica_groups,
                    const OptionalChannel& channel_id, bool use_global_device_ids) {
  return ScatterReduced(operand, computation, scatter_dimension, shard_count,
                        {replica_groups, channel_id, use_global_device_ids}, std::nullopt);
}

// The operation exchanges blocks along one dimension. Where the result puts them along another one,
// they become a dimension of their own, which is moved there:
//
//   f32[4,16], split 1, concat 0, 4 blocks:  [4,16] -> [4,4,4] -> transposed [4,4,4] -> [16,4]
XlaOp AllToAll(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
               int64_t split_count, const ReplicaGroups& replica_groups,
               const OptionalChannel& channel_id) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kAllToAll;
    HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "split_count", split_count));
    HLOOM_RETURN_IF_ERROR(
        Resized(*builder, kOpcode, operand, split_dimension, split_count, /*divide=*/true)
            .status());
    auto attributes = AttributesOfMeeting<AllToAllAttributes>({replica_groups, channel_id});
    const AllToAllAttributes given = attributes;
    attributes.dimensions = {split_dimension};
    HLOOM_ASSIGN_OR_RETURN(
        const XlaOp exchanged,
        builder->AddInstruction({.opcode = kOpcode,
                                 .operands = {operand},
                                 .attributes = MakeAttributes(std::move(attributes))}));
    HLOOM_RETURN_IF_ERROR(CheckBlocks(*builder, given, split_count));
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    HLOOM_RETURN_IF_ERROR(CheckConcatDimension(*builder, shape, concat_dimension));
    if (split_dimension == concat_dimension) return exchanged;
    std::vector<int64_t> blocks;
    std::vector<int64_t> order;
    std::vector<int64_t> sizes = shape.dimensions().ToVector();
    for (int64_t d = 0; d < shape.rank(); ++d) {
      const int64_t size = shape.dimensions(d);
      if (d == split_dimension) blocks.push_back(split_count);
      blocks.push_back(d == split_dimension ? size / split_count : size);
      if (d == concat_dimension) order.push_back(split_dimension);
      order.push_back(d >= split_dimension ? d + 1 : d);
    }
    sizes[static_cast<size_t>(split_dimension)] /= split_count;
    sizes[static_cast<size_t>(concat_dimension)] *= split_count;
    return Reshape(
        Transpose(Reshape(exchanged, {blocks.data(), blocks.size()}), {order.data(), order.size()}),
        {sizes.data(), sizes.size()});
  });
}

XlaOp AllToAllTuple(Span<const XlaOp> operands, const ReplicaGroups& replica_groups,
                    const OptionalChannel& channel_id) {
  return ExchangeOperands(operands, {replica_groups, channel_id}, std::nullopt);
}

XlaOp RaggedAllToAll(XlaOp input, XlaOp input_offsets, XlaOp send_sizes, XlaOp output,
                     XlaOp output_offsets, XlaOp recv_sizes, const ReplicaGroups& replica_groups,
                     const OptionalChannel& channel_id) {
  const XlaOp operands[] = {input, output, input_offsets, send_sizes, output_offsets, recv_sizes};
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kRaggedAllToAll,
         .operands = std::vector<XlaOp>(std::begin(operands), std::end(operands)),
         .attributes =
             MakeAttributes(AttributesOfMeeting<GroupAttributes>({replica_groups, channel_id}))});
  });
}

XlaOp CollectiveBroadcast(XlaOp operand, const ReplicaGroups& replica_groups,
                          const OptionalChannel& channel_id) {
  return ApplyUnary(operand, HloOpcode::kCollectiveBroadcast,
                    MakeAttributes(AttributesOfMeeting<CollectiveBroadcastAttributes>(
                        {replica_groups, channel_id})));
}

XlaOp CollectivePermute(XlaOp operand, const SourceTargetPairs& source_target_pairs,
                        const OptionalChannel& channel_id) {
  return MultiCollectivePermute({&operand, 1}, source_target_pairs, channel_id);
}

XlaOp MultiCollectivePermute(Span<const XlaOp> operands,
                             const SourceTargetPairs& source_target_pairs,
                             const OptionalChannel& channel_id) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kCollectivePermute,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(CollectivePermuteAttributes{
             channel_id ? channel_id->handle() : 0, source_target_pairs})});
  });
}

XlaOp PartitionId(XlaBuilder* builder) {
  return InBuilder(builder,
                   [&] { return builder->AddInstruction({.opcode = HloOpcode::kPartitionId}); });
}

}  // namespace hloom
