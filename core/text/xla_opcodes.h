// The operations of XLA. hloom's own are in hlo/ops.def; this table distinguishes a program that
// needs more operations than hloom has from a misspelled one.
#ifndef HLOOM_TEXT_XLA_OPCODES_H_
#define HLOOM_TEXT_XLA_OPCODES_H_

#include <string_view>

namespace hloom::hlo_text {

// Returns whether HLO text of XLA may have this word as an operation, the sugar of asynchronous
// ones (add-start, add-update, add-done) included.
bool IsXlaOpcode(std::string_view name);
// The same without the short forms of asynchronous computations, add-start.
bool IsXlaOpcodeItself(std::string_view name);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_XLA_OPCODES_H_
