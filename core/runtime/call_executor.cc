// Calls of computations, and operations that call by themselves or ask the host.
#include <algorithm>

#include "ops/control/while.h"
#include "runtime/machine.h"

namespace hloom {

using LastCall = Frame::Calling::Last;

Status CallExecutor::PushWith(const ComputationPlan& plan, Span<const Literal> arguments) {
  Frame& frame = machine_.Push(plan);
  for (const size_t p : frame.all_arguments ? plan.all_parameters : plan.used_parameters) {
    HLOOM_RETURN_IF_ERROR(frame.Spread(*plan.parameters[p], arguments[p], run().ledger));
  }
  return OkStatus();
}

// Calls a computation with the values in these slots of the caller.
Status CallExecutor::Enter(const ComputationPlan& plan, const Slot* slots,
                           const Handover& handover) {
  Frame& caller = top();
  ++caller.calling.count;
  Frame& callee = machine_.Push(plan);
  for (size_t i = 0; i < plan.parameter_slots.size(); ++i) {
    const Slot parameter = plan.parameter_slots[i];
    Literal& value = caller.value(slots[i]);
    const bool move =
        handover.all || (handover.moves != nullptr && (*handover.moves)[handover.first + i]);
    if (plan.slots[At(parameter)].used || callee.all_arguments) {
      HLOOM_RETURN_IF_ERROR(callee.Put(parameter, move ? std::move(value) : value, run().ledger));
    } else if (move) {
      value.Drop();
    }
  }
  return OkStatus();
}

Literal CallExecutor::TakeWhole(Frame& callee) {
  Literal value = callee.Whole(*callee.plan->root);
  for (size_t i = 0; i < callee.plan->root_slots.size(); ++i) {
    if (callee.plan->root_moves[i]) callee.value(callee.plan->root_slots[i]).Drop();
  }
  return value;
}

// Moves the result of a call into slots of the caller.
Status CallExecutor::TakeRoot(Frame& caller, Frame& callee, const std::vector<Slot>& slots) {
  const ComputationPlan& plan = *callee.plan;
  for (size_t i = 0; i < slots.size(); ++i) {
    Literal& value = callee.value(plan.root_slots[i]);
    HLOOM_RETURN_IF_ERROR(
        caller.Put(slots[i], plan.root_moves[i] ? std::move(value) : value, run().ledger));
  }
  return OkStatus();
}

Status CallExecutor::Return() {
  Frame& callee = top();
  for (const Slot slot : callee.plan->dying) callee.value(slot).Drop();
  if (callee.all_arguments) {
    for (const Slot slot : callee.plan->parameter_slots) {
      if (!callee.plan->slots[At(slot)].used) callee.value(slot).Drop();
    }
  }
  if (--machine_.depth_ > 0) return ReturnTo(top(), callee);
  machine_.result_ = TakeWhole(callee);
  return OkStatus();
}

Status CallExecutor::ReturnTo(Frame& caller, Frame& callee) {
  if (callee.applied) {
    --machine_.applied_;
    const bool was_last = caller.computing.work->TakeResultOfNext(TakeWhole(callee));
    return was_last ? machine_.compute_.NextNeed() : OkStatus();
  }
  const PlanStep& step = caller.step();
  if (step.eval->resume() != nullptr) {
    caller.calling.control.returned = TakeWhole(callee);
    return OkStatus();
  }
  if (caller.calling.last == LastCall::kCondition) {
    caller.calling.condition = TakeWhole(callee).GetFirstElement<bool>();
    return OkStatus();
  }
  return TakeRoot(caller, callee, step.value_slots);
}

// Ends the step if its computation has returned and set the step's value.
bool CallExecutor::FinishCall(const PlanStep& step) {
  LastCall& last = top().calling.last;
  if (last != LastCall::kBody) return false;
  last = LastCall::kNone;
  machine_.Finish(step);
  return true;
}

Status CallExecutor::Execute(const PlanStep& step) {
  using Action = Status (CallExecutor::*)(const PlanStep&);
  // By Calls::Order.
  static constexpr Action kActions[] = {&CallExecutor::CallOnce, &CallExecutor::CallLoop,
                                        &CallExecutor::CallBranch, &CallExecutor::Resume};
  return (this->*kActions[step.eval->As<Calls>()->order])(step);
}

Status CallExecutor::CallOnce(const PlanStep& step) {
  if (FinishCall(step)) return OkStatus();
  top().calling.last = LastCall::kBody;
  return Enter(*step.callees[0], step.operand_slots.data(), {.moves = &step.operand_moves});
}

Status CallExecutor::CallBranch(const PlanStep& step) {
  Frame& frame = top();
  if (FinishCall(step)) return OkStatus();
  frame.calling.last = LastCall::kBody;
  const Literal& selector = frame.value(step.operand_slots[0]);
  size_t branch;
  if (selector.shape().element_type() == PRED) {
    branch = selector.GetFirstElement<bool>() ? 0 : 1;
  } else {
    const auto index = static_cast<uint32_t>(selector.GetFirstElement<int32_t>());
    branch = std::min<size_t>(index, step.callees.size() - 1);  // the last one is the default
  }
  size_t first = 1;
  for (size_t b = 0; b < branch; ++b) first += step.callees[b]->parameter_slots.size();
  HLOOM_RETURN_IF_ERROR(Enter(*step.callees[branch], step.operand_slots.data() + first,
                              {.moves = &step.operand_moves, .first = first}));
  for (const Slot slot : step.dying) frame.value(slot).Drop();
  return OkStatus();
}

// The slots of a loop's value hold its state.
Status CallExecutor::BeginLoop(const PlanStep& step) {
  Frame& frame = top();
  for (size_t i = 0; i < step.value_slots.size(); ++i) {
    Literal& value = frame.value(step.operand_slots[i]);
    HLOOM_RETURN_IF_ERROR(frame.Put(
        step.value_slots[i], step.operand_moves[i] ? std::move(value) : value, run().ledger));
  }
  frame.calling.last = LastCall::kBody;
  return OkStatus();
}

Status CallExecutor::CallLoop(const PlanStep& step) {
  Frame& frame = top();
  if (frame.calling.last == LastCall::kNone) HLOOM_RETURN_IF_ERROR(BeginLoop(step));
  if (frame.calling.last == LastCall::kBody) {
    if (step.body != nullptr && step.condition != nullptr) {
      if (!watched()) return GoAround(step);
      if (frame.calling.loop != nullptr) HLOOM_RETURN_IF_ERROR(LeaveLoop(step));
    }
    frame.calling.last = LastCall::kCondition;
    return Enter(*step.callees[kWhileCondition], step.value_slots.data(), {});
  }
  if (frame.calling.condition) {
    frame.calling.last = LastCall::kBody;
    return Enter(*step.callees[kWhileBody], step.value_slots.data(), {.all = true});
  }
  frame.calling.last = LastCall::kNone;
  machine_.Finish(step);
  return OkStatus();
}

// A loop over scalars, used without a tracer. Pauses regularly, as a step should.
Status CallExecutor::GoAround(const PlanStep& step) {
  constexpr int64_t kMostWork = 1 << 14;
  Frame& frame = top();
  if (frame.calling.loop == nullptr) {
    std::vector<const Literal*> state;
    for (const Slot slot : step.scalar_slots) state.push_back(&frame.value(slot));
    HLOOM_ASSIGN_OR_RETURN(frame.calling.loop,
                           ElementLoop::Create(*step.condition, *step.body,
                                               Operands(state.data(), state.size()), run().ledger));
  }
  int64_t executed = 0;
  const bool done = frame.calling.loop->Run(kMostWork, &executed);
  HLOOM_RETURN_IF_ERROR(machine_.Charge(executed));
  if (!done) return OkStatus();
  HLOOM_RETURN_IF_ERROR(StoreLoop(step));
  frame.calling.last = LastCall::kNone;
  machine_.Finish(step);
  return OkStatus();
}

// Puts the state of a loop over scalars back into its slots.
Status CallExecutor::StoreLoop(const PlanStep& step) {
  Frame& frame = top();
  for (size_t i = 0; i < step.scalar_slots.size(); ++i) {
    const Slot slot = step.scalar_slots[i];
    HLOOM_ASSIGN_OR_RETURN(Literal value,
                           Literal::Create(frame.plan->slots[At(slot)].shape, run().ledger));
    frame.calling.loop->Store(i, value.mutable_data<std::byte>(), value.size_bytes());
    frame.value(slot) = std::move(value);
  }
  frame.calling.loop = nullptr;
  return OkStatus();
}

// From here on step by step.
Status CallExecutor::LeaveLoop(const PlanStep& step) {
  top().calling.count += 2 * top().calling.loop->iterations();
  return StoreLoop(step);
}

Status CallExecutor::Resume(const PlanStep& step) {
  Frame& frame = top();
  ControlState& control = frame.calling.control;
  if (frame.calling.count == 0) control.ledger = run().ledger;
  HLOOM_ASSIGN_OR_RETURN(
      ControlAction action,
      step.eval->resume()(*step.instruction, frame.GatherOperands(step), control));
  if (action.first.has_value()) return machine_.compute_.Begin(step, *std::move(action.first));
  if (action.ask_host) return machine_.AskHost(*step.instruction);
  if (action.call == nullptr) {
    control = ControlState();
    return FinishWith(step, std::move(action.value));
  }
  // The operands are no longer needed, unless they are among the arguments.
  if (frame.calling.count++ == 0) {
    frame.tuples.clear();
    for (const Slot slot : step.dying) frame.value(slot).Drop();
  }
  HLOOM_RETURN_IF_ERROR(PushWith(executable().PlanOf(*action.call), control.arguments));
  // The callee alone holds its arguments now.
  control.arguments.clear();
  return OkStatus();
}

}  // namespace hloom
