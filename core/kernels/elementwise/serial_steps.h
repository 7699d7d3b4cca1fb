// Rounds of a computation of scalars of which each needs the results of the one before.
#ifndef HLOOM_KERNELS_ELEMENTWISE_SERIAL_STEPS_H_
#define HLOOM_KERNELS_ELEMENTWISE_SERIAL_STEPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/elementwise/element_function.h"

namespace hloom {

// kFunction calls the loop of an operation for one element; a call takes longer than an addition.
// Truth values are 1 and 0. Comparisons are those of IEEE, in the order of XLA's directions.
enum class SerialOp : uint8_t {
  kFunction,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMaximum,
  kMinimum,
  kNegate,
  kAbs,
  kEq,
  kNe,
  kGe,
  kGt,
  kLe,
  kLt,
  kSelect,  // operand 0 is the truth value
  kCopy,
  kEnd,
};

// values[result] = op(values[operands[0]], ...). Operands that the operation does not have are 0.
struct SerialStep {
  SerialOp op = SerialOp::kEnd;
  int32_t operands[ElementFunction::kMaxOperands] = {};
  int32_t result = 0;
  const ElementFunction* function = nullptr;
};

// Values that each round takes from memory: values[value] = the next element, `step` elements on.
struct SerialInput {
  const std::byte* elements;
  int64_t step;
  int32_t value;
};

// Takes the steps, whose last one is kEnd, `rounds` times, on values of F32 or F64. With values {a,
// b, 0.5, t}, and b taken from memory, a = max(a, b) * 0.5 is
//
//   kMaximum 0 1 -> 3, kMultiply 3 2 -> 0, kEnd
void RunSerialSteps(PrimitiveType type, const SerialStep* steps, std::byte* values,
                    const std::vector<SerialInput>& inputs, int64_t rounds);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_SERIAL_STEPS_H_
