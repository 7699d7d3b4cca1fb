// Reads one HloInstructionProto.
#ifndef HLOOM_TEXT_PROTO_INSTRUCTION_PROTO_H_
#define HLOOM_TEXT_PROTO_INSTRUCTION_PROTO_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"
#include "ops/make_instruction.h"

namespace hloom::hlo_proto {

// The help of errors that only damaged bytes can cause.
inline constexpr std::string_view kDamaged =
    "the bytes are damaged, or are not those of an HloModuleProto";

// The message without the attributes of its operation.
struct RawInstruction {
  std::string name;
  std::string opcode;
  std::optional<Shape> shape;
  int64_t id = 0;
  std::vector<int64_t> operand_ids;
  std::vector<int64_t> callee_ids;
  std::unique_ptr<InstructionExtras> extras;
  std::vector<int64_t> predecessor_ids;
  // The backend config in the form of newer versions of XLA: here, or as one of the module's
  // payloads.
  std::optional<std::string> payload;
  std::optional<int64_t> payload_id;
};

// Newer versions of XLA put the computation's id into the upper half of an instruction's;
// references may do without it, and XLA never looks at it.
inline uint32_t LocalId(int64_t id) { return static_cast<uint32_t>(id); }

using InstructionsById = std::unordered_map<uint32_t, HloInstruction*>;  // by the local ids
using ComputationsById = std::unordered_map<int64_t, const HloComputation*>;

// parts.c1: the shape has no more parts than `max_parts`.
StatusOr<RawInstruction> ReadRawInstruction(const WireReader& message, int64_t max_parts);

// Makes the draft of an instruction. `raw`, read from the same message, gives up its shape and
// extras. Errors are proto.m3, m4 and m6 to m8.
StatusOr<InstructionDraft> DraftInstruction(const WireReader& message, RawInstruction& raw,
                                            const InstructionsById& instructions,
                                            const ComputationsById& computations);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_INSTRUCTION_PROTO_H_
