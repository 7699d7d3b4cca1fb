#include "base/str_cat.h"
#include "hlo/devices/mesh_text.h"
#include "text/extras/metadata_text.h"
#include "text/extras/sharding_text.h"

namespace hloom::hlo_text {

namespace {

constexpr std::string_view kReductions[] = {"sum", "max", "min"};  // ShardReduction

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

// Returns whether these are all axes of the mesh, none of them in parts.
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
  NamedShardingReader(TextReader& in, NamedSharding& sharding)
      : in_(in), sharding_(sharding), mesh_(in, sharding.mesh) {}

  Status Read() {
    if (in_.AcceptWord("maximal_mesh")) {
      HLOOM_RETURN_IF_ERROR(ReadMaximalMesh());
      return in_.Accept(',') ? Metadata() : OkStatus();
    }
    in_.Name();
    HLOOM_RETURN_IF_ERROR(mesh_.ReadMesh());
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

  // Reads a word for the whole mesh that splits no dimension: replicated, unreduced,
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
    return mesh_.ReadAxes(sharding_.unreduced_axes);
  }

  Status ReadDimension(NamedSharding::DimensionSharding& dimension) {
    return in_.List('{', '}', "the axes of a dimension", [&]() -> Status {
      if (!dimension.is_closed) return in_.Expected("'}': '?' is the last");
      if (in_.Accept('?')) {
        dimension.is_closed = false;
        return OkStatus();
      }
      return mesh_.ReadAxis(dimension.axes.emplace_back());
    });
  }

  Status ReadPart() {
    constexpr std::string_view kParts[] = {"replicated", "unreduced", "manual", "metadata"};
    HLOOM_ASSIGN_OR_RETURN(const size_t i, in_.OneOf(kParts, "a part of the sharding"));
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of a part"));
    switch (i) {
      case 0:
        return mesh_.ReadAxes(sharding_.replicated_axes);
      case 1:
        return ReadUnreduced();
      case 2:
        return mesh_.ReadAxes(sharding_.manual_axes);
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
  MeshReader mesh_;
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
