#include "builder/functions/collective_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "ops/collectives/collective_util.h"

namespace hloom {

namespace {

XlaBuilder* BuilderOfAll(Span<const XlaOp> operands) {
  for (const XlaOp& operand : operands) {
    if (operand.builder() != nullptr) return operand.builder();
  }
  return nullptr;
}

template <typename Attributes>
Attributes WithGroups(const ReplicaGroups& groups, const OptionalChannel& channel,
                      bool use_global_device_ids = false) {
  Attributes attributes;
  attributes.replica_groups = groups;
  attributes.channel_id = channel ? channel->handle : 0;
  attributes.use_global_device_ids = use_global_device_ids;
  return attributes;
}

// collective.b1, collective.b2: what shards are counted by.
Status CheckShards(const XlaBuilder& builder, HloOpcode opcode, std::string_view name,
                   int64_t count) {
  if (count >= 1) return OkStatus();
  return InvalidArgument("collective.b1")  // collective.b1
      .Op(GetOpDef(opcode).name)
      .Say(StrCat(name, " is ", count))
      .Help("give the number of devices in a group, 1 or more")
      .At(builder.NextLocation(opcode));
}

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

// The shape with one dimension as many times as large, or, where `divide`, as small.
StatusOr<Shape> Resized(const XlaBuilder& builder, HloOpcode opcode, XlaOp operand,
                        int64_t dimension, int64_t count, bool divide) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder.GetShape(operand));
  // The operation judges what is no array, or has no such dimension.
  if (!shape.IsArray() || dimension < 0 || dimension >= shape.rank()) return shape;
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  int64_t& size = sizes[static_cast<size_t>(dimension)];
  constexpr int64_t kMost = int64_t{1} << 62;
  const bool fits = divide ? size % count == 0 : size == 0 || size <= kMost / count;
  if (!fits) {  // collective.b2
    return InvalidArgument("collective.b2")
        .Op(GetOpDef(opcode).name)
        .Operand(shape)
        .Say(StrCat(shape.ToString(), " cannot be ", divide ? "cut into " : "repeated ", count,
                    divide ? " shards" : " times"))
        .Detail(StrCat("dimension ", dimension, " has size ", size))
        .Help(divide ? StrCat("pad dimension ", dimension, " to a multiple of ", count)
                     : std::string("make shard_count smaller"))
        .At(builder.NextLocation(opcode));
  }
  size = divide ? size / count : size * count;
  return ShapeUtil::MakeValidatedShape(shape.element_type(),
                                       Span<const int64_t>(sizes.data(), sizes.size()));
}

StatusOr<XlaOp> AddAllGather(XlaBuilder* builder, Span<const XlaOp> operands, int64_t dimension,
                             int64_t shard_count, AllGatherAttributes attributes) {
  constexpr HloOpcode kOpcode = HloOpcode::kAllGather;
  HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "shard_count", shard_count));
  std::vector<Shape> shapes;
  for (const XlaOp& operand : operands) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, Resized(*builder, kOpcode, operand, dimension, shard_count,
                                                /*divide=*/false));
    shapes.push_back(std::move(shape));
  }
  attributes.dimensions = {dimension};
  return builder->AddInstruction(
      {.opcode = kOpcode,
       .operands = operands.ToVector(),
       .attributes = MakeAttributes(std::move(attributes)),
       .given_shape = shapes.size() == 1 ? shapes[0] : ShapeUtil::MakeTupleShape(shapes)});
}

StatusOr<XlaOp> AddAllReduce(XlaBuilder* builder, Span<const XlaOp> operands,
                             const XlaComputation& computation, AllReduceAttributes attributes) {
  return builder->AddInstruction({.opcode = HloOpcode::kAllReduce,
                                  .operands = operands.ToVector(),
                                  .attributes = MakeAttributes(std::move(attributes)),
                                  .called_computations = {&computation}});
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
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&] {
    return AddAllGather(
        builder, operands, all_gather_dimension, shard_count,
        WithGroups<AllGatherAttributes>(replica_groups, channel_id, use_global_device_ids));
  });
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
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const auto attributes =
        WithGroups<AllReduceAttributes>(replica_groups, channel_id, use_global_device_ids);
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    if (!shape.IsTuple() || shape.tuple_shapes().empty()) {
      return AddAllReduce(builder, {&operand, 1}, computation, attributes);
    }
    std::vector<XlaOp> elements;
    for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
      elements.push_back(GetTupleElement(operand, static_cast<int64_t>(i)));
    }
    HLOOM_ASSIGN_OR_RETURN(
        const XlaOp reduced,
        AddAllReduce(builder, {elements.data(), elements.size()}, computation, attributes));
    return elements.size() == 1 ? Tuple(builder, {&reduced, 1}) : reduced;
  });
}

XlaOp AllReduceTuple(Span<const XlaOp> operands, const XlaComputation& computation,
                     const ReplicaGroups& replica_groups, const OptionalChannel& channel_id,
                     bool use_global_device_ids) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&] {
    return AddAllReduce(
        builder, operands, computation,
        WithGroups<AllReduceAttributes>(replica_groups, channel_id, use_global_device_ids));
  });
}

XlaOp ReduceScatter(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                    int64_t shard_count, const ReplicaGroups& replica_groups,
                    const OptionalChannel& channel_id, bool use_global_device_ids) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kReduceScatter;
    HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "shard_count", shard_count));
    HLOOM_ASSIGN_OR_RETURN(Shape shape, Resized(*builder, kOpcode, operand, scatter_dimension,
                                                shard_count, /*divide=*/true));
    auto attributes =
        WithGroups<ReduceScatterAttributes>(replica_groups, channel_id, use_global_device_ids);
    attributes.dimensions = {scatter_dimension};
    return builder->AddInstruction({.opcode = kOpcode,
                                    .operands = {operand},
                                    .attributes = MakeAttributes(std::move(attributes)),
                                    .called_computations = {&computation},
                                    .given_shape = std::move(shape)});
  });
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
    auto attributes = WithGroups<AllToAllAttributes>(replica_groups, channel_id);
    const AllToAllAttributes given = attributes;
    attributes.dimensions = {split_dimension};
    HLOOM_ASSIGN_OR_RETURN(
        const XlaOp exchanged,
        builder->AddInstruction({.opcode = kOpcode,
                                 .operands = {operand},
                                 .attributes = MakeAttributes(std::move(attributes))}));
    HLOOM_RETURN_IF_ERROR(CheckBlocks(*builder, given, split_count));
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    if (concat_dimension < 0 || concat_dimension >= shape.rank()) {  // collective.b3
      return InvalidArgument("collective.b3")
          .Op(GetOpDef(kOpcode).name)
          .Operand(shape)
          .Say(StrCat(shape.ToString(), " has no dimension ", concat_dimension))
          .Help(StrCat("use a concat_dimension in 0..", shape.rank() - 1))
          .At(builder->NextLocation(kOpcode));
    }
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
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kAllToAll,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(WithGroups<AllToAllAttributes>(replica_groups, channel_id))});
  });
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
         .attributes = MakeAttributes(WithGroups<GroupAttributes>(replica_groups, channel_id))});
  });
}

XlaOp CollectiveBroadcast(XlaOp operand, const ReplicaGroups& replica_groups,
                          const OptionalChannel& channel_id) {
  return ApplyUnary(
      operand, HloOpcode::kCollectiveBroadcast,
      MakeAttributes(WithGroups<CollectiveBroadcastAttributes>(replica_groups, channel_id)));
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
             channel_id ? channel_id->handle : 0, source_target_pairs})});
  });
}

XlaOp PartitionId(XlaBuilder* builder) {
  return InBuilder(builder,
                   [&] { return builder->AddInstruction({.opcode = HloOpcode::kPartitionId}); });
}

}  // namespace hloom
