#include "text/extras/sharding_proto.h"

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "text/extras/metadata_proto.h"
#include "text/rules.h"

namespace hloom::hlo_proto {

namespace {

enum ShardingField {
  kType = 1,
  kTileDims = 3,
  kShardingProtoDevices = 4,
  kTupleShardings = 5,
  kReplicateOnLastTileDim = 6,
  kShardingMetadata = 7,
  kLastTileDims = 8,
  kIotaReshapeDims = 9,
  kIotaTransposePerm = 10,
  kIsShardGroup = 11,
  kShardGroupId = 12,
  kShardGroupType = 13,
  kNamedSharding = 14,
};

constexpr int32_t kShardingProtoShardLike = 1;  // a number of ShardGroupType
constexpr int32_t kLastType = static_cast<int32_t>(HloSharding::Type::kUnreduced);

StatusOr<HloSharding::Type> TypeOf(int32_t number, size_t offset) {
  if (number >= 0 && number <= kLastType) return static_cast<HloSharding::Type>(number);
  return InvalidArgument(kProtoM9)
      .Say(StrCat("a sharding at byte ", offset, " is of the type ", number))
      .Help(StrCat("the types are 0 to ", kLastType));
}

Status ReadShardingField(const WireReader& reader, HloSharding& sharding, bool& in_group,
                         HloSharding::ShardGroup& group) {
  switch (reader.field()) {
    case kType: {
      HLOOM_ASSIGN_OR_RETURN(const int32_t type, reader.Int32());
      return Store(TypeOf(type, reader.offset()), &sharding.type);
    }
    case kTileDims:
      return reader.AppendInt64s(&sharding.tile_dims);
    case kShardingProtoDevices:
      return reader.AppendInt64s(&sharding.devices.ids);
    case kTupleShardings:
      return ReadSharding(reader, sharding.tuple_elements.emplace_back());
    case kReplicateOnLastTileDim:
      return Store(reader.Bool(), &sharding.replicate_on_last_tile_dim);
    case kShardingMetadata:
      return ReadMetadata(reader, sharding.metadata.emplace_back());
    case kLastTileDims: {
      std::vector<int32_t> types;
      HLOOM_RETURN_IF_ERROR(reader.AppendInt32s(&types));
      for (const int32_t type : types) {
        HLOOM_ASSIGN_OR_RETURN(sharding.last_tile_dims.emplace_back(),
                               TypeOf(type, reader.offset()));
      }
      return OkStatus();
    }
    case kIotaReshapeDims:
      return reader.AppendInt64s(&sharding.devices.reshape_dims);
    case kIotaTransposePerm:
      return reader.AppendInt32s(&sharding.devices.transpose_perm);
    case kIsShardGroup:
      return Store(reader.Bool(), &in_group);
    case kShardGroupId:
      return Store(reader.Int64(), &group.id);
    case kShardGroupType: {
      HLOOM_ASSIGN_OR_RETURN(const int32_t type, reader.Int32());
      group.like = type == kShardingProtoShardLike;
      return OkStatus();
    }
    case kNamedSharding:
      return ReadNamedSharding(reader, sharding.named.emplace());
    default:
      return OkStatus();
  }
}

// XLA's writers fill in unused fields: for example, a replicated sharding has the devices [1] of
// its own tile assignment. Only meaningful fields are kept.
void KeepWhatCounts(HloSharding& sharding) {
  using Type = HloSharding::Type;
  if (sharding.named) {
    HloSharding alone;
    alone.type = Type::kOther;
    alone.named = std::move(sharding.named);
    sharding = std::move(alone);
    return;
  }
  if (sharding.type != Type::kTuple) sharding.tuple_elements.clear();
  if (sharding.type == Type::kTuple) sharding.metadata.clear();
  if (sharding.type == Type::kTuple) sharding.shard_group.reset();
  if (sharding.type == Type::kOther) return;
  sharding.tile_dims.clear();
  sharding.replicate_on_last_tile_dim = false;
  sharding.last_tile_dims.clear();
  sharding.devices.reshape_dims.clear();
  sharding.devices.transpose_perm.clear();
  if (sharding.type != Type::kMaximal) sharding.devices.ids.clear();
}

}  // namespace

void WriteSharding(const HloSharding& sharding, int field, WireWriter& out) {
  out.BeginMessage(field);
  out.SetInt32(kType, static_cast<int32_t>(sharding.type));
  out.PackInt64s(kTileDims, sharding.tile_dims);
  out.PackInt64s(kShardingProtoDevices, sharding.devices.ids);
  for (const HloSharding& element : sharding.tuple_elements)
    WriteSharding(element, kTupleShardings, out);
  out.SetBool(kReplicateOnLastTileDim, sharding.replicate_on_last_tile_dim);
  for (const OpMetadata& metadata : sharding.metadata)
    WriteMetadata(metadata, kShardingMetadata, out);
  std::vector<int32_t> last_tile_dims;
  for (const HloSharding::Type type : sharding.last_tile_dims)
    last_tile_dims.push_back(static_cast<int32_t>(type));
  out.PackInt32s(kLastTileDims, last_tile_dims);
  out.PackInt64s(kIotaReshapeDims, sharding.devices.reshape_dims);
  out.PackInt32s(kIotaTransposePerm, sharding.devices.transpose_perm);
  if (sharding.shard_group) {
    out.AddBool(kIsShardGroup, true);
    out.SetInt64(kShardGroupId, sharding.shard_group->id);
    out.SetInt32(kShardGroupType, sharding.shard_group->like ? kShardingProtoShardLike : 0);
  }
  if (sharding.named) WriteNamedSharding(*sharding.named, kNamedSharding, out);
  out.EndMessage();
}

Status ReadSharding(const WireReader& field, HloSharding& sharding) {
  bool in_group = false;
  HloSharding::ShardGroup group;
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&](const WireReader& reader) {
    return ReadShardingField(reader, sharding, in_group, group);
  }));
  if (in_group) sharding.shard_group = group;
  KeepWhatCounts(sharding);
  return OkStatus();
}

}  // namespace hloom::hlo_proto
