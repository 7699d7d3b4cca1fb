#include "ops/op_eval.h"

#include "literal/padding.h"
#include "ops/prepared_eval.h"

namespace hloom {

namespace {

constexpr const OpEval* kOpEvals[] = {
#define HLOOM_OP(opcode, name) &opcode##Eval,
#include "hlo/ops.def"
};

}  // namespace

const OpEval& GetOpEval(HloOpcode opcode) { return *kOpEvals[static_cast<int>(opcode)]; }

const HloInstruction* CollectiveOfAsync(const HloInstruction& start) {
  if (start.opcode() != HloOpcode::kAsyncStart) return nullptr;
  const HloComputation& wrapped = *start.called_computation(0);
  const HloInstruction& root = *wrapped.root();
  const Meets* meets = GetOpEval(root.opcode()).As<Meets>();
  if (meets == nullptr || meets->begun == nullptr) return nullptr;
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

ResumeFunction OpEval::resume() const {
  if (const auto* calls = As<Calls>()) return calls->resume;
  if (const auto* transfers = As<Transfers>()) return transfers->resume;
  const auto* asks = As<AsksHost>();
  return asks == nullptr ? nullptr : asks->resume;
}

StatusOr<ComputedValue> PrepareValue(const Computes& computes, EvalContext& context,
                                     const HloInstruction& instruction, Operands operands) {
  ComputedValue value;
  if (computes.view != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(value.view, computes.view(context, instruction, operands));
    if (value.view.valid()) return value;
  }
  if (computes.evaluate != nullptr || computes.prepare == nullptr) return value;
  value.op = computes.prepare(instruction, ShapesOf(operands));
  if (value.op == nullptr || value.op->view_of() == PreparedOp::kNoView) return value;
  const Literal& viewed = *operands[static_cast<size_t>(value.op->view_of())];
  value.view = Literal::OverStorage(instruction.shape_ptr(), viewed.storage());
  return value;
}

namespace {

bool HasPadding(const Literal& array) {
  return array.shape().IsArray() && array.shape().layout().has_padding();
}

Kernel Fill(const OpEval& eval, std::unique_ptr<const PreparedOp> op, EvalContext& context,
            const HloInstruction& instruction, Operands operands, Destination& destination) {
  if (eval.live.set_result != nullptr) {
    HLOOM_RETURN_IF_ERROR(eval.live.set_result(instruction, operands, destination));
  }
  if (const auto evaluate = eval.As<Computes>()->evaluate) {
    return evaluate(context, instruction, operands, destination);
  }
  return RunOnce(std::move(op), operands, destination);
}

Kernel FillAndPad(const OpEval& eval, std::unique_ptr<const PreparedOp> op, EvalContext& context,
                  const HloInstruction& instruction, Operands operands, Destination& destination) {
  const bool starts_as_operand = eval.As<Computes>()->in_place == InPlace::kSameOperand;
  co_await Fill(eval, std::move(op), context, instruction, operands, destination);
  for (size_t i = 0; i < destination.size(); ++i) {
    Literal& array = destination[i];
    // An array that started as an operand has its padding.
    if (starts_as_operand && SameStorage(array, *operands[i])) continue;
    if (HasPadding(array)) co_await FillPaddingInTasks(array.shape(), destination.data(i));
  }
  co_return OkStatus();
}

}  // namespace

Kernel EvaluateInto(const OpEval& eval, std::unique_ptr<const PreparedOp> op, EvalContext& context,
                    const HloInstruction& instruction, Operands operands,
                    Destination& destination) {
  for (size_t i = 0; i < destination.size(); ++i) {
    if (!HasPadding(destination[i])) continue;
    return FillAndPad(eval, std::move(op), context, instruction, operands, destination);
  }
  return Fill(eval, std::move(op), context, instruction, operands, destination);
}

}  // namespace hloom
