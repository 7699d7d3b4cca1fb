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

// Finds the module in the bytes, which are the module itself where they are no other message. Bytes
// that are no message at all are left to the reader of modules, which says so.
Envelope OpenEnvelope(WireReader bytes);

// Writes what HloModuleProto has no place for: the counts of devices, the propagation of shardings,
// alias_passthrough_params.
void WriteModuleConfigProto(const HloModuleConfig& config, const ProgramShape& entry,
                            WireWriter& out);
Status ReadModuleConfigProto(const WireReader& message, HloModuleConfig& config);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_HLO_PROTO_ENVELOPE_H_
