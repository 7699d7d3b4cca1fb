#include "ops/collectives/collective_util.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/utf8.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

Message AttributeText(const ReplicaGroups& groups) {
  constexpr size_t kMost = 200;
  std::string text;
  AttributeKindOf<ReplicaGroups>().print(&groups, text);
  if (text.size() > kMost) text = StrCat(text.substr(0, kMost), "...");
  return Message::Value(Message::Kind::kList, "replica_groups", text);
}

Status CheckIdsOfCollectiveUtil(const ReplicaGroups& groups, GroupDemands demands) {
  const auto refuse = [&groups](const Rule& rule, std::string detail, Message help) {
    return InvalidArgument(rule)
        .Say(AttributeText(groups))
        .Detail(std::move(detail))
        .Help(std::move(help));
  };
  std::vector<int64_t> ids;
  for (size_t i = 0; i < groups.list.size(); ++i) {
    const std::vector<int64_t>& group = groups.list[i];
    if (group.empty()) {
      return refuse(kCollectiveC1, StrCat("group ", i, " is empty"),
                    "leave it out, or write `replica_groups={}` for one group of all"_msg);
    }
    if (demands.even && group.size() != groups.list[0].size()) {
      return refuse(kCollectiveC4,
                    StrCat("group 0 has ", Count(static_cast<int64_t>(groups.list[0].size()), "id"),
                           ", group ", i, " has ", group.size()),
                    "make the groups alike: each of their devices gets the same shape");
    }
    ids.insert(ids.end(), group.begin(), group.end());
  }
  std::sort(ids.begin(), ids.end());
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) {
      return refuse(kCollectiveC2, StrCat(ids[i], " is not an id"), "ids are counted from 0");
    }
    if (i > 0 && ids[i] == ids[i - 1]) {
      return refuse(kCollectiveC2, StrCat(ids[i], " is named twice"), "name each id once");
    }
  }
  for (size_t i = 0; demands.all_ids && i < ids.size(); ++i) {
    if (ids[i] == static_cast<int64_t>(i)) continue;
    return refuse(kCollectiveC3, StrCat(i, " is missing; ", ids.back(), " is there"),
                  "put each id in a group, if only in one of its own");
  }
  return OkStatus();
}

}  // namespace

Status CheckStatic(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (context.operand(i).is_static()) continue;
    return InvalidArgument(kCollectiveC6)
        .Say(StrCat("operand ", i, " is ", context.operand(i).ToString()))
        .Detail("devices with different live sizes could not work together")
        .Help("pad it to a static size before, and pass the size as another array");
  }
  return OkStatus();
}

Status CheckGroups(const InferContext& context, const CollectiveAttributes& attributes,
                   GroupDemands demands) {
  HLOOM_RETURN_IF_ERROR(CheckStatic(context));
  HLOOM_RETURN_IF_ERROR(CheckIdsOfCollectiveUtil(attributes.replica_groups, demands));
  if (!attributes.use_global_device_ids) return OkStatus();
  if (attributes.has_channel() && !attributes.replica_groups.empty()) return OkStatus();
  return InvalidArgument(kCollectiveC5)
      .Say(MessageCat("`use_global_device_ids=true` with "_msg,
                      attributes.has_channel() ? "`replica_groups={}`"_msg : "no `channel_id`"_msg))
      .Help(attributes.has_channel()
                ? "write out the groups of devices, such as `replica_groups={{0,1,2,3}}`"_msg
                : "give it a `channel_id`, such as `channel_id=1`"_msg);
}

Status CheckParts(const CollectiveAttributes& attributes, GroupMode mode, int64_t parts,
                  std::string_view what) {
  const ReplicaGroups& groups = attributes.replica_groups;
  if (groups.empty()) return OkStatus();
  const int64_t ids = groups.SizeOfFirstGroup();
  // In this mode, each id means all its partitions; the run determines their number.
  const bool many = mode == GroupMode::kCrossReplicaAndPartition;
  if (many ? parts % ids == 0 : parts == ids) return OkStatus();
  return InvalidArgument(kCollectiveC8)
      .Say(MessageCat(AttributeText(groups), ": a group has ", Count(ids, IdName(mode)),
                      ", but there ", parts == 1 ? "is " : "are ", Count(parts, what)))
      .Help(StrCat("there must be ", many ? "a multiple of as many" : "as many", " ", what,
                   "s as a group has ids"));
}

Status CheckPartsOfRun(const HloInstruction& instruction, const DeviceGroups& groups, int64_t parts,
                       std::string_view what) {
  for (const std::vector<int64_t>& group : groups) {
    const auto devices = static_cast<int64_t>(group.size());
    if (devices == parts) continue;
    return InvalidArgument(kCollectiveC8)
        .Op(HloOpcodeString(instruction.opcode()))
        .Say(StrCat("%", Shortened(instruction.name()), " has ", Count(parts, what), ", but ",
                    Count(devices, "device"), devices == 1 ? " is" : " are",
                    " in a group of this run"))
        .Help(MessageCat(RunAsWritten(), ", so that each group has ", parts));
  }
  return OkStatus();
}

// collective.c10
Status ExpectNoDevice(const HloComputation& reducer) {
  std::vector<const HloComputation*> waiting = {&reducer};
  std::unordered_set<const HloComputation*> seen = {&reducer};
  while (!waiting.empty()) {
    const HloComputation& computation = *waiting.back();
    waiting.pop_back();
    for (const auto& instruction : computation.instructions()) {
      const HloOpcode opcode = instruction->opcode();
      if (opcode == HloOpcode::kReplicaId || opcode == HloOpcode::kPartitionId) {
        return InvalidArgument(kCollectiveC10)
            .Say(StrCat("the computation ", reducer.name(), " has the ", HloOpcodeString(opcode),
                        " %", instruction->name()))
            .Help("compute values that differ between devices before, in the operand of each");
      }
      for (const HloComputation* callee : instruction->called_computations()) {
        if (seen.insert(callee).second) waiting.push_back(callee);
      }
    }
  }
  return OkStatus();
}

Status CheckReducer(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const PrimitiveType type = context.operand(0).element_type();
  for (size_t i = 1; i < context.operands.size(); ++i) {
    if (context.operand(i).element_type() == type) continue;
    return InvalidArgument(kCollectiveC9)
        .Say(StrCat("operand 0 is ", context.operand(0).ToString(), ", operand ", i, " ",
                    context.operand(i).ToString()))
        .Help("one computation reduces them all: give it operands of one element type");
  }
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const HloComputation& reducer = *context.called_computations[0];
  HLOOM_RETURN_IF_ERROR(
      ExpectSignature(kCollectiveC9, "reduction", reducer, {scalar, scalar}, scalar));
  return ExpectNoDevice(reducer);
}

StatusOr<int64_t> OneDimension(const Rule& rule, const InferContext& context,
                               const std::vector<int64_t>& dimensions) {
  if (dimensions.size() != 1) {
    return InvalidArgument(rule)
        .Say(MessageCat(WithValue("dimensions", dimensions), " is not one dimension"))
        .Help("name the one dimension along which devices share the array");
  }
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const int64_t rank = context.operand(i).rank();
    if (dimensions[0] >= 0 && dimensions[0] < rank) continue;
    return InvalidArgument(rule)
        .Say(StrCat("operand ", i, ", ", context.operand(i).ToString(), ", has no dimension ",
                    dimensions[0]))
        .Help(rank == 0 ? std::string("reshape the scalar to a vector of one element first")
                        : StrCat("use a dimension in 0..", rank - 1));
  }
  return dimensions[0];
}

Shape ArrayOrTuple(std::vector<Shape> arrays) {
  return arrays.size() == 1 ? std::move(arrays[0]) : ShapeUtil::MakeTupleShape(arrays);
}

Shape OperandsAsOne(const InferContext& context) { return ArrayOrTuple(OperandShapes(context)); }

const Shape* ArrayOf(const Shape& arrays, size_t count, size_t k) {
  if (count == 1) return arrays.IsArray() ? &arrays : nullptr;
  if (!arrays.IsTuple() || arrays.tuple_shapes().size() != count) return nullptr;
  return arrays.tuple_shapes()[k].IsArray() ? &arrays.tuple_shapes()[k] : nullptr;
}

std::optional<int64_t> ShardsBetween(const Shape& large, const Shape& small, int64_t dimension) {
  if (large.element_type() != small.element_type() || large.rank() != small.rank()) return {};
  if (large.is_dynamic() || small.is_dynamic()) return {};
  for (int64_t d = 0; d < large.rank(); ++d) {
    if (d != dimension && large.dimensions(d) != small.dimensions(d)) return {};
  }
  const int64_t whole = large.dimensions(dimension);
  const int64_t part = small.dimensions(dimension);
  if (part == 0) return whole == 0 ? std::optional<int64_t>(0) : std::nullopt;
  if (whole % part != 0 || whole == 0) return {};
  return whole / part;
}

const Shape& ResultOfCollective(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  const bool pair =
      opcode == HloOpcode::kAllGatherStart || opcode == HloOpcode::kCollectivePermuteStart;
  return pair ? instruction.shape().tuple_shapes()[1] : instruction.shape();
}

const Shape& CollectiveArrayShape(const HloInstruction& instruction, size_t k) {
  const Shape& result = ResultOfCollective(instruction);
  return result.IsTuple() ? result.tuple_shapes()[k] : result;
}

StatusOr<DeviceGroups> GroupsNamed(const HloInstruction& instruction, const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<CollectiveBroadcastAttributes>();
  return ExpandGroups(instruction, attributes.replica_groups, ModeOfMoves(attributes.has_channel()),
                      grid, /*all_named=*/false);
}

StatusOr<std::vector<DevicePair>> DevicePairsOf(const HloInstruction& instruction,
                                                const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<CollectivePermuteAttributes>();
  return ExpandPairs(instruction, attributes.source_target_pairs,
                     ModeOfMoves(attributes.has_channel()), grid);
}

}  // namespace hloom
