#include "runtime/machine.h"

#include <algorithm>
#include <optional>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/control/structural.h"
#include "ops/control/while_eval.h"
#include "ops/live_sizes.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"limits.c1", "a run executes at most as many instructions as its limit allows"},
    {"limits.c2", "a run was cancelled"},
    {"limits.c3", "computations applied by Reduce and its like nest at most 64 deep"},
    {"limits.c4", "a run takes at most as much time as its limit allows"},
};

// So many scalar instructions cost much more than reading the clock.
constexpr int64_t kInstructionsPerClock = 256;

class NestedCaller final : public ComputationCaller {
 public:
  NestedCaller(std::shared_ptr<const Program> program, RunState* run, int64_t device, int nesting,
               const HloComputation& computation)
      : machine_(std::move(program), run, device, nesting), computation_(computation) {
    const ElementProgram* elements = machine_.program().PlanOf(computation).elements.get();
    if (elements == nullptr) return;
    elements_.emplace(*elements);
    instructions_ = elements->instructions();
  }

  StatusOr<Literal> Call(Span<const Literal> arguments) override {
    HLOOM_RETURN_IF_ERROR(machine_.Start(computation_, arguments));
    return machine_.RunToEnd();
  }

  Status CallOnElements(Span<const std::byte* const> arguments, Span<std::byte* const> results,
                        int64_t count) override {
    if (elements_.has_value()) {
      elements_->Run(arguments, results, count);
      return machine_.Charge(count * instructions_);
    }
    for (int64_t i = 0; i < count; ++i) {
      HLOOM_RETURN_IF_ERROR(CallOnElement(arguments, results, i));
    }
    return OkStatus();
  }

 private:
  Status CallOnElement(Span<const std::byte* const> arguments, Span<std::byte* const> results,
                       int64_t i) {
    std::vector<Literal> values;
    for (size_t p = 0; p < arguments.size(); ++p) {
      HLOOM_ASSIGN_OR_RETURN(
          Literal value,
          Literal::Create(computation_.parameters()[p]->shape_ptr(), machine_.ledger()));
      const auto width = static_cast<size_t>(value.size_bytes());
      std::copy_n(arguments[p] + static_cast<size_t>(i) * width, width,
                  value.mutable_data<std::byte>());
      values.push_back(std::move(value));
    }
    HLOOM_ASSIGN_OR_RETURN(const Literal result, Call(values));
    for (size_t r = 0; r < results.size(); ++r) {
      const Literal& part = result.shape().IsTuple() ? result.elements()[r] : result;
      const auto width = static_cast<size_t>(part.size_bytes());
      std::copy_n(part.data<std::byte>(), width, results[r] + static_cast<size_t>(i) * width);
    }
    return OkStatus();
  }

  Machine machine_;
  const HloComputation& computation_;
  std::optional<ElementMachine> elements_;  // where the computation is one of scalars
  int64_t instructions_ = 0;
};

// A static value as one of a shape that is dynamic: all of it is live. An asynchronous operation may
// have a result already where its shape says (): that stays as it is.
StatusOr<Literal> AsDynamic(Literal value, const Shape& shape, const LedgerPtr& ledger) {
  if (ShapeUtil::EqualIgnoringLayout(value.shape(), shape)) return value;
  if (!ShapeUtil::Compatible(value.shape(), shape)) return value;
  return value.ToBoundedDynamic(shape, ledger);
}

Status NestedTooDeep() {
  return ResourceExhausted("limits.c3")
      .Say(StrCat("applied computations nest more than ", Machine::kMaxNesting, " deep"))
      .Help(
          "a Reduce inside the computation of a Reduce, and so on, is evaluated by recursion; "
          "nest less deep");
}

}  // namespace

Span<const Rule> LimitRules() { return kRules; }

void RunState::LimitTime(int64_t milliseconds, int64_t spent) {
  // A clock that counts nanoseconds ends after 292 years.
  constexpr int64_t kForever = int64_t{1} << 42;
  milliseconds_limit_ = std::max<int64_t>(milliseconds, 0);
  milliseconds_before_ = std::clamp<int64_t>(spent, 0, kForever);
  const int64_t left = std::max<int64_t>(milliseconds_limit_ - milliseconds_before_, 0);
  if (left < kForever) deadline_ = started_ + std::chrono::milliseconds(left);
}

void Watch::Read() {
  now_ = Clock::now();
  since_ = 0;
}

void Watch::Spend(int64_t instructions) {
  since_ += instructions;
  if (since_ >= kInstructionsPerClock) Read();
}

Status RunState::Check(Clock::time_point now) const {
  if (cancelled.load(std::memory_order_relaxed)) {
    return Cancelled("limits.c2")
        .Say(StrCat("the run was cancelled after ", Count(instructions, "instruction")))
        .Help("run it again; nothing else was affected");
  }
  return now < deadline_ ? OkStatus() : TooLate(now);
}

Status RunState::TooLate(Clock::time_point now) const {
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
  return ErrorBuilder(StatusCode::kDeadlineExceeded, "limits.c4")
      .Say(StrCat("the run exceeded its limit of ", Count(milliseconds_limit_, "millisecond")))
      .Detail(StrCat(Count(milliseconds_before_ + passed.count(), "millisecond"), " passed, and ",
                     Count(instructions, "instruction"), " began"))
      .Help(
          "look for a While whose condition never becomes false, make the arrays smaller, or raise "
          "limits.milliseconds");
}

Status RunState::Charge(int64_t executed) {
  if (instructions.fetch_add(executed, std::memory_order_relaxed) + executed <= instruction_limit) {
    return OkStatus();
  }
  instructions = instruction_limit + 1;  // no further than one by one
  return ResourceExhausted("limits.c1")
      .Say(StrCat("the run exceeded its limit of ", Count(instruction_limit, "instruction")))
      .Help("look for a While whose condition never becomes false, or raise limits.instructions");
}

Status Machine::Charge(int64_t executed) {
  HLOOM_RETURN_IF_ERROR(run_->Charge(executed));
  watch_.Spend(executed);
  return run_->Check(watch_.now());
}

// Between two polls lie 65536 elements, as a rule, but there are sorts of short rows.
Status Machine::Poll() {
  watch_.Spend(kInstructionsPerClock / 4);
  return run_->Check(watch_.now());
}

Status Machine::Start(const HloComputation& computation, Span<const Literal> arguments) {
  depth_ = 0;
  return Push(computation, arguments);
}

Status Machine::Push(const HloComputation& computation, Span<const Literal> arguments) {
  if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = *frames_[depth_++];
  frame.plan = &program_->PlanOf(computation);
  frame.pc = 0;
  frame.control = ControlState();
  frame.calls = 0;
  frame.applied = false;
  frame.values.resize(frame.plan->entries.size());
  for (const HloInstruction* parameter : computation.parameters()) {
    const int64_t number = parameter->attributes<ParameterAttributes>().parameter_number;
    frame.values[static_cast<size_t>(parameter->index())] = arguments[static_cast<size_t>(number)];
  }
  for (const HloInstruction* parameter : frame.plan->dynamic_parameters) {
    Literal& value = frame.values[static_cast<size_t>(parameter->index())];
    HLOOM_ASSIGN_OR_RETURN(value, AsDynamic(std::move(value), parameter->shape(), run_->ledger));
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

Literal Machine::Take(const Literal& operand) {
  Frame& frame = top();
  if (std::count(frame.operands.begin(), frame.operands.end(), &operand) == 1) {
    for (int64_t slot : frame.plan->entries[frame.pc].dying) {
      Literal& value = frame.values[static_cast<size_t>(slot)];
      if (&value == &operand) return std::move(value);
    }
  }
  return operand;
}

void Machine::Finish(const Entry& entry, Literal value) {
  Frame& frame = top();
  frame.values[static_cast<size_t>(entry.instruction->index())] = std::move(value);
  if (watched()) Trace(entry);
  for (int64_t slot : entry.dying) frame.values[static_cast<size_t>(slot)] = Literal();
  ++frame.pc;
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
  if (action.ask_host) return AskHost(*entry.instruction);
  if (action.call == nullptr) {
    frame.control = ControlState();
    frame.calls = 0;
    if (entry.may_become_dynamic) {
      HLOOM_ASSIGN_OR_RETURN(action.value, AsDynamic(std::move(action.value),
                                                     entry.instruction->shape(), run_->ledger));
    }
    Finish(entry, std::move(action.value));
    return OkStatus();
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
                         run_->host->Ask(instruction, GatherOperands(instruction)));
  if (value.has_value()) {
    top().control.returned = *std::move(value);
    return OkStatus();
  }
  if (applied_ > 0) return CannotWaitHere();
  blocked_ = {Blocked::On::kHost, &instruction};
  return OkStatus();
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
    frame.loop = std::make_unique<ElementLoop>(*entry.condition, *entry.body, state);
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
      HLOOM_ASSIGN_OR_RETURN(array, Literal::Create(entry.arrays[i], run_->ledger));
    }
    destination.Add(std::move(array));
  }
  return OkStatus();
}

Status Machine::Compute(const Entry& entry) {
  const HloInstruction& instruction = *entry.instruction;
  const OpEval& eval = *entry.eval;
  const Operands operands = GatherOperands(instruction);
  if (entry.live) return Begin(entry, EvaluateLive(*this, instruction, operands, top().live));
  if (eval.view != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, eval.view(*this, instruction, operands));
    if (value.valid()) {
      Finish(entry, std::move(value));
      return OkStatus();
    }
  }
  if (eval.evaluate_whole != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, eval.evaluate_whole(*this, instruction, operands));
    Finish(entry, std::move(value));
    return OkStatus();
  }
  HLOOM_RETURN_IF_ERROR(MakeDestination(entry, operands));
  return Begin(entry, eval.evaluate(*this, instruction, operands, top().destination));
}

Status Machine::Begin(const Entry& entry, Kernel kernel) {
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    FinishWork(entry);
    return OkStatus();
  }
  top().work = std::make_unique<Work>(std::move(kernel));
  return NextNeed();
}

// Asks the kernel at work what it needs next. Where it needs nothing any more, the instruction has
// its value.
Status Machine::NextNeed() {
  Frame& frame = top();
  HLOOM_RETURN_IF_ERROR(frame.work->Next(run_->ledger));
  if (frame.work->need() != Kernel::Need::kNothing) return OkStatus();
  frame.work = nullptr;
  FinishWork(frame.plan->entries[frame.pc]);
  return OkStatus();
}

void Machine::FinishWork(const Entry& entry) {
  Frame& frame = top();
  Finish(entry, entry.live ? std::exchange(frame.live, Literal())
                           : frame.destination.TakeValue(entry.instruction->shape_ptr()));
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
  Frame& frame = top();
  Work& work = *frame.work;
  const HloInstruction& instruction = *frame.plan->entries[frame.pc].instruction;
  const HloComputation& computation =
      *instruction.called_computation(work.application().computation);
  if (applied_ + 1 >= kMaxNesting) return NestedTooDeep();
  if (const ElementProgram* program = program_->PlanOf(computation).elements.get()) {
    const int64_t before = work.done();
    const bool last = work.ApplyElements(*program, kElements);
    const int64_t elements = (last ? work.application().count : work.done()) - before;
    HLOOM_RETURN_IF_ERROR(Charge(elements * program->instructions()));
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
  Finish(entry, std::move(top().values[static_cast<size_t>(entry.instruction->index())]));
  return OkStatus();
}

StatusOr<Machine::State> Machine::Step() {
  if (blocked_.instruction != nullptr) {
    HLOOM_RETURN_IF_ERROR(Poll());
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

StatusOr<Literal> Machine::RunToEnd() {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const State state, Step());
    if (state == State::kDone) return TakeResult();
  }
}

StatusOr<std::unique_ptr<ComputationCaller>> Machine::Prepare(const HloComputation& computation) {
  if (applied_ + 1 >= kMaxNesting) return NestedTooDeep();
  return std::unique_ptr<ComputationCaller>(
      std::make_unique<NestedCaller>(program_, run_, device_, applied_ + 1, computation));
}

}  // namespace hloom
