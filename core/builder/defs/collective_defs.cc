// What devices do together.
#include "builder/defs/argument_specs.h"
#include "builder/functions/collective_functions.h"
#include "builder/functions/function_util.h"
#include "ops/collectives/collective_attributes.h"

namespace hloom {

namespace {

constexpr std::string_view kCollectiveDevices = "devices";

constexpr ArgumentSpec kGroups =
    AttributeArgument<ReplicaGroups>(CollectiveAttributes::kReplicaGroups);
constexpr ArgumentSpec kChannel = {"channel_id", kKind<int64_t>,
                                   "1 or more makes devices of several partitions meet: what the "
                                   "ids are then is in the table of docs/replicas.md; 0 means none",
                                   false, "0"};
constexpr ArgumentSpec kGlobalIds =
    AttributeArgument<bool>(CollectiveAttributes::kUseGlobalDeviceIds);
constexpr ArgumentSpec kArrays = {"operands", ArgumentKind::kOps, "arrays"};
constexpr ArgumentSpec kReducer = {"computation", ArgumentKind::kComputation,
                                   "(T, T) -> T of scalars, T the element type"};
constexpr ArgumentSpec kGatherDimension = {"all_gather_dimension", kKind<int64_t>,
                                           "the dimension along which arrays are put together"};
constexpr ArgumentSpec kShardCount = {"shard_count", kKind<int64_t>,
                                      "how many devices a group has"};
constexpr ArgumentSpec kScatterDimension = {"scatter_dimension", kKind<int64_t>,
                                            "the dimension that is cut into shards"};
constexpr ArgumentSpec kCollectivePairs =
    AttributeArgument<SourceTargetPairs>(CollectivePermuteAttributes::kPairs);

constexpr ArgumentSpec kGatherArguments[] = {kOperandArgument, kGatherDimension, kShardCount,
                                             kGroups,          kChannel,         kGlobalIds};
constexpr ArgumentSpec kGatherTupleArguments[] = {kArrays, kGatherDimension, kShardCount,
                                                  kGroups, kChannel,         kGlobalIds};
constexpr ArgumentSpec kSumArguments[] = {kOperandArgument, kGroups};
constexpr ArgumentSpec kCollectiveReduceArguments[] = {
    {"operand", ArgumentKind::kOp, "an array, or a tuple of arrays"},
    kReducer,
    kGroups,
    kChannel,
    kGlobalIds};
constexpr ArgumentSpec kReduceTupleArguments[] = {kArrays, kReducer, kGroups, kChannel, kGlobalIds};
constexpr ArgumentSpec kScatterArguments[] = {
    kOperandArgument, kReducer, kScatterDimension, kShardCount, kGroups, kChannel, kGlobalIds};
constexpr ArgumentSpec kExchangeArguments[] = {
    kOperandArgument,
    {"split_dimension", kKind<int64_t>, "the dimension along which the operand is cut"},
    {"concat_dimension", kKind<int64_t>, "the dimension along which blocks are put together"},
    {"split_count", kKind<int64_t>,
     "how many devices a group has; HLO has no attribute for it, so that no run without "
     "replica_groups checks it"},
    kGroups,
    kChannel};
constexpr ArgumentSpec kExchangeTupleArguments[] = {kArrays, kGroups, kChannel};
constexpr ArgumentSpec kRaggedArguments[] = {
    {"input", ArgumentKind::kOp, "the rows that are sent"},
    {"input_offsets", ArgumentKind::kOp, "where in the input the rows for each device begin"},
    {"send_sizes", ArgumentKind::kOp, "how many rows each device is sent"},
    {"output", ArgumentKind::kOp, "an array of the same rows, into which what comes is put"},
    {"output_offsets", ArgumentKind::kOp, "where in the output of each device they go"},
    {"recv_sizes", ArgumentKind::kOp, "how many rows come from each device"},
    kGroups,
    kChannel};
constexpr ArgumentSpec kBroadcastArguments[] = {kOperandArgument, Required(kGroups), kChannel};
constexpr ArgumentSpec kPermuteArguments[] = {kOperandArgument, kCollectivePairs, kChannel};
constexpr ArgumentSpec kMultiPermuteArguments[] = {kArrays, kCollectivePairs, kChannel};

constexpr Rule kShardRules[] = {
    {"collective.b1", "shard_count and split_count are 1 or more"},
    {"collective.b2",
     "the size of the dimension is a multiple of the number of shards, or, where shards are put "
     "together, not too large"}};
constexpr Rule kExchangeRules[] = {
    kShardRules[0], kShardRules[1], {"collective.b3", "concat_dimension is one of the operand's"}};

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

OptionalChannel ChannelOf(const Argument& argument) {
  const int64_t channel = argument.Get<int64_t>();
  return channel == 0 ? OptionalChannel() : ChannelHandle{.handle = channel};
}
// What f gives for several operands, in whose builder the operation is: where there is none, the
// error of an operation without operands.
template <typename F>
XlaOp ForOps(XlaBuilder* builder, HloOpcode opcode, const Argument& argument, const F& f) {
  if (!argument.ops.empty()) return f(Span<const XlaOp>(argument.ops.data(), argument.ops.size()));
  return InBuilder(builder, [&] { return builder->AddInstruction({.opcode = opcode}); });
}

}  // namespace

Span<const BuilderDef> CollectiveBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"AllGather", 0, kCollectiveDevices, kAllGather, kGatherArguments, kShardRules,
       [](XlaBuilder*, Arguments a) {
         return AllGather(a[0].op, a[1].Get<int64_t>(), a[2].Get<int64_t>(),
                          a[3].Get<ReplicaGroups>(), ChannelOf(a[4]), a[5].Get<bool>());
       },
       "Gives each device the arrays of all devices of its group, one after the other along a "
       "dimension, in the order of the group.",
       "Operation Semantics, AllGather", "const y = b.allGather(x, 0, 2);"},
      {"AllGatherTuple", 0, kCollectiveDevices, kAllGather, kGatherTupleArguments, kShardRules,
       [](XlaBuilder* b, Arguments a) {
         return ForOps(b, HloOpcode::kAllGather, a[0], [&](Span<const XlaOp> operands) {
           return AllGatherTuple(operands, a[1].Get<int64_t>(), a[2].Get<int64_t>(),
                                 a[3].Get<ReplicaGroups>(), ChannelOf(a[4]), a[5].Get<bool>());
         });
       },
       "Gathers several arrays, each as allGather does; gives their tuple.",
       "Operation Semantics, AllGather", "const y = b.allGatherTuple([x, v], 0, 2);"},
      {"CrossReplicaSum",
       0,
       kCollectiveDevices,
       kTupleAllReduce,
       kSumArguments,
       {},
       [](XlaBuilder*, Arguments a) { return CrossReplicaSum(a[0].op, a[1].Get<ReplicaGroups>()); },
       "Gives each device the sum of what the devices of its group have; truth values by or.",
       "Operation Semantics, CrossReplicaSum",
       "const y = b.crossReplicaSum(v);"},
      {"AllReduce",
       0,
       kCollectiveDevices,
       kTupleAllReduce,
       kCollectiveReduceArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return AllReduce(a[0].op, a[1].computation(), a[2].Get<ReplicaGroups>(), ChannelOf(a[3]),
                          a[4].Get<bool>());
       },
       "Reduces what the devices of a group have, element by element in the order of the group, "
       "and gives the result to each of them.",
       "Operation Semantics, AllReduce",
       "const y = b.allReduce(v, sum);"},
      {"AllReduceTuple",
       0,
       kCollectiveDevices,
       kAllReduce,
       kReduceTupleArguments,
       {},
       [](XlaBuilder* b, Arguments a) {
         return ForOps(b, HloOpcode::kAllReduce, a[0], [&](Span<const XlaOp> operands) {
           return AllReduceTuple(operands, a[1].computation(), a[2].Get<ReplicaGroups>(),
                                 ChannelOf(a[3]), a[4].Get<bool>());
         });
       },
       "Reduces several arrays, each as allReduce does; gives their tuple.",
       "Operation Semantics, AllReduce",
       "const y = b.allReduceTuple([x, v], sum);"},
      {"ReduceScatter", 0, kCollectiveDevices, kReduceScatter, kScatterArguments, kShardRules,
       [](XlaBuilder*, Arguments a) {
         return ReduceScatter(a[0].op, a[1].computation(), a[2].Get<int64_t>(), a[3].Get<int64_t>(),
                              a[4].Get<ReplicaGroups>(), ChannelOf(a[5]), a[6].Get<bool>());
       },
       "Reduces as allReduce does, and gives each device the shard that has its place in the "
       "group.",
       "Operation Semantics, ReduceScatter", "const y = b.reduceScatter(x, sum, 0, 2);"},
      {"AllToAll", 0, kCollectiveDevices, kArrayAllToAll, kExchangeArguments, kExchangeRules,
       [](XlaBuilder*, Arguments a) {
         return AllToAll(a[0].op, a[1].Get<int64_t>(), a[2].Get<int64_t>(), a[3].Get<int64_t>(),
                         a[4].Get<ReplicaGroups>(), ChannelOf(a[5]));
       },
       "Cuts what each device has into blocks along one dimension, sends block i to the device at "
       "place i of the group, and puts what comes together along another dimension.",
       "Operation Semantics, AllToAll", "const y = b.allToAll(x, 0, 1, 2);"},
      {"AllToAllTuple",
       0,
       kCollectiveDevices,
       kAllToAll,
       kExchangeTupleArguments,
       {},
       [](XlaBuilder* b, Arguments a) {
         return ForOps(b, HloOpcode::kAllToAll, a[0], [&](Span<const XlaOp> operands) {
           return AllToAllTuple(operands, a[1].Get<ReplicaGroups>(), ChannelOf(a[2]));
         });
       },
       "Sends operand i to the device at place i of the group; gives the tuple of what comes.",
       "Operation Semantics, AllToAll",
       "const y = b.allToAllTuple([v, b.neg(v)]);"},
      {"RaggedAllToAll",
       0,
       kCollectiveDevices,
       kRagged,
       kRaggedArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return RaggedAllToAll(a[0].op, a[1].op, a[2].op, a[3].op, a[4].op, a[5].op,
                               a[6].Get<ReplicaGroups>(), ChannelOf(a[7]));
       },
       "Sends rows to the devices of the group, to each as many as send_sizes says, and puts what "
       "comes into the output.",
       "Operation Semantics, RaggedAllToAll",
       "const each = (to0, to1) => b.constant([to0, to1], 'S32');\n"
       "// row 0 to device 0, row 1 to device 1; what comes from device d becomes row d\n"
       "const zeros = b.zeros(f32(2, 3));\n"
       "const row = b.broadcast(b.convertElementType(b.replicaId(), 'S32'), [2]);\n"
       "const y = b.raggedAllToAll(x, each(0, 1), each(1, 1), zeros, row, each(1, 1));"},
      {"CollectiveBroadcast",
       0,
       kCollectiveDevices,
       kBroadcast,
       kBroadcastArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return CollectiveBroadcast(a[0].op, a[1].Get<ReplicaGroups>(), ChannelOf(a[2]));
       },
       "Gives each device of a group what the first device of the group has, and zeros to a device "
       "in no group.",
       "Operation Semantics, CollectiveBroadcast",
       "const y = b.collectiveBroadcast(v, [[1, 0]]);"},
      {"CollectivePermute",
       0,
       kCollectiveDevices,
       kPermute,
       kPermuteArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return CollectivePermute(a[0].op, a[1].Get<SourceTargetPairs>(), ChannelOf(a[2]));
       },
       "Sends what the source of each pair has to its target; who is no target gets zeros.",
       "Operation Semantics, CollectivePermute",
       "const y = b.collectivePermute(v, [[0, 1]]);"},
      {"MultiCollectivePermute",
       0,
       kCollectiveDevices,
       kPermute,
       kMultiPermuteArguments,
       {},
       [](XlaBuilder* b, Arguments a) {
         return ForOps(b, HloOpcode::kCollectivePermute, a[0], [&](Span<const XlaOp> operands) {
           return MultiCollectivePermute(operands, a[1].Get<SourceTargetPairs>(), ChannelOf(a[2]));
         });
       },
       "Sends several arrays together, as collectivePermute does one; gives their tuple.",
       "Operation Semantics, CollectivePermute",
       "const y = b.multiCollectivePermute([x, v], [[0, 1]]);"},
      {"PartitionId",
       0,
       kCollectiveDevices,
       kPartitionId,
       {},
       {},
       [](XlaBuilder* builder, Arguments) { return PartitionId(builder); },
       "Gives the number of the partition of its replica that this device runs, a scalar U32.",
       "XLA, HloInstruction::CreatePartitionId",
       "const y = b.add(b.partitionId(), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
