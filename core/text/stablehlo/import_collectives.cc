// Collectives of StableHLO.
#include <algorithm>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "builder/lib/constants.h"
#include "hlo/devices/replica_groups.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/collectives/device_groups.h"
#include "text/stablehlo/function_importer.h"
#include "text/stablehlo/import_manual.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

int64_t ChannelIdOf(OpScope& op) {
  const Attribute* const handle = op.Find("channel_handle");
  if (handle == nullptr) return 0;
  if (handle->kind == Attribute::Kind::kInteger) return handle->integer;
  if (handle->kind == Attribute::Kind::kStruct) return op.FieldInt(handle, "handle");
  op.Fail(InvalidArgument(kStableHloC2)
              .Say("the attribute channel_handle is not a channel")
              .Help("write it like #stablehlo.channel_handle<handle = 1, type = 1>"));
  return 0;
}

OptionalChannel OptionalChannelOf(OpScope& op) {
  const int64_t channel = ChannelIdOf(op);
  if (channel <= 0) return std::nullopt;
  return ChannelHandle{.handle = channel};
}

// A part of an axis, written (1)2: the product of the parts before it, and its size.
std::optional<AxisRef::SubAxis> SubAxisOf(const Attribute& attribute) {
  TextReader in(attribute.text);
  if (!in.Accept('(')) return std::nullopt;
  const StatusOr<int64_t> before = in.Int64();
  if (!before.ok() || !in.Accept(')')) return std::nullopt;
  const StatusOr<int64_t> size = in.Int64();
  if (!size.ok() || !in.AtEnd()) return std::nullopt;
  return AxisRef::SubAxis{.pre_size = *before, .size = *size};
}

// #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>: an axis of the mesh, or a part of it.
StatusOr<AxisRef> AxisOf(const Attribute& axis, const Mesh& mesh) {
  const Attribute* const name = axis.Field("name");
  for (size_t i = 0; name != nullptr && i < mesh.axes.size(); ++i) {
    if (mesh.axes[i].name != name->text) continue;
    AxisRef ref = {.mesh_axis_index = static_cast<int64_t>(i)};
    if (const Attribute* part = axis.Field("sub_axis_info")) {
      ref.sub_axis = SubAxisOf(*part);
      if (!ref.sub_axis || !HasPart(mesh.axes[i].size, *ref.sub_axis)) break;
    }
    return ref;
  }
  return InvalidArgument(kStableHloC2)
      .Say("the attribute replica_groups names an axis that its mesh does not have")
      .Help("name axes of the mesh, or parts of them");
}

// The mesh itself, #stablehlo.mesh<axes = [...]>, or the name of an sdy.mesh.
StatusOr<Mesh> MeshOf(const OpScope& op, const Attribute& attribute) {
  Mesh mesh;
  bool right = false;
  if (attribute.kind == Attribute::Kind::kSymbol) {
    const Attribute* const named = op.importer.index().FindMesh(attribute.text);
    right = named != nullptr && ReadMeshText(named->text, mesh);
  } else if (const Attribute* axes = attribute.Field("axes")) {
    right = true;
    for (const Attribute* axis : axes->elements) {
      const Attribute* const name = axis->Field("name");
      const Attribute* const size = axis->Field("size");
      right = right && name != nullptr && size != nullptr;
      if (right) mesh.axes.push_back({std::string(name->text), size->integer});
    }
    if (const Attribute* ids = attribute.Field("device_ids")) {
      std::optional<KnownIntegers> known;
      if (ids->kind == Attribute::Kind::kIntegers) known = ids->integers;
      if (ids->literal != nullptr) known = IntegersOf(*ids->literal, ReplicaGroups::kMostIds);
      right = right && known.has_value();
      if (right) mesh.devices.ids = *std::move(known);
    }
  }
  const std::optional<int64_t> count = CountOf(mesh.sizes());
  right = right && count && *count <= ReplicaGroups::kMostIds;
  if (right && !mesh.devices.ids.empty()) {
    right =
        static_cast<int64_t>(mesh.devices.ids.size()) == *count && IsPermutation(mesh.devices.ids);
  }
  if (right) return mesh;
  return InvalidArgument(kStableHloC2)
      .Say("the attribute replica_groups names no mesh of devices")
      .Help(StrCat("define the mesh with sdy.mesh, with at most ", ReplicaGroups::kMostIds,
                   " devices"));
}

StatusOr<ReplicaGroups> MeshGroupsOf(const OpScope& op, const Attribute& groups) {
  const Attribute* mesh = groups.Field("mesh");
  if (mesh == nullptr) mesh = groups.Field("mesh_name");
  const Attribute* const axes = groups.Field("axes");
  if (mesh == nullptr || axes == nullptr) {
    return InvalidArgument(kStableHloC2)
        .Say("the attribute replica_groups has no mesh, or no axes")
        .Help("write #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>");
  }
  ReplicaGroups result;
  ReplicaGroups::MeshAxes& made = result.mesh_axes.emplace();
  HLOOM_ASSIGN_OR_RETURN(made.mesh, MeshOf(op, *mesh));
  for (const Attribute* axis : axes->elements) {
    HLOOM_ASSIGN_OR_RETURN(AxisRef ref, AxisOf(*axis, made.mesh));
    made.axes.push_back(std::move(ref));
  }
  if (OverlapIn(made.axes, made.mesh)) {
    return InvalidArgument(kStableHloC2)
        .Say("axes of the attribute replica_groups overlap")
        .Help("name each axis once");
  }
  return result;
}

// dense<[[0, 1], [2, -1]]>: a row is a group, and -1 fills up shorter ones.
ReplicaGroups GroupsIn(OpScope& op, const Attribute* attribute) {
  if (attribute == nullptr) return {};
  if (attribute->kind == Attribute::Kind::kStruct) {
    StatusOr<ReplicaGroups> groups = MeshGroupsOf(op, *attribute);
    if (groups.ok()) return *std::move(groups);
    op.Fail(groups.status());
    return {};
  }
  const std::vector<int64_t> ids = op.IntsOf(*attribute, "replica_groups");
  ReplicaGroups groups;
  if (attribute->type == nullptr || attribute->type->dimensions.size() != 2) {
    if (!ids.empty()) groups.list.push_back(ids);
    return groups;
  }
  const size_t width = static_cast<size_t>(std::max<int64_t>(attribute->type->dimensions[1], 0));
  for (size_t i = 0; width > 0 && i + width <= ids.size(); i += width) {
    std::vector<int64_t>& group = groups.list.emplace_back();
    for (size_t k = i; k < i + width; ++k) {
      if (ids[k] != -1) group.push_back(ids[k]);
    }
  }
  return groups;
}

ReplicaGroups GroupsOf(OpScope& op) { return GroupsIn(op, op.Find("replica_groups")); }

template <typename Collective>
Collective Meeting(OpScope& op) {
  Collective attributes;
  attributes.channel_id = std::max<int64_t>(ChannelIdOf(op), 0);
  attributes.replica_groups = GroupsOf(op);
  attributes.use_global_device_ids = op.Bool("use_global_device_ids");
  return attributes;
}

// The number of parts follows from the sizes of the operand and the result.
XlaOp ImportAllGather(OpScope& op) {
  auto attributes = Meeting<AllGatherAttributes>(op);
  attributes.dimensions = {op.Int("all_gather_dim")};
  return op.Add(HloOpcode::kAllGather, op.operands, MakeAttributes(std::move(attributes)), {},
                ShapeUtil::MakeMaybeTupleShape(op.ResultShapes()));
}

XlaOp ImportAllReduce(OpScope& op) {
  auto attributes = Meeting<AllReduceAttributes>(op);
  for (size_t i = 0; i < op.operands.size(); ++i) op.Promote(0, 0, i, 1);
  const XlaComputation computation = op.Region(0);
  return op.Add(HloOpcode::kAllReduce, op.operands, MakeAttributes(std::move(attributes)),
                {&computation});
}

XlaOp ImportReduceScatter(OpScope& op) {
  auto attributes = Meeting<ReduceScatterAttributes>(op);
  attributes.dimensions = {op.Int("scatter_dimension")};
  for (size_t i = 0; i < op.operands.size(); ++i) op.Promote(0, 0, i, 1);
  const XlaComputation computation = op.Region(0);
  return op.Add(HloOpcode::kReduceScatter, op.operands, MakeAttributes(std::move(attributes)),
                {&computation}, ShapeUtil::MakeMaybeTupleShape(op.ResultShapes()));
}

// Several operands are exchanged one by one, each along the same dimensions.
XlaOp ImportAllToAll(OpScope& op) {
  const ReplicaGroups groups = GroupsOf(op);
  const OptionalChannel channel = OptionalChannelOf(op);
  const int64_t split = op.Int("split_dimension");
  const int64_t concat = op.Int("concat_dimension");
  const int64_t count = op.Int("split_count");
  if (!op.error.ok()) return XlaOp();
  for (const XlaOp& operand : op.operands) {
    op.results.push_back(AllToAll(operand, split, concat, count, groups, channel));
  }
  return op.results.back();
}

// ---- roots: the device of a group that sends, or that gets the sum ----

// Takes the last operand as the roots if the operation has dynamic ones: for each of the other
// operands, the position of its root in the group. Returns an invalid operation if it has none:
// then the first device of a group is the root.
XlaOp TakeRoots(OpScope& op) {
  if (!op.Bool("has_dynamic_root") || !op.error.ok()) return XlaOp();
  const size_t arrays = op.operands.size() - 1;
  const Shape& shape = op.ShapeOf(arrays);
  const bool right = arrays > 0 && shape.IsArray() && shape.element_type() == S32 &&
                     ShapeUtil::ElementsIn(shape) == static_cast<int64_t>(arrays);
  if (!right) {
    op.Fail(InvalidArgument(kStableHloC12)
                .Say(StrCat("the last operand, the roots, is ", shape.ToString()))
                .Help("give it a root of type i32 for each of the operands before it"));
    return XlaOp();
  }
  const XlaOp roots = Reshape(op.operands.back(), {static_cast<int64_t>(arrays)});
  op.operands.pop_back();
  return roots;
}

// Root `i` of the roots: s32[].
XlaOp RootAt(XlaOp roots, size_t i) {
  const int64_t at = static_cast<int64_t>(i);
  return Reshape(Slice(roots, {at}, {at + 1}, {1}), {});
}

int64_t DevicesStated(const OpScope& op, std::string_view name) {
  const Attribute* const count = op.importer.index().module().Find(name);
  if (count == nullptr || count->kind != Attribute::Kind::kInteger) return 1;
  return std::clamp<int64_t>(count->integer, 1, ReplicaGroups::kMostIds);
}

// A collective whose ids are those of partitions, each replica for itself, as one whose ids are
// those of devices: with 2 replicas of 2 partitions, {{0,1}} is {{0,1},{2,3}}.
void UseDeviceIds(const OpScope& op, AllGatherAttributes& attributes) {
  const int64_t replicas = DevicesStated(op, "mhlo.num_replicas");
  const int64_t partitions = DevicesStated(op, "mhlo.num_partitions");
  attributes.use_global_device_ids = true;
  const std::vector<std::vector<int64_t>> each = attributes.replica_groups.Expanded();
  int64_t ids = 0;
  for (const std::vector<int64_t>& group : each) ids += static_cast<int64_t>(group.size());
  // No run has so many devices: the collective refuses the ids.
  if (replicas <= 1 || replicas * ids > ReplicaGroups::kMostIds) return;
  attributes.replica_groups = {};
  for (int64_t replica = 0; replica < replicas; ++replica) {
    for (std::vector<int64_t> group : each) {
      for (int64_t& id : group) id += replica * partitions;
      attributes.replica_groups.list.push_back(std::move(group));
    }
  }
}

// The array of the device at position `root` of the group: all gather theirs, and take one.
XlaOp FromRoot(OpScope& op, XlaOp array, XlaOp root, const AllGatherAttributes& attributes) {
  const Shape shape = op.ShapeOf(array);
  const int64_t count = attributes.replica_groups.SizeOfFirstGroup();
  if (count == 0 || !shape.IsArray()) {
    return op.Fail(InvalidArgument(kStableHloC2)
                       .Say("the attribute replica_groups names no devices")
                       .Help("name the devices of each group where the root is an operand"));
  }
  std::vector<int64_t> sizes = {1};
  sizes.insert(sizes.end(), shape.dimensions().begin(), shape.dimensions().end());
  const XlaOp row = Reshape(array, sizes);
  sizes[0] = count;
  StatusOr<Shape> gathered = ShapeUtil::MakeValidatedShape(shape.element_type(), sizes);
  if (!gathered.ok()) return op.Fail(gathered.status());
  const XlaOp all =
      op.Add(HloOpcode::kAllGather, {row}, MakeAttributes(attributes), {}, *std::move(gathered));
  sizes[0] = 1;
  std::vector<XlaOp> starts = {root};
  for (int64_t d = 0; d < shape.rank(); ++d) {
    starts.push_back(ConstantR0<int32_t>(op.builder, 0));
  }
  return Reshape(DynamicSlice(all, starts, sizes), shape.dimensions());
}

XlaOp ImportCollectiveBroadcast(OpScope& op) {
  const XlaOp roots = TakeRoots(op);
  if (roots.valid()) {
    auto attributes = Meeting<AllGatherAttributes>(op);
    attributes.dimensions = {0};
    if (attributes.has_channel()) UseDeviceIds(op, attributes);
    for (size_t i = 0; i < op.operands.size(); ++i) {
      op.results.push_back(FromRoot(op, op.operands[i], RootAt(roots, i), attributes));
    }
    return op.results.back();
  }
  const ReplicaGroups groups = GroupsOf(op);
  const OptionalChannel channel = OptionalChannelOf(op);
  if (!op.error.ok()) return XlaOp();
  for (const XlaOp& operand : op.operands) {
    op.results.push_back(CollectiveBroadcast(operand, groups, channel));
  }
  return op.results.back();
}

// The position of a device in its group, s32[], from a table by the ids of the groups: {{2,0},{1,3}}
// has 1, 0, 0, 1.
XlaOp PositionInGroup(OpScope& op, const CollectiveAttributes& attributes) {
  const XlaOp replica = ConvertElementType(ReplicaId(op.builder), S32);
  const XlaOp partition = ConvertElementType(PartitionId(op.builder), S32);
  const auto partitions = static_cast<int32_t>(DevicesStated(op, "mhlo.num_partitions"));
  const XlaOp count = ConstantR0<int32_t>(op.builder, partitions);
  const GroupMode mode = ModeOfReduction(attributes);
  const XlaOp id = mode == GroupMode::kFlattenedId ? Add(Mul(replica, count), partition) : replica;
  XlaOp position = id;
  std::vector<int32_t> table;
  for (const std::vector<int64_t>& group : attributes.replica_groups.Expanded()) {
    for (size_t i = 0; i < group.size(); ++i) {
      const auto at = static_cast<size_t>(std::max<int64_t>(group[i], 0));
      if (at >= ReplicaGroups::kMostIds) continue;  // the collective refuses it
      if (table.size() <= at) table.resize(at + 1);
      table[at] = static_cast<int32_t>(i);
    }
  }
  if (!table.empty()) {
    const XlaOp positions = ConstantR1<int32_t>(op.builder, table);
    position = Reshape(DynamicSlice(positions, {id}, {1}), {});
  }
  // All partitions of a replica stand where it does, one after the other.
  return mode == GroupMode::kCrossReplicaAndPartition ? Add(Mul(position, count), partition)
                                                      : position;
}

// A reduction whose result only the root gets; the others get zeros.
XlaOp ImportCollectiveReduce(OpScope& op) {
  const XlaOp roots = TakeRoots(op);
  auto attributes = Meeting<AllReduceAttributes>(op);
  for (size_t i = 0; i < op.operands.size(); ++i) op.Promote(0, 0, i, 1);
  const XlaComputation computation = op.Region(0);
  if (!op.error.ok()) return XlaOp();
  const XlaOp position = PositionInGroup(op, attributes);
  const XlaOp reduced = op.Add(HloOpcode::kAllReduce, op.operands,
                               MakeAttributes(std::move(attributes)), {&computation});
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const bool is_tuple = op.operands.size() > 1;
    const XlaOp value = is_tuple ? GetTupleElement(reduced, static_cast<int64_t>(i)) : reduced;
    const XlaOp root = roots.valid() ? RootAt(roots, i) : ConstantR0<int32_t>(op.builder, 0);
    const Shape& shape = op.ShapeOf(value);
    const XlaOp is_root =
        op.BroadcastTo(Eq(position, root), ShapeUtil::ChangeElementType(shape, PRED), {});
    op.results.push_back(Select(is_root, value, ZerosLike(value)));
  }
  return op.results.back();
}

XlaOp ImportCollectivePermute(OpScope& op) {
  op.Need("source_target_pairs");
  const SourceTargetPairs pairs = {op.Pairs("source_target_pairs")};
  const OptionalChannel channel = OptionalChannelOf(op);
  if (!op.error.ok()) return XlaOp();
  for (const XlaOp& operand : op.operands) {
    op.results.push_back(CollectivePermute(operand, pairs, channel));
  }
  return op.results.back();
}

XlaOp ImportCrossReplicaSum(OpScope& op) {
  const ReplicaGroups groups = GroupsOf(op);
  return op.error.ok() ? CrossReplicaSum(op.operands[0], groups) : XlaOp();
}

XlaOp ImportReplicaId(OpScope& op) { return ReplicaId(op.builder); }
XlaOp ImportPartitionId(OpScope& op) { return PartitionId(op.builder); }

constexpr ImportRow kCollectiveRows[] = {
    {"stablehlo.all_gather", ImportAllGather, 1, -1, -1},
    {"stablehlo.all_reduce", ImportAllReduce, 1, -1, -1, 1},
    {"stablehlo.all_to_all", ImportAllToAll, 1, -1, -1},
    {"stablehlo.collective_broadcast", ImportCollectiveBroadcast, 1, -1, -1},
    {"stablehlo.collective_permute", ImportCollectivePermute, 1, -1, -1},
    {"stablehlo.collective_reduce", ImportCollectiveReduce, 1, -1, -1, 1},
    {"stablehlo.cross-replica-sum", ImportCrossReplicaSum, 1, 1},
    {"stablehlo.partition_id", ImportPartitionId, 0, 0},
    {"stablehlo.reduce_scatter", ImportReduceScatter, 1, -1, -1, 1},
    {"stablehlo.replica_id", ImportReplicaId, 0, 0},
};

}  // namespace

// @ragged_all_to_all(operand, output, input_offsets, send_sizes, output_offsets, recv_sizes), as
// jax.lax.ragged_all_to_all is written.
XlaOp ImportRaggedAllToAllCall(OpScope& op) {
  constexpr size_t kOperands = 6;
  const Attribute* const config = op.Need("backend_config");
  if (!op.error.ok()) return XlaOp();
  if (op.operands.size() != kOperands) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say(Count(static_cast<int64_t>(op.operands.size()), "operand"))
                       .Help("give it an array, the output, and four lists of sizes and offsets"));
  }
  const ReplicaGroups groups = GroupsIn(op, config->Field("replica_groups"));
  OptionalChannel channel;
  const int64_t id = op.FieldInt(config, "channel_id");
  if (id > 0) channel = ChannelHandle{.handle = id};
  if (!op.error.ok()) return XlaOp();
  return RaggedAllToAll(op.operands[0], op.operands[2], op.operands[3], op.operands[1],
                        op.operands[4], op.operands[5], groups, channel);
}

Span<const ImportRow> CollectiveRows() { return kCollectiveRows; }

}  // namespace hloom::stablehlo
