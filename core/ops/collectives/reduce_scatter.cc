// reduce-scatter: an all-reduce from which each device gets one shard.
#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kReduceScatterOperands[] = {
    {"operands", "one array or more, of one element type"}};
constexpr Rule kReduceScatterC1 = {
    "reduce_scatter.c1", "dimensions names exactly one dimension, which each operand has"};
constexpr Rule kReduceScatterC2 = {
    "reduce_scatter.c2",
    "the result is an array for each operand, in a tuple if there are several: the operand with "
    "that dimension divided by N, where N >= 1 is one number for all"};
constexpr Rule kReduceScatterRules[] = {kCollectiveC1,  kCollectiveC2,    kCollectiveC3,
                                        kCollectiveC4,  kCollectiveC5,    kCollectiveC6,
                                        kCollectiveC7,  kCollectiveC8,    kCollectiveC9,
                                        kCollectiveC10, kReduceScatterC1, kReduceScatterC2};

StatusOr<Shape> InferReduceScatter(const InferContext& context) {
  const auto& attributes = context.attrs<ReduceScatterAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes));
  HLOOM_RETURN_IF_ERROR(CheckReducer(context));
  HLOOM_ASSIGN_OR_RETURN(const int64_t dimension,
                         OneDimension(kReduceScatterC1, context, attributes.dimensions));
  const size_t count = context.operands.size();
  int64_t shards = 0;
  for (size_t i = 0; i < count; ++i) {
    const Shape* array = ArrayOf(*context.given_shape, count, i);
    const std::optional<int64_t> times =
        array == nullptr ? std::nullopt : ShardsBetween(context.operand(i), *array, dimension);
    if (!times || (*times != 0 && shards != 0 && *times != shards)) {
      return InvalidArgument(kReduceScatterC2)
          .Say(StrCat("the result is ", context.given_shape->ToString()))
          .Detail(StrCat("operand ", i, " is ", context.operand(i).ToString()))
          .Help(StrCat("only dimension ", dimension,
                       " is smaller: it is divided by the number of devices of a group"));
    }
    if (*times != 0) shards = *times;
  }
  if (shards != 0) {
    HLOOM_RETURN_IF_ERROR(CheckParts(attributes, ModeOfReduction(attributes), shards, "shard"));
  }
  return *context.given_shape;
}

StatusOr<DeviceGroups> GroupsOfReduceScatter(const HloInstruction& instruction,
                                             const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<ReduceScatterAttributes>();
  HLOOM_ASSIGN_OR_RETURN(DeviceGroups groups,
                         ExpandGroups(instruction, attributes.replica_groups,
                                      ModeOfReduction(attributes), grid, /*all_named=*/true));
  const std::optional<int64_t> shards =
      ShardsBetween(instruction.operand(0)->shape(), CollectiveArrayShape(instruction, 0),
                    attributes.dimensions[0]);
  if (shards.value_or(0) != 0) {
    HLOOM_RETURN_IF_ERROR(CheckPartsOfRun(instruction, groups, *shards, "shard"));
  }
  return groups;
}

constexpr CollectiveDef kReduceScatterDevices = {ModeOfReductionWith<ReduceScatterAttributes>,
                                                 GroupsOfReduceScatter};

}  // namespace

constexpr OpDef kReduceScatterDef = {
    .opcode = HloOpcode::kReduceScatter,
    .name = "reduce-scatter",
    .operands = kReduceScatterOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<ReduceScatterAttributes>,
    .regions = kReducerRegion,
    .rules = kReduceScatterRules,
    .imply_converts = AdaptReducer,
    .infer_shape = InferReduceScatter,
    .collective = &kReduceScatterDevices,
    .traits = kGivenReducingTraits,
    .doc =
        "Reduces the operands of all devices of a group, as all-reduce does and in the same order, "
        "splits the result along a dimension into one shard for each device, and returns on each "
        "device the shard of its position in the group. Several operands are reduced separately, "
        "and the result is a tuple. A device waits until all devices of its group have arrived.",
    .source = "Operation Semantics, ReduceScatter",
};

}  // namespace hloom
