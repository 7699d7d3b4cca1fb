// Stepping: the choice of the next step, its charge, and the tracer's events.
#include "runtime/machine.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {

Status Machine::Charge(int64_t executed) {
  HLOOM_RETURN_IF_ERROR(run_->Charge(executed));
  watch_.Spend(executed);
  return run_->Check(watch_.now());
}

// Instructions are executed in their order: where not all of them may be, the error names the first
// one that may not.
Status Machine::ChargeFor(Frame& frame, int64_t instructions) {
  const int64_t left = run_->instruction_limit - run_->instructions;
  if (left < instructions) frame.next += std::max<int64_t>(left, 0);
  HLOOM_RETURN_IF_ERROR(Charge(instructions));
  return OkStatus();
}

// The instruction that a frame executes, or will execute next.
const HloInstruction& Machine::instruction_at(const Frame& frame) const {
  const auto& instructions = frame.plan->computation->instructions();
  const auto next = static_cast<size_t>(frame.next);
  const bool ends = frame.pc == frame.plan->steps.size();
  const HloInstruction& last =
      ends ? *frame.plan->computation->root() : *frame.plan->steps[frame.pc].instruction;
  // An instruction before the step that needs no step may be at fault.
  if (next < instructions.size() && (ends || next < static_cast<size_t>(last.index()))) {
    return *instructions[next];
  }
  return last;
}

Frame& Machine::Push(const ComputationPlan& plan) {
  frames_.resize(executable_->plan_count());
  std::unique_ptr<Frame>& frame = frames_[static_cast<size_t>(plan.number)];
  if (frame == nullptr) {
    frame = std::make_unique<Frame>();
    frame->plan = &plan;
    frame->values.resize(plan.slots.size());
    for (const ComputationPlan::Constant& constant : plan.constants) {
      frame->value(constant.slot) = constant.value;
    }
  }
  frame->pc = 0;
  frame->next = 0;
  frame->to_dynamic.slots.clear();
  frame->applied = false;
  frame->all_arguments = watched();
  if (depth_ == stack_.size()) stack_.push_back(nullptr);
  stack_[depth_++] = frame.get();
  return *frame;
}

Status Machine::Start(const HloComputation& computation, Span<const Literal> arguments) {
  depth_ = 0;
  return call_.PushWith(executable_->PlanOf(computation), arguments);
}

StatusOr<Machine::State> Machine::Step() {
  if (const Status status = Advance(); !status.ok()) return status;
  if (blocked_.instruction != nullptr) return State::kBlocked;
  return depth_ == 0 ? State::kDone : State::kRunning;
}

StatusOr<Machine::State> Machine::Run() {
  const Watch::Clock::time_point before = watch_.now();
  while (true) {
    if (const Status status = Advance(); !status.ok()) return status;
    if (blocked_.instruction != nullptr) return State::kBlocked;
    if (depth_ == 0) return State::kDone;
    if (run_->tracer != nullptr) return State::kRunning;
    if (watch_.now() == before) compute_.TakeLightSteps();
    if (watch_.now() != before) return State::kRunning;
  }
}

Status Machine::Advance() {
  if (blocked_.instruction != nullptr && blocked_.on == Blocked::On::kHost) {
    watch_.Read();
    const Status in_time = run_->Check(watch_.now());
    return in_time.ok() ? in_time : Located(in_time);
  }
  const Status status = blocked_.instruction == nullptr ? AdvanceIn(top()) : AwaitOthers();
  return status.ok() ? status : Located(status);
}

// Continues a machine that was woken: checks again for the other devices. It was charged on arrival.
Status Machine::AwaitOthers() {
  const Blocked::On on = std::exchange(blocked_, {}).on;
  const PlanStep& step = top().step();
  return on == Blocked::On::kRendezvous ? meeting_.Await(step) : transfer_.Await(step);
}

Status Machine::AdvanceIn(Frame& frame) {
  if (frame.computing.work != nullptr) return compute_.GoOn();
  if (!frame.to_dynamic.slots.empty()) return dynamic_.ConvertNext();
  const ComputationPlan& plan = *frame.plan;
  const bool ends = frame.pc == plan.steps.size();
  const int64_t index =
      ends ? static_cast<int64_t>(plan.values.size()) : plan.steps[frame.pc].index;
  if (watched() && frame.next < index) {
    HLOOM_RETURN_IF_ERROR(ChargeFor(frame, 1));
    Tell(frame, frame.next++);
    return OkStatus();
  }
  if (ends) {
    if (frame.next < index) HLOOM_RETURN_IF_ERROR(ChargeFor(frame, index - frame.next));
    return call_.Return();
  }
  HLOOM_RETURN_IF_ERROR(ChargeFor(frame, std::max<int64_t>(index + 1 - frame.next, 1)));
  frame.next = index + 1;
  const PlanStep& step = plan.steps[frame.pc];
  const Status status = Execute(step);
  if (step.heavy) watch_.Read();
  return status;
}

Status Machine::Execute(const PlanStep& step) {
  // By OpKind. A plan has no step for an operation that forwards a value.
  using Action = Status (*)(Machine&, const PlanStep&);
  static constexpr Action kActions[] = {
      nullptr,
      [](Machine& m, const PlanStep& step) { return m.compute_.Execute(step); },
      [](Machine& m, const PlanStep& step) { return m.call_.Execute(step); },
      [](Machine& m, const PlanStep& step) { return m.meeting_.Execute(step); },
      [](Machine& m, const PlanStep& step) { return m.transfer_.Execute(step); },
      [](Machine& m, const PlanStep& step) { return m.call_.Resume(step); },
  };
  static_assert(std::size(kActions) == std::variant_size_v<OpKind>);
  return kActions[step.eval->kind.index()](*this, step);
}

void Machine::Finish(const PlanStep& step) {
  Frame& frame = top();
  if (watched()) Tell(frame, step.instruction->index());
  frame.tuples.clear();
  for (const Slot slot : step.dying) frame.values[static_cast<size_t>(slot)].Drop();
  for (const Slot slot : step.unused) frame.values[static_cast<size_t>(slot)].Drop();
  frame.calling.count = 0;
  ++frame.pc;
}

// Reports the instruction of that index to the tracer. Skips an argument that the computation does
// not use and that was dropped while no tracer was set.
void Machine::Tell(Frame& frame, int64_t index) {
  const ValueTree& tree = *frame.plan->values[static_cast<size_t>(index)];
  if (!frame.IsThere(tree)) return;
  std::vector<TraceCaller> callers;
  for (size_t d = 0; d + 1 < depth_; ++d) {
    const Frame& outer = *stack_[d];
    const PlanStep& caller = outer.step();
    // Each time around, a loop calls all its computations once.
    const auto around = static_cast<int64_t>(caller.callees.size());
    callers.push_back(
        {caller.instruction, caller.def->traits.loop ? (outer.calling.count - 1) / around : -1});
  }
  const HloComputation& computation = *frame.plan->computation;
  run_->tracer->Executed({computation, *computation.instructions()[static_cast<size_t>(index)],
                          frame.Whole(tree), callers, run_->grid.size() > 1 ? device_ : -1});
}

Status Machine::AskHost(const HloInstruction& instruction) {
  blocked_ = {Blocked::On::kHost, &instruction};
  return run_->asks_later ? OkStatus() : AskNow().status();
}

StatusOr<bool> Machine::AskNow() {
  const HloInstruction& instruction = *blocked_.instruction;
  if (run_->host == nullptr) return NobodyAnswers(instruction);
  HLOOM_ASSIGN_OR_RETURN(std::optional<Literal> value,
                         run_->host->Ask({instruction, WaitingOperands(), device_}));
  if (!value.has_value()) return false;
  Answer(*std::move(value));
  return true;
}

Operands Machine::WaitingOperands() {
  Frame& frame = top();
  frame.operands.clear();
  for (const Literal& operand : frame.calling.control.arguments) frame.operands.push_back(&operand);
  return Operands(frame.operands.data(), frame.operands.size());
}

void Machine::Answer(Literal value) {
  top().calling.control.returned = std::move(value);
  blocked_ = {};
}

std::string Machine::Place() const {
  const Frame& frame = top();
  return StrCat("%", Shortened(instruction_at(frame).name()), " in computation \"",
                Shortened(frame.plan->computation->name()), "\"",
                run_->grid.size() > 1 ? StrCat(" on device ", device_) : "");
}

Status Machine::Located(const Status& error) const {
  const HloInstruction& instruction = instruction_at(top());
  return error.WithOp(GetOpDef(instruction.opcode()).name).WithLocation(Place());
}

const CollectiveEntry* Machine::AwaitedCollective() const {
  const bool waits = blocked_.instruction != nullptr && blocked_.on == Blocked::On::kRendezvous;
  return waits ? &meeting_.entry() : nullptr;
}

std::vector<int64_t> Machine::MissingDevices() const {
  return blocked_.on == Blocked::On::kChannel ? transfer_.MissingDevices()
                                              : meeting_.MissingDevices();
}

Status StepExecutor::FinishWith(const PlanStep& step, Literal value) const {
  HLOOM_RETURN_IF_ERROR(top().Spread(*step.value, std::move(value), run().ledger));
  machine_.Finish(step);
  return OkStatus();
}

}  // namespace hloom
