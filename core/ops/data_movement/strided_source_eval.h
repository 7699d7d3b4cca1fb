// Operations that only move: each element of the result is one of the operand's.
#ifndef HLOOM_OPS_DATA_MOVEMENT_STRIDED_SOURCE_EVAL_H_
#define HLOOM_OPS_DATA_MOVEMENT_STRIDED_SOURCE_EVAL_H_

#include <vector>

#include "kernels/copy.h"
#include "ops/op_eval.h"

namespace hloom {

// The positions of a result's elements in the operand's memory: the one at `index` is at first +
// index . strides, counted in elements. For the reverse of s32[4]:
//
//   strides {-1}, first 3
struct StridedSource {
  std::vector<int64_t> strides;
  int64_t first = 0;
};

using StridedSourceOf = StridedSource (*)(const HloInstruction& instruction, const Shape& operand);

// The operand's memory as the result's if every element is already in place, as in a transpose
// whose result has the layout for it; otherwise an invalid literal. Shapes are static.
Literal ViewOfSource(const HloInstruction& instruction, const Literal& operand,
                     StridedSourceOf source_of);
// The same, and the copy below, prepared.
std::unique_ptr<const PreparedOp> PrepareFromSource(const HloInstruction& instruction,
                                                    StridedSourceOf source_of);
// A copy from operand 0, beginning at a byte of it.
std::unique_ptr<const PreparedOp> PreparedCopyBy(StridedCopyTasks tasks, int64_t first_byte);
// Copies the elements to their positions in the result.
Kernel CopyFromSource(const HloInstruction& instruction, Operands operands,
                      StridedSourceOf source_of, Destination& destination);

template <StridedSourceOf kSourceOf>
StatusOr<Literal> ViewBySource(EvalContext&, const HloInstruction& instruction, Operands operands) {
  return ViewOfSource(instruction, *operands[0], kSourceOf);
}
template <StridedSourceOf kSourceOf>
Kernel EvaluateBySource(EvalContext&, const HloInstruction& instruction, Operands operands,
                        Destination& destination) {
  return CopyFromSource(instruction, operands, kSourceOf, destination);
}
template <StridedSourceOf kSourceOf>
std::unique_ptr<const PreparedOp> PrepareBySource(const HloInstruction& instruction) {
  return PrepareFromSource(instruction, kSourceOf);
}

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_STRIDED_SOURCE_EVAL_H_
