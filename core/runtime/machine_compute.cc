// Computing: the memory of a value, and the kernel that fills it.
#include <algorithm>

#include "ops/literal_copies_eval.h"
#include "ops/live_sizes_eval.h"
#include "runtime/machine.h"

namespace hloom {

// The memory of an operand without later uses, as the memory of array `array` of the result; not a
// value if there is none.
Literal Machine::TakeOver(const PlanStep& step, Operands operands, size_t array) {
  for (const PlanStep::TakeOver& candidate : step.take_overs) {
    if (candidate.array != array) continue;
    const Literal& operand = *operands[candidate.operand];
    if (!operand.storage().unique()) continue;
    // The plan uses the shape that the program states. A value may have another layout.
    const Shape& expected = step.instruction->operand(candidate.operand)->shape();
    if (operand.shape() != expected) continue;
    return Literal::OverStorage(step.arrays[array], operand.storage());
  }
  return Literal();
}

Status Machine::MakeDestination(const PlanStep& step, Operands operands) {
  Destination& destination = top().destination;
  destination.Clear();
  for (size_t i = 0; i < step.arrays.size(); ++i) {
    Literal array = TakeOver(step, operands, i);
    if (!array.valid()) {
      HLOOM_ASSIGN_OR_RETURN(array, CreateUnpadded(step.arrays[i], run_->ledger));
    }
    destination.Add(std::move(array));
  }
  return OkStatus();
}

Status Machine::Compute(const PlanStep& step) {
  if (step.prepared != nullptr && IsPrepared(step)) return ComputePrepared(step);
  const HloInstruction& instruction = *step.instruction;
  const OpEval& eval = *step.eval;
  const Operands operands = GatherOperands(step);
  if (step.dynamic_sizes) {
    return Begin(step, EvaluateLive(*this, instruction, operands, top().live_result));
  }
  if (eval.view != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, eval.view(*this, instruction, operands));
    if (value.valid()) {
      HLOOM_RETURN_IF_ERROR(Spread(top(), *step.value, std::move(value)));
      Finish(step);
      return OkStatus();
    }
  }
  HLOOM_RETURN_IF_ERROR(MakeDestination(step, operands));
  return Begin(step, EvaluateInto(eval, *this, instruction, operands, top().destination));
}

// True if the operands have the layouts that the program states. If so, their addresses are in the
// frame's inputs.
bool Machine::IsPrepared(const PlanStep& step) {
  Frame& frame = top();
  frame.inputs.clear();
  for (size_t i = 0; i < step.operand_slots.size(); ++i) {
    const Literal& operand = frame.values[At(step.operand_slots[i])];
    if (operand.shape_ptr().get() != step.prepared_shapes[i]) return false;
    frame.inputs.push_back(operand.data<std::byte>());
  }
  return true;
}

// Executes the next steps while they are light, nothing is pending and the clock need not be read.
// Most steps run here, without the work that other steps need. Advance handles the step at which it
// stops. Requires that there is no tracer.
void Machine::TakeLightSteps() {
  Frame& frame = top();
  if (frame.work != nullptr || !frame.unsettled.empty()) return;
  const std::vector<LightStep>& steps = frame.plan->light_steps;
  const int64_t left = run_->instructions_left();
  const int64_t before_clock = watch_.instructions_left();
  const int64_t first = frame.next;
  bool heavy = false;
  for (; frame.pc < steps.size() && !heavy && frame.next - first < before_clock; ++frame.pc) {
    const LightStep& step = steps[frame.pc];
    if (step.op == nullptr || step.index + 1 - first > left || run_->is_cancelled()) break;
    if (!TakeLightStep(frame.values.data(), step)) break;
    frame.next = step.index + 1;
    heavy = step.heavy;
  }
  run_->AddExecuted(frame.next - first);
  watch_.Spend(frame.next - first);
  if (heavy) watch_.Read();
}

// Returns false, without any effect, if the step cannot run as a light one.
bool Machine::TakeLightStep(Literal* values, const LightStep& step) {
  const std::byte* inputs[LightStep::kMostOperands];
  for (size_t i = 0; i < step.operand_count; ++i) {
    const Literal& operand = values[At(step.operands[i])];
    if (operand.shape_ptr().get() != step.shapes[i]) return false;
    inputs[i] = operand.data<std::byte>();
  }
  Literal& value = values[At(step.value)];
  if (step.view_of != PreparedOp::kNoView) {
    value.Refill(values[At(step.operands[step.view_of])].storage());
  } else {
    Literal* taken = nullptr;
    for (size_t i = 0; i < step.operand_count && taken == nullptr; ++i) {
      Literal& operand = values[At(step.operands[i])];
      if ((step.take_overs >> i & 1) != 0 && operand.storage().unique()) taken = &operand;
    }
    if (taken != nullptr) {
      value.Refill(taken->TakeStorage());
    } else {
      StatusOr<Buffer> storage = Buffer::Allocate(step.bytes, run_->ledger);
      if (!storage.ok()) return false;
      value.Refill(*std::move(storage));
    }
    std::byte* const output = value.mutable_data<std::byte>();
    (void)step.op->Run(inputs, &output);
  }
  if (value.shape_ptr() != *step.shape) value.ShareShape(*step.shape);
  for (size_t i = 0; i < step.dying_count; ++i) values[At(step.dying[i])].Drop();
  return true;
}

// The same as TakeOver, for operands in the layouts that the program states.
StatusOr<Buffer> Machine::TakeOverStorage(const PlanStep& step, size_t array) {
  Frame& frame = top();
  for (const PlanStep::TakeOver& candidate : step.take_overs) {
    if (candidate.array != array || candidate.left_small) continue;
    Literal& operand = frame.values[At(step.operand_slots[candidate.operand])];
    if (operand.storage().unique()) return operand.TakeStorage();
  }
  return Buffer::Allocate(step.array_bytes[array], run_->ledger);
}

Status Machine::ComputePrepared(const PlanStep& step) {
  Frame& frame = top();
  const bool stays_small = step.left_small != nullptr && !watched();
  if (const int of = stays_small ? 0 : step.prepared->view_of(); of != PreparedOp::kNoView) {
    Literal& value = frame.values[At(step.value_slots[0])];
    const ShapePtr& shape = stays_small ? step.left_small : step.arrays[0];
    if (value.shape_ptr() != shape) value.ShareShape(shape);
    value.Refill(frame.values[At(step.operand_slots[static_cast<size_t>(of)])].storage());
    Finish(step);
    return OkStatus();
  }
  frame.outputs.clear();
  for (size_t i = 0; i < step.arrays.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Buffer storage, TakeOverStorage(step, i));
    frame.outputs.push_back(storage.data());
    Literal& value = frame.values[At(step.value_slots[i])];
    if (value.shape_ptr() != step.arrays[i]) value.ShareShape(step.arrays[i]);
    value.Refill(std::move(storage));
  }
  frame.prepared = true;
  return Begin(step, step.prepared->Run(frame.inputs.data(), frame.outputs.data()));
}

Status Machine::Begin(const PlanStep& step, Kernel kernel) {
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    return FinishWork(step);
  }
  top().work = std::make_unique<Work>(std::move(kernel), run_->threads, step.task_time.get());
  return NextNeed();
}

// Asks the running kernel for its next need.
Status Machine::NextNeed() {
  Frame& frame = top();
  HLOOM_RETURN_IF_ERROR(frame.work->Next(run_->ledger));
  if (frame.work->need() != Kernel::Need::kNothing) return OkStatus();
  frame.work = nullptr;
  if (frame.settling) return Settle(frame);
  return FinishWork(frame.plan->steps[frame.pc]);
}

// The instruction has its value, or control flow goes on.
Status Machine::FinishWork(const PlanStep& step) {
  Frame& frame = top();
  if (step.eval->resume != nullptr) return Resume(step);
  if (Meets(step)) return EndMeeting(step);
  if (frame.prepared) {
    frame.prepared = false;
  } else if (step.dynamic_sizes) {
    HLOOM_RETURN_IF_ERROR(Spread(frame, *step.value, std::exchange(frame.live_result, Literal())));
  } else if (!step.value->IsTuple()) {
    HLOOM_RETURN_IF_ERROR(Put(frame, step.value->slot, frame.destination.Take(0)));
  } else {
    for (size_t i = 0; i < frame.destination.size(); ++i) {
      HLOOM_RETURN_IF_ERROR(Spread(frame, *step.value->elements[i], frame.destination.Take(i)));
    }
  }
  frame.destination.Clear();
  Finish(step);
  return OkStatus();
}

// Runs tasks as long as the machine may go on, or one application.
Status Machine::GoOn() {
  HLOOM_RETURN_IF_ERROR(run_->Check(watch_.now()));
  Work& work = *top().work;
  if (work.need() == Kernel::Need::kApplication) return Apply();
  const bool last = work.RunTasks([this] { return watch_.IsToPause(*run_); });
  watch_.Read();
  return last ? NextNeed() : OkStatus();
}

// Applies the computation to some elements by an element program, or to one element on its own
// frame.
Status Machine::Apply() {
  // The maximum elements, and work, per application; work is counted as the costs of elementwise
  // operations.
  constexpr int64_t kMostElements = 1 << 12;
  constexpr int64_t kMostWork = 1 << 15;
  Work& work = *top().work;
  const PlanStep& step = top().plan->steps[top().pc];
  const ComputationPlan& plan = AppliedIn(step, work.application().computation);
  if (const ElementProgram* program = plan.elements.get()) {
    const int64_t before = work.done();
    const int64_t elements =
        std::clamp<int64_t>(kMostWork / std::max<int64_t>(program->cost(), 1), 1, kMostElements);
    HLOOM_ASSIGN_OR_RETURN(const bool last, work.ApplyElements(*program, elements, run_->ledger));
    HLOOM_RETURN_IF_ERROR(Charge((work.done() - before) * program->instructions()));
    return last ? NextNeed() : OkStatus();
  }
  return ApplyToNext(plan);
}

// Calls a computation with the next element's arguments.
Status Machine::ApplyToNext(const ComputationPlan& plan) {
  const std::vector<size_t>& parameters = plan.used_parameters;
  HLOOM_ASSIGN_OR_RETURN(std::vector<Literal> arguments,
                         top().work->ArgumentsOfNext(*plan.computation, parameters, run_->ledger));
  ++applied_;
  Frame& frame = Push(plan);
  for (size_t i = 0; i < parameters.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Spread(frame, *plan.parameters[parameters[i]], std::move(arguments[i])));
  }
  frame.applied = true;
  return OkStatus();
}

}  // namespace hloom
