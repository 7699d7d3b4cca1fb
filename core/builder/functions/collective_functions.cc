#include "builder/functions/collective_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/collectives/collective_instructions.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "builder/rules.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/collectives/collective_util.h"

namespace hloom {

using namespace collective_internal;  // NOLINT

namespace {

// collective.c8: the operation itself has no number of blocks; it has as many as devices in a
// group.
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

// The operation exchanges blocks along one dimension. If the result concatenates them along another
// one, they become a new dimension, which is moved there:
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

// Channel 0, the default, means none.
template <>
struct ParameterFrom<const OptionalChannel&> {
  static OptionalChannel Get(const Argument& argument) {
    const int64_t channel = argument.Get<int64_t>();
    return channel == 0 ? OptionalChannel() : ChannelHandle{.handle = channel};
  }
};

namespace {

constexpr std::string_view kCollectiveDevices = "devices";

constexpr ArgumentSpec kGroups =
    AttributeArgument<ReplicaGroups>(CollectiveAttributes::kReplicaGroups);
constexpr ArgumentSpec kCollectiveChannel = {
    "channel_id", kKind<int64_t>,
    "1 or more makes devices of several partitions take part; docs/replicas.md has a table of the "
    "meaning of the ids. 0 means none",
    false, "0"};
constexpr ArgumentSpec kCollectiveC5 =
    AttributeArgument<bool>(CollectiveAttributes::kUseGlobalDeviceIds);
constexpr ArgumentSpec kArrays = {"operands", ArgumentKind::kOps, "arrays"};
constexpr ArgumentSpec kCollectiveC9 = {"computation", ArgumentKind::kComputation,
                                        "(T, T) -> T of scalars, T the element type"};
constexpr ArgumentSpec kGatherDimension = {"all_gather_dimension", kKind<int64_t>,
                                           "the dimension along which arrays are concatenated"};
constexpr ArgumentSpec kShardCount = {"shard_count", kKind<int64_t>,
                                      "the number of devices of a group"};
constexpr ArgumentSpec kScatterDimension = {"scatter_dimension", kKind<int64_t>,
                                            "the dimension that is split into shards"};
constexpr ArgumentSpec kCollectivePairs =
    AttributeArgument<SourceTargetPairs>(CollectivePermuteAttributes::kPairs);

constexpr ArgumentSpec kCollectiveGatherArguments[] = {
    kOperandArgument, kGatherDimension, kShardCount, kGroups, kCollectiveChannel, kCollectiveC5};
constexpr ArgumentSpec kGatherTupleArguments[] = {kArrays, kGatherDimension,   kShardCount,
                                                  kGroups, kCollectiveChannel, kCollectiveC5};
constexpr ArgumentSpec kSumArguments[] = {kOperandArgument, kGroups};
constexpr ArgumentSpec kCollectiveReduceArguments[] = {
    {"operand", ArgumentKind::kOp, "an array, or a tuple of arrays"},
    kCollectiveC9,
    kGroups,
    kCollectiveChannel,
    kCollectiveC5};
constexpr ArgumentSpec kReduceTupleArguments[] = {kArrays, kCollectiveC9, kGroups,
                                                  kCollectiveChannel, kCollectiveC5};
constexpr ArgumentSpec kCollectiveScatterArguments[] = {
    kOperandArgument, kCollectiveC9,      kScatterDimension, kShardCount,
    kGroups,          kCollectiveChannel, kCollectiveC5};
constexpr ArgumentSpec kExchangeArguments[] = {
    kOperandArgument,
    {"split_dimension", kKind<int64_t>, "the dimension along which the operand is split"},
    {"concat_dimension", kKind<int64_t>, "the dimension along which blocks are concatenated"},
    {"split_count", kKind<int64_t>,
     "the number of devices of a group; HLO has no attribute for it, so a run without "
     "replica_groups does not check it"},
    kGroups,
    kCollectiveChannel};
constexpr ArgumentSpec kExchangeTupleArguments[] = {kArrays, kGroups, kCollectiveChannel};
constexpr ArgumentSpec kRaggedArguments[] = {
    {"input", ArgumentKind::kOp, "the rows that are sent"},
    {"input_offsets", ArgumentKind::kOp,
     "for each device, the index in the input of the first row that it is sent"},
    {"send_sizes", ArgumentKind::kOp, "the number of rows that each device is sent"},
    {"output", ArgumentKind::kOp,
     "an array of rows of the same shape, into which received rows are written"},
    {"output_offsets", ArgumentKind::kOp,
     "for each device, the index in its output at which these rows are written"},
    {"recv_sizes", ArgumentKind::kOp, "the number of rows received from each device"},
    kGroups,
    kCollectiveChannel};
constexpr ArgumentSpec kBroadcastArguments[] = {kOperandArgument, Required(kGroups),
                                                kCollectiveChannel};
constexpr ArgumentSpec kPermuteArguments[] = {kOperandArgument, kCollectivePairs,
                                              kCollectiveChannel};
constexpr ArgumentSpec kMultiPermuteArguments[] = {kArrays, kCollectivePairs, kCollectiveChannel};

constexpr Rule kShardRules[] = {kCollectiveB1, kCollectiveB2};
constexpr Rule kExchangeRules[] = {kShardRules[0], kShardRules[1], kCollectiveB3};

constexpr HloOpcode kAllGather[] = {HloOpcode::kAllGather};
constexpr HloOpcode kAllReduce[] = {HloOpcode::kAllReduce};
constexpr HloOpcode kReduceScatter[] = {HloOpcode::kReduceScatter};
constexpr HloOpcode kAllToAll[] = {HloOpcode::kAllToAll};
constexpr HloOpcode kArrayAllToAll[] = {HloOpcode::kReshape, HloOpcode::kTranspose,
                                        HloOpcode::kAllToAll};
constexpr HloOpcode kTupleAllReduce[] = {HloOpcode::kGetTupleElement, HloOpcode::kTuple,
                                         HloOpcode::kAllReduce};
constexpr HloOpcode kRagged[] = {HloOpcode::kRaggedAllToAll};
constexpr HloOpcode kBroadcast[] = {HloOpcode::kCollectiveBroadcast};
constexpr HloOpcode kPermute[] = {HloOpcode::kCollectivePermute};
constexpr HloOpcode kPartitionId[] = {HloOpcode::kPartitionId};

// Calls a function whose first argument is the operands. If there are none, `builder` reports the
// missing operands.
template <HloOpcode kOpcode, auto kFunction>
XlaOp InvokeOnOperands(XlaBuilder* builder, Arguments arguments) {
  if (!arguments[0].ops.empty()) return Invoke<kFunction>(builder, arguments);
  return InBuilder(builder, [&] { return builder->AddInstruction({.opcode = kOpcode}); });
}

}  // namespace

Span<const BuilderDef> CollectiveBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "AllGather",
       .group = kCollectiveDevices,
       .lowers_to = kAllGather,
       .arguments = kCollectiveGatherArguments,
       .rules = kShardRules,
       .invoke = Invoke<AllGather>,
       .doc = "Concatenates the operands of all devices of a group along a dimension, in the order "
              "of the group, and returns the result on each device.",
       .source = "Operation Semantics, AllGather",
       .example = "const y = b.allGather(x, 0, 2);"},
      {.name = "AllGatherTuple",
       .group = kCollectiveDevices,
       .lowers_to = kAllGather,
       .arguments = kGatherTupleArguments,
       .rules = kShardRules,
       .invoke = InvokeOnOperands<HloOpcode::kAllGather, AllGatherTuple>,
       .doc = "Gathers several arrays, each as allGather does; returns their tuple.",
       .source = "Operation Semantics, AllGather",
       .example = "const y = b.allGatherTuple([x, v], 0, 2);"},
      {.name = "CrossReplicaSum",
       .group = kCollectiveDevices,
       .lowers_to = kTupleAllReduce,
       .arguments = kSumArguments,
       .invoke = Invoke<CrossReplicaSum>,
       .doc =
           "Sums the operands of all devices of a group and returns the sum on each device. PREDs "
           "are combined with or.",
       .source = "Operation Semantics, CrossReplicaSum",
       .example = "const y = b.crossReplicaSum(v);"},
      {.name = "AllReduce",
       .group = kCollectiveDevices,
       .lowers_to = kTupleAllReduce,
       .arguments = kCollectiveReduceArguments,
       .invoke = Invoke<AllReduce>,
       .doc = "Reduces the operands of all devices of a group, element by element in the order of "
              "the group, and returns the result on each of them.",
       .source = "Operation Semantics, AllReduce",
       .example = "const y = b.allReduce(v, sum);"},
      {.name = "AllReduceTuple",
       .group = kCollectiveDevices,
       .lowers_to = kAllReduce,
       .arguments = kReduceTupleArguments,
       .invoke = InvokeOnOperands<HloOpcode::kAllReduce, AllReduceTuple>,
       .doc = "Reduces several arrays, each as allReduce does; returns their tuple.",
       .source = "Operation Semantics, AllReduce",
       .example = "const y = b.allReduceTuple([x, v], sum);"},
      {.name = "ReduceScatter",
       .group = kCollectiveDevices,
       .lowers_to = kReduceScatter,
       .arguments = kCollectiveScatterArguments,
       .rules = kShardRules,
       .invoke = Invoke<ReduceScatter>,
       .doc = "Reduces as allReduce does, and returns on each device the shard of its position in "
              "the group.",
       .source = "Operation Semantics, ReduceScatter",
       .example = "const y = b.reduceScatter(x, sum, 0, 2);"},
      {.name = "AllToAll",
       .group = kCollectiveDevices,
       .lowers_to = kArrayAllToAll,
       .arguments = kExchangeArguments,
       .rules = kExchangeRules,
       .invoke = Invoke<AllToAll>,
       .doc = "Splits the operand of each device into blocks along one dimension, sends block i to "
              "the device at position i of the group, and concatenates the received blocks along "
              "another dimension.",
       .source = "Operation Semantics, AllToAll",
       .example = "const y = b.allToAll(x, 0, 1, 2);"},
      {.name = "AllToAllTuple",
       .group = kCollectiveDevices,
       .lowers_to = kAllToAll,
       .arguments = kExchangeTupleArguments,
       .invoke = InvokeOnOperands<HloOpcode::kAllToAll, AllToAllTuple>,
       .doc = "Sends operand i to the device at position i of the group; returns the tuple of the "
              "received operands.",
       .source = "Operation Semantics, AllToAll",
       .example = "const y = b.allToAllTuple([v, b.neg(v)]);"},
      {.name = "RaggedAllToAll",
       .group = kCollectiveDevices,
       .lowers_to = kRagged,
       .arguments = kRaggedArguments,
       .invoke = Invoke<RaggedAllToAll>,
       .doc = "Sends rows to the devices of the group, send_sizes[j] rows to device j, and writes "
              "the received rows into the output.",
       .source = "Operation Semantics, RaggedAllToAll",
       .example =
           "const each = (to0, to1) => b.constant([to0, to1], 'S32');\n"
           "// row 0 to device 0, row 1 to device 1; what comes from device d becomes row d\n"
           "const zeros = b.zeros(f32(2, 3));\n"
           "const row = b.broadcast(b.convertElementType(b.replicaId(), 'S32'), [2]);\n"
           "const y = b.raggedAllToAll(x, each(0, 1), each(1, 1), zeros, row, each(1, 1));"},
      {.name = "CollectiveBroadcast",
       .group = kCollectiveDevices,
       .lowers_to = kBroadcast,
       .arguments = kBroadcastArguments,
       .invoke = Invoke<CollectiveBroadcast>,
       .doc = "Returns, on each device of a group, the operand of the first device of the group, "
              "and zeros on a device in no group.",
       .source = "Operation Semantics, CollectiveBroadcast",
       .example = "const y = b.collectiveBroadcast(v, [[1, 0]]);"},
      {.name = "CollectivePermute",
       .group = kCollectiveDevices,
       .lowers_to = kPermute,
       .arguments = kPermuteArguments,
       .invoke = Invoke<CollectivePermute>,
       .doc = "Sends the operand of the source of each pair to its target; a device that is not a "
              "target gets zeros.",
       .source = "Operation Semantics, CollectivePermute",
       .example = "const y = b.collectivePermute(v, [[0, 1]]);"},
      {.name = "MultiCollectivePermute",
       .group = kCollectiveDevices,
       .lowers_to = kPermute,
       .arguments = kMultiPermuteArguments,
       .invoke = InvokeOnOperands<HloOpcode::kCollectivePermute, MultiCollectivePermute>,
       .doc = "Sends several arrays together, each as collectivePermute does; returns their tuple.",
       .source = "Operation Semantics, CollectivePermute",
       .example = "const y = b.multiCollectivePermute([x, v], [[0, 1]]);"},
      {.name = "PartitionId",
       .group = kCollectiveDevices,
       .lowers_to = kPartitionId,
       .arguments = {},
       .invoke = Invoke<PartitionId>,
       .doc = "Returns the number of the partition of its replica that this device runs, a scalar "
              "U32.",
       .source = "XLA, HloInstruction::CreatePartitionId",
       .example = "const y = b.add(b.partitionId(), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
