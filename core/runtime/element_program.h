// A computation of scalars as a flat list of loops over blocks of elements. Reduce, Map and Sort
// apply one to each element; a loop over scalars runs one in each iteration.
//
//   %less (a: f32[], b: bf16[]) -> pred[] {
//     %wide = f32[] convert(%b)
//     ROOT %lt = pred[] compare(%a, %wide), direction=LT
//   }
//
//   slots  0: a   1: b   2: wide   3: lt
//   steps  convert 1 -> 2, compare 0 2 -> 3
//
// Applied to 1000 pairs, each step processes 64 of them at a time. Only parameters that a step or
// the result reads have slots: a sort of a thousand arrays by the first of them has a comparator of
// two thousand parameters, and reads two.
#ifndef HLOOM_RUNTIME_ELEMENT_PROGRAM_H_
#define HLOOM_RUNTIME_ELEMENT_PROGRAM_H_

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/elementwise/serial_steps.h"
#include "ops/op_eval.h"

namespace hloom {

class ElementProgram {
 public:
  // Finds the programs of called computations, which become part of the caller's. Null if there is
  // none.
  using Lookup = std::function<const ElementProgram*(const HloComputation&)>;
  // Returns null if the computation contains a value that is not a scalar, or an operation without
  // a loop over elements.
  static std::unique_ptr<const ElementProgram> Compile(const HloComputation& computation,
                                                       const Lookup& lookup);

  // Tuples are flattened: their scalars, in order, are leaves of the parameters and of the result.
  std::vector<PrimitiveType> result_leaves() const;
  // The number of instructions that one application adds to a run's count; the same as executed
  // step by step.
  int64_t instructions() const { return instructions_; }
  // The cost of an application at worst, in additions.
  int64_t cost() const { return cost_; }
  // The leaves of the parameters that are read, in ascending order.
  const std::vector<int32_t>& used_leaves() const { return used_leaves_; }

 private:
  friend class ElementCompiler;
  friend class ElementMachine;
  friend class ElementRounds;

  struct Slot {
    PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
    const Literal* constant = nullptr;
  };
  struct Step {
    ElementFunction function;  // without a loop: a conversion between the slots' types
    std::array<int32_t, ElementFunction::kMaxOperands> operands = {};
    int32_t operand_count = 0;
    int32_t result = 0;
    SerialOp serial = SerialOp::kFunction;  // the same for one element of F32 or F64
  };

  ElementProgram() = default;
  // True if the last step may write directly to the result rather than into its slot.
  bool writes_result_last() const;

  std::vector<int32_t> used_leaves_;  // their slots are the first ones
  std::vector<Slot> slots_;
  std::vector<Step> steps_;
  std::vector<int32_t> results_;
  int64_t instructions_ = 0;
  int64_t cost_ = 0;
};

// The memory in which a program runs.
class ElementMachine {
 public:
  // The memory is taken from `ledger`.
  static StatusOr<std::unique_ptr<ElementMachine>> Create(const ElementProgram& program,
                                                          const LedgerPtr& ledger);

  // Applies the program to `count` elements, from the first or from element `begin` on. Arguments
  // are leaves, otherwise as in Application of kernels/kernel.h. Arguments that are not among
  // used_leaves() may be null.
  void Run(Span<const std::byte* const> arguments, Span<std::byte* const> results, int64_t count) {
    RunFrom(arguments, results, 0, count);
  }
  void RunFrom(Span<const std::byte* const> arguments, Span<std::byte* const> results,
               int64_t begin, int64_t count);

 private:
  // The number of elements per block: few enough that the slots of a usual computation stay in the
  // nearest cache.
  static constexpr int64_t kLanes = 64;

  explicit ElementMachine(const ElementProgram& program)
      : program_(program), writes_result_last_(program.writes_result_last()) {}
  void RunSteps(int64_t count);

  const ElementProgram& program_;
  Buffer memory_;
  std::vector<std::byte*> at_;  // of each slot
  const bool writes_result_last_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_ELEMENT_PROGRAM_H_
