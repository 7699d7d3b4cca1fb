// Evaluation of dot.
#include <memory>
#include <utility>

#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

const DotDimensionNumbers& DotNumbersOf(const HloInstruction& instruction) {
  return instruction.attributes<DotAttributes>().dimension_numbers;
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

std::unique_ptr<const PreparedOp> MakeDot(const HloInstruction& instruction,
                                          Span<const Shape* const> operands) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return nullptr;
  return std::make_unique<PreparedDot>(ContractionOf(DotNumbersOf(instruction), *operands[0],
                                                     *operands[1], shape.element_type(),
                                                     IndexUtil::Strides(shape)));
}

Status AlignDotSizes(const HloInstruction& instruction, OperandSizes& sizes) {
  return AlignDot(instruction, DotNumbersOf(instruction), {}, sizes);
}

Status CheckDotRuns(const HloInstruction& instruction) {
  return RunsPlain(kDotC16, instruction.attributes<DotAttributes>().further);
}

}  // namespace

constexpr OpEval kDotEval = {
    .kind = Computes{.prepare = MakeDot},
    .live = {.align = AlignDotSizes, .shape = LiveElementType},
    .check_runs = CheckDotRuns,
};

}  // namespace hloom
