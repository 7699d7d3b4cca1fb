#include "text/async_sugar.h"

#include "base/str_cat.h"
#include "ops/custom_call.h"
#include "ops/structural.h"
#include "text/xla_opcodes.h"

namespace hloom::hlo_text {

std::optional<AsyncSugar> FindAsyncSugar(std::string_view name) {
  struct Step {
    std::string_view suffix;
    HloOpcode opcode;
  };
  constexpr Step kSteps[] = {{"-start", HloOpcode::kAsyncStart},
                             {"-update", HloOpcode::kAsyncUpdate},
                             {"-done", HloOpcode::kAsyncDone}};
  if (IsXlaOpcodeItself(name)) return std::nullopt;
  for (const Step& step : kSteps) {
    if (name.size() <= step.suffix.size()) continue;
    const size_t length = name.size() - step.suffix.size();
    if (name.substr(length) != step.suffix) continue;
    const std::optional<HloOpcode> wrapped = ParseHloOpcode(name.substr(0, length));
    if (wrapped) return AsyncSugar{step.opcode, *wrapped};
  }
  return std::nullopt;
}

void WrappedOpcodes::Add(const HloInstruction& instruction) {
  std::optional<HloOpcode> wrapped;
  if (instruction.opcode() == HloOpcode::kAsyncStart) {
    const auto callees = instruction.called_computations();
    const HloComputation* callee = callees.empty() ? nullptr : callees[0];
    if (callee != nullptr && callee->root() != nullptr) wrapped = callee->root()->opcode();
  } else if (instruction.opcode() == HloOpcode::kAsyncUpdate && !instruction.operands().empty()) {
    wrapped = Of(instruction.operand(0));
  }
  if (wrapped) opcodes_.emplace(&instruction, *wrapped);
}

std::optional<HloOpcode> WrappedOpcodes::Of(const HloInstruction* instruction) const {
  const auto found = opcodes_.find(instruction);
  if (found == opcodes_.end()) return std::nullopt;
  return found->second;
}

const std::string* WrappedTarget(const HloInstruction& step) {
  const HloInstruction* start = &step;
  while (start->opcode() == HloOpcode::kAsyncUpdate && !start->operands().empty())
    start = start->operand(0);
  const auto callees = start->called_computations();
  const HloInstruction* root = callees.empty() ? nullptr : callees[0]->root();
  if (start->opcode() != HloOpcode::kAsyncStart || root == nullptr ||
      root->opcode() != HloOpcode::kCustomCall) {
    return nullptr;
  }
  return &root->attributes<CustomCallAttributes>().custom_call_target;
}

StatusOr<ParsedComputation*> WrapInComputation(
    TextReader& in, ComputationTable& table,
    const std::vector<std::shared_ptr<const Shape>>& parameter_shapes, WrappedInstruction wrapped,
    size_t place) {
  ParsedComputation& parsed = table.AddNameless();
  HloComputation& computation = *parsed.computation;
  const auto add = [&](std::unique_ptr<HloInstruction> instruction) {
    const std::string name = StrCat(HloOpcodeString(instruction->opcode()), ".wrapped");
    HloInstruction* added = computation.AddInstruction(std::move(instruction));
    added->set_name_and_id(name, table.NextId());
    parsed.instruction_places.push_back(place);
    return added;
  };
  std::vector<HloInstruction*> parameters;
  for (const std::shared_ptr<const Shape>& shape : parameter_shapes) {
    const auto number = static_cast<int64_t>(parameters.size());
    parameters.push_back(add(std::make_unique<HloInstruction>(
        HloOpcode::kParameter, shape, std::vector<HloInstruction*>(),
        MakeAttributes(ParameterAttributes{number}), std::vector<const HloComputation*>())));
  }
  HloInstruction* root = add(std::make_unique<HloInstruction>(
      wrapped.opcode, std::make_shared<const Shape>(std::move(wrapped.shape)),
      std::move(parameters), std::move(wrapped.attributes), std::move(wrapped.callees)));
  root->set_extras(std::move(wrapped.extras));
  HLOOM_RETURN_IF_ERROR(CompleteComputation(in, table, parsed, root));
  table.Define(parsed, place);
  return &parsed;
}

}  // namespace hloom::hlo_text
