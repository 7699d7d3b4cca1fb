// The operations that XLA has. hloom's own are in hlo/ops.def; this is for telling a program that
// needs more than hloom has from one that is misspelt.
#ifndef HLOOM_TEXT_XLA_OPCODES_H_
#define HLOOM_TEXT_XLA_OPCODES_H_

#include <string_view>

namespace hloom::hlo_text {

// Whether HLO text of XLA may have this word as an operation, the sugar of asynchronous ones
// (add-start, add-update, add-done) included.
bool IsXlaOpcode(std::string_view name);
// Tells the same without the short forms of asynchronous computations, add-start.
bool IsXlaOpcodeItself(std::string_view name);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_XLA_OPCODES_H_
