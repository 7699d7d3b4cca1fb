#include "ops/host/host.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

// An empty tuple is nothing that a host could give: it is there already.
StatusOr<ControlAction> ResumeInfeed(const HloInstruction& instruction, Operands operands,
                                     ControlState& state) {
  const Shape& data = instruction.shape().tuple_shapes()[0];
  if (!data.IsTuple() || !data.tuple_shapes().empty()) {
    return ResumeAtHost(instruction, operands, state);
  }
  return ControlAction{.value = Literal::MakeTuple({Literal::MakeTuple({}), Literal::MakeToken()})};
}

}  // namespace

extern const OpEval kAddDependencyEval, kInfeedEval, kOutfeedEval;
extern const OpEval kSendEval, kSendDoneEval, kRecvEval, kRecvDoneEval;

constexpr OpEval kAddDependencyEval = {
    .forwards = Forwards::kOperand,
    .reads_live_sizes = true,
};
constexpr OpEval kInfeedEval = {
    .resume = ResumeInfeed,
    .reads_live_sizes = true,
};
constexpr OpEval kOutfeedEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
};
constexpr OpEval kSendEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
};
constexpr OpEval kSendDoneEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
};
constexpr OpEval kRecvEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
};
constexpr OpEval kRecvDoneEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
};

}  // namespace hloom
