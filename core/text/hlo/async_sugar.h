// XLA's short form of asynchronous computations of one instruction: it writes
//
//   %start = ((f32[2], f32[2]), f32[2]) add-start(%x, %y)
//   %done = f32[2] add-done(%start)
//
// for an async-start that calls a computation which only adds its parameters, and its async-done.
#ifndef HLOOM_TEXT_HLO_ASYNC_SUGAR_H_
#define HLOOM_TEXT_HLO_ASYNC_SUGAR_H_

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hlo/opcode.h"
#include "text/hlo/computation_parser.h"

namespace hloom::hlo_text {

struct AsyncSugar {
  HloOpcode step;     // kAsyncStart, kAsyncUpdate or kAsyncDone
  HloOpcode wrapped;  // kAdd
};
// Splits the name of an opcode; nullopt if it is an operation itself, as XLA's own copy-start is.
std::optional<AsyncSugar> FindAsyncSugar(std::string_view name);

// The operations that the asynchronous instructions of a computation wrap, as far as the text has
// been read.
class WrappedOpcodes {
 public:
  void Add(const HloInstruction& instruction);
  std::optional<HloOpcode> Of(const HloInstruction* instruction) const;

 private:
  std::unordered_map<const HloInstruction*, HloOpcode> opcodes_;
};

// The function that an asynchronous custom call calls, for its start or for an instruction that
// continues it; null if the text has not named it yet.
const std::string* WrappedTarget(const HloInstruction& step);

// The computation that the short form means: parameters of these shapes, and the instruction
// `wrapped`, which comes without operands, applied to them. It is defined in the table.
StatusOr<ParsedComputation*> WrapInComputation(TextReader& in, ComputationTable& table,
                                               const std::vector<ShapePtr>& parameter_shapes,
                                               InstructionDraft wrapped, size_t place);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_ASYNC_SUGAR_H_
