// An asynchronous computation runs completely when its last parameter is bound, which the
// instructions up to async-done cannot observe. A computation that is one collective, of the
// operands of its async-start, begins there like the -start of that collective, so that devices do
// not wait for each other before async-done. Values that are carried have become tuples before a
// program runs (runtime/async_to_call.h).
#include "ops/control/async.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

// state.stage.
enum AsyncStage { kBegin, kHasRun, kHasValue };

// A value for the state of a back end; nothing reads it.
Kernel MakeContext(const Shape& shape, const LedgerPtr& ledger, Literal* context) {
  if (shape.IsToken()) {
    *context = Literal::MakeToken();
    return {};
  }
  if (shape.IsTuple()) {
    *context = Literal::MakeTuple({});
    return {};
  }
  StatusOr<Literal> array = CreateUnpadded(std::make_shared<const Shape>(shape), ledger);
  HLOOM_RETURN_IF_ERROR(array.status());
  *context = *std::move(array);
  return ClearBytes(context->mutable_data<std::byte>(), context->size_bytes());
}

// After the first two parts.
Kernel MakeContexts(Span<const Shape> parts, ControlState& state) {
  state.kept.resize(parts.size());
  for (size_t i = 2; i < parts.size(); ++i) {
    co_await MakeContext(parts[i], state.ledger, &state.kept[i]);
  }
  co_return OkStatus();
}

// Makes the value of a start or an update, ((arguments), result, contexts ...). The result is part
// of it as soon as the computation has run, even if its shape still has ().
ControlAction MakeValue(const HloInstruction& step, Literal arguments, Literal result,
                        ControlState& state) {
  state.kept = {std::move(arguments), std::move(result)};
  state.stage = kHasValue;
  return {.first = MakeContexts(step.shape().tuple_shapes(), state)};
}

// The step after everything is bound.
ControlAction GoOn(const HloInstruction& step, ControlState& state) {
  if (state.stage == kHasRun) {
    return MakeValue(step, std::move(state.carried), std::move(state.returned), state);
  }
  return {.value = Literal::MakeTuple(std::move(state.kept))};
}

// Binds arguments; those so far are state.arguments. `bound` is their number before, or -1 if
// nothing has begun.
ControlAction Bind(const HloInstruction& step, const HloComputation& callee, int64_t bound,
                   Literal result, ControlState& state) {
  const auto parameters = static_cast<int64_t>(callee.parameters().size());
  std::vector<Literal> kept = state.arguments;
  Literal arguments = Literal::MakeTuple(std::move(kept));
  if (bound < parameters && static_cast<int64_t>(state.arguments.size()) == parameters) {
    state.carried = std::move(arguments);
    state.stage = kHasRun;
    return {.call = &callee};
  }
  return MakeValue(step, std::move(arguments), std::move(result), state);
}

StatusOr<ControlAction> ResumeAsyncStart(const HloInstruction& instruction, Operands operands,
                                         ControlState& state) {
  if (state.stage != kBegin) return GoOn(instruction, state);
  for (const Literal* operand : operands) state.arguments.push_back(*operand);
  return Bind(instruction, *instruction.called_computation(0), -1, Literal::MakeTuple({}), state);
}

StatusOr<ControlAction> ResumeAsyncUpdate(const HloInstruction& instruction, Operands operands,
                                          ControlState& state) {
  if (state.stage != kBegin) return GoOn(instruction, state);
  const Span<const Literal> before = operands[0]->elements()[0].elements();
  const size_t after = instruction.shape().tuple_shapes()[0].tuple_shapes().size();
  for (const Literal& argument : before) state.arguments.push_back(argument);
  for (size_t i = before.size(); i < after; ++i) {
    state.arguments.push_back(*operands[1 + i - before.size()]);
  }
  return Bind(instruction, *AsyncBegin(instruction).called_computation(0),
              static_cast<int64_t>(before.size()), operands[0]->elements()[1], state);
}

// Begins the collective of an async-start's computation; null if the computation is not a
// collective.
const OpEval* BegunCollective(const HloInstruction& start) {
  const HloInstruction* collective = CollectiveOfAsync(start);
  return collective == nullptr ? nullptr : GetOpEval(collective->opcode()).As<Meets>()->begun;
}

StatusOr<Literal> HandOn(EvalContext&, const HloInstruction&, Operands operands) {
  return *operands[0];
}

constexpr OpEval kHandOn = {
    .kind = Computes{.view = HandOn},
    .live = kHandlesLiveSizes,
    .opaque_value = true,
};
constexpr OpEval kCollectiveEnd = {
    .kind = Meets{.part = Meets::kDone},
    .live = kHandlesLiveSizes,
};

const OpEval* UpdateOfCollective(const HloInstruction& update) {
  return BegunCollective(AsyncBegin(update)) == nullptr ? nullptr : &kHandOn;
}
const OpEval* EndOfCollective(const HloInstruction& done) {
  return BegunCollective(AsyncBegin(done)) == nullptr ? nullptr : &kCollectiveEnd;
}

StatusOr<Literal> ViewOfResult(EvalContext&, const HloInstruction&, Operands operands) {
  return operands[0]->elements()[1];
}

}  // namespace

constexpr OpEval kAsyncStartEval = {
    .kind = Calls{Calls::kByItself, ResumeAsyncStart},
    .live = kHandlesLiveSizes,
    .opaque_value = true,
    .executed_by = BegunCollective,
};
constexpr OpEval kAsyncUpdateEval = {
    .kind = Calls{Calls::kByItself, ResumeAsyncUpdate},
    .live = kHandlesLiveSizes,
    .opaque_value = true,
    .executed_by = UpdateOfCollective,
};
constexpr OpEval kAsyncDoneEval = {
    .kind = Computes{.view = ViewOfResult},
    .live = kHandlesLiveSizes,
    .executed_by = EndOfCollective,
};

}  // namespace hloom
