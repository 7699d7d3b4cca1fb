#include "runtime/executable.h"

#include "comm/group_ends.h"
#include "comm/transfer_order.h"
#include "ops/control/while.h"
#include "ops/dynamic_dimension_inference.h"
#include "ops/op_eval.h"
#include "ops/verify/buffer_verifier.h"
#include "ops/verify/verifier.h"
#include "runtime/async_to_call.h"

namespace hloom {

namespace {

// An instruction that returns a buffer, or null.
const HloInstruction* FindBuffer(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (HasBuffer(instruction->shape())) return instruction.get();
    }
  }
  return nullptr;
}

// Finds forms of operations that are read and do not run.
Status CheckRuns(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const auto check = GetOpEval(instruction->opcode()).check_runs;
      if (check == nullptr) continue;
      const Status status = check(*instruction);
      if (status.ok()) continue;
      return status.WithOp(HloOpcodeString(instruction->opcode()))
          .WithLocation(InstructionLocation(instruction->name(), computation->name()));
    }
  }
  return OkStatus();
}

std::unique_ptr<HloModule> MostAccurate(const HloModule& module) {
  std::unique_ptr<HloModule> accurate = module.Clone();
  for (const auto& computation : accurate->computations()) {
    for (const auto& instruction : computation->instructions()) {
      instruction->set_most_accurate(true);
    }
  }
  return accurate;
}

}  // namespace

Executable::Executable(std::shared_ptr<const HloModule> module, const DeviceGrid& grid)
    : module_(std::move(module)),
      grid_(grid),
      collectives_(CollectiveTable::Create(*module_, grid)),
      channels_(ChannelTable::Create(*module_, grid)),
      result_shape_(std::make_shared<const Shape>(DeclaredResult(*module_))) {}

StatusOr<std::shared_ptr<const Executable>> Executable::Create(
    std::shared_ptr<const HloModule> module, const DeviceGrid& grid,
    ResultAccuracy::Mode accuracy) {
  if (accuracy == ResultAccuracy::HIGHEST) module = MostAccurate(*module);
  const HloInstruction* buffer = FindBuffer(*module);
  if (buffer == nullptr) {
    HLOOM_RETURN_IF_ERROR(CheckRuns(*module));
    if (std::unique_ptr<HloModule> converted = ConvertCarriedAsyncToCalls(*module)) {
      module = std::move(converted);
    }
    HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloModule> inferred, InferDynamicDimensions(*module));
    if (inferred != nullptr) module = std::move(inferred);
    if (std::unique_ptr<HloModule> ended = EndGroups(*module)) module = std::move(ended);
    if (std::unique_ptr<HloModule> ordered = BeginTransfersEarly(*module)) {
      module = std::move(ordered);
    }
  }
  std::shared_ptr<Executable> executable(new Executable(std::move(module), grid));
  executable->buffer_ = buffer;
  // Callees usually come first; if they do not, calls stay calls.
  const auto elements = [&](const HloComputation& computation) -> const ElementProgram* {
    const auto plan = executable->plans_.find(&computation);
    return plan == executable->plans_.end() ? nullptr : plan->second.elements.get();
  };
  ShapeTable shapes;
  for (const auto& computation : executable->module_->computations()) {
    ComputationPlan plan = PlanFor(*computation, shapes);
    plan.number = static_cast<int64_t>(executable->plans_.size());
    plan.elements = ElementProgram::Compile(*computation, elements);
    executable->plans_.emplace(computation.get(), std::move(plan));
  }
  executable->Link();
  return std::shared_ptr<const Executable>(std::move(executable));
}

// Tells the steps that call computations which plans and programs these have.
void Executable::Link() {
  for (auto& [computation, plan] : plans_) {
    for (PlanStep& step : plan.steps) {
      for (const HloComputation* callee : step.instruction->called_computations()) {
        step.callees.push_back(&PlanOf(*callee));
      }
      if (!step.eval->calls(Calls::kLoop)) continue;
      const ElementProgram* body = step.callees[kWhileBody]->elements.get();
      for (const Slot slot : step.value_slots) {
        if (plan.slots[static_cast<size_t>(slot)].shape->IsArray()) {
          step.scalar_slots.push_back(slot);
        }
      }
      if (body == nullptr || body->result_leaves().size() != step.scalar_slots.size()) continue;
      step.condition = step.callees[kWhileCondition]->elements.get();
      step.body = body;
    }
  }
}

}  // namespace hloom
