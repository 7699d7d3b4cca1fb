#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/stochastic_convert.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/prepared_eval.h"

namespace hloom {

namespace {

ElementFunction ConvertFunctionFor(const HloInstruction& instruction, PrimitiveType) {
  return ConvertFunction(instruction.operand(0)->shape().element_type(),
                         instruction.shape().element_type());
}
constexpr ElementOp kConvertElements = {ConvertFunctionFor, /*computes=*/false};

StatusOr<Literal> ViewOfSameType(EvalContext&, const HloInstruction& instruction,
                                 Operands operands) {
  return operands[0]->shape() == instruction.shape() ? *operands[0] : Literal();
}

std::unique_ptr<const PreparedOp> PrepareConvert(const HloInstruction& instruction) {
  const bool is_view = instruction.operand(0)->shape() == instruction.shape();
  return is_view ? PreparedView(0) : PrepareElementwise(instruction);
}

// The number of elements in memory, including padding.
int64_t StoredCount(const Shape& shape) {
  return ShapeUtil::ByteSizeOf(shape) / ByteWidth(shape.element_type());
}

Kernel EvaluateStochasticConvert(EvalContext&, const HloInstruction& instruction, Operands operands,
                                 Destination& destination) {
  const Shape& shape = instruction.shape();
  const std::byte* operand = nullptr;
  const std::byte* random = nullptr;
  co_await InOrderOf(shape, *operands[0], &operand);
  co_await InOrderOf(shape, *operands[1], &random);
  co_await StochasticConvert(operands[0]->shape().element_type(), operand,
                             operands[1]->shape().element_type(), random, shape.element_type(),
                             destination.data(), StoredCount(shape));
  co_return OkStatus();
}

class PreparedStochasticConvert final : public PreparedOp {
 public:
  explicit PreparedStochasticConvert(const HloInstruction& instruction)
      : from_(instruction.operand(0)->shape().element_type()),
        random_(instruction.operand(1)->shape().element_type()),
        to_(instruction.shape().element_type()),
        count_(StoredCount(instruction.shape())) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return StochasticConvert(from_, operands[0], random_, operands[1], to_, results[0], count_);
  }
  bool is_small() const override { return count_ <= kFewStochasticConverts; }

 private:
  const PrimitiveType from_, random_, to_;
  const int64_t count_;
};

// Null if operands and result have different memory orders.
std::unique_ptr<const PreparedOp> PrepareStochasticConvert(const HloInstruction& instruction) {
  for (const HloInstruction* operand : instruction.operands()) {
    if (operand->shape().layout() != instruction.shape().layout()) return nullptr;
  }
  return std::make_unique<PreparedStochasticConvert>(instruction);
}

}  // namespace

constexpr OpEval kConvertEval = {
    .view = ViewOfSameType,
    .evaluate = EvaluateElementwise,
    .in_place = InPlace::kAnyOperand,
    .prepare = PrepareConvert,
    .prepare_repeating = PrepareElementwiseOf,
    .elements = &kConvertElements,
};
constexpr OpEval kStochasticConvertEval = {
    .evaluate = EvaluateStochasticConvert,
    .prepare = PrepareStochasticConvert,
};

}  // namespace hloom
