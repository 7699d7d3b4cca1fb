#include "hlo/devices/mesh_proto.h"

#include "base/wire_util.h"

namespace hloom {

namespace {

// MeshProto; an axis has its name, 1, and its size, 2.
enum MeshField { kMeshAxes = 1, kDeviceIds = 2, kIotaTransform = 3 };

void WriteAxis(const AxisRef& axis, int field, WireWriter& out) {
  out.BeginMessage(field);
  out.SetInt64(1, axis.mesh_axis_index);
  if (axis.sub_axis) {
    out.BeginMessage(2);
    out.SetInt64(1, axis.sub_axis->pre_size);
    out.SetInt64(2, axis.sub_axis->size);
    out.EndMessage();
  }
  out.EndMessage();
}

}  // namespace

// ---- axes: an index, 1, and perhaps a part, 2 ----

Status ReadAxis(const WireReader& field, AxisRef& axis) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return Store(reader.Int64(), &axis.mesh_axis_index);
    if (reader.field() != 2) return OkStatus();
    AxisRef::SubAxis& part = axis.sub_axis.emplace(AxisRef::SubAxis{0, 0});
    return ForEachFieldIn(reader, [&](const WireReader& size) -> Status {
      if (size.field() == 1) return Store(size.Int64(), &part.pre_size);
      return size.field() == 2 ? Store(size.Int64(), &part.size) : OkStatus();
    });
  });
}

void WriteAxes(const std::vector<AxisRef>& axes, int field, WireWriter& out) {
  for (const AxisRef& axis : axes) WriteAxis(axis, field, out);
}

// ---- the mesh ----

void WriteMesh(const Mesh& mesh, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (const Mesh::Axis& axis : mesh.axes) {
    out.BeginMessage(kMeshAxes);
    out.SetString(1, axis.name);
    out.SetInt64(2, axis.size);
    out.EndMessage();
  }
  out.PackInt64s(kDeviceIds, mesh.devices.ids);
  if (!mesh.devices.reshape_dims.empty()) {
    out.BeginMessage(kIotaTransform);
    out.PackInt64s(1, mesh.devices.reshape_dims);
    out.PackInt64s(2, std::vector<int64_t>(mesh.devices.transpose_perm.begin(),
                                           mesh.devices.transpose_perm.end()));
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadMesh(const WireReader& field, Mesh& mesh) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case kMeshAxes: {
        Mesh::Axis& axis = mesh.axes.emplace_back();
        axis.size = 0;
        return ForEachFieldIn(reader, [&](const WireReader& part) -> Status {
          if (part.field() == 1) return Store(part.String(), &axis.name);
          return part.field() == 2 ? Store(part.Int64(), &axis.size) : OkStatus();
        });
      }
      case kDeviceIds:
        return reader.AppendInt64s(&mesh.devices.ids);
      case kIotaTransform:
        return ForEachFieldIn(reader, [&](const WireReader& part) -> Status {
          if (part.field() == 1) return part.AppendInt64s(&mesh.devices.reshape_dims);
          return part.field() == 2 ? part.AppendInt32s(&mesh.devices.transpose_perm) : OkStatus();
        });
      default:
        return OkStatus();
    }
  });
}

}  // namespace hloom
