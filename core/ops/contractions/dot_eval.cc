// How dot is computed.
#include <memory>
#include <utility>

#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

const DotDimensionNumbers& NumbersOf(const HloInstruction& instruction) {
  return instruction.attributes<DotAttributes>().dimension_numbers;
}

Contraction ContractionOfDot(const HloInstruction& instruction, const Shape& lhs, const Shape& rhs,
                             const Shape& result) {
  return ContractionOf(NumbersOf(instruction), lhs, rhs, result.element_type(),
                       IndexUtil::Strides(result));
}

Kernel EvaluateDot(EvalContext&, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  const Shape& shape = destination.array().shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return {};
  return Contract(ContractionOfDot(instruction, operands[0]->shape(), operands[1]->shape(), shape),
                  operands[0]->data<std::byte>(), operands[1]->data<std::byte>(),
                  destination.data());
}

class PreparedDot final : public PreparedOp {
 public:
  explicit PreparedDot(Contraction contraction) : plan_(PlanOf(std::move(contraction))) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return plan_.Contract(operands[0], operands[1], results[0]);
  }
  bool is_small() const override { return plan_.is_small(); }

 private:
  const ContractionPlan plan_;
};

std::unique_ptr<const PreparedOp> PrepareDot(const HloInstruction& instruction) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return nullptr;
  return std::make_unique<PreparedDot>(ContractionOfDot(
      instruction, instruction.operand(0)->shape(), instruction.operand(1)->shape(), shape));
}

Status AlignDotSizes(const HloInstruction& instruction, OperandSizes& sizes) {
  return AlignDot(instruction, NumbersOf(instruction), {}, sizes);
}

}  // namespace

extern const OpEval kDotEval;
constexpr OpEval kDotEval = {
    .evaluate = EvaluateDot,
    .prepare = PrepareDot,
    .align_sizes = AlignDotSizes,
    .live_shape = LiveElementType,
};

}  // namespace hloom
