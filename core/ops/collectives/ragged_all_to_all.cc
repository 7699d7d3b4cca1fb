// ragged-all-to-all: each device of a group sends a chosen number of rows to each device.
#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kRaggedAllToAllOperands[] = {
    {"input", "the rows that are sent, along dimension 0"},
    {"output", "an array of rows of the same shape, into which received rows are written"},
    {"input_offsets", "for each device, the index in the input of the first row that it is sent"},
    {"send_sizes", "the number of rows that each device is sent"},
    {"output_offsets", "for each device, the index in its output at which these rows are written"},
    {"recv_sizes", "the number of rows received from each device"},
};
constexpr Rule kRaggedAllToAllC1 = {"ragged_all_to_all.c1",
                                    "the input and the output have a dimension 0, the same sizes "
                                    "in all others, and the same element type"};
constexpr Rule kRaggedAllToAllC2 = {"ragged_all_to_all.c2",
                                    "input_offsets, send_sizes, output_offsets and recv_sizes are "
                                    "vectors of integers, of one size and type"};
constexpr Rule kRaggedAllToAllC3 = {"ragged_all_to_all.c3",
                                    "that size is a multiple of the number of devices of a group: "
                                    "in replica_groups, and when the program runs"};
constexpr Rule kRaggedAllToAllRules[] = {kCollectiveC1,     kCollectiveC2,     kCollectiveC3,
                                         kCollectiveC4,     kCollectiveC6,     kCollectiveC7,
                                         kRaggedAllToAllC1, kRaggedAllToAllC2, kRaggedAllToAllC3,
                                         kRaggedAllToAllC4, kRaggedAllToAllC5};

bool HaveSameRows(const Shape& a, const Shape& b) {
  if (a.rank() == 0 || a.rank() != b.rank() || a.element_type() != b.element_type()) return false;
  for (int64_t d = 1; d < a.rank(); ++d) {
    if (a.dimensions(d) != b.dimensions(d)) return false;
  }
  return true;
}

StatusOr<Shape> InferRaggedAllToAll(const InferContext& context) {
  const auto& attributes = context.attrs<GroupAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes));
  const Shape& output = context.operand(1);
  if (!HaveSameRows(context.operand(0), output)) {
    return InvalidArgument(kRaggedAllToAllC1)
        .Say(StrCat("the input is ", context.operand(0).ToString(), ", the output ",
                    output.ToString()))
        .Help("only their first dimensions may differ");
  }
  const Shape& first = context.operand(2);
  for (size_t i = 2; i < 6; ++i) {
    const Shape& vector = context.operand(i);
    if (vector.rank() == 1 && IsIntegralType(vector.element_type()) &&
        ShapeUtil::Compatible(vector, first)) {
      continue;
    }
    return InvalidArgument(kRaggedAllToAllC2)
        .Say(MessageCat("operand ", i, " (", ArgumentName(kRaggedAllToAllOperands[i].name), ") is ",
                        vector.ToString(),
                        i == 2 ? std::string() : StrCat(", operand 2 ", first.ToString())))
        .Help("give four vectors alike, such as s32[4] for groups of 4 devices");
  }
  const ReplicaGroups& groups = attributes.replica_groups;
  if (!groups.empty()) {
    const int64_t devices = groups.SizeOfFirstGroup();
    if (first.dimensions(0) % devices != 0) {
      return InvalidArgument(kRaggedAllToAllC3)
          .Say(StrCat("the offsets are ", first.ToString(), ", and a group has ",
                      Count(devices, "id")))
          .Help("give as many offsets and sizes as a group has devices, or a multiple of that");
    }
  }
  return output;
}

// The number of the operand send_sizes.
constexpr size_t kRaggedSendSizes = 3;

StatusOr<DeviceGroups> GroupsOfRagged(const HloInstruction& instruction, const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<GroupAttributes>();
  HLOOM_ASSIGN_OR_RETURN(DeviceGroups groups, ExpandGroups(instruction, attributes.replica_groups,
                                                           ModeOfMoves(attributes.has_channel()),
                                                           grid, /*all_named=*/true));
  const int64_t entries = instruction.operand(kRaggedSendSizes)->shape().dimensions(0);
  for (const std::vector<int64_t>& group : groups) {
    const auto devices = static_cast<int64_t>(group.size());
    if (entries % devices == 0) continue;
    return InvalidArgument(kRaggedAllToAllC3)
        .Op(HloOpcodeString(instruction.opcode()))
        .Say(StrCat("it has ", entries, " offsets, and a group of this run has ",
                    Count(devices, "device")))
        .Help("give as many offsets and sizes as a group has devices, or a multiple of that");
  }
  return groups;
}

constexpr CollectiveDef kRaggedDevices = {ModeOfMovesWith<GroupAttributes>, GroupsOfRagged};

}  // namespace

constexpr OpDef kRaggedAllToAllDef = {
    .opcode = HloOpcode::kRaggedAllToAll,
    .name = "ragged-all-to-all",
    .operands = kRaggedAllToAllOperands,
    .min_operands = 6,
    .max_operands = 6,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<GroupAttributes>,
    .rules = kRaggedAllToAllRules,
    .infer_shape = InferRaggedAllToAll,
    .collective = &kRaggedDevices,
    .traits = kCollectiveTraits,
    .doc =
        "Sends rows between the devices of a group; each device chooses how many. A device sends "
        "send_sizes[j] rows of its input, starting at row input_offsets[j], to the device at "
        "position j of the group. They replace the rows of that device's output that start at "
        "output_offsets[j]. The result is the output with the received rows written into it, in "
        "the order of the group. The vectors may have k consecutive entries for each device, which "
        "send k pieces to each. hloom checks sizes, offsets and recv_sizes when the program runs. "
        "A device waits until all devices of its group have arrived.",
    .source = "Operation Semantics, RaggedAllToAll",
};

}  // namespace hloom
