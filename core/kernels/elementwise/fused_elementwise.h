// Several elementwise operations in one pass over memory.
#ifndef HLOOM_KERNELS_ELEMENTWISE_FUSED_ELEMENTWISE_H_
#define HLOOM_KERNELS_ELEMENTWISE_FUSED_ELEMENTWISE_H_

#include <vector>

#include "kernels/elementwise/elementwise.h"

namespace hloom {

// A loop whose body consists of elementwise operations. It computes a block of elements at a time:
// each operation goes over the block, and the values between the operations stay in the nearest
// cache. The loop for tanh(x * w + b), with w and b repeated for each row of x:
//
//   operands   0: x   1: w   2: b
//   steps      multiply operand 0, operand 1 -> block 0
//              add      block 0,   operand 2 -> block 0
//              tanh     block 0              -> the result
//
// Each value is rounded to its type, as if it was stored in an array of its own.
class FusedElementwise {
 public:
  using Operand = ElementwiseArrays::Operand;
  // An operand of a step: one of the loop, or the value of an earlier step.
  struct Source {
    bool is_step = false;
    size_t index = 0;
  };

  // Adds an operand, without its address, and returns its number. Operands have the same order in
  // memory as the result, are scalars, or repeat elements.
  size_t AddOperand(const Operand& operand);
  // Adds an operation as `arrays` describes it, of `sources`, and returns its number. The last one
  // computes the result. All have the same number of elements.
  size_t AddStep(const ElementwiseArrays& arrays, const Source* sources);
  // Finds the blocks in which values are kept. Call this once, after all steps were added.
  void Finish();

  // The same loop, for an operand that does not repeat elements although this one's does.
  void SetInOrder(size_t operand) { operands_[operand].repetition = nullptr; }
  size_t operand_count() const { return operands_.size(); }
  const Operand& operand(size_t i) const { return operands_[i]; }

  // Computes the result. The addresses of the operands, and this object, stay until the kernel is
  // done. The result may be the memory of an operand that has elements of the same width, and
  // repeats none.
  Kernel Compute(const std::byte* const* operands, std::byte* result) const;

 private:
  static constexpr size_t kMaxOperands = ElementFunction::kMaxOperands;
  struct Step {
    ElementwiseArrays arrays;  // without addresses
    Source sources[kMaxOperands];
    size_t block = 0;  // of the value
  };
  class Task;

  // The number of rooms of a task; see Task.
  int64_t rooms() const {
    return static_cast<int64_t>(moved_ + blocks_ + (converts_ ? kMaxOperands + 1 : 0));
  }

  // True if a step needs only one element of an operand that repeats it.
  static bool TakesScalar(const Step& step, size_t operand) {
    return operand == 1 && step.arrays.function.with_scalar != nullptr;
  }

  std::vector<Operand> operands_;
  std::vector<bool> as_scalar_;  // for each operand: true if it may be scalar in all of its steps
  std::vector<Step> steps_;
  size_t moved_ = 0;            // operands that are not read where they are
  size_t blocks_ = 0;           // of values
  bool converts_ = false;       // a value is computed in another type than its own
  int64_t width_ = 1;           // the greatest of a value, in bytes
  int64_t block_elements_ = 0;  // the number of elements of a block
  int64_t cost_ = 0;            // of an element, in additions
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_FUSED_ELEMENTWISE_H_
