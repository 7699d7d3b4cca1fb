// Evaluation of cholesky.
#include "kernels/linear_algebra/cholesky.h"

#include "kernels/linear_algebra/wide_copy.h"
#include "kernels/sizes.h"
#include "ops/linear_algebra/cholesky.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

class PreparedCholesky final : public PreparedOp {
 public:
  PreparedCholesky(PrimitiveType type, const CholeskyMatrices& matrices)
      : type_(type),
        computed_as_(matrices.type),
        count_(ElementCount(matrices.sizes)),
        factorizer_(PlanCholesky(matrices)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (type_ != computed_as_) return FactorWide(operands[0], results[0]);
    return factorizer_->Factor(operands[0], results[0]);
  }
  bool is_small() const override { return type_ == computed_as_ && factorizer_->is_small(); }

 private:
  Kernel FactorWide(const std::byte* a, std::byte* l) const {
    const int64_t bytes = count_ * ByteWidth(computed_as_);
    std::byte* const wide = co_await Scratch<std::byte>(bytes);
    std::byte* const factor = co_await Scratch<std::byte>(bytes);
    co_await ConvertElements(type_, a, computed_as_, wide, count_);
    co_await factorizer_->Factor(wide, factor);
    co_await ConvertElements(computed_as_, factor, type_, l, count_);
    co_return OkStatus();
  }

  const PrimitiveType type_, computed_as_;
  const int64_t count_;
  const std::unique_ptr<const CholeskyFactorizer> factorizer_;
};

std::unique_ptr<const PreparedOp> MakeCholesky(const HloInstruction& instruction,
                                               Span<const Shape* const> operands) {
  const Shape& a = *operands[0];
  const Shape& result = ResultShape(instruction, 0);
  if (ShapeUtil::IsZeroElementArray(result)) return nullptr;
  const std::vector<int64_t> a_strides = IndexUtil::Strides(a);
  const std::vector<int64_t> l_strides = IndexUtil::Strides(result);
  return std::make_unique<PreparedCholesky>(
      a.element_type(),
      CholeskyMatrices{.type = ComputeTypeOf(a.element_type()),
                       .lower = instruction.attributes<CholeskyAttributes>().lower,
                       .sizes = a.dimensions(),
                       .a_strides = a_strides,
                       .l_strides = l_strides});
}

// Matrices are square, even if one of their dimensions is dynamic.
Status AlignSquares(const HloInstruction& instruction, OperandSizes& sizes) {
  const int64_t rank = instruction.operand(0)->shape().rank();
  const OperandDimension meeting[] = {{0, rank - 2}, {0, rank - 1}};
  return AlignDimensions(instruction, meeting, sizes);
}

}  // namespace

constexpr OpEval kCholeskyEval = {
    // A row is read before its memory is written.
    .kind = Computes{.prepare = MakeCholesky, .in_place = InPlace::kSameOperand},
    .live = {.align = AlignSquares},
};

}  // namespace hloom
