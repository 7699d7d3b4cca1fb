// The messages that XLA puts an HloModuleProto into when it writes files: HloProto (what
// --xla_dump_hlo_as_proto writes), HloSnapshot, HloModuleProtoWithConfig.
#ifndef HLOOM_TEXT_PROTO_HLO_PROTO_ENVELOPE_H_
#define HLOOM_TEXT_PROTO_HLO_PROTO_ENVELOPE_H_

#include <optional>

#include "base/wire.h"
#include "hlo/module_config.h"

namespace hloom::hlo_proto {

struct Envelope {
  WireReader module;
  std::optional<WireReader> config;  // HloModuleConfigProto
};

// Finds the module in the bytes, which are the module itself if they are not another message. The
// reader of modules reports bytes that are not a message at all.
Envelope OpenEnvelope(WireReader bytes);

// Writes the properties that HloModuleProto has no fields for: the counts of devices, the
// propagation of shardings, alias_passthrough_params.
void WriteModuleConfigProto(const HloModuleConfig& config, const ProgramShape& entry,
                            WireWriter& out);
Status ReadModuleConfigProto(const WireReader& message, HloModuleConfig& config);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_HLO_PROTO_ENVELOPE_H_
