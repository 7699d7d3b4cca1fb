// HloModuleProto of XLA's hlo.proto: a module as bytes, to and from XLA and between our own
// instances.
#ifndef HLOOM_TEXT_PROTO_HLO_PROTO_H_
#define HLOOM_TEXT_PROTO_HLO_PROTO_H_

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

// The rules proto.m1 and so on, which HloModuleFromProto checks in addition to those of the wire
// format (base/wire.h), of shapes and literals, and of the verifier.
Span<const Rule> HloProtoRules();

// The module must be one that VerifyModule accepts. Fields are in the order of their numbers: the
// same module gives the same bytes, those of protobuf's own serializer.
std::string HloModuleToProto(const HloModule& module);
// Writes an HloModuleProtoWithConfig: the module, and the parts of the first line of the text for
// which HloModuleProto has no fields (replica_count, num_partitions and the like).
std::string HloModuleToProtoWithConfig(const HloModule& module);

struct HloProtoOptions {
  // The same as HloParserOptions::allow_mixed_precision. A program that gets converts loses its
  // schedule, which does not contain them.
  bool allow_mixed_precision = false;
};

// Any bytes are safe to pass: the result is an error or a verified module. The module may be inside
// the messages that XLA writes to files: HloProto, HloSnapshot, HloModuleProtoWithConfig. Fields
// that hloom does not know are skipped: they do not change values. Names that HLO text cannot spell
// are changed as XLA changes them; ids are kept unless two computations use the same ones, as newer
// versions of XLA do.
StatusOr<std::unique_ptr<HloModule>> HloModuleFromProto(std::string_view bytes,
                                                        const HloProtoOptions& options = {});

}  // namespace hloom

#endif  // HLOOM_TEXT_PROTO_HLO_PROTO_H_
