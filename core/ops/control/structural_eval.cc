#include "ops/op_eval.h"

namespace hloom {

namespace {

StatusOr<Literal> MakeToken(EvalContext&, const HloInstruction&, Operands) {
  return Literal::MakeToken();
}

}  // namespace

constexpr OpEval kParameterEval = {
    .forwards = Forwards::kArgument,
};
constexpr OpEval kConstantEval = {
    .forwards = Forwards::kLiteral,
};
constexpr OpEval kTupleEval = {
    .forwards = Forwards::kOperands,
    .reads_live_sizes = true,
};
constexpr OpEval kGetTupleElementEval = {
    .forwards = Forwards::kElement,
    .reads_live_sizes = true,
};
constexpr OpEval kAfterAllEval = {
    .view = MakeToken,
    .reads_live_sizes = true,
};

}  // namespace hloom
