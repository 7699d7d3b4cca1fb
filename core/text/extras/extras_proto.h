// InstructionExtras and HloModuleConfig in the messages of XLA's hlo.proto and xla_data.proto.
//
// HloModuleProto itself has no place for the counts of devices, the propagation of shardings and
// alias_passthrough_params.
#ifndef HLOOM_TEXT_EXTRAS_EXTRAS_PROTO_H_
#define HLOOM_TEXT_EXTRAS_EXTRAS_PROTO_H_

#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_proto {

// Field numbers of HloInstructionProto.
enum ExtrasField {
  kMetadata = 7,
  kControlPredecessorIds = 37,
  kSharding = 40,
  kBackendConfig = 43,
  // The sharding of the operand of domain, and that of its users.
  kDomainEntrySharding = 54,
  kDomainExitSharding = 55,
  kParameterReplication = 61,
  kFrontendAttributes = 68,
  kStatistics = 82,
  kOriginalValue = 88,
};
// Writes the field `field` if it is set.
void WriteExtrasField(const InstructionExtras& extras, int field, WireWriter& out);

// Reads a field that can be read before the instructions exist; ignores other fields. Ids of
// control predecessors are collected.
Status ReadExtrasField(const WireReader& reader, InstructionExtras& extras,
                       std::vector<int64_t>& predecessor_ids, bool* found);

// Field numbers of HloModuleProto.
enum ConfigField {
  kSchedule = 7,
  kInputOutputAlias = 8,
  kStackFrameIndex = 17,
  kBufferDonor = 18,
  kModuleFrontendAttributes = 19,
};

// Writes all of these fields, in the order of their numbers.
void WriteConfig(const HloModule& module, WireWriter& out);
// Reads any of these fields except the schedule, which needs the instructions.
Status ReadConfigField(const WireReader& reader, HloModuleConfig& config);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_EXTRAS_EXTRAS_PROTO_H_
