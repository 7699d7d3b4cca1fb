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

// Copies the elements of operand 0, whose shape is `from`, or is a view of it if every element
// already is where the result has it, as in a transpose whose result has the layout for it. Null if
// there are no elements.
std::unique_ptr<const PreparedOp> PrepareFromSource(const HloInstruction& instruction,
                                                    const Shape& from, StridedSourceOf source_of);
// A copy from operand 0, beginning at a byte of it.
std::unique_ptr<const PreparedOp> PreparedCopyBy(StridedCopyTasks tasks, int64_t first_byte);

template <StridedSourceOf kSourceOf>
std::unique_ptr<const PreparedOp> PrepareBySource(const HloInstruction& instruction,
                                                  Span<const Shape* const> operands) {
  return PrepareFromSource(instruction, *operands[0], kSourceOf);
}

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_STRIDED_SOURCE_EVAL_H_
