// The memory that programs hold, for owners in a language with a garbage collector, which must be
// told the memory behind a small object.
#ifndef HLOOM_HLO_HELD_BYTES_H_
#define HLOOM_HLO_HELD_BYTES_H_

#include <cstdint>

#include "hlo/hlo_module.h"

namespace hloom {

// The approximate bytes of an instruction without the elements of its literals. In a chain of
// additions each takes 240 bytes in wasm, names and shapes included.
inline constexpr int64_t kInstructionBytes = 300;

// Returns about how many bytes the instructions hold, their constants included, but not their
// callees.
int64_t HeldBytes(const HloComputation& computation);
int64_t HeldBytes(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_HLO_HELD_BYTES_H_
