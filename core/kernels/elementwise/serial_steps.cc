#include "kernels/elementwise/serial_steps.h"

#include <cmath>

namespace hloom {

namespace {

// The same as the loops of maximum and minimum. Here the next step waits for the result: a
// comparison that is predicted takes no time, and floats are rarely equal.
template <typename T, bool kLargest>
T SerialExtreme(T a, T b) {
  const T result = (kLargest ? a > b : a < b) ? a : b;  // b where either is a NaN
  if (__builtin_islessgreater(a, b)) return result;
  if (a != b) return a != a ? a : b;
  return std::signbit(a) == kLargest ? b : a;
}

template <typename T>
void RunSerialStepsOf(const SerialStep* steps, T* values, const std::vector<SerialInput>& inputs,
                      int64_t rounds) {
  for (int64_t round = 0; round < rounds; ++round) {
    for (const SerialInput& input : inputs) {
      values[input.value] = reinterpret_cast<const T*>(input.elements)[round * input.step];
    }
    for (const SerialStep* step = steps; step->op != SerialOp::kEnd; ++step) {
      const T a = values[step->operands[0]];
      const T b = values[step->operands[1]];
      T result;
      switch (step->op) {
        case SerialOp::kAdd:
          result = a + b;
          break;
        case SerialOp::kSubtract:
          result = a - b;
          break;
        case SerialOp::kMultiply:
          result = a * b;
          break;
        case SerialOp::kDivide:
          result = a / b;
          break;
        case SerialOp::kMaximum:
          result = SerialExtreme<T, true>(a, b);
          break;
        case SerialOp::kMinimum:
          result = SerialExtreme<T, false>(a, b);
          break;
        case SerialOp::kNegate:
          result = -a;
          break;
        case SerialOp::kAbs:
          result = std::abs(a);
          break;
        case SerialOp::kEq:
          result = a == b;
          break;
        case SerialOp::kNe:
          result = a != b;
          break;
        case SerialOp::kGe:
          result = a >= b;
          break;
        case SerialOp::kGt:
          result = a > b;
          break;
        case SerialOp::kLe:
          result = a <= b;
          break;
        case SerialOp::kLt:
          result = a < b;
          break;
        case SerialOp::kSelect:
          result = a != 0 ? b : values[step->operands[2]];
          break;
        case SerialOp::kCopy:
          result = a;
          break;
        default: {
          const std::byte* operands[ElementFunction::kMaxOperands];
          for (size_t i = 0; i < ElementFunction::kMaxOperands; ++i) {
            operands[i] = reinterpret_cast<const std::byte*>(values + step->operands[i]);
          }
          (*step->function)(operands, reinterpret_cast<std::byte*>(&result), 1);
        }
      }
      values[step->result] = result;
    }
  }
}

}  // namespace

void RunSerialSteps(PrimitiveType type, const SerialStep* steps, std::byte* values,
                    const std::vector<SerialInput>& inputs, int64_t rounds) {
  if (type == F32) {
    RunSerialStepsOf(steps, reinterpret_cast<float*>(values), inputs, rounds);
  } else {
    RunSerialStepsOf(steps, reinterpret_cast<double*>(values), inputs, rounds);
  }
}

}  // namespace hloom
