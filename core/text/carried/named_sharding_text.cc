#include <charconv>
#include <unordered_map>

#include "base/str_cat.h"
#include "text/carried/metadata_text.h"
#include "text/carried/sharding_text.h"

namespace hloom::hlo_text {

namespace {

constexpr std::string_view kReductions[] = {"sum", "max", "min"};  // ShardReduction

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

void AppendAxis(std::string& out, const AxisRef& axis, const Mesh& mesh) {
  const size_t index = static_cast<size_t>(axis.mesh_axis_index);
  if (axis.mesh_axis_index >= 0 && index < mesh.axes.size()) {
    AppendAxisName(out, mesh.axes[index].name);
  } else {
    AppendAxisName(out, StrCat(axis.mesh_axis_index));
  }
  if (axis.sub_axis) StrAppend(out, ":(", axis.sub_axis->pre_size, ")", axis.sub_axis->size);
}

void AppendAxes(std::string& out, const std::vector<AxisRef>& axes, const Mesh& mesh,
                bool is_closed = true) {
  const char* separator = "{";
  for (const AxisRef& axis : axes) {
    out.append(separator);
    AppendAxis(out, axis, mesh);
    separator = ", ";
  }
  if (!is_closed) StrAppend(out, separator, "?");
  out.append(axes.empty() && is_closed ? "{}" : "}");
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

// Whether these are all axes of the mesh, none of them in parts.
bool IsWholeMesh(const std::vector<AxisRef>& axes, const Mesh& mesh) {
  if (axes.empty() || axes.size() != mesh.axes.size()) return false;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != AxisRef{static_cast<int64_t>(i), {}}) return false;
  }
  return true;
}

void AppendDimensions(std::string& out, const NamedSharding& sharding) {
  out.append(", [");
  for (size_t i = 0; i < sharding.dim_shardings.size(); ++i) {
    if (i > 0) out.append(", ");
    AppendAxes(out, sharding.dim_shardings[i].axes, sharding.mesh,
               sharding.dim_shardings[i].is_closed);
  }
  out.push_back(']');
}

void AppendReduction(std::string& out, ShardReduction reduction) {
  if (reduction != ShardReduction::kSum) out.append(kReductions[static_cast<size_t>(reduction)]);
}

void AppendLists(std::string& out, const NamedSharding& sharding) {
  if (!sharding.replicated_axes.empty()) {
    out.append(", replicated=");
    AppendAxes(out, sharding.replicated_axes, sharding.mesh);
  }
  if (!sharding.unreduced_axes.empty()) {
    out.append(", unreduced=");
    AppendReduction(out, sharding.reduction);
    AppendAxes(out, sharding.unreduced_axes, sharding.mesh);
  }
  if (!sharding.manual_axes.empty()) {
    out.append(", manual=");
    AppendAxes(out, sharding.manual_axes, sharding.mesh);
  }
}

class NamedShardingReader {
 public:
  NamedShardingReader(TextReader& in, NamedSharding& sharding) : in_(in), sharding_(sharding) {}

  Status Read() {
    if (in_.AcceptWord("maximal_mesh")) {
      HLOOM_RETURN_IF_ERROR(ReadMaximalMesh());
      return in_.Accept(',') ? Metadata() : OkStatus();
    }
    in_.Name();
    HLOOM_RETURN_IF_ERROR(ReadMesh());
    const std::string_view word = in_.PeekName();
    if (word == "replicated" || word == "unreduced" || word == "manual") {
      in_.Name();
      HLOOM_RETURN_IF_ERROR(ReadWhole(word));
    } else {
      HLOOM_RETURN_IF_ERROR(in_.List('[', ']', "the axes of each dimension", [&] {
        return ReadDimension(sharding_.dim_shardings.emplace_back());
      }));
    }
    while (in_.Accept(',')) HLOOM_RETURN_IF_ERROR(ReadPart());
    return OkStatus();
  }

 private:
  // [device_id=5]
  Status ReadMaximalMesh() {
    HLOOM_RETURN_IF_ERROR(in_.Expect('[', "after maximal_mesh"));
    if (!in_.AcceptWord("device_id")) return in_.Expected("device_id=");
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the device"));
    HLOOM_ASSIGN_OR_RETURN(sharding_.mesh.devices.ids.emplace_back(), in_.Int64());
    return in_.Expect(']', "after the device");
  }

  // 'x', or without quotes, as XLA wrote it for a time.
  StatusOr<std::string> AxisName() {
    const std::string_view bare = in_.Name();
    if (!bare.empty()) return std::string(bare);
    return in_.String();
  }

  // ['x'=2,'y'=3], device_ids=(0,2,1,3), and the comma that follows.
  Status ReadMesh() {
    Mesh& mesh = sharding_.mesh;
    HLOOM_RETURN_IF_ERROR(in_.List('[', ']', "the axes of the mesh", [&]() -> Status {
      Mesh::Axis& axis = mesh.axes.emplace_back();
      HLOOM_ASSIGN_OR_RETURN(axis.name, AxisName());
      HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of an axis"));
      HLOOM_ASSIGN_OR_RETURN(axis.size, in_.Int64());
      return OkStatus();
    }));
    for (size_t i = 0; i < mesh.axes.size(); ++i)
      axes_by_name_.emplace(mesh.axes[i].name, static_cast<int64_t>(i));
    in_.Accept(',');
    if (!in_.AcceptWord("device_ids")) return OkStatus();
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the devices"));
    HLOOM_RETURN_IF_ERROR(ReadMeshDevices());
    in_.Accept(',');
    return OkStatus();
  }

  // ([4,16]T(1,0)) or (0,2,1,3)
  Status ReadMeshDevices() {
    DeviceOrder& devices = sharding_.mesh.devices;
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

  // Reads a word that means the whole mesh and cuts no dimension: replicated, unreduced,
  // unreduced=max{'x'}.
  Status ReadWhole(std::string_view word) {
    if (word == "replicated") return OkStatus();
    if (word == "unreduced" && in_.Accept('=')) return ReadUnreduced();
    std::vector<AxisRef>& axes =
        word == "manual" ? sharding_.manual_axes : sharding_.unreduced_axes;
    for (size_t i = 0; i < sharding_.mesh.axes.size(); ++i)
      axes.push_back({static_cast<int64_t>(i), {}});
    return OkStatus();
  }

  Status ReadUnreduced() {
    if (in_.Peek() != '{') {
      HLOOM_ASSIGN_OR_RETURN(const size_t i,
                             in_.OneOf(kReductions, "sum, max or min, or '{' and axes"));
      sharding_.reduction = static_cast<ShardReduction>(i);
    }
    return ReadAxes(sharding_.unreduced_axes);
  }

  Status ReadDimension(NamedSharding::DimensionSharding& dimension) {
    return in_.List('{', '}', "the axes of a dimension", [&]() -> Status {
      if (!dimension.is_closed) return in_.Expected("'}': '?' is the last");
      if (in_.Accept('?')) {
        dimension.is_closed = false;
        return OkStatus();
      }
      return ReadAxis(dimension.axes.emplace_back());
    });
  }

  Status ReadAxes(std::vector<AxisRef>& axes) {
    return in_.List('{', '}', "the axes", [&] { return ReadAxis(axes.emplace_back()); });
  }

  // 'x', or a part of it, 'x':(2)4; without names, '0' is the first.
  Status ReadAxis(AxisRef& axis) {
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

  Status ReadIndex(const std::string& name, size_t at, AxisRef& axis) const {
    const char* end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, axis.mesh_axis_index);
    const int64_t count = static_cast<int64_t>(sharding_.mesh.axes.size());
    if (error == std::errc() && rest == end && axis.mesh_axis_index >= 0 &&
        axis.mesh_axis_index < count) {
      return OkStatus();
    }
    std::vector<std::string_view> names;
    for (const Mesh::Axis& known : sharding_.mesh.axes) names.push_back(known.name);
    const std::string_view near = name.size() > 64 ? "" : NearestWord(name, names);
    return in_  // text.p16
        .ErrorAt(at, "text.p16", StrCat("the mesh has no axis ", in_.Found(at)))
        .Help(near.empty() ? std::string("name an axis of the mesh, as mesh['x'=2] names its own")
                           : StrCat("did you mean '", near, "'?"));
  }

  Status ReadPart() {
    constexpr std::string_view kParts[] = {"replicated", "unreduced", "manual", "metadata"};
    HLOOM_ASSIGN_OR_RETURN(const size_t i, in_.OneOf(kParts, "a part of the sharding"));
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of a part"));
    switch (i) {
      case 0:
        return ReadAxes(sharding_.replicated_axes);
      case 1:
        return ReadUnreduced();
      case 2:
        return ReadAxes(sharding_.manual_axes);
      default:
        return ReadMetadataList(in_, sharding_.metadata);
    }
  }

  Status Metadata() {
    if (!in_.AcceptWord("metadata")) return in_.Expected("metadata=");
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the metadata"));
    return ReadMetadataList(in_, sharding_.metadata);
  }

  TextReader& in_;
  NamedSharding& sharding_;
  std::unordered_map<std::string_view, int64_t> axes_by_name_;  // views of the mesh's names
};

}  // namespace

void AppendNamedSharding(std::string& out, const NamedSharding& sharding) {
  const Mesh& mesh = sharding.mesh;
  if (mesh.axes.empty() && mesh.devices.ids.size() == 1) {
    StrAppend(out, "maximal_mesh[device_id=", mesh.devices.ids[0], "]");
  } else {
    AppendMesh(out, mesh);
    const bool uncut = sharding.dim_shardings.empty() && sharding.replicated_axes.empty();
    if (uncut && sharding.unreduced_axes.empty() && sharding.manual_axes.empty()) {
      out.append(", replicated");
    } else if (uncut && sharding.manual_axes.empty() &&
               sharding.reduction == ShardReduction::kSum &&
               IsWholeMesh(sharding.unreduced_axes, mesh)) {
      out.append(", unreduced");
    } else if (uncut && sharding.unreduced_axes.empty() &&
               IsWholeMesh(sharding.manual_axes, mesh)) {
      out.append(", manual");
    } else {
      if (!uncut || sharding.reduction == ShardReduction::kSum) AppendDimensions(out, sharding);
      AppendLists(out, sharding);
    }
  }
  if (sharding.metadata.empty()) return;
  out.append(", metadata=");
  AppendMetadataList(out, sharding.metadata);
}

bool NamedShardingFollows(TextReader& in) {
  const std::string_view word = in.PeekName();
  return word == "mesh" || word == "maximal_mesh";
}

Status ReadNamedSharding(TextReader& in, NamedSharding& sharding) {
  return NamedShardingReader(in, sharding).Read();
}

}  // namespace hloom::hlo_text
