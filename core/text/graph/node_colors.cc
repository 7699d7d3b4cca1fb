#include "text/graph/node_colors.h"

#include "ops/op_def.h"
#include "ops/verify/pairing_verifier.h"

namespace hloom {

namespace {

bool AsksForItsDevice(HloOpcode opcode) {
  return opcode == HloOpcode::kReplicaId || opcode == HloOpcode::kPartitionId;
}

std::string_view OwnColor(const HloInstruction& instruction) {
  const OpTraits& traits = GetOpDef(instruction.opcode()).traits;
  if (traits.collective) return kCollectiveColor;
  // A custom call also asks the host, but has no effect there.
  if (traits.asks_host && traits.side_effect) return kTransferColor;
  if (AsksForItsDevice(instruction.opcode())) return kTransferColor;
  if (instruction.shape().IsToken()) return kTokenColor;
  if (traits.side_effect) return "mistyrose";
  if (traits.control_flow) return "lightyellow";
  return instruction.operands().empty() ? "lightgrey" : "";
}

}  // namespace

// Operands come before users, and callees before callers, so the colors that a choice depends on
// exist.
NodeColors::NodeColors(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const std::string_view color = Choose(*instruction);
      if (!color.empty()) colors_.emplace(instruction.get(), color);
    }
  }
}

std::string_view NodeColors::Of(const HloInstruction& instruction) const {
  const auto found = colors_.find(&instruction);
  return found == colors_.end() ? std::string_view() : found->second;
}

std::string_view NodeColors::Choose(const HloInstruction& instruction) const {
  if (const HloInstruction* begun = BegunBy(instruction)) return Of(*begun);
  // An asynchronous operation has the color of its operation: an async-start of an all-gather that
  // of all-gather.
  if (instruction.opcode() == HloOpcode::kAsyncStart) {
    const std::string_view wrapped = Of(*instruction.called_computation(0)->root());
    if (wrapped == kCollectiveColor || wrapped == kTransferColor) return wrapped;
  }
  return OwnColor(instruction);
}

}  // namespace hloom
