// HloOpcode: the operations, one line each in ops.def. Their meaning is in ops/; no other file
// spells them.
#ifndef HLOOM_HLO_OPCODE_H_
#define HLOOM_HLO_OPCODE_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hloom {

enum class HloOpcode : uint8_t {
#define HLOOM_OP(opcode, name) opcode,
#include "hlo/ops.def"
};

inline constexpr int kHloOpcodeCount = 0
#define HLOOM_OP(opcode, name) +1
#include "hlo/ops.def"
    ;

// "get-tuple-element", as HLO text spells it.
std::string_view HloOpcodeString(HloOpcode opcode);
std::optional<HloOpcode> ParseHloOpcode(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_HLO_OPCODE_H_
