#include "text/proto/hlo_proto_envelope.h"

#include "base/wire_util.h"
#include "shape/shape_proto.h"
#include "text/proto/hlo_proto_fields.h"

namespace hloom::hlo_proto {

namespace {

// HloSnapshot has an HloProto, which has the module.
constexpr int kMaxEnvelopes = 2;

// The field of the module in HloProto, HloModuleProtoWithConfig and HloUnoptimizedSnapshot;
// HloSnapshot has an HloProto there.
constexpr int kContent = 1;
constexpr int kConfig = 2;

// Field numbers of HloModuleConfigProto.
enum ConfigProtoField {
  kEntryComputationLayout = 1,
  kReplicaCount = 4,
  kNumPartitions = 5,
  kAliasPassthroughParams = 17,
  kAllowToOutput = 27,
  kAllowToParameters = 33,
};

// The field of a module's name holds text, and in an envelope another message. No name that XLA
// gives reads as a message with a field 3 of computations, or with a message in field 1: the tags
// of both are control characters.
bool HasMessage(const WireReader& message, int number) {
  bool found = false;
  const Status status = ForEachField(message, [&](const WireReader& reader) -> Status {
    if (reader.field() == number && reader.Message().ok()) found = true;
    return OkStatus();
  });
  return status.ok() && found;
}

// The last message in the field `number`, as protobuf takes the last of a singular field.
std::optional<WireReader> MessageIn(const WireReader& message, int number) {
  std::optional<WireReader> found;
  const Status status = ForEachField(message, [&](const WireReader& reader) -> Status {
    if (reader.field() != number) return OkStatus();
    const StatusOr<WireReader> content = reader.Message();
    if (content.ok()) found = *content;
    return OkStatus();
  });
  return status.ok() ? found : std::nullopt;
}

bool LooksLikeModule(const WireReader& message) { return HasMessage(message, kComputations); }

std::vector<uint8_t> Bytes(const std::vector<bool>& flags) {
  return std::vector<uint8_t>(flags.begin(), flags.end());
}

Status ReadFlags(const WireReader& reader, std::vector<bool>& flags) {
  std::vector<uint8_t> values;
  HLOOM_RETURN_IF_ERROR(reader.AppendBools(&values));
  flags.insert(flags.end(), values.begin(), values.end());
  return OkStatus();
}

// A missing count is 0 in bytes, and means 1.
Status ReadCount(const WireReader& reader, int64_t& count) {
  HLOOM_ASSIGN_OR_RETURN(count, reader.Int64());
  if (count == 0) count = 1;
  return OkStatus();
}

}  // namespace

Envelope OpenEnvelope(WireReader bytes) {
  Envelope found = {bytes, std::nullopt};
  WireReader message = bytes;
  // The innermost message is the module: an HloProto with a buffer assignment looks like one, too,
  // because that is in the field of a module's computations.
  for (int i = 0; i < kMaxEnvelopes; ++i) {
    const std::optional<WireReader> content = MessageIn(message, kContent);
    if (!content) break;
    if (LooksLikeModule(*content)) found = {*content, MessageIn(message, kConfig)};
    message = *content;
  }
  return found;
}

void WriteModuleConfigProto(const HloModuleConfig& config, const ProgramShape& entry,
                            WireWriter& out) {
  out.BeginMessage(kEntryComputationLayout);
  WriteProgramShapeProto(entry, out);
  out.EndMessage();
  out.SetInt64(kReplicaCount, config.replica_count);
  out.SetInt64(kNumPartitions, config.num_partitions);
  out.SetBool(kAliasPassthroughParams, config.alias_passthrough_params);
  out.PackBools(kAllowToOutput, Bytes(config.allow_spmd_sharding_propagation_to_output));
  out.PackBools(kAllowToParameters, Bytes(config.allow_spmd_sharding_propagation_to_parameters));
}

Status ReadModuleConfigProto(const WireReader& message, HloModuleConfig& config) {
  return ForEachField(message, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case kReplicaCount:
        return ReadCount(reader, config.replica_count);
      case kNumPartitions:
        return ReadCount(reader, config.num_partitions);
      case kAliasPassthroughParams:
        return Store(reader.Bool(), &config.alias_passthrough_params);
      case kAllowToOutput:
        return ReadFlags(reader, config.allow_spmd_sharding_propagation_to_output);
      case kAllowToParameters:
        return ReadFlags(reader, config.allow_spmd_sharding_propagation_to_parameters);
      default:
        return OkStatus();
    }
  });
}

}  // namespace hloom::hlo_proto
