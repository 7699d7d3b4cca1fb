#include "ops/control/structural.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

StatusOr<Literal> ViewOfConstant(EvalContext&, const HloInstruction& instruction, Operands) {
  return instruction.attributes<ConstantAttributes>().literal;
}

StatusOr<Literal> ViewOfTuple(EvalContext&, const HloInstruction& instruction, Operands operands) {
  const Span<const Shape> shapes = instruction.shape().tuple_shapes();
  std::vector<Literal> elements;
  elements.reserve(operands.size());
  bool as_said = true;
  for (const Literal* operand : operands) {
    as_said = as_said && operand->shape() == shapes[elements.size()];
    elements.push_back(*operand);
  }
  // Elements stay in the layouts that they have, and the tuple says which those are.
  if (!as_said) return Literal::MakeTuple(std::move(elements));
  return Literal::MakeTuple(instruction.shape_ptr(), std::move(elements));
}

StatusOr<Literal> ViewOfElement(EvalContext&, const HloInstruction& instruction,
                                Operands operands) {
  const int64_t index = instruction.attributes<GetTupleElementAttributes>().index;
  return operands[0]->elements()[static_cast<size_t>(index)];
}

StatusOr<Literal> MakeToken(EvalContext&, const HloInstruction&, Operands) {
  return Literal::MakeToken();
}

}  // namespace

extern const OpEval kParameterEval, kConstantEval, kTupleEval, kGetTupleElementEval, kAfterAllEval;

// The machine fills parameters in.
constexpr OpEval kParameterEval = {};
constexpr OpEval kConstantEval = {
    .view = ViewOfConstant,
};
constexpr OpEval kTupleEval = {
    .view = ViewOfTuple,
    .reads_live_sizes = true,
};
constexpr OpEval kGetTupleElementEval = {
    .view = ViewOfElement,
    .reads_live_sizes = true,
};
constexpr OpEval kAfterAllEval = {
    .view = MakeToken,
    .reads_live_sizes = true,
};

}  // namespace hloom
