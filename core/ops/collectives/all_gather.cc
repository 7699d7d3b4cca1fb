// all-gather, all-gather-start, all-gather-done: concatenate the arrays of all devices of a group.
#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kAllGatherOperands[] = {{"operands", "one array or more"}};
constexpr OperandSpec kAllGatherDoneOperand[] = {{"start", "the result of all-gather-start"}};
constexpr Rule kAllGatherC1 = {"all_gather.c1",
                               "dimensions names exactly one dimension, which each operand has"};
constexpr Rule kAllGatherC2 = {
    "all_gather.c2",
    "the result is an array for each operand, in a tuple if there are several: the operand with "
    "that dimension N times as large, where N >= 1 is one number for all"};
constexpr Rule kAllGatherRules[] = {kCollectiveC1, kCollectiveC2, kCollectiveC3, kCollectiveC4,
                                    kCollectiveC5, kCollectiveC6, kCollectiveC7, kCollectiveC8,
                                    kAllGatherC1,  kAllGatherC2};
constexpr Rule kAllGatherStartC1 = {
    "all_gather_start.c1", "the result is (the operand, the gathered array), or tuples of each"};
constexpr Rule kAllGatherStartRules[] = {
    kCollectiveC1, kCollectiveC2, kCollectiveC3, kCollectiveC4, kCollectiveC5,    kCollectiveC6,
    kCollectiveC7, kCollectiveC8, kAllGatherC1,  kAllGatherC2,  kAllGatherStartC1};
constexpr Rule kAllGatherDoneC1 = {"all_gather_done.c1",
                                   "the operand has the shape of the result of all-gather-start"};
constexpr Rule kAllGatherDoneRules[] = {kAllGatherDoneC1};

// Checks the gathered arrays.
Status CheckGathered(const InferContext& context, const Shape& gathered) {
  const auto& attributes = context.attrs<AllGatherAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes));
  HLOOM_ASSIGN_OR_RETURN(const int64_t dimension,
                         OneDimension(kAllGatherC1, context, attributes.dimensions));
  const size_t count = context.operands.size();
  int64_t shards = 0;
  for (size_t i = 0; i < count; ++i) {
    const Shape* array = ArrayOf(gathered, count, i);
    const std::optional<int64_t> times =
        array == nullptr ? std::nullopt : ShardsBetween(*array, context.operand(i), dimension);
    if (!times || (*times != 0 && shards != 0 && *times != shards)) {
      return InvalidArgument(kAllGatherC2)
          .Say(StrCat("the result is ", gathered.ToString()))
          .Detail(StrCat("operand ", i, " is ", context.operand(i).ToString()))
          .Help(StrCat("only dimension ", dimension,
                       " is larger, as many times as a group has devices"));
    }
    if (*times != 0) shards = *times;
  }
  if (shards == 0) return OkStatus();
  return CheckParts(attributes, ModeOfReduction(attributes), shards, "shard");
}

StatusOr<Shape> InferAllGather(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckGathered(context, *context.given_shape));
  return *context.given_shape;
}

StatusOr<Shape> InferAllGatherStart(const InferContext& context) {
  const Shape& given = *context.given_shape;
  const bool right = given.IsTuple() && given.tuple_shapes().size() == 2 &&
                     ShapeUtil::Compatible(given.tuple_shapes()[0], OperandsAsOne(context));
  if (!right) {
    return InvalidArgument(kAllGatherStartC1)
        .Say(StrCat("the result is ", given.ToString()))
        .Help(StrCat("it must be a pair of ", OperandsAsOne(context).ToString(),
                     " and what is gathered"));
  }
  HLOOM_RETURN_IF_ERROR(CheckGathered(context, given.tuple_shapes()[1]));
  return given;
}

StatusOr<Shape> InferAllGatherDone(const InferContext& context) {
  const Shape& start = context.operand(0);
  if (start.IsTuple() && start.tuple_shapes().size() == 2) return start.tuple_shapes()[1];
  return InvalidArgument(kAllGatherDoneC1)
      .Say(StrCat("the operand is ", start.ToString()))
      .Help("give the result of all-gather-start, such as (f32[2], f32[4])");
}

StatusOr<DeviceGroups> GroupsOfAllGather(const HloInstruction& instruction,
                                         const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<AllGatherAttributes>();
  HLOOM_ASSIGN_OR_RETURN(DeviceGroups groups,
                         ExpandGroups(instruction, attributes.replica_groups,
                                      ModeOfReduction(attributes), grid, /*all_named=*/true));
  const int64_t dimension = attributes.dimensions[0];
  const Shape& small = instruction.operand(0)->shape();
  const Shape& large = CollectiveArrayShape(instruction, 0);
  const std::optional<int64_t> shards = ShardsBetween(large, small, dimension);
  if (shards.value_or(0) != 0) {
    HLOOM_RETURN_IF_ERROR(CheckPartsOfRun(instruction, groups, *shards, "shard"));
  }
  return groups;
}

constexpr CollectiveDef kAllGatherDevices = {ModeOfReductionWith<AllGatherAttributes>,
                                             GroupsOfAllGather};

}  // namespace

constexpr OpDef kAllGatherDef = {
    .opcode = HloOpcode::kAllGather,
    .name = "all-gather",
    .operands = kAllGatherOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<AllGatherAttributes>,
    .rules = kAllGatherRules,
    .infer_shape = InferAllGather,
    .collective = &kAllGatherDevices,
    .traits = kGivenCollectiveTraits,
    .doc =
        "Concatenates the operands of all devices of a group along a dimension and returns the "
        "result on each of them. The position in the group decides the order, not the id. Several "
        "operands are gathered separately, and the result is a tuple. A device waits until all "
        "devices of its group have arrived.",
    .source = "Operation Semantics, AllGather",
};

constexpr OpDef kAllGatherStartDef = {
    .opcode = HloOpcode::kAllGatherStart,
    .name = "all-gather-start",
    .operands = kAllGatherOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<AllGatherAttributes>,
    .rules = kAllGatherStartRules,
    .infer_shape = InferAllGatherStart,
    .collective = &kAllGatherDevices,
    .traits = kGivenCollectiveTraits,
    .doc =
        "Starts an all-gather, which all-gather-done completes. It contributes the operands and "
        "does not wait. Only all-gather-done may use its result, (the operands, the gathered "
        "arrays).",
    .source = "XLA, HloAllGatherInstruction",
};

constexpr OpDef kAllGatherDoneDef = {
    .opcode = HloOpcode::kAllGatherDone,
    .name = "all-gather-done",
    .operands = kAllGatherDoneOperand,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kAllGatherDoneRules,
    .infer_shape = InferAllGatherDone,
    .traits = kCollectiveTraits,
    .doc = "Waits for the all-gather that all-gather-start began and returns its result.",
    .source = "XLA, HloAllGatherInstruction",
};

}  // namespace hloom
