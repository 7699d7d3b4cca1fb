#include "ops/op_eval.h"

#include "literal/padding.h"

namespace hloom {

namespace {

constexpr const OpEval* kOpEvals[] = {
#define HLOOM_OP(opcode, name) &opcode##Eval,
#include "hlo/ops.def"
#undef HLOOM_OP
};

}  // namespace

const OpEval& GetOpEval(HloOpcode opcode) { return *kOpEvals[static_cast<int>(opcode)]; }

const HloInstruction* CollectiveOfAsync(const HloInstruction& start) {
  if (start.opcode() != HloOpcode::kAsyncStart) return nullptr;
  const HloComputation& wrapped = *start.called_computation(0);
  const HloInstruction& root = *wrapped.root();
  if (GetOpEval(root.opcode()).begun == nullptr) return nullptr;
  const auto& parameters = wrapped.parameters();
  if (wrapped.instructions().size() != parameters.size() + 1) return nullptr;
  if (root.operands().size() != parameters.size()) return nullptr;
  if (start.operands().size() != parameters.size()) return nullptr;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (root.operand(i) != parameters[i]) return nullptr;
  }
  return &root;
}

const OpEval& ExecutingOpEval(const HloInstruction& instruction) {
  const OpEval& eval = GetOpEval(instruction.opcode());
  const OpEval* other = eval.executed_by == nullptr ? nullptr : eval.executed_by(instruction);
  return other == nullptr ? eval : *other;
}

namespace {

bool HasPadding(const Literal& array) {
  return array.shape().IsArray() && array.shape().layout().has_padding();
}

Kernel EvaluateAndPad(const OpEval& eval, EvalContext& context, const HloInstruction& instruction,
                      Operands operands, Destination& destination) {
  co_await eval.evaluate(context, instruction, operands, destination);
  for (size_t i = 0; i < destination.size(); ++i) {
    Literal& array = destination[i];
    // An array that started as an operand has its padding.
    if (eval.in_place == InPlace::kSameOperand && SameStorage(array, *operands[i])) continue;
    if (HasPadding(array)) co_await FillPaddingInTasks(array.shape(), destination.data(i));
  }
  co_return OkStatus();
}

}  // namespace

Kernel EvaluateInto(const OpEval& eval, EvalContext& context, const HloInstruction& instruction,
                    Operands operands, Destination& destination) {
  for (size_t i = 0; i < destination.size(); ++i) {
    if (!HasPadding(destination[i])) continue;
    return EvaluateAndPad(eval, context, instruction, operands, destination);
  }
  return eval.evaluate(context, instruction, operands, destination);
}

}  // namespace hloom
