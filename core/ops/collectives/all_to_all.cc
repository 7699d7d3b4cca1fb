// all-to-all: each device of a group sends a block to each.
#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kAllToAllOperands[] = {
    {"operands", "an array, or, without dimensions, one for each device of a group"}};
constexpr Rule kAllToAllC1 = {
    "all_to_all.c1",
    "with dimensions there is one operand, and dimensions names exactly one dimension of it"};
constexpr Rule kAllToAllC2 = {
    "all_to_all.c2",
    "without dimensions all operands have one shape and one layout, in any memory space"};
constexpr Rule kAllToAllC3 = {"all_to_all.c3",
                              "the size of the dimension is a multiple of the number of devices of "
                              "a group: in replica_groups, and when the program runs"};
constexpr Rule kAllToAllRules[] = {kCollectiveC1, kCollectiveC2, kCollectiveC3, kCollectiveC4,
                                   kCollectiveC6, kCollectiveC7, kCollectiveC8, kAllToAllC1,
                                   kAllToAllC2,   kAllToAllC3};

Status CheckSplit(const InferContext& context, const AllToAllAttributes& attributes) {
  if (context.operands.size() != 1) {
    return InvalidArgument(kAllToAllC1)
        .Say(MessageCat(WithValue("dimensions", attributes.dimensions), " is given with ",
                        context.operands.size(), " operands"))
        .Help("give one array to be cut, or leave out dimensions");
  }
  HLOOM_ASSIGN_OR_RETURN(const int64_t dimension,
                         OneDimension(kAllToAllC1, context, attributes.dimensions));
  const ReplicaGroups& groups = attributes.replica_groups;
  if (groups.empty()) return OkStatus();
  const int64_t devices = groups.SizeOfFirstGroup();
  const int64_t size = context.operand(0).dimensions(dimension);
  if (size % devices == 0) return OkStatus();
  return InvalidArgument(kAllToAllC3)
      .Say(StrCat(context.operand(0).ToString(), " cannot be cut into ", devices, " blocks"))
      .Detail(StrCat("dimension ", dimension, " has size ", size, ", and a group has ",
                     Count(devices, "id")))
      .Help(StrCat("pad dimension ", dimension, " to a multiple of ", devices));
}

// The layout of an array without its memory space: f32[2,3]{0,1:S(1)} gives {0,1}.
Layout AnywhereInMemory(const Shape& array) {
  Layout layout = array.layout();
  if (layout.properties() == nullptr) return layout;
  LayoutProperties properties = *layout.properties();
  properties.memory_space = 0;
  layout.set_properties(std::move(properties));
  return layout;
}

// Operand i goes to device i, and the operand from device i takes its place.
Status CheckAlike(const InferContext& context) {
  const Shape& first = context.operand(0);
  for (size_t i = 1; i < context.operands.size(); ++i) {
    const Shape& other = context.operand(i);
    const bool one_shape = ShapeUtil::Compatible(other, first);
    if (one_shape && AnywhereInMemory(other) == AnywhereInMemory(first)) continue;
    return InvalidArgument(kAllToAllC2)
        .Say(StrCat("operand 0 is ", first.ToString(/*print_layout=*/one_shape), ", operand ", i,
                    " ", other.ToString(/*print_layout=*/one_shape)))
        .Help(one_shape ? "copy the operands to one layout"
                        : "each device sends one operand to each: all need one shape");
  }
  return OkStatus();
}

StatusOr<Shape> InferAllToAll(const InferContext& context) {
  const auto& attributes = context.attrs<AllToAllAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckGroups(context, attributes));
  if (!attributes.dimensions.empty()) {
    HLOOM_RETURN_IF_ERROR(CheckSplit(context, attributes));
    return context.operand(0);
  }
  HLOOM_RETURN_IF_ERROR(CheckAlike(context));
  HLOOM_RETURN_IF_ERROR(CheckParts(attributes, ModeOfMoves(attributes.has_channel()),
                                   static_cast<int64_t>(context.operands.size()), "operand"));
  return ShapeUtil::MakeTupleShape(OperandShapes(context));
}

StatusOr<DeviceGroups> GroupsOfAllToAll(const HloInstruction& instruction, const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<AllToAllAttributes>();
  HLOOM_ASSIGN_OR_RETURN(DeviceGroups groups, ExpandGroups(instruction, attributes.replica_groups,
                                                           ModeOfMoves(attributes.has_channel()),
                                                           grid, /*all_named=*/true));
  if (attributes.dimensions.empty()) {
    const auto operands = static_cast<int64_t>(instruction.operands().size());
    HLOOM_RETURN_IF_ERROR(CheckPartsOfRun(instruction, groups, operands, "operand"));
    return groups;
  }
  const int64_t size = instruction.operand(0)->shape().dimensions(attributes.dimensions[0]);
  for (const std::vector<int64_t>& group : groups) {
    const auto devices = static_cast<int64_t>(group.size());
    if (size % devices == 0) continue;
    return InvalidArgument(kAllToAllC3)
        .Op(HloOpcodeString(instruction.opcode()))
        .Say(StrCat(instruction.operand(0)->shape().ToString(), " cannot be cut into ", devices,
                    " blocks"))
        .Detail(StrCat("dimension ", attributes.dimensions[0], " has size ", size,
                       ", and a group of this run has ", Count(devices, "device")))
        .Help(RunAsWritten());
  }
  return groups;
}

constexpr CollectiveDef kAllToAllDevices = {ModeOfMovesWith<AllToAllAttributes>, GroupsOfAllToAll};

}  // namespace

constexpr OpDef kAllToAllDef = {
    .opcode = HloOpcode::kAllToAll,
    .name = "all-to-all",
    .operands = kAllToAllOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<AllToAllAttributes>,
    .rules = kAllToAllRules,
    .infer_shape = InferAllToAll,
    .collective = &kAllToAllDevices,
    .traits = kCollectiveTraits,
    .doc =
        "Splits the operand of each device of a group along a dimension into one block for each "
        "device, sends block i to the device at position i, and concatenates the received blocks "
        "along the same dimension, in the order of the group. Without `dimensions`, operand i goes "
        "to the device at position i, and the result is the tuple of the received operands. In the "
        "example of XLA's page, AllToAll(x, split_dimension=1, concat_dimension=0, split_count=4) "
        "of f32[4,16] splits dimension 1, as its code shows; its text names another dimension. The "
        "cores are 0 to 3. A device waits until all devices of its group have arrived.",
    .source = "Operation Semantics, AllToAll",
};

}  // namespace hloom
