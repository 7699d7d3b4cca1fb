// Replica groups as axes of a mesh: their text, mesh['a'=2,'b'=4] {'b'}, and their bytes.
#ifndef HLOOM_HLO_DEVICES_MESH_AXES_GROUPS_H_
#define HLOOM_HLO_DEVICES_MESH_AXES_GROUPS_H_

#include <string>
#include <vector>

#include "base/text_reader.h"
#include "base/wire.h"
#include "hlo/devices/replica_groups.h"

namespace hloom {

void PrintMeshAxes(const ReplicaGroups::MeshAxes& groups, std::string& out);
// Reads a text that begins with the word "mesh". replica_groups.p2, text.p16.
Status ParseMeshAxes(TextReader& in, ReplicaGroups::MeshAxes& groups);

void WriteMeshAxes(const ReplicaGroups::MeshAxes& groups, int field, WireWriter& out);
// replica_groups.p2.
Status ReadMeshAxes(const WireReader& field, ReplicaGroups::MeshAxes& groups);

std::vector<std::vector<int64_t>> GroupsOf(const ReplicaGroups::MeshAxes& groups);

}  // namespace hloom

#endif  // HLOOM_HLO_DEVICES_MESH_AXES_GROUPS_H_
