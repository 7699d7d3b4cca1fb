// Operations that call computations say which call comes next; the step machine pushes the frames.
#include "ops/control/while.h"
#include "ops/control/while_eval.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

ControlAction CallWith(const HloComputation* computation, Literal argument, ControlState& state) {
  state.arguments.clear();
  state.arguments.push_back(std::move(argument));
  return {.call = computation};
}

StatusOr<ControlAction> ResumeCall(const HloInstruction& instruction, Operands operands,
                                   ControlState& state) {
  if (state.phase++ > 0) return ControlAction{.value = std::move(state.returned)};
  for (const Literal* operand : operands) state.arguments.push_back(*operand);
  return ControlAction{.call = instruction.called_computation(0)};
}

enum WhilePhase { kStart, kAfterCondition, kAfterBody };

StatusOr<ControlAction> ResumeWhile(const HloInstruction& instruction, Operands operands,
                                    ControlState& state) {
  if (state.phase == kAfterCondition) {
    if (!state.returned.GetFirstElement<bool>())
      return ControlAction{.value = std::move(state.carried)};
    state.phase = kAfterBody;
    // The state is handed over, so that the body is its only owner.
    return CallWith(instruction.called_computation(kWhileBody), std::move(state.carried), state);
  }
  state.carried = state.phase == kStart ? *operands[0] : std::move(state.returned);
  state.phase = kAfterCondition;
  return CallWith(instruction.called_computation(kWhileCondition), state.carried, state);
}

StatusOr<ControlAction> ResumeConditional(const HloInstruction& instruction, Operands operands,
                                          ControlState& state) {
  if (state.phase++ > 0) return ControlAction{.value = std::move(state.returned)};
  const int64_t branches = static_cast<int64_t>(instruction.called_computations().size());
  int64_t branch;
  if (operands[0]->shape().element_type() == PRED) {
    branch = operands[0]->GetFirstElement<bool>() ? 0 : 1;
  } else {
    branch = operands[0]->GetFirstElement<int32_t>();
    if (branch < 0 || branch >= branches) branch = branches - 1;  // the last one is the default
  }
  const size_t b = static_cast<size_t>(branch);
  return CallWith(instruction.called_computation(b), *operands[b + 1], state);
}

}  // namespace

ControlState WhileBeforeCondition(Literal state) {
  return {.phase = kAfterBody, .returned = std::move(state)};
}
bool IsWhileBeforeCondition(const ControlState& state) { return state.phase != kAfterCondition; }

extern const OpEval kCallEval, kFusionEval, kWhileEval, kConditionalEval;

constexpr OpEval kCallEval = {
    .resume = ResumeCall,
};
constexpr OpEval kFusionEval = {
    .resume = ResumeCall,
};
constexpr OpEval kWhileEval = {
    .resume = ResumeWhile,
};
constexpr OpEval kConditionalEval = {
    .resume = ResumeConditional,
};

}  // namespace hloom
