// An element program that is applied in rounds to the same few accumulators, as a reduction of many
// elements to one does. Each round waits for the one before, so that there are no blocks to run
// loops over:
//
//   t = b * b   s = t + 1   a = max(a, s)
//
// The steps that need no accumulator, t and s, are taken for many rounds at a time by the loops.
// The others, the maximum, are taken round by round with values in a table (RunSerialSteps).
#ifndef HLOOM_RUNTIME_ELEMENT_ROUNDS_H_
#define HLOOM_RUNTIME_ELEMENT_ROUNDS_H_

#include <memory>
#include <vector>

#include "kernels/elementwise/serial_steps.h"
#include "kernels/kernel.h"
#include "runtime/element_program.h"

namespace hloom {

class ElementRounds {
 public:
  // True for an application whose accumulators are few, and written over in each round.
  static bool Takes(const Application& application) {
    return application.rounds > 1 && application.count <= kMostCount &&
           application.result_advance.empty();
  }
  // Accumulators are the arguments that results are written over. Null if the steps that need them
  // do not compute in F32 only, or in F64 only.
  static StatusOr<std::unique_ptr<ElementRounds>> Create(const ElementProgram& program,
                                                         const Application& application,
                                                         const LedgerPtr& ledger);

  // Runs rounds of such an application by the same kernel.
  void Run(const Application& application, int64_t first, int64_t rounds);

 private:
  // Loops over more elements take less time than the steps of one after the other.
  static constexpr int64_t kMostCount = 16;
  // In the table. The value of a slot has the slot's number.
  static constexpr size_t kMostValues = 64;
  // The number of elements whose early steps are taken at a time.
  static constexpr int64_t kBlock = 256;

  // A value that rounds take from memory.
  struct Taken {
    int32_t slot;
    int32_t argument;    // -1: a result of the early steps
    std::byte* results;  // of these
  };

  ElementRounds() = default;
  bool Split(const ElementProgram& program, const Application& application);
  bool AddLateStep(const ElementProgram& program, const ElementProgram::Step& step);
  bool IsValue(const ElementProgram& program, int32_t slot);
  void Take(const ElementProgram& program, int32_t slot);
  void AddEndOfRound(const ElementProgram& program);

  PrimitiveType type_ = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  ElementProgram early_program_;
  std::unique_ptr<ElementMachine> early_;  // null if there are no such steps
  Buffer early_memory_;
  std::vector<std::byte*> early_results_;
  std::vector<bool> late_, known_;     // by slot
  std::vector<int32_t> accumulators_;  // of each result: a parameter's slot, or the result's
  std::vector<SerialStep> steps_;
  std::vector<Taken> taken_;
  std::vector<const std::byte*> arguments_;  // of the early steps at work
  std::vector<SerialInput> inputs_;          // of the late steps at work
  alignas(16) std::byte values_[kMostValues * sizeof(double)] = {};
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_ELEMENT_ROUNDS_H_
