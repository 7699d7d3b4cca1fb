#include "ops/host/host.h"
#include "ops/host/transfer_values.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

// An empty tuple needs no value from the host.
StatusOr<ControlAction> ResumeInfeed(const HloInstruction& instruction, Operands operands,
                                     ControlState& state) {
  const Shape& data = instruction.shape().tuple_shapes()[0];
  if (!data.IsTuple() || !data.tuple_shapes().empty()) {
    return ResumeAtHost(instruction, operands, state);
  }
  return ControlAction{.value = Literal::MakeTuple({Literal::MakeTuple({}), Literal::MakeToken()})};
}

// The host takes the value and answers with a token, perhaps before it reads the value.
StatusOr<ControlAction> ResumeSend(const HloInstruction& instruction, Operands operands,
                                   ControlState& state) {
  if (state.stage++ == 0) {
    state.arguments.clear();
    for (const Literal* operand : operands) state.arguments.push_back(*operand);
    return ControlAction{.ask_host = true};
  }
  HLOOM_RETURN_IF_ERROR(
      CheckAnswer(instruction, ShapeUtil::MakeTokenShape(), state.returned.shape()));
  Literal value = std::move(state.arguments[0]);
  state.arguments.clear();
  return ControlAction{.value = TransferContext(std::move(value), 0)};
}

// The host is asked only at recv-done; the memory for the value exists at once.
StatusOr<ControlAction> ResumeRecv(const HloInstruction& instruction, Operands,
                                   ControlState& state) {
  HLOOM_ASSIGN_OR_RETURN(Literal room,
                         ZeroValue(instruction.shape().tuple_shapes()[0], state.ledger));
  return ControlAction{.value = TransferContext(std::move(room), 0)};
}

}  // namespace

constexpr OpEval kAddDependencyEval = {
    .kind = Forwards{Forwards::kOperand},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kInfeedEval = {
    .kind = AsksHost{ResumeInfeed},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kOutfeedEval = {
    .kind = AsksHost{ResumeAtHost},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kSendEval = {
    .kind = Transfers{Transfers::kSend, ResumeSend},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kSendDoneEval = {
    .kind = Transfers{Transfers::kSendDone, ResumeAtHost},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kRecvEval = {
    .kind = Transfers{Transfers::kRecv, ResumeRecv},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kRecvDoneEval = {
    .kind = Transfers{Transfers::kRecvDone, ResumeAtHost},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
