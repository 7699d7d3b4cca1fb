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
//
// The loop `with_scalar`, if there is one, computes result[i] from operands[0][i] and operands[1][0].
struct ElementFunction {
  // The maximum for all operations.
  static constexpr size_t kMaxOperands = 3;
  using Loop = void (*)(const ElementParameters& parameters, const std::byte* const* operands,
                        std::byte* result, int64_t count);

  Loop loop = nullptr;
  ElementParameters parameters = {};
  Loop with_scalar = nullptr;

  void operator()(const std::byte* const* operands, std::byte* result, int64_t count) const {
    loop(parameters, operands, result, count);
  }
  void WithScalar(const std::byte* const* operands, std::byte* result, int64_t count) const {
    with_scalar(parameters, operands, result, count);
  }
};

// The loops of an operation by the compute type of operand 0.
struct ElementLoops {
  using Choice = ElementFunction::Loop (*)(PrimitiveType type);

  Choice usual;
  // The loops whose results are rounded once, in functions that have faster ones; otherwise null.
  Choice most_accurate = nullptr;
  // The loops for one element of operand 1; null, also for a type, if reading copies of it takes no
  // longer.
  Choice with_scalar = nullptr;

  // Returns null if the operation does not take the type.
  ElementFunction::Loop operator()(PrimitiveType type) const { return usual(type); }
  ElementFunction::Loop MostAccurate(PrimitiveType type) const {
    return (most_accurate != nullptr ? most_accurate : usual)(type);
  }
  ElementFunction::Loop WithScalar(PrimitiveType type) const {
    return with_scalar != nullptr ? with_scalar(type) : nullptr;
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_ELEMENT_FUNCTION_H_
