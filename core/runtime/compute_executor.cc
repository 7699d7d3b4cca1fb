#include <algorithm>

#include "ops/literal_copies_eval.h"
#include "ops/live_sizes_eval.h"
#include "runtime/machine.h"

namespace hloom {

// The memory of an operand without later uses, as the memory of array `array` of the result; not a
// value if there is none.
Literal ComputeExecutor::TakeOver(const PlanStep& step, Operands operands, size_t array) {
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

Status ComputeExecutor::MakeDestination(const PlanStep& step, Operands operands) {
  Destination& destination = top().computing.destination;
  destination.Clear();
  for (size_t i = 0; i < step.arrays.size(); ++i) {
    Literal array = TakeOver(step, operands, i);
    if (!array.valid()) {
      HLOOM_ASSIGN_OR_RETURN(array, CreateUnpadded(step.arrays[i], run().ledger));
    }
    destination.Add(std::move(array));
  }
  return OkStatus();
}

// Runs the loop of the step and of those that are fused into it.
Status ComputeExecutor::ExecuteFusion(const PlanStep& step) {
  const LoopFusion& fusion = *step.fusion;
  Frame& frame = top();
  std::vector<const std::byte*>& inputs = frame.computing.inputs;
  std::vector<const Shape*> actual;
  inputs.clear();
  bool as_planned = true;
  for (size_t i = 0; i < fusion.operand_slots.size(); ++i) {
    const Literal& operand = frame.value(fusion.operand_slots[i]);
    actual.push_back(operand.shape_ptr().get());
    as_planned = as_planned && actual.back() == fusion.shapes[i];
    inputs.push_back(operand.data<std::byte>());
  }
  Buffer storage;
  for (const size_t i : fusion.take_overs) {
    Literal& operand = frame.value(fusion.operand_slots[i]);
    if (!as_planned || !operand.storage().unique()) continue;
    storage = operand.TakeStorage();
    break;
  }
  if (!storage) {
    HLOOM_ASSIGN_OR_RETURN(storage, Buffer::Allocate(step.array_bytes[0], run().ledger));
  }
  std::byte* const result = storage.data();
  Literal& value = frame.value(step.value_slots[0]);
  if (value.shape_ptr() != step.arrays[0]) value.ShareShape(step.arrays[0]);
  value.Refill(std::move(storage));
  frame.computing.prepared = true;
  return Begin(step, as_planned ? fusion.loop.Compute(inputs.data(), result)
                                : fusion.ComputeOf(std::move(actual), inputs.data(), result));
}

Status ComputeExecutor::Execute(const PlanStep& step) {
  if (!watched()) {
    if (step.fusion != nullptr) return ExecuteFusion(step);
    if (step.fused) {
      machine_.Finish(step);
      return OkStatus();
    }
  }
  if (step.prepared != nullptr && IsPrepared(step)) return ExecutePrepared(step);
  const HloInstruction& instruction = *step.instruction;
  const Operands operands = top().GatherOperands(step);
  if (step.dynamic_sizes) {
    return Begin(step, EvaluateLive(machine_, instruction, operands, top().computing.live_result));
  }
  HLOOM_ASSIGN_OR_RETURN(ComputedValue value,
                         PrepareValue(*step.eval->As<Computes>(), machine_, instruction, operands));
  if (value.view.valid()) return FinishWith(step, std::move(value.view));
  HLOOM_RETURN_IF_ERROR(MakeDestination(step, operands));
  return Begin(step, EvaluateInto(*step.eval, std::move(value.op), machine_, instruction, operands,
                                  top().computing.destination));
}

// True if the operands have the layouts that the program states. If so, their addresses are in the
// frame's inputs.
bool ComputeExecutor::IsPrepared(const PlanStep& step) {
  Frame& frame = top();
  frame.computing.inputs.clear();
  for (size_t i = 0; i < step.operand_slots.size(); ++i) {
    const Literal& operand = frame.value(step.operand_slots[i]);
    if (operand.shape_ptr().get() != step.prepared_shapes[i]) return false;
    frame.computing.inputs.push_back(operand.data<std::byte>());
  }
  return true;
}

// Most steps run here, without the work that other steps need. Machine::Advance handles the step at
// which it stops.
void ComputeExecutor::TakeLightSteps() {
  Frame& frame = top();
  if (frame.computing.work != nullptr || !frame.to_dynamic.slots.empty()) return;
  const std::vector<LightStep>& steps = frame.plan->light_steps;
  RunState& run = this->run();
  Watch& watch = machine_.watch_;
  const int64_t left = run.instructions_left();
  const int64_t before_clock = watch.instructions_left();
  const int64_t first = frame.next;
  bool heavy = false;
  for (; frame.pc < steps.size() && !heavy && frame.next - first < before_clock; ++frame.pc) {
    const LightStep& step = steps[frame.pc];
    if (step.op == nullptr || step.index + 1 - first > left || run.is_cancelled()) break;
    if (!TakeLightStep(frame.values.data(), step, run.ledger)) break;
    frame.next = step.index + 1;
    heavy = step.heavy;
  }
  run.AddExecuted(frame.next - first);
  watch.Spend(frame.next - first);
  if (heavy) watch.Read();
}

// Returns false, without any effect, if the step cannot run as a light one.
bool ComputeExecutor::TakeLightStep(Literal* values, const LightStep& step,
                                    const LedgerPtr& ledger) {
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
      StatusOr<Buffer> storage = Buffer::Allocate(step.bytes, ledger);
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
StatusOr<Buffer> ComputeExecutor::TakeOverStorage(const PlanStep& step, size_t array) {
  Frame& frame = top();
  for (const PlanStep::TakeOver& candidate : step.take_overs) {
    if (candidate.array != array || candidate.implicit) continue;
    Literal& operand = frame.value(step.operand_slots[candidate.operand]);
    if (operand.storage().unique()) return operand.TakeStorage();
  }
  return Buffer::Allocate(step.array_bytes[array], run().ledger);
}

// Fills the array that the value repeats, in place of the value.
Status ComputeExecutor::FillRepeated(const PlanStep& step) {
  Frame& frame = top();
  const int64_t bytes = ShapeUtil::ByteSizeOf(*step.implicit_broadcast);
  HLOOM_ASSIGN_OR_RETURN(Buffer storage, Buffer::Allocate(bytes, run().ledger));
  frame.computing.outputs.assign(1, storage.data());
  Literal& value = frame.value(step.value_slots[0]);
  value.ShareShape(step.implicit_broadcast);
  value.Refill(std::move(storage));
  frame.computing.prepared = true;
  return Begin(step, step.repeated->Run(nullptr, frame.computing.outputs.data()));
}

Status ComputeExecutor::ExecutePrepared(const PlanStep& step) {
  Frame& frame = top();
  const bool is_implicit = step.implicit_broadcast != nullptr && !watched();
  if (is_implicit && step.repeated != nullptr) return FillRepeated(step);
  if (const int of = is_implicit ? 0 : step.prepared->view_of(); of != PreparedOp::kNoView) {
    Literal& value = frame.value(step.value_slots[0]);
    const ShapePtr& shape = is_implicit ? step.implicit_broadcast : step.arrays[0];
    if (value.shape_ptr() != shape) value.ShareShape(shape);
    value.Refill(frame.value(step.operand_slots[static_cast<size_t>(of)]).storage());
    machine_.Finish(step);
    return OkStatus();
  }
  frame.computing.outputs.clear();
  for (size_t i = 0; i < step.arrays.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Buffer storage, TakeOverStorage(step, i));
    frame.computing.outputs.push_back(storage.data());
    Literal& value = frame.value(step.value_slots[i]);
    if (value.shape_ptr() != step.arrays[i]) value.ShareShape(step.arrays[i]);
    value.Refill(std::move(storage));
  }
  frame.computing.prepared = true;
  return Begin(step,
               step.prepared->Run(frame.computing.inputs.data(), frame.computing.outputs.data()));
}

Status ComputeExecutor::Begin(const PlanStep& step, Kernel kernel) {
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    return Finish(step);
  }
  top().computing.work =
      std::make_unique<Work>(std::move(kernel), run().threads, step.task_time.get());
  return NextNeed();
}

Status ComputeExecutor::NextNeed() {
  Frame& frame = top();
  std::unique_ptr<Work>& work = frame.computing.work;
  HLOOM_RETURN_IF_ERROR(work->Next(run().ledger));
  if (work->need() != Kernel::Need::kNothing) return OkStatus();
  work = nullptr;
  if (frame.to_dynamic.converting) return machine_.dynamic_.ConvertNext();
  return Finish(frame.step());
}

// The kernel of the step is done.
Status ComputeExecutor::Finish(const PlanStep& step) {
  if (step.eval->resume() != nullptr) return machine_.call_.Resume(step);
  if (step.eval->As<Meets>() != nullptr) return machine_.meeting_.Computed(step);
  Frame& frame = top();
  Frame::Computing& computing = frame.computing;
  Destination& destination = computing.destination;
  if (computing.prepared) {
    computing.prepared = false;
  } else if (step.dynamic_sizes) {
    HLOOM_RETURN_IF_ERROR(
        frame.Spread(*step.value, std::exchange(computing.live_result, Literal()), run().ledger));
  } else if (!step.value->IsTuple()) {
    HLOOM_RETURN_IF_ERROR(frame.Put(step.value->slot, destination.Take(0), run().ledger));
  } else {
    for (size_t i = 0; i < destination.size(); ++i) {
      HLOOM_RETURN_IF_ERROR(
          frame.Spread(*step.value->elements[i], destination.Take(i), run().ledger));
    }
  }
  destination.Clear();
  machine_.Finish(step);
  return OkStatus();
}

Status ComputeExecutor::GoOn() {
  Watch& watch = machine_.watch_;
  HLOOM_RETURN_IF_ERROR(run().Check(watch.now()));
  Work& work = *top().computing.work;
  if (work.need() == Kernel::Need::kApplication) return Apply();
  const bool last = work.RunTasks([this, &watch] { return watch.IsToPause(run()); });
  watch.Read();
  return last ? NextNeed() : OkStatus();
}

// Applies the computation to some elements by an element program, or to one element on its own
// frame.
Status ComputeExecutor::Apply() {
  // The maximum elements, and work, per application; work is counted as the costs of elementwise
  // operations.
  constexpr int64_t kMostElements = 1 << 12;
  constexpr int64_t kMostWork = 1 << 15;
  Work& work = *top().computing.work;
  const PlanStep& step = top().step();
  const size_t computation = work.application().computation;
  const ComputationPlan& plan = step.eval->As<Meets>() == nullptr
                                    ? *step.callees[computation]
                                    : machine_.meeting_.AppliedIn(computation);
  if (const ElementProgram* program = plan.elements.get()) {
    const int64_t before = work.done();
    const int64_t elements =
        std::clamp<int64_t>(kMostWork / std::max<int64_t>(program->cost(), 1), 1, kMostElements);
    HLOOM_ASSIGN_OR_RETURN(const bool last, work.ApplyElements(*program, elements, run().ledger));
    HLOOM_RETURN_IF_ERROR(machine_.Charge((work.done() - before) * program->instructions()));
    return last ? NextNeed() : OkStatus();
  }
  return ApplyToNext(plan);
}

// Calls a computation with the next element's arguments.
Status ComputeExecutor::ApplyToNext(const ComputationPlan& plan) {
  const std::vector<size_t>& parameters = plan.used_parameters;
  HLOOM_ASSIGN_OR_RETURN(
      std::vector<Literal> arguments,
      top().computing.work->ArgumentsOfNext(*plan.computation, parameters, run().ledger));
  ++machine_.applied_;
  Frame& frame = machine_.Push(plan);
  for (size_t i = 0; i < parameters.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(
        frame.Spread(*plan.parameters[parameters[i]], std::move(arguments[i]), run().ledger));
  }
  frame.applied = true;
  return OkStatus();
}

}  // namespace hloom
