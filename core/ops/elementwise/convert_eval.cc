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

std::unique_ptr<const PreparedOp> PrepareConvert(const HloInstruction& instruction,
                                                 Span<const Shape* const> operands) {
  const bool is_view = *operands[0] == instruction.shape();
  return is_view ? PreparedView(0) : PrepareElementwise(instruction, operands);
}

// The number of elements in memory, including padding.
int64_t StoredCount(const Shape& shape) {
  return ShapeUtil::ByteSizeOf(shape) / ByteWidth(shape.element_type());
}

class PreparedStochasticConvert final : public PreparedOp {
 public:
  PreparedStochasticConvert(const Shape& result, Span<const Shape* const> operands)
      : result_(result),
        operands_{*operands[0], *operands[1]},
        count_(StoredCount(result)),
        in_order_(operands[0]->layout() == result.layout() &&
                  operands[1]->layout() == result.layout()) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return in_order_ ? ConvertAll(operands[0], operands[1], results[0])
                     : OrderAndConvert(operands, results[0]);
  }
  bool is_small() const override { return in_order_ && count_ <= kFewStochasticConverts; }

 private:
  Kernel ConvertAll(const std::byte* operand, const std::byte* random, std::byte* result) const {
    return StochasticConvert(operands_[0].element_type(), operand, operands_[1].element_type(),
                             random, result_.element_type(), result, count_);
  }
  Kernel OrderAndConvert(const std::byte* const* operands, std::byte* result) const {
    const std::byte* operand = nullptr;
    const std::byte* random = nullptr;
    co_await InOrderOf(result_, operands_[0], operands[0], &operand);
    co_await InOrderOf(result_, operands_[1], operands[1], &random);
    co_await ConvertAll(operand, random, result);
    co_return OkStatus();
  }

  const Shape result_;
  const Shape operands_[2];
  const int64_t count_;
  const bool in_order_;
};

std::unique_ptr<const PreparedOp> PrepareStochasticConvert(const HloInstruction& instruction,
                                                           Span<const Shape* const> operands) {
  return std::make_unique<PreparedStochasticConvert>(instruction.shape(), operands);
}

}  // namespace

constexpr OpEval kConvertEval = {
    .kind = Computes{.prepare = PrepareConvert,
                     .in_place = InPlace::kAnyOperand,
                     .takes_repeated = true,
                     .elements = &kConvertElements},
};
constexpr OpEval kStochasticConvertEval = {
    .kind = Computes{.prepare = PrepareStochasticConvert},
};

}  // namespace hloom
