#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/devices/mesh_proto.h"
#include "text/extras/metadata_proto.h"
#include "text/extras/sharding_proto.h"
#include "text/rules.h"

namespace hloom::hlo_proto {

namespace {

// Field numbers of NamedShardingProto.
enum NamedField {
  kMesh = 2,
  kDimShardings = 3,
  kReplicatedAxes = 4,
  kUnreducedAxes = 5,
  kNamedMetadata = 6,
  kManualAxes = 7,
  kReduction = 8,
};

// ---- dimensions: axes, 1, and whether it is closed, 2 ----

void WriteDimension(const NamedSharding::DimensionSharding& dimension, WireWriter& out) {
  out.BeginMessage(kDimShardings);
  WriteAxes(dimension.axes, 1, out);
  out.SetBool(2, dimension.is_closed);
  out.EndMessage();
}

Status ReadDimension(const WireReader& field, NamedSharding::DimensionSharding& dimension) {
  dimension.is_closed = false;
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return ReadAxis(reader, dimension.axes.emplace_back());
    return reader.field() == 2 ? Store(reader.Bool(), &dimension.is_closed) : OkStatus();
  });
}

// ---- what joins the unreduced parts ----

constexpr int32_t kLastReduction = static_cast<int32_t>(ShardReduction::kMin);

Status ReadReduction(const WireReader& reader, ShardReduction& reduction) {
  HLOOM_ASSIGN_OR_RETURN(const int32_t number, reader.Int32());
  if (number < 0 || number > kLastReduction) {
    return InvalidArgument(kProtoM9)
        .Say(StrCat("the parts of a sharding at byte ", reader.offset(),
                    " are joined by the reduction ", number))
        .Help(StrCat("the reductions are 0 to ", kLastReduction));
  }
  reduction = static_cast<ShardReduction>(number);
  return OkStatus();
}

}  // namespace

void WriteNamedSharding(const NamedSharding& sharding, int field, WireWriter& out) {
  out.BeginMessage(field);
  WriteMesh(sharding.mesh, kMesh, out);
  for (const NamedSharding::DimensionSharding& dimension : sharding.dim_shardings)
    WriteDimension(dimension, out);
  WriteAxes(sharding.replicated_axes, kReplicatedAxes, out);
  WriteAxes(sharding.unreduced_axes, kUnreducedAxes, out);
  for (const OpMetadata& metadata : sharding.metadata) WriteMetadata(metadata, kNamedMetadata, out);
  WriteAxes(sharding.manual_axes, kManualAxes, out);
  out.SetInt32(kReduction, static_cast<int32_t>(sharding.reduction));
  out.EndMessage();
}

Status ReadNamedSharding(const WireReader& field, NamedSharding& sharding) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case kMesh:
        return ReadMesh(reader, sharding.mesh);
      case kDimShardings:
        return ReadDimension(reader, sharding.dim_shardings.emplace_back());
      case kReplicatedAxes:
        return ReadAxis(reader, sharding.replicated_axes.emplace_back());
      case kUnreducedAxes:
        return ReadAxis(reader, sharding.unreduced_axes.emplace_back());
      case kNamedMetadata:
        return ReadMetadata(reader, sharding.metadata.emplace_back());
      case kManualAxes:
        return ReadAxis(reader, sharding.manual_axes.emplace_back());
      case kReduction:
        return ReadReduction(reader, sharding.reduction);
      default:
        return OkStatus();
    }
  });
}

}  // namespace hloom::hlo_proto
