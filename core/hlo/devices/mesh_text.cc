#include "hlo/devices/mesh_text.h"

#include <charconv>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// 'x': single quotes, unlike all other strings of HLO text.
void AppendAxisName(std::string& out, std::string_view name) {
  const std::string quoted = QuotedText(name);
  out.push_back('\'');
  for (size_t i = 1; i + 1 < quoted.size(); ++i) {
    const char c = quoted[i];
    if (c == '\\' && quoted[i + 1] == '"') continue;
    if (c == '\\') {
      // Both characters of an escape are copied together, so that an escaped backslash does not
      // pass for the start of another.
      out.push_back(c);
      out.push_back(quoted[++i]);
      continue;
    }
    if (c == '\'') out.push_back('\\');
    out.push_back(c);
  }
  out.push_back('\'');
}

}  // namespace

void AppendAxis(std::string& out, const AxisRef& axis, const Mesh& mesh) {
  const size_t index = static_cast<size_t>(axis.mesh_axis_index);
  if (axis.mesh_axis_index >= 0 && index < mesh.axes.size()) {
    AppendAxisName(out, mesh.axes[index].name);
  } else {
    AppendAxisName(out, StrCat(axis.mesh_axis_index));
  }
  if (axis.sub_axis) StrAppend(out, ":(", axis.sub_axis->pre_size, ")", axis.sub_axis->size);
}

void AppendMesh(std::string& out, const Mesh& mesh) {
  out.append("mesh[");
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (i > 0) out.push_back(',');
    AppendAxisName(out, mesh.axes[i].name);
    StrAppend(out, "=", mesh.axes[i].size);
  }
  out.push_back(']');
  if (mesh.devices == DeviceOrder()) return;
  out.append(", device_ids=(");
  if (!mesh.devices.reshape_dims.empty()) {
    AppendIota(out, mesh.devices);
  } else {
    out.append(StrJoin(mesh.devices.ids, ","));
  }
  out.push_back(')');
}

void AppendIota(std::string& out, const DeviceOrder& devices) {
  StrAppend(out, "[", StrJoin(devices.reshape_dims, ","), "]");
  if (devices.reshape_dims.size() > 1)
    StrAppend(out, "T(", StrJoin(devices.transpose_perm, ","), ")");
}

Status ReadIota(TextReader& in, DeviceOrder& devices) {
  HLOOM_RETURN_IF_ERROR(in.List('[', ']', "the dimensions of an iota of devices", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(devices.reshape_dims.emplace_back(), in.Int64());
    return OkStatus();
  }));
  if (devices.reshape_dims.empty()) return in.Expected("the dimensions of an iota of devices");
  if (devices.reshape_dims.size() == 1) {
    devices.transpose_perm = {0};
    return OkStatus();
  }
  if (!in.AcceptWord("T")) return in.Expected("'T(' and the order of the dimensions");
  return in.List('(', ')', "the order of the dimensions", [&]() -> Status {
    // An invalid dimension is kept as -1, which is invalid too.
    HLOOM_ASSIGN_OR_RETURN(const int64_t d, in.Int64());
    devices.transpose_perm.push_back(d < 0 || d > INT32_MAX ? -1 : static_cast<int32_t>(d));
    return OkStatus();
  });
}

// ---- reading ----

// 'x', or without quotes, as XLA wrote it for a time.
StatusOr<std::string> MeshReader::AxisName() {
  const std::string_view bare = in_.Name();
  if (!bare.empty()) return std::string(bare);
  return in_.String();
}

Status MeshReader::ReadMesh() {
  HLOOM_RETURN_IF_ERROR(in_.List('[', ']', "the axes of the mesh", [&]() -> Status {
    Mesh::Axis& axis = mesh_.axes.emplace_back();
    HLOOM_ASSIGN_OR_RETURN(axis.name, AxisName());
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of an axis"));
    HLOOM_ASSIGN_OR_RETURN(axis.size, in_.Int64());
    return OkStatus();
  }));
  for (size_t i = 0; i < mesh_.axes.size(); ++i)
    axes_by_name_.emplace(mesh_.axes[i].name, static_cast<int64_t>(i));
  in_.Accept(',');
  if (!in_.AcceptWord("device_ids")) return OkStatus();
  HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the devices"));
  HLOOM_RETURN_IF_ERROR(ReadDevices());
  in_.Accept(',');
  return OkStatus();
}

// ([4,16]T(1,0)) or (0,2,1,3)
Status MeshReader::ReadDevices() {
  DeviceOrder& devices = mesh_.devices;
  const size_t begin = in_.position();
  if (in_.Accept('(') && in_.Peek() == '[') {
    HLOOM_RETURN_IF_ERROR(ReadIota(in_, devices));
    return in_.Expect(')', "after the devices");
  }
  in_.set_position(begin);
  return in_.List('(', ')', "the devices", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(devices.ids.emplace_back(), in_.Int64());
    return OkStatus();
  });
}

Status MeshReader::ReadAxes(std::vector<AxisRef>& axes) {
  return in_.List('{', '}', "the axes", [&] { return ReadAxis(axes.emplace_back()); });
}

Status MeshReader::ReadAxis(AxisRef& axis) {
  const size_t at = in_.position();
  HLOOM_ASSIGN_OR_RETURN(const std::string name, AxisName());
  const auto found = axes_by_name_.find(name);
  if (found != axes_by_name_.end()) {
    axis.mesh_axis_index = found->second;
  } else {
    HLOOM_RETURN_IF_ERROR(ReadIndex(name, at, axis));
  }
  if (!in_.Accept(':')) return OkStatus();
  AxisRef::SubAxis part;
  HLOOM_RETURN_IF_ERROR(in_.Expect('(', "before what comes before the part of the axis"));
  HLOOM_ASSIGN_OR_RETURN(part.pre_size, in_.Int64());
  HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after what comes before the part of the axis"));
  HLOOM_ASSIGN_OR_RETURN(part.size, in_.Int64());
  axis.sub_axis = part;
  return OkStatus();
}

Status MeshReader::ReadIndex(const std::string& name, size_t at, AxisRef& axis) const {
  const char* end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, axis.mesh_axis_index);
  const int64_t count = static_cast<int64_t>(mesh_.axes.size());
  if (error == std::errc() && rest == end && axis.mesh_axis_index >= 0 &&
      axis.mesh_axis_index < count) {
    return OkStatus();
  }
  std::vector<std::string_view> names;
  for (const Mesh::Axis& known : mesh_.axes) names.push_back(known.name);
  const std::string_view near = name.size() > 64 ? "" : NearestWord(name, names);
  return in_.ErrorAt(at, kTextP16, StrCat("the mesh has no axis '", Shortened(name), "'"))
      .Help(near.empty() ? std::string("name an axis of the mesh, as mesh['x'=2] names its own")
                         : StrCat("did you mean '", near, "'?"));
}

}  // namespace hloom
