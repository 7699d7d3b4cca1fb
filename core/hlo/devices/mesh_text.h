// Meshes and references to their axes in HLO text: mesh['x'=2,'y'=3], device_ids=(0,2,4,1,3,5) and
// {'x', 'y':(1)3}.
#ifndef HLOOM_HLO_DEVICES_MESH_TEXT_H_
#define HLOOM_HLO_DEVICES_MESH_TEXT_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_reader.h"
#include "hlo/devices/mesh.h"

namespace hloom {

void AppendMesh(std::string& out, const Mesh& mesh);
void AppendAxis(std::string& out, const AxisRef& axis, const Mesh& mesh);
// Writes an iota of devices from its brackets on: [2,2]T(1,0).
void AppendIota(std::string& out, const DeviceOrder& devices);

Status ReadIota(TextReader& in, DeviceOrder& devices);

// Reads a mesh, and then references to its axes.
class MeshReader {
 public:
  MeshReader(TextReader& in, Mesh& mesh) : in_(in), mesh_(mesh) {}

  // Reads ['x'=2,'y'=3], device_ids=(0,2,1,3), after the word "mesh". Also reads a comma that
  // precedes something other than devices.
  Status ReadMesh();
  // 'x', or a part of it, 'x':(2)4; without names, '0' is the first.
  Status ReadAxis(AxisRef& axis);
  // {'x', 'y':(2)4}
  Status ReadAxes(std::vector<AxisRef>& axes);

 private:
  StatusOr<std::string> AxisName();
  Status ReadDevices();
  Status ReadIndex(const std::string& name, size_t at, AxisRef& axis) const;

  TextReader& in_;
  Mesh& mesh_;
  std::unordered_map<std::string_view, int64_t> axes_by_name_;  // views of the mesh's names
};

}  // namespace hloom

#endif  // HLOOM_HLO_DEVICES_MESH_TEXT_H_
