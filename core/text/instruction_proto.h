// Reads one HloInstructionProto.
#ifndef HLOOM_TEXT_INSTRUCTION_PROTO_H_
#define HLOOM_TEXT_INSTRUCTION_PROTO_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_proto {

// The help of errors that no program can be the reason of.
inline constexpr std::string_view kDamaged =
    "the bytes are damaged, or are not those of an HloModuleProto";

// What stands in the message, but for the attributes of its operation.
struct RawInstruction {
  std::string name;
  std::string opcode;
  std::optional<Shape> shape;
  int64_t id = 0;
  std::vector<int64_t> operand_ids;
  std::vector<int64_t> callee_ids;
  std::unique_ptr<InstructionExtras> extras;
  std::vector<int64_t> predecessor_ids;
};

using InstructionsById = std::unordered_map<int64_t, HloInstruction*>;
using ComputationsById = std::unordered_map<int64_t, const HloComputation*>;

StatusOr<RawInstruction> ReadRawInstruction(const WireReader& message);

// proto.m3, m4, m6 to m8. `raw`, read from the same message, gives up its shape and extras.
StatusOr<std::unique_ptr<HloInstruction>> BuildInstruction(const WireReader& message,
                                                           RawInstruction& raw,
                                                           const InstructionsById& instructions,
                                                           const ComputationsById& computations);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_INSTRUCTION_PROTO_H_
