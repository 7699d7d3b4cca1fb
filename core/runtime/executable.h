// Executable: a module made ready for the step machine. It knows, for every computation, after which
// instruction each value is needed no more, so that a run holds only what it still needs.
#ifndef HLOOM_RUNTIME_EXECUTABLE_H_
#define HLOOM_RUNTIME_EXECUTABLE_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "runtime/element_program.h"

namespace hloom {

struct ComputationPlan {
  // Array `array` of the result may lie where operand `operand` does.
  struct TakeOver {
    size_t array;
    size_t operand;
  };
  struct Entry {
    const HloInstruction* instruction = nullptr;
    const OpDef* def = nullptr;
    const OpEval* eval = nullptr;
    // The arrays of the result, where the operation fills them.
    std::vector<ShapePtr> arrays;
    // Operands whose memory arrays of the result may lie in, unless somebody else holds it.
    std::vector<TakeOver> take_overs;
    // It takes or gives arrays of dynamic size: see ops/live_sizes.h.
    bool dynamic_sizes = false;
    // It gives a dynamic array, and may be handed a static one: by what it calls, or as an argument.
    bool may_become_dynamic = false;
    // It takes or gives so many elements that reading the clock after it costs nothing by comparison.
    bool heavy = false;
    // The computations of a loop over scalars; null for all else.
    const ElementProgram* condition = nullptr;
    const ElementProgram* body = nullptr;
    // Slots whose last use this is; the instruction's own when nobody uses it.
    std::vector<int64_t> dying;
  };
  const HloComputation* computation = nullptr;
  std::vector<Entry> entries;
  // Null where the computation is not one of scalars.
  std::unique_ptr<const ElementProgram> elements;
};

class Executable {
 public:
  // The module has passed the verifier, or comes from a builder. Computations that are handed
  // dynamic arrays are made ready for them: errors are those of ops/dynamic_dimension_inference.h.
  static StatusOr<std::shared_ptr<const Executable>> Create(
      std::shared_ptr<const HloModule> module);

  // What runs: the module, or what became of it.
  const HloModule& module() const { return *module_; }
  // The shape of what a run gives, as the program declares it.
  const ShapePtr& result_shape() const { return result_shape_; }
  // An instruction that gives a buffer, with which no program runs, or null.
  const HloInstruction* buffer() const { return buffer_; }
  // The plan of one of the module's computations.
  const ComputationPlan& PlanOf(const HloComputation& computation) const {
    return plans_.find(&computation)->second;
  }

 private:
  explicit Executable(std::shared_ptr<const HloModule> module);

  std::shared_ptr<const HloModule> module_;
  ShapePtr result_shape_;
  const HloInstruction* buffer_ = nullptr;
  std::unordered_map<const HloComputation*, ComputationPlan> plans_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_EXECUTABLE_H_
