// An asynchronous computation runs where its last parameter is bound, whole; what stands between
// that and async-done sees no difference.
#include <algorithm>

#include "ops/op_eval.h"

namespace hloom {

namespace {

// A value for what a back end would keep; nothing reads it.
StatusOr<Literal> ContextOf(const Shape& shape, const LedgerPtr& ledger) {
  if (shape.IsToken()) return Literal::MakeToken();
  if (shape.IsTuple()) return Literal::MakeTuple({});
  HLOOM_ASSIGN_OR_RETURN(Literal context, Literal::Create(shape, ledger));
  std::fill_n(context.mutable_data<std::byte>(), context.size_bytes(), std::byte{0});
  return context;
}

// ((arguments), result, contexts ...): the value of a start or an update. The result is there as
// soon as the computation has run, even where the shape still says ().
StatusOr<ControlAction> ValueOf(const HloInstruction& step, Literal arguments, Literal result,
                                const LedgerPtr& ledger) {
  std::vector<Literal> parts = {std::move(arguments), std::move(result)};
  for (size_t i = 2; i < step.shape().tuple_shapes().size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal context, ContextOf(step.shape().tuple_shapes()[i], ledger));
    parts.push_back(std::move(context));
  }
  return ControlAction{.value = Literal::MakeTuple(std::move(parts))};
}

// Binds arguments; those so far are state.arguments. `bound` says how many there were before, or -1
// where nothing was begun before.
StatusOr<ControlAction> Bind(const HloInstruction& step, const HloComputation& callee,
                             int64_t bound, Literal result, ControlState& state) {
  const auto parameters = static_cast<int64_t>(callee.parameters().size());
  std::vector<Literal> kept = state.arguments;
  Literal arguments = Literal::MakeTuple(std::move(kept));
  if (bound < parameters && static_cast<int64_t>(state.arguments.size()) == parameters) {
    state.carried = std::move(arguments);
    return ControlAction{.call = &callee};
  }
  return ValueOf(step, std::move(arguments), std::move(result), state.ledger);
}

StatusOr<ControlAction> ResumeAsyncStart(const HloInstruction& instruction, Operands operands,
                                         ControlState& state) {
  if (state.phase++ > 0) {
    return ValueOf(instruction, std::move(state.carried), std::move(state.returned), state.ledger);
  }
  for (const Literal* operand : operands) state.arguments.push_back(*operand);
  return Bind(instruction, *instruction.called_computation(0), -1, Literal::MakeTuple({}), state);
}

StatusOr<ControlAction> ResumeAsyncUpdate(const HloInstruction& instruction, Operands operands,
                                          ControlState& state) {
  if (state.phase++ > 0) {
    return ValueOf(instruction, std::move(state.carried), std::move(state.returned), state.ledger);
  }
  const Span<const Literal> before = operands[0]->elements()[0].elements();
  const size_t after = instruction.shape().tuple_shapes()[0].tuple_shapes().size();
  for (const Literal& argument : before) state.arguments.push_back(argument);
  for (size_t i = before.size(); i < after; ++i) {
    state.arguments.push_back(*operands[1 + i - before.size()]);
  }
  const HloInstruction* start = instruction.operand(0);
  while (start->opcode() != HloOpcode::kAsyncStart) start = start->operand(0);
  return Bind(instruction, *start->called_computation(0), static_cast<int64_t>(before.size()),
              operands[0]->elements()[1], state);
}

StatusOr<Literal> ViewOfResult(EvalContext&, const HloInstruction&, Operands operands) {
  return operands[0]->elements()[1];
}

}  // namespace

extern const OpEval kAsyncStartEval, kAsyncUpdateEval, kAsyncDoneEval;

constexpr OpEval kAsyncStartEval = {
    .opaque_value = true,
    .resume = ResumeAsyncStart,
    .reads_live_sizes = true,
};
constexpr OpEval kAsyncUpdateEval = {
    .opaque_value = true,
    .resume = ResumeAsyncUpdate,
    .reads_live_sizes = true,
};
constexpr OpEval kAsyncDoneEval = {
    .view = ViewOfResult,
    .reads_live_sizes = true,
};

}  // namespace hloom
