#include "ops/host/host.h"

#include "base/str_cat.h"
#include "ops/host/custom_call.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_def.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// state.stage.
enum HostStage { kBegin, kHasArguments, kHasAnswer, kHasValue };

// A custom call may request its own layouts of its operands.
Kernel TakeOperands(const HloInstruction& instruction, Operands operands, ControlState& state) {
  const LayoutConstraints* constraints = nullptr;
  if (instruction.opcode() == HloOpcode::kCustomCall) {
    constraints = &instruction.attributes<CustomCallAttributes>().operand_layout_constraints;
  }
  state.arguments.resize(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    const bool constrained = constraints != nullptr && constraints->constrained;
    const Shape& wanted = constrained ? constraints->operands[i] : operands[i]->shape();
    co_await RelayoutInTasks(*operands[i], wanted, state.ledger, &state.arguments[i]);
  }
  co_return OkStatus();
}

}  // namespace

Status CheckAnswer(const HloInstruction& instruction, const Shape& wanted, const Shape& given) {
  if (ShapeUtil::Compatible(given, wanted)) return OkStatus();
  return InvalidArgument(kAskC1)
      .Say(StrCat("the host gave ", given.ToString(), " for ", GetOpDef(instruction.opcode()).name,
                  ", which takes ", wanted.ToString()))
      .Help("give a value of exactly the shape that the program states");
}

StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands operands,
                                     ControlState& state) {
  switch (state.stage++) {
    case kBegin:
      return ControlAction{.first = TakeOperands(instruction, operands, state)};
    case kHasArguments:
      return ControlAction{.ask_host = true};
    case kHasAnswer:
      state.arguments.clear();
      HLOOM_RETURN_IF_ERROR(CheckAnswer(instruction, instruction.shape(), state.returned.shape()));
      return ControlAction{.first = RelayoutInTasks(state.returned, instruction.shape(),
                                                    state.ledger, &state.carried)};
    default:
      return ControlAction{.value = std::move(state.carried)};
  }
}

Status NobodyAnswers(const HloInstruction& instruction) {
  return FailedPrecondition(kAskC2)
      .Say(StrCat("no host gives the value of this ", GetOpDef(instruction.opcode()).name))
      .Help(
          "run the program where its custom calls are registered and its feeds and channels are "
          "connected");
}

}  // namespace hloom
