// collective-permute, collective-permute-start, collective-permute-done: each device sends what it
// has to one other, or to none.
#include <algorithm>

#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kCollectivePermuteOperands[] = {{"operands", "one array or more"}};
constexpr OperandSpec kCollectivePermuteDoneOperand[] = {
    {"start", "what collective-permute-start gave"}};
constexpr Rule kPairsRule = {
    "collective_permute.c1",
    "source_target_pairs names no id twice as a source, or twice as a target, and none below 0"};
constexpr Rule kCollectivePermuteRules[] = {kStaticOperands, kIdsOfTheRun, kPairsRule};
constexpr Rule kCollectivePermuteStartRules[] = {
    kStaticOperands,
    kIdsOfTheRun,
    kPairsRule,
    {"collective_permute_start.c1",
     "the result is (the operand, what is received, and whatever else a back end keeps: scalars of "
     "U32 or S32), or tuples of the first two"}};
constexpr Rule kCollectivePermuteDoneRules[] = {
    {"collective_permute_done.c1",
     "the operand has the shape of what collective-permute-start gives"}};

Status CheckPairs(const SourceTargetPairs& all) {
  std::vector<int64_t> sources;
  std::vector<int64_t> targets;
  for (const auto& [source, target] : all.pairs) {
    sources.push_back(source);
    targets.push_back(target);
  }
  for (std::vector<int64_t>* ids : {&sources, &targets}) {
    const std::string_view role = ids == &sources ? "source" : "target";
    std::sort(ids->begin(), ids->end());
    const auto twice = std::adjacent_find(ids->begin(), ids->end());
    const bool negative = !ids->empty() && ids->front() < 0;
    if (!negative && twice == ids->end()) continue;
    std::string text = "source_target_pairs=";
    AttributeKindOf<SourceTargetPairs>().print(&all, text);
    return InvalidArgument(kPairsRule.id)  // collective_permute.c1
        .Say(text.size() <= 200 ? text : StrCat(text.substr(0, 200), "..."))
        .Detail(negative ? StrCat(ids->front(), " is no id")
                         : StrCat(*twice, " is a ", role, " twice"))
        .Help(negative ? "ids are counted from 0"
              : role == "target"
                  ? "a device receives one array: use one collective-permute for each "
                    "that it is to have, or all-gather"
                  : "to send one array to several devices, use "
                    "collective-broadcast, or one collective-permute for each");
  }
  return OkStatus();
}

StatusOr<Shape> InferPermute(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckStatic(context));
  HLOOM_RETURN_IF_ERROR(
      CheckPairs(context.attrs<CollectivePermuteAttributes>().source_target_pairs));
  return OperandsAsOne(context);
}

// (operands, result, contexts...)
bool IsStartShape(const Shape& shape) {
  if (!shape.IsTuple() || shape.tuple_shapes().size() < 2) return false;
  for (size_t i = 2; i < shape.tuple_shapes().size(); ++i) {
    const Shape& kept = shape.tuple_shapes()[i];
    if (!kept.IsArray() || kept.rank() != 0) return false;
    if (kept.element_type() != U32 && kept.element_type() != S32) return false;
  }
  return true;
}

StatusOr<Shape> InferPermuteStart(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(const Shape result, InferPermute(context));
  const Shape& given = *context.given_shape;
  if (IsStartShape(given) && ShapeUtil::Compatible(given.tuple_shapes()[0], result) &&
      ShapeUtil::Compatible(given.tuple_shapes()[1], result)) {
    return given;
  }
  return InvalidArgument("collective_permute_start.c1")  // collective_permute_start.c1
      .Say(StrCat("the result is ", given.ToString()))
      .Help(StrCat("it must be (", result.ToString(), ", ", result.ToString(),
                   "), with scalars of U32 behind if the back end needs them"));
}

StatusOr<Shape> InferPermuteDone(const InferContext& context) {
  const Shape& start = context.operand(0);
  if (IsStartShape(start)) return start.tuple_shapes()[1];
  return InvalidArgument("collective_permute_done.c1")  // collective_permute_done.c1
      .Say(StrCat("the operand is ", start.ToString()))
      .Help("give the result of collective-permute-start, such as (f32[2], f32[2])");
}

StatusOr<DeviceGroups> GroupsOfPermute(const HloInstruction& instruction, const DeviceGrid& grid) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<DevicePair> pairs, DevicePairsOf(instruction, grid));
  return GroupsOfPairs(Span<const DevicePair>(pairs.data(), pairs.size()), grid);
}

constexpr CollectiveDef kPermuteDevices = {ModeOfMovesWith<CollectivePermuteAttributes>,
                                           GroupsOfPermute};

}  // namespace

extern const OpDef kCollectivePermuteDef, kCollectivePermuteStartDef, kCollectivePermuteDoneDef;

constexpr OpDef kCollectivePermuteDef = {
    .opcode = HloOpcode::kCollectivePermute,
    .name = "collective-permute",
    .operands = kCollectivePermuteOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<CollectivePermuteAttributes>,
    .rules = kCollectivePermuteRules,
    .infer_shape = InferPermute,
    .collective = &kPermuteDevices,
    .traits = kCollectiveTraits,
    .doc =
        "Sends what the source of each pair has to its target. A device that is no target gets "
        "zeros. Several operands are sent together and give a tuple. A device waits for those with "
        "which pairs connect it, also through others; one in no pair waits for nobody.",
    .source = "Operation Semantics, CollectivePermute",
};

constexpr OpDef kCollectivePermuteStartDef = {
    .opcode = HloOpcode::kCollectivePermuteStart,
    .name = "collective-permute-start",
    .operands = kCollectivePermuteOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<CollectivePermuteAttributes>,
    .rules = kCollectivePermuteStartRules,
    .infer_shape = InferPermuteStart,
    .collective = &kPermuteDevices,
    .traits = kGivenCollectiveTraits,
    .doc =
        "Begins a collective-permute, which collective-permute-done ends: it hands out the "
        "operands and does not wait. What it gives, (the operands, what is received, ...), is for "
        "collective-permute-done alone.",
    .source = "XLA, HloCollectivePermuteInstruction",
};

constexpr OpDef kCollectivePermuteDoneDef = {
    .opcode = HloOpcode::kCollectivePermuteDone,
    .name = "collective-permute-done",
    .operands = kCollectivePermuteDoneOperand,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kCollectivePermuteDoneRules,
    .infer_shape = InferPermuteDone,
    .traits = kCollectiveTraits,
    .doc = "Waits until what collective-permute-start began is there, and gives it.",
    .source = "XLA, HloCollectivePermuteInstruction",
};

}  // namespace hloom
