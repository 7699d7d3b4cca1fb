// Calls: frames for the computations that instructions call, with their arguments and results.
#include "runtime/machine.h"

#include <algorithm>

#include "ops/control/while.h"

namespace hloom {

Machine::Frame& Machine::Push(const ComputationPlan& plan) {
  frames_.resize(executable_->plan_count());
  std::unique_ptr<Frame>& frame = frames_[static_cast<size_t>(plan.number)];
  if (frame == nullptr) {
    frame = std::make_unique<Frame>();
    frame->plan = &plan;
    frame->values.resize(plan.slots.size());
    for (const ComputationPlan::Constant& constant : plan.constants) {
      frame->values[At(constant.slot)] = constant.value;
    }
  }
  frame->pc = 0;
  frame->next = 0;
  frame->unsettled.clear();
  frame->applied = false;
  frame->all_arguments = watched();
  if (depth_ == stack_.size()) stack_.push_back(nullptr);
  stack_[depth_++] = frame.get();
  return *frame;
}

Status Machine::Start(const HloComputation& computation, Span<const Literal> arguments) {
  depth_ = 0;
  return PushWith(executable_->PlanOf(computation), arguments);
}

// Calls a computation with arguments that are not in slots.
Status Machine::PushWith(const ComputationPlan& plan, Span<const Literal> arguments) {
  Frame& frame = Push(plan);
  for (const size_t p : frame.all_arguments ? plan.all_parameters : plan.used_parameters) {
    HLOOM_RETURN_IF_ERROR(Spread(frame, *plan.parameters[p], arguments[p]));
  }
  return OkStatus();
}

// Calls a computation with the values in these slots of the caller.
Status Machine::Enter(const ComputationPlan& plan, const Slot* slots, const Handover& handover) {
  Frame& caller = top();
  ++caller.calls;
  Frame& callee = Push(plan);
  for (size_t i = 0; i < plan.parameter_slots.size(); ++i) {
    const Slot parameter = plan.parameter_slots[i];
    Literal& value = caller.values[At(slots[i])];
    const bool move =
        handover.all || (handover.moves != nullptr && (*handover.moves)[handover.first + i]);
    if (plan.slots[At(parameter)].used || callee.all_arguments) {
      HLOOM_RETURN_IF_ERROR(Put(callee, parameter, move ? std::move(value) : value));
    } else if (move) {
      value.Drop();
    }
  }
  return OkStatus();
}

Literal Machine::TakeWhole(Frame& callee) {
  Literal value = Whole(callee, *callee.plan->root);
  for (size_t i = 0; i < callee.plan->root_slots.size(); ++i) {
    if (callee.plan->root_moves[i]) callee.values[At(callee.plan->root_slots[i])].Drop();
  }
  return value;
}

// Moves the result of a call into slots of the caller.
Status Machine::TakeRoot(Frame& caller, Frame& callee, const std::vector<Slot>& slots) {
  const ComputationPlan& plan = *callee.plan;
  for (size_t i = 0; i < slots.size(); ++i) {
    Literal& value = callee.values[At(plan.root_slots[i])];
    HLOOM_RETURN_IF_ERROR(Put(caller, slots[i], plan.root_moves[i] ? std::move(value) : value));
  }
  return OkStatus();
}

Status Machine::Return() {
  Frame& callee = top();
  for (const Slot slot : callee.plan->dying) callee.values[At(slot)].Drop();
  if (callee.all_arguments) {
    for (const Slot slot : callee.plan->parameter_slots) {
      if (!callee.plan->slots[At(slot)].used) callee.values[At(slot)].Drop();
    }
  }
  --depth_;
  if (depth_ > 0) return ReturnTo(top(), callee);
  result_ = TakeWhole(callee);
  return OkStatus();
}

Status Machine::ReturnTo(Frame& caller, Frame& callee) {
  if (callee.applied) {
    --applied_;
    return caller.work->TakeResultOfNext(TakeWhole(callee)) ? NextNeed() : OkStatus();
  }
  const PlanStep& step = caller.plan->steps[caller.pc];
  if (step.eval->calls == Calls::kNothing) {
    caller.control.returned = TakeWhole(callee);
    return OkStatus();
  }
  if (caller.phase == Phase::kCondition) {
    caller.goes_on = TakeWhole(callee).GetFirstElement<bool>();
    return OkStatus();
  }
  return TakeRoot(caller, callee, step.value_slots);
}

void Machine::DropDying(const PlanStep& step) {
  for (const Slot slot : step.dying) top().values[At(slot)].Drop();
}

// Ends the step if its computation has returned and set the step's value.
bool Machine::FinishCall(const PlanStep& step) {
  Frame& frame = top();
  if (frame.phase != Phase::kBody) return false;
  frame.phase = Phase::kBefore;
  Finish(step);
  return true;
}

Status Machine::CallOnce(const PlanStep& step) {
  Frame& frame = top();
  if (FinishCall(step)) return OkStatus();
  frame.phase = Phase::kBody;
  return Enter(*step.callees[0], step.operand_slots.data(), {.moves = &step.operand_moves});
}

Status Machine::CallBranch(const PlanStep& step) {
  Frame& frame = top();
  if (FinishCall(step)) return OkStatus();
  frame.phase = Phase::kBody;
  const Literal& selector = frame.values[At(step.operand_slots[0])];
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
  for (const Slot slot : step.dying) frame.values[At(slot)].Drop();
  return OkStatus();
}

// The slots of a loop's value hold its state.
Status Machine::BeginLoop(const PlanStep& step) {
  Frame& frame = top();
  for (size_t i = 0; i < step.value_slots.size(); ++i) {
    Literal& value = frame.values[At(step.operand_slots[i])];
    HLOOM_RETURN_IF_ERROR(
        Put(frame, step.value_slots[i], step.operand_moves[i] ? std::move(value) : value));
  }
  frame.phase = Phase::kBody;
  return OkStatus();
}

Status Machine::CallLoop(const PlanStep& step) {
  Frame& frame = top();
  if (frame.phase == Phase::kBefore) HLOOM_RETURN_IF_ERROR(BeginLoop(step));
  if (frame.phase == Phase::kBody) {
    if (step.body != nullptr && step.condition != nullptr) {
      if (!watched()) return GoAround(step);
      if (frame.loop != nullptr) HLOOM_RETURN_IF_ERROR(LeaveLoop(step));
    }
    frame.phase = Phase::kCondition;
    return Enter(*step.callees[kWhileCondition], step.value_slots.data(), {});
  }
  if (frame.goes_on) {
    frame.phase = Phase::kBody;
    return Enter(*step.callees[kWhileBody], step.value_slots.data(), {.all = true});
  }
  frame.phase = Phase::kBefore;
  Finish(step);
  return OkStatus();
}

// A loop over scalars, used without a tracer. Pauses regularly, as a step should.
Status Machine::GoAround(const PlanStep& step) {
  constexpr int64_t kMostWork = 1 << 14;
  Frame& frame = top();
  if (frame.loop == nullptr) {
    std::vector<const Literal*> state;
    for (const Slot slot : step.scalar_slots) state.push_back(&frame.values[At(slot)]);
    HLOOM_ASSIGN_OR_RETURN(frame.loop,
                           ElementLoop::Create(*step.condition, *step.body,
                                               Operands(state.data(), state.size()), run_->ledger));
  }
  int64_t executed = 0;
  const bool done = frame.loop->Run(kMostWork, &executed);
  HLOOM_RETURN_IF_ERROR(Charge(executed));
  if (!done) return OkStatus();
  HLOOM_RETURN_IF_ERROR(StoreLoop(step));
  frame.phase = Phase::kBefore;
  Finish(step);
  return OkStatus();
}

// Puts the state of a loop over scalars back into its slots.
Status Machine::StoreLoop(const PlanStep& step) {
  Frame& frame = top();
  for (size_t i = 0; i < step.scalar_slots.size(); ++i) {
    const Slot slot = step.scalar_slots[i];
    HLOOM_ASSIGN_OR_RETURN(Literal value,
                           Literal::Create(frame.plan->slots[At(slot)].shape, run_->ledger));
    frame.loop->Store(i, value.mutable_data<std::byte>(), value.size_bytes());
    frame.values[At(slot)] = std::move(value);
  }
  frame.loop = nullptr;
  return OkStatus();
}

// From here on step by step.
Status Machine::LeaveLoop(const PlanStep& step) {
  top().calls += 2 * top().loop->iterations();
  return StoreLoop(step);
}

Status Machine::Resume(const PlanStep& step) {
  Frame& frame = top();
  if (frame.calls == 0) frame.control.ledger = run_->ledger;
  HLOOM_ASSIGN_OR_RETURN(ControlAction action,
                         step.eval->resume(*step.instruction, GatherOperands(step), frame.control));
  if (action.first.has_value()) return Begin(step, *std::move(action.first));
  if (action.ask_host) return AskHost(*step.instruction);
  if (action.call == nullptr) {
    frame.control = ControlState();
    HLOOM_RETURN_IF_ERROR(Spread(frame, *step.value, std::move(action.value)));
    Finish(step);
    return OkStatus();
  }
  // The operands are no longer needed, unless they are among the arguments.
  if (frame.calls++ == 0) {
    frame.tuples.clear();
    DropDying(step);
  }
  HLOOM_RETURN_IF_ERROR(PushWith(executable_->PlanOf(*action.call), frame.control.arguments));
  // The callee alone holds its arguments now.
  frame.control.arguments.clear();
  return OkStatus();
}

}  // namespace hloom
