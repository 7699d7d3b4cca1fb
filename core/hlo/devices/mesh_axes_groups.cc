#include "hlo/devices/mesh_axes_groups.h"

#include <algorithm>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/devices/mesh_proto.h"
#include "hlo/devices/mesh_text.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

using MeshAxes = ReplicaGroups::MeshAxes;

// MeshAxesReplicaGroupListProto.
enum MeshAxesField { kMesh = 1, kAxes = 2 };

constexpr std::string_view kHelp =
    "write the mesh, and the axes along which a group's ids differ: mesh['a'=2,'b'=4] {'b'} is "
    "{{0,1,2,3},{4,5,6,7}}";

// As many as an iota has dimensions.
constexpr size_t kMostAxes = 64;

// The fault of a mesh, or "".
std::string MeshAxesGroupsFaultOf(const Mesh& mesh) {
  if (mesh.axes.empty()) return "the mesh has no axes";
  if (mesh.axes.size() > kMostAxes) return StrCat("the mesh has more than ", kMostAxes, " axes");
  std::unordered_set<std::string_view> names;
  for (const Mesh::Axis& axis : mesh.axes) {
    if (names.insert(axis.name).second) continue;
    return StrCat("two axes of the mesh have the name '", axis.name.substr(0, 64), "'");
  }
  const std::optional<int64_t> count = CountOf(mesh.sizes());
  if (!count || *count > ReplicaGroups::kMostIds) {
    return StrCat("the mesh has no device, or more than ", ReplicaGroups::kMostIds);
  }
  const DeviceOrder& order = mesh.devices;
  const bool is_iota = !order.reshape_dims.empty() || !order.transpose_perm.empty();
  if (is_iota && (order.reshape_dims.size() != order.transpose_perm.size() ||
                  !IsPermutation(order.transpose_perm) || !order.ids.empty())) {
    return "T(...) of device_ids does not name each dimension once";
  }
  const bool is_whole = is_iota
                            ? CountOf(order.reshape_dims) == count
                            : order.ids.empty() || static_cast<int64_t>(order.ids.size()) == *count;
  if (!is_whole) return StrCat("device_ids does not name the ", *count, " devices of the mesh");
  return IsPermutation(order.ids) ? "" : "device_ids does not name each device from 0 on once";
}

std::string NameOf(const AxisRef& axis, const Mesh& mesh) {
  std::string name;
  AppendAxis(name, axis, mesh);
  return name.size() <= 80 ? name : StrCat(name.substr(0, 80), "...");
}

// The fault of the axes, or "". The mesh must be valid.
std::string FaultOfAxes(const MeshAxes& groups) {
  const Mesh& mesh = groups.mesh;
  for (const AxisRef& axis : groups.axes) {
    const auto index = static_cast<size_t>(axis.mesh_axis_index);
    if (axis.mesh_axis_index < 0 || index >= mesh.axes.size()) {
      return StrCat("the mesh has no axis ", axis.mesh_axis_index);
    }
    if (axis.sub_axis && !HasPart(mesh.axes[index].size, *axis.sub_axis)) {
      return StrCat("an axis of size ", mesh.axes[index].size, " has no part ", NameOf(axis, mesh));
    }
  }
  if (const auto overlap = OverlapIn(groups.axes, mesh)) {
    return StrCat("the axes ", NameOf(overlap->first, mesh), " and ", NameOf(overlap->second, mesh),
                  " overlap");
  }
  // XLA refuses these: it requires the merged axis.
  for (size_t i = 1; i < groups.axes.size(); ++i) {
    const AxisRef& before = groups.axes[i - 1];
    const AxisRef& after = groups.axes[i];
    if (before.mesh_axis_index != after.mesh_axis_index ||
        RangeOf(before, mesh).second != RangeOf(after, mesh).first) {
      continue;
    }
    return StrCat("the axes ", NameOf(before, mesh), " and ", NameOf(after, mesh),
                  " follow each other, and are one");
  }
  return "";
}

std::string MeshAxesGroupsFaultOf(const MeshAxes& groups) {
  const std::string fault = MeshAxesGroupsFaultOf(groups.mesh);
  return fault.empty() ? FaultOfAxes(groups) : fault;
}

// The mesh as an array with a dimension for each part of an axis, and the dimensions of the groups'
// axes. mesh['a'=2,'b'=8] {'b':(2)2,'a'} is an array [1,2,1,2,2,2], whose dimensions 4 and 1 are
// the groups'.
struct Division {
  std::vector<int64_t> sizes;
  std::vector<int64_t> grouped;
};

Division DivisionOf(const MeshAxes& groups) {
  Division division;
  division.grouped.resize(groups.axes.size());
  for (size_t a = 0; a < groups.mesh.axes.size(); ++a) {
    std::vector<size_t> parts;
    for (size_t i = 0; i < groups.axes.size(); ++i) {
      if (static_cast<size_t>(groups.axes[i].mesh_axis_index) == a) parts.push_back(i);
    }
    const auto range = [&groups](size_t i) { return RangeOf(groups.axes[i], groups.mesh); };
    std::sort(parts.begin(), parts.end(),
              [&range](size_t i, size_t j) { return range(i).first < range(j).first; });
    int64_t done = 1;  // the product of the dimensions of this axis so far
    for (const size_t part : parts) {
      const auto [begin, end] = range(part);
      division.sizes.push_back(begin / done);
      division.grouped[part] = static_cast<int64_t>(division.sizes.size());
      division.sizes.push_back(end / begin);
      done = end;
    }
    division.sizes.push_back(groups.mesh.axes[a].size / done);
  }
  return division;
}

}  // namespace

void PrintMeshAxes(const MeshAxes& groups, std::string& out) {
  AppendMesh(out, groups.mesh);
  out.append(" {");
  for (size_t i = 0; i < groups.axes.size(); ++i) {
    if (i > 0) out.push_back(',');
    AppendAxis(out, groups.axes[i], groups.mesh);
  }
  out.push_back('}');
}

Status ParseMeshAxes(TextReader& in, MeshAxes& groups) {
  const size_t begin = in.position();
  if (!in.AcceptWord("mesh")) return in.Expected("mesh[");
  MeshReader reader(in, groups.mesh);
  HLOOM_RETURN_IF_ERROR(reader.ReadMesh());
  HLOOM_RETURN_IF_ERROR(reader.ReadAxes(groups.axes));
  const std::string fault = MeshAxesGroupsFaultOf(groups);
  if (fault.empty()) return OkStatus();
  return in.ErrorAt(begin, kReplicaGroupsP2, fault).Help(std::string(kHelp));
}

void WriteMeshAxes(const MeshAxes& groups, int field, WireWriter& out) {
  out.BeginMessage(field);
  WriteMesh(groups.mesh, kMesh, out);
  WriteAxes(groups.axes, kAxes, out);
  out.EndMessage();
}

Status ReadMeshAxes(const WireReader& field, MeshAxes& groups) {
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&groups](const WireReader& message) -> Status {
    if (message.field() == kMesh) return ReadMesh(message, groups.mesh);
    return message.field() == kAxes ? ReadAxis(message, groups.axes.emplace_back()) : OkStatus();
  }));
  const std::string fault = MeshAxesGroupsFaultOf(groups);
  if (fault.empty()) return OkStatus();
  return InvalidArgument(kReplicaGroupsP2)
      .Say(StrCat("the axes of replica groups are wrong: ", fault))
      .Help(std::string(kHelp));
}

std::vector<std::vector<int64_t>> GroupsOf(const MeshAxes& groups) {
  const std::vector<int64_t> devices = DevicesOf(groups.mesh);
  const Division division = DivisionOf(groups);
  // The dimensions of the groups' axes come last, so that the ids of a group follow each other.
  std::vector<int64_t> perm;
  for (size_t d = 0; d < division.sizes.size(); ++d) {
    const auto dimension = static_cast<int64_t>(d);
    if (std::find(division.grouped.begin(), division.grouped.end(), dimension) ==
        division.grouped.end()) {
      perm.push_back(dimension);
    }
  }
  size_t size = 1;
  for (const int64_t d : division.grouped) {
    perm.push_back(d);
    size *= static_cast<size_t>(division.sizes[static_cast<size_t>(d)]);
  }
  const std::vector<int64_t> places = TransposedIota(division.sizes, perm);
  std::vector<std::vector<int64_t>> lists(devices.size() / size);
  for (size_t i = 0; i < places.size(); ++i) {
    lists[i / size].push_back(devices[static_cast<size_t>(places[i])]);
  }
  return lists;
}

}  // namespace hloom
