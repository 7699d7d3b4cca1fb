#include "runtime/machine.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/control/structural.h"
#include "ops/control/while_eval.h"
#include "ops/literal_copies.h"
#include "ops/live_sizes.h"

namespace hloom {

namespace {

// Whether a value is to become one of a shape that is dynamic where it is static: then all of it is
// live. An asynchronous operation may have a result already where its shape says (): that stays as
// it is.
bool IsToBecome(const Shape& shape, const Literal& value) {
  return !ShapeUtil::EqualIgnoringLayout(value.shape(), shape) &&
         ShapeUtil::Compatible(value.shape(), shape);
}

}  // namespace

Status Machine::Charge(int64_t executed) {
  HLOOM_RETURN_IF_ERROR(run_->Charge(executed));
  watch_.Spend(executed);
  return run_->Check(watch_.now());
}

Status Machine::Start(const HloComputation& computation, Span<const Literal> arguments) {
  depth_ = 0;
  return Push(computation, arguments);
}

Status Machine::Push(const HloComputation& computation, Span<const Literal> arguments) {
  if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = *frames_[depth_++];
  frame.plan = &executable_->PlanOf(computation);
  frame.pc = 0;
  frame.control = ControlState();
  frame.calls = 0;
  frame.applied = false;
  frame.values.resize(frame.plan->entries.size());
  for (const HloInstruction* parameter : computation.parameters()) {
    const int64_t number = parameter->attributes<ParameterAttributes>().parameter_number;
    frame.values[static_cast<size_t>(parameter->index())] = arguments[static_cast<size_t>(number)];
  }
  return OkStatus();
}

Status Machine::Return() {
  Frame& frame = top();
  Literal value =
      std::move(frame.values[static_cast<size_t>(frame.plan->computation->root()->index())]);
  for (Literal& slot : frame.values) slot = Literal();
  --depth_;
  if (depth_ == 0) {
    result_ = std::move(value);
  } else if (frame.applied) {
    --applied_;
    if (top().work->TakeResultOfNext(value)) return NextNeed();
  } else {
    top().control.returned = std::move(value);
  }
  return OkStatus();
}

Operands Machine::GatherOperands(const HloInstruction& instruction) {
  Frame& frame = top();
  frame.operands.clear();
  for (const HloInstruction* operand : instruction.operands()) {
    frame.operands.push_back(&frame.values[static_cast<size_t>(operand->index())]);
  }
  return Operands(frame.operands.data(), frame.operands.size());
}

void Machine::Finish(const Entry& entry, Literal value) {
  Frame& frame = top();
  frame.values[static_cast<size_t>(entry.instruction->index())] = std::move(value);
  if (watched()) Trace(entry);
  for (int64_t slot : entry.dying) frame.values[static_cast<size_t>(slot)] = Literal();
  ++frame.pc;
}

// The same for a value that the instruction was handed: it may be static where the program says
// dynamic.
Status Machine::FinishWith(const Entry& entry, Literal value) {
  const HloInstruction& instruction = *entry.instruction;
  if (!entry.may_become_dynamic || !IsToBecome(instruction.shape(), value)) {
    Finish(entry, std::move(value));
    return OkStatus();
  }
  Frame& frame = top();
  Literal& given = frame.values[static_cast<size_t>(instruction.index())];
  given = std::move(value);
  return Begin(entry,
               ToBoundedDynamic(given, instruction.shape(), run_->ledger, &frame.live_result));
}

void Machine::Trace(const Entry& entry) {
  std::vector<TraceCaller> callers;
  for (size_t d = 0; d + 1 < depth_; ++d) {
    const Frame& frame = *frames_[d];
    const Entry& caller = frame.plan->entries[frame.pc];
    // Each time around, a loop calls all its computations once.
    const int64_t around = static_cast<int64_t>(caller.instruction->called_computations().size());
    callers.push_back(
        {caller.instruction, caller.def->traits.loop ? (frame.calls - 1) / around : -1});
  }
  const Frame& frame = top();
  run_->tracer->Executed({*frame.plan->computation, *entry.instruction,
                          frame.values[static_cast<size_t>(entry.instruction->index())], callers});
}

Status Machine::Resume(const Entry& entry) {
  Frame& frame = top();
  if (frame.calls == 0) frame.control.ledger = run_->ledger;
  HLOOM_ASSIGN_OR_RETURN(
      ControlAction action,
      entry.eval->resume(*entry.instruction, GatherOperands(*entry.instruction), frame.control));
  if (action.first.has_value()) return Begin(entry, *std::move(action.first));
  if (action.ask_host) return AskHost(*entry.instruction);
  if (action.call == nullptr) {
    frame.control = ControlState();
    frame.calls = 0;
    return FinishWith(entry, std::move(action.value));
  }
  // What it was called with lives on in the arguments, if at all. The instruction's own slot may be
  // among them, which is empty yet.
  if (frame.calls++ == 0) {
    for (int64_t slot : entry.dying) frame.values[static_cast<size_t>(slot)] = Literal();
  }
  HLOOM_RETURN_IF_ERROR(Push(*action.call, frame.control.arguments));
  // The callee alone holds its arguments now.
  frame.control.arguments.clear();
  return OkStatus();
}

Status Machine::AskHost(const HloInstruction& instruction) {
  if (run_->host == nullptr) return NobodyAnswers(instruction);
  HLOOM_ASSIGN_OR_RETURN(std::optional<Literal> value,
                         run_->host->Ask(instruction, WaitingOperands()));
  if (value.has_value()) {
    top().control.returned = *std::move(value);
    return OkStatus();
  }
  blocked_ = {Blocked::On::kHost, &instruction};
  return OkStatus();
}

Operands Machine::WaitingOperands() {
  Frame& frame = top();
  frame.operands.clear();
  for (const Literal& operand : frame.control.arguments) frame.operands.push_back(&operand);
  return Operands(frame.operands.data(), frame.operands.size());
}

void Machine::Answer(Literal value) {
  top().control.returned = std::move(value);
  blocked_ = {};
}

// A loop over scalars, as long as nobody looks. Pauses now and then, as a Step should.
Status Machine::GoAround(const Entry& entry) {
  constexpr int64_t kInstructions = 1 << 14;
  Frame& frame = top();
  if (frame.loop == nullptr) {
    const Literal& state = frame.control.returned.valid() ? frame.control.returned
                                                          : *GatherOperands(*entry.instruction)[0];
    HLOOM_ASSIGN_OR_RETURN(frame.loop,
                           ElementLoop::Create(*entry.condition, *entry.body, state, run_->ledger));
  }
  int64_t executed = 0;
  const bool done = frame.loop->Run(kInstructions, &executed);
  HLOOM_RETURN_IF_ERROR(Charge(executed));
  if (!done) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(Literal state,
                         frame.loop->State(entry.instruction->shape_ptr(), ledger()));
  frame.loop = nullptr;
  frame.control = ControlState();
  frame.calls = 0;
  Finish(entry, std::move(state));
  return OkStatus();
}

// From here on step by step.
Status Machine::LeaveLoop() {
  Frame& frame = top();
  const HloInstruction& instruction = *frame.plan->entries[frame.pc].instruction;
  HLOOM_ASSIGN_OR_RETURN(Literal state, frame.loop->State(instruction.shape_ptr(), ledger()));
  frame.control = WhileBeforeCondition(std::move(state));
  frame.calls += 2 * frame.loop->iterations();
  frame.loop = nullptr;
  return OkStatus();
}

// The memory of an operand that nobody needs after this instruction, as that of array `array` of
// the result; not a value where there is none.
Literal Machine::TakeOver(const Entry& entry, Operands operands, size_t array) {
  for (const ComputationPlan::TakeOver& candidate : entry.take_overs) {
    if (candidate.array != array) continue;
    const Literal& operand = *operands[candidate.operand];
    if (!operand.storage().unique()) continue;
    // The plan knows the shape that the program says. The result of an asynchronous operation may
    // have another one.
    const ShapePtr& expected = entry.instruction->operand(candidate.operand)->shape_ptr();
    if (operand.shape_ptr() != expected && operand.shape() != *expected) continue;
    return Literal::OverStorage(entry.arrays[array], operand.storage());
  }
  return Literal();
}

Status Machine::MakeDestination(const Entry& entry, Operands operands) {
  Destination& destination = top().destination;
  for (size_t i = 0; i < entry.arrays.size(); ++i) {
    Literal array = TakeOver(entry, operands, i);
    if (!array.valid()) {
      HLOOM_ASSIGN_OR_RETURN(array, CreateUnpadded(entry.arrays[i], run_->ledger));
    }
    destination.Add(std::move(array));
  }
  return OkStatus();
}

Status Machine::Compute(const Entry& entry) {
  const HloInstruction& instruction = *entry.instruction;
  const OpEval& eval = *entry.eval;
  const Operands operands = GatherOperands(instruction);
  if (entry.dynamic_sizes) {
    return Begin(entry, EvaluateLive(*this, instruction, operands, top().live_result));
  }
  if (eval.view != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, eval.view(*this, instruction, operands));
    if (value.valid()) {
      Finish(entry, std::move(value));
      return OkStatus();
    }
  }
  HLOOM_RETURN_IF_ERROR(MakeDestination(entry, operands));
  return Begin(entry, EvaluateInto(eval, *this, instruction, operands, top().destination));
}

Status Machine::Begin(const Entry& entry, Kernel kernel) {
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    return FinishWork(entry);
  }
  top().work = std::make_unique<Work>(std::move(kernel));
  return NextNeed();
}

// Asks the kernel at work what it needs next, if anything.
Status Machine::NextNeed() {
  Frame& frame = top();
  HLOOM_RETURN_IF_ERROR(frame.work->Next(run_->ledger));
  if (frame.work->need() != Kernel::Need::kNothing) return OkStatus();
  frame.work = nullptr;
  return FinishWork(frame.plan->entries[frame.pc]);
}

// The instruction has its value, or control flow goes on.
Status Machine::FinishWork(const Entry& entry) {
  Frame& frame = top();
  if (frame.live_result.valid()) {
    Finish(entry, std::exchange(frame.live_result, Literal()));
  } else if (entry.eval->resume != nullptr) {
    return Resume(entry);
  } else {
    Finish(entry, frame.destination.TakeValue(entry.instruction->shape_ptr()));
  }
  return OkStatus();
}

// One task, or one application.
Status Machine::GoOn() {
  HLOOM_RETURN_IF_ERROR(run_->Check(watch_.now()));
  Work& work = *top().work;
  if (work.need() == Kernel::Need::kApplication) return Apply();
  const bool last = work.RunTask();
  watch_.Read();
  return last ? NextNeed() : OkStatus();
}

// Some elements by an element program, or one on a frame of its own.
Status Machine::Apply() {
  constexpr int64_t kElements = 1 << 12;
  Work& work = *top().work;
  const HloInstruction& instruction = *top().plan->entries[top().pc].instruction;
  const HloComputation& computation =
      *instruction.called_computation(work.application().computation);
  if (const ElementProgram* program = executable_->PlanOf(computation).elements.get()) {
    const int64_t before = work.done();
    HLOOM_ASSIGN_OR_RETURN(const bool last, work.ApplyElements(*program, kElements, run_->ledger));
    HLOOM_RETURN_IF_ERROR(Charge((work.done() - before) * program->instructions()));
    return last ? NextNeed() : OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<Literal> arguments,
                         work.ArgumentsOfNext(computation, run_->ledger));
  HLOOM_RETURN_IF_ERROR(Push(computation, arguments));
  top().applied = true;
  ++applied_;
  return OkStatus();
}

Status Machine::Execute(const Entry& entry) {
  if (entry.body != nullptr && entry.condition != nullptr) {
    if (!watched() && IsWhileBeforeCondition(top().control)) return GoAround(entry);
    if (top().loop != nullptr) HLOOM_RETURN_IF_ERROR(LeaveLoop());
  }
  if (entry.eval->resume != nullptr) return Resume(entry);
  if (entry.eval->computes()) return Compute(entry);
  // A parameter: Push put the argument there.
  return FinishWith(entry,
                    std::move(top().values[static_cast<size_t>(entry.instruction->index())]));
}

StatusOr<Machine::State> Machine::Step() {
  if (blocked_.instruction != nullptr) {
    watch_.Read();
    HLOOM_RETURN_IF_ERROR(run_->Check(watch_.now()));
    return State::kBlocked;
  }
  Frame& frame = top();
  if (frame.work != nullptr) {
    const Status status = GoOn();
    if (status.ok()) return State::kRunning;
    return Located(status);
  }
  if (frame.pc == frame.plan->entries.size()) {
    const Status status = Return();
    if (!status.ok()) return Located(status);
    return depth_ == 0 ? State::kDone : State::kRunning;
  }
  const Entry& entry = frame.plan->entries[frame.pc];
  Status status = Charge();
  if (status.ok()) status = Execute(entry);
  if (entry.heavy) watch_.Read();
  if (status.ok()) return State::kRunning;
  return Located(status);
}

std::string Machine::Place() const {
  const Frame& frame = top();
  return StrCat("%", Shortened(frame.plan->entries[frame.pc].instruction->name()),
                " in computation \"", Shortened(frame.plan->computation->name()), "\"");
}

Status Machine::Located(const Status& error) const {
  const Frame& frame = top();
  return error.WithOp(frame.plan->entries[frame.pc].def->name).WithLocation(Place());
}

}  // namespace hloom
