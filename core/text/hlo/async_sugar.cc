#include "text/hlo/async_sugar.h"

#include "base/str_cat.h"
#include "ops/control/structural.h"
#include "ops/host/custom_call.h"
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

StatusOr<ParsedComputation*> WrapInComputation(TextReader& in, ComputationTable& table,
                                               const std::vector<ShapePtr>& parameter_shapes,
                                               InstructionDraft wrapped, size_t place) {
  ParsedComputation& parsed = table.AddNameless();
  HloComputation& computation = *parsed.computation;
  const auto add = [&](InstructionDraft draft) -> StatusOr<HloInstruction*> {
    StatusOr<std::unique_ptr<HloInstruction>> made = table.maker().Make(std::move(draft));
    if (!made.ok()) return in.Locate(made.status(), place);
    const std::string name = StrCat(HloOpcodeString((*made)->opcode()), ".wrapped");
    HloInstruction* added = computation.AddInstruction(*std::move(made));
    added->set_name_and_id(name, table.NextId());
    parsed.instruction_places.push_back(place);
    return added;
  };
  wrapped.operands.clear();
  for (const ShapePtr& shape : parameter_shapes) {
    const auto number = static_cast<int64_t>(wrapped.operands.size());
    HLOOM_ASSIGN_OR_RETURN(HloInstruction * parameter,
                           add({.opcode = HloOpcode::kParameter,
                                .attributes = MakeAttributes(ParameterAttributes{number}),
                                .shape = shape,
                                .written = true}));
    wrapped.operands.push_back(parameter);
  }
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* root, add(std::move(wrapped)));
  HLOOM_RETURN_IF_ERROR(CompleteComputation(in, table, parsed, root));
  table.Define(parsed, place);
  return &parsed;
}

}  // namespace hloom::hlo_text
