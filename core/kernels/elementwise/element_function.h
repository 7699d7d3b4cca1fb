// The loop of an operation that computes each element of its result from one element of each
// operand.
#ifndef HLOOM_KERNELS_ELEMENTWISE_ELEMENT_FUNCTION_H_
#define HLOOM_KERNELS_ELEMENTWISE_ELEMENT_FUNCTION_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// Numbers that a loop needs besides the elements: the bits that reduce-precision keeps, the source
// type of a conversion. Only the loop and the code that binds them interpret them.
struct ElementParameters {
  int32_t values[4] = {};
};

// Computes result[i] from operands[0][i], operands[1][i] ..., for `count` contiguous elements. The
// result may overwrite an operand of the same width.
struct ElementFunction {
  // The maximum for all operations.
  static constexpr size_t kMaxOperands = 3;
  using Loop = void (*)(const ElementParameters& parameters, const std::byte* const* operands,
                        std::byte* result, int64_t count);

  Loop loop = nullptr;
  ElementParameters parameters = {};

  void operator()(const std::byte* const* operands, std::byte* result, int64_t count) const {
    loop(parameters, operands, result, count);
  }
};

// Returns the loop for operand 0 of this compute type; null if there is none.
using ElementLoops = ElementFunction::Loop (*)(PrimitiveType type);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_ELEMENT_FUNCTION_H_
