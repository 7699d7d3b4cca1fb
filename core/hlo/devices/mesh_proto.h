// MeshProto and AxisRefProto of XLA's xla_data.proto.
#ifndef HLOOM_HLO_DEVICES_MESH_PROTO_H_
#define HLOOM_HLO_DEVICES_MESH_PROTO_H_

#include <vector>

#include "base/wire.h"
#include "hlo/devices/mesh.h"

namespace hloom {

// Both write their message as the field `field` of another.
void WriteMesh(const Mesh& mesh, int field, WireWriter& out);
void WriteAxes(const std::vector<AxisRef>& axes, int field, WireWriter& out);

Status ReadMesh(const WireReader& field, Mesh& mesh);
Status ReadAxis(const WireReader& field, AxisRef& axis);

}  // namespace hloom

#endif  // HLOOM_HLO_DEVICES_MESH_PROTO_H_
