#include "runtime/executable.h"

#include <algorithm>

#include "ops/control/while.h"
#include "ops/dynamic_dimension_inference.h"
#include "ops/live_sizes.h"
#include "ops/verify/buffer_verifier.h"

namespace hloom {

namespace {

bool HasManyElements(const HloInstruction& instruction) {
  constexpr int64_t kMany = 1 << 12;
  const Shape& shape = instruction.shape();
  return shape.IsArray() && ShapeUtil::ElementsIn(shape) >= kMany;
}

bool IsHeavy(const HloInstruction& instruction) {
  if (HasManyElements(instruction)) return true;
  const auto& operands = instruction.operands();
  return std::any_of(operands.begin(), operands.end(),
                     [](const HloInstruction* operand) { return HasManyElements(*operand); });
}

// One literal is filled for each array of the result: the array itself, or the elements of a tuple.
std::vector<ShapePtr> ArraysOf(const HloInstruction& instruction) {
  const OpEval& eval = ExecutingOpEval(instruction);
  const Shape& shape = instruction.shape();
  if (eval.evaluate == nullptr || (eval.adds_parts && shape.IsTuple())) return {};
  if (!shape.IsTuple()) return {instruction.shape_ptr()};
  std::vector<ShapePtr> arrays;
  for (const Shape& array : shape.tuple_shapes()) {
    arrays.push_back(std::make_shared<const Shape>(array));
  }
  return arrays;
}

// A result of shape `to` fits into the memory of an array of shape `from`, and lies there in the
// same order. Memory is laid out for the bounds of dynamic dimensions.
bool FitsInPlace(const Shape& from, const Shape& to) {
  return from.IsArray() && from.rank() == to.rank() &&
         ByteWidth(from.element_type()) == ByteWidth(to.element_type()) &&
         ShapeUtil::SameDimensions(from, to) && from.layout() == to.layout();
}

std::vector<ComputationPlan::TakeOver> TakeOversOf(const ComputationPlan::Entry& entry) {
  const Span<HloInstruction* const> operands = entry.instruction->operands();
  const InPlace in_place = entry.eval->in_place;
  const auto may_take = [&](size_t array, size_t i) {
    if (in_place == InPlace::kSameOperand &&
        (array != i || std::count(operands.begin(), operands.end(), operands[i]) > 1)) {
      return false;
    }
    return std::count(entry.dying.begin(), entry.dying.end(), operands[i]->index()) > 0 &&
           FitsInPlace(operands[i]->shape(), *entry.arrays[array]);
  };
  std::vector<ComputationPlan::TakeOver> found;
  if (in_place == InPlace::kNever) return found;
  for (size_t array = 0; array < entry.arrays.size(); ++array) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (may_take(array, i)) found.push_back({array, i});
    }
  }
  return found;
}

ComputationPlan PlanFor(const HloComputation& computation) {
  ComputationPlan plan;
  plan.computation = &computation;
  const auto instructions = computation.instructions();
  std::vector<int64_t> last_use(instructions.size());
  for (const auto& instruction : instructions) {
    const int64_t i = instruction->index();
    last_use[static_cast<size_t>(i)] = i;
    for (const HloInstruction* operand : instruction->operands()) {
      last_use[static_cast<size_t>(operand->index())] = i;
    }
    plan.entries.push_back({.instruction = instruction.get(),
                            .def = &GetOpDef(instruction->opcode()),
                            .eval = &ExecutingOpEval(*instruction),
                            .arrays = ArraysOf(*instruction),
                            .dynamic_sizes = NeedsLiveEvaluation(*instruction),
                            .may_become_dynamic = instruction->shape().is_dynamic(),
                            .heavy = IsHeavy(*instruction),
                            .dying = {}});
  }
  for (size_t slot = 0; slot < last_use.size(); ++slot) {
    if (static_cast<int64_t>(slot) == computation.root()->index()) continue;
    plan.entries[static_cast<size_t>(last_use[slot])].dying.push_back(static_cast<int64_t>(slot));
  }
  for (ComputationPlan::Entry& entry : plan.entries) entry.take_overs = TakeOversOf(entry);
  return plan;
}

// An instruction that gives a buffer, or null.
const HloInstruction* FindBuffer(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (HasBuffer(instruction->shape())) return instruction.get();
    }
  }
  return nullptr;
}

}  // namespace

Executable::Executable(std::shared_ptr<const HloModule> module)
    : module_(std::move(module)),
      result_shape_(std::make_shared<const Shape>(DeclaredResult(*module_))) {}

StatusOr<std::shared_ptr<const Executable>> Executable::Create(
    std::shared_ptr<const HloModule> module) {
  const HloInstruction* buffer = FindBuffer(*module);
  if (buffer == nullptr) {
    HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloModule> inferred, InferDynamicDimensions(*module));
    if (inferred != nullptr) module = std::move(inferred);
  }
  std::shared_ptr<Executable> executable(new Executable(std::move(module)));
  executable->buffer_ = buffer;
  // Callees come first, as a rule: where they do not, calls stay calls.
  const auto elements = [&](const HloComputation& computation) -> const ElementProgram* {
    const auto plan = executable->plans_.find(&computation);
    return plan == executable->plans_.end() ? nullptr : plan->second.elements.get();
  };
  for (const auto& computation : executable->module_->computations()) {
    ComputationPlan plan = PlanFor(*computation);
    plan.elements = ElementProgram::Compile(*computation, elements);
    for (ComputationPlan::Entry& entry : plan.entries) {
      if (entry.instruction->opcode() != HloOpcode::kWhile) continue;
      entry.condition = elements(*entry.instruction->called_computation(kWhileCondition));
      entry.body = elements(*entry.instruction->called_computation(kWhileBody));
    }
    executable->plans_.emplace(computation.get(), std::move(plan));
  }
  return std::shared_ptr<const Executable>(std::move(executable));
}

}  // namespace hloom
