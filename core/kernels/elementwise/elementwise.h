// Elementwise operations on whole arrays.
#ifndef HLOOM_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
#define HLOOM_KERNELS_ELEMENTWISE_ELEMENTWISE_H_

#include "kernels/elementwise/element_function.h"
#include "kernels/elementwise/repetition.h"
#include "kernels/kernel.h"

namespace hloom {

// The arrays of an elementwise operation. They have the same order in memory.
struct ElementwiseArrays {
  struct Operand {
    const std::byte* data = nullptr;
    PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
    // The type in which the function takes its elements: they are converted block by block.
    PrimitiveType computed = PrimitiveType::PRIMITIVE_TYPE_INVALID;
    bool scalar = false;  // one element, used with every element of the others
    // The order in which the elements of `data` are read; null: as in memory. Must outlive the
    // kernel.
    const Repetition* repetition = nullptr;

    bool in_blocks() const { return scalar || repetition != nullptr || type != computed; }
  };

  ElementFunction function;
  size_t operand_count = 0;
  Operand operands[ElementFunction::kMaxOperands];
  // It may be the memory of an operand that has elements of the same width, and repeats none.
  std::byte* result = nullptr;
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  PrimitiveType computed = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  // The cost of an element at worst, in usual functions.
  int64_t cost = 1;
  int64_t count = 0;  // of elements in memory, including padding with meaningless results
};

// True if there are so few elements that they are computed immediately.
bool AreFew(const ElementwiseArrays& arrays);
// True if, moreover, one call of the function computes them.
bool IsOneCall(const ElementwiseArrays& arrays);

// Widens, computes and rounds a block at a time. Few elements are computed immediately.
Kernel ComputeElementwise(const ElementwiseArrays& arrays);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
