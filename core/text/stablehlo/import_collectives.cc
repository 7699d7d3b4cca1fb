// Collectives of StableHLO.
#include <algorithm>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "hlo/devices/replica_groups.h"
#include "ops/collectives/collective_attributes.h"
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
  return handle->kind == Attribute::Kind::kInteger ? handle->integer
                                                   : op.FieldInt(handle, "handle");
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
    const mlir::Operation* const named = op.importer.index().FindMesh(attribute.text);
    const Attribute* const text = named == nullptr ? nullptr : named->Find("mesh");
    right = text != nullptr && ReadMeshText(text->text, mesh);
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
      if (ids[k] >= 0) group.push_back(ids[k]);
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

XlaOp ImportCollectiveBroadcast(OpScope& op) {
  if (op.Bool("has_dynamic_root")) {
    return op.Refuse("hloom broadcasts from the first device of each group",
                     "leave has_dynamic_root and the root out");
  }
  const ReplicaGroups groups = GroupsOf(op);
  const OptionalChannel channel = OptionalChannelOf(op);
  if (!op.error.ok()) return XlaOp();
  for (const XlaOp& operand : op.operands) {
    op.results.push_back(CollectiveBroadcast(operand, groups, channel));
  }
  return op.results.back();
}

XlaOp ImportCollectivePermute(OpScope& op) {
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
