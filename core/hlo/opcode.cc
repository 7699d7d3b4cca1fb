#include "hlo/opcode.h"

namespace hloom {

namespace {
constexpr std::string_view kNames[] = {
#define HLOOM_OP(opcode, name) name,
#include "hlo/ops.def"
};
}  // namespace

std::string_view HloOpcodeString(HloOpcode opcode) { return kNames[static_cast<int>(opcode)]; }

std::optional<HloOpcode> ParseHloOpcode(std::string_view name) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    if (kNames[i] == name) return static_cast<HloOpcode>(i);
  }
  return std::nullopt;
}

}  // namespace hloom
