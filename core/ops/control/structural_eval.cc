#include "ops/op_eval.h"

namespace hloom {

namespace {

StatusOr<Literal> MakeToken(EvalContext&, const HloInstruction&, Operands) {
  return Literal::MakeToken();
}

}  // namespace

constexpr OpEval kParameterEval = {
    .kind = Forwards{Forwards::kArgument},
};
constexpr OpEval kConstantEval = {
    .kind = Forwards{Forwards::kLiteral},
};
constexpr OpEval kTupleEval = {
    .kind = Forwards{Forwards::kOperands},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kGetTupleElementEval = {
    .kind = Forwards{Forwards::kElement},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kAfterAllEval = {
    .kind = Computes{.view = MakeToken},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
