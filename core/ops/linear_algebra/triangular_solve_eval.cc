// Evaluation of triangular-solve.
#include "kernels/linear_algebra/triangular_solve.h"

#include "kernels/linear_algebra/wide_copy.h"
#include "kernels/sizes.h"
#include "ops/linear_algebra/triangular_solve.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

class PreparedTriangularSolve final : public PreparedOp {
 public:
  PreparedTriangularSolve(PrimitiveType type, const TriangularSystems& systems)
      : type_(type),
        computed_as_(systems.type),
        a_count_(ElementCount(systems.a_sizes)),
        b_count_(ElementCount(systems.b_sizes)),
        solver_(PlanTriangularSolve(systems)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (type_ != computed_as_) return SolveWide(operands[0], operands[1], results[0]);
    return solver_->Solve(operands[0], operands[1], results[0]);
  }
  bool is_small() const override { return type_ == computed_as_ && solver_->is_small(); }

 private:
  Kernel SolveWide(const std::byte* a, const std::byte* b, std::byte* x) const {
    const int64_t width = ByteWidth(computed_as_);
    std::byte* const wide_a = co_await Scratch<std::byte>(a_count_ * width);
    std::byte* const wide_b = co_await Scratch<std::byte>(b_count_ * width);
    std::byte* const wide_x = co_await Scratch<std::byte>(b_count_ * width);
    co_await ConvertElements(type_, a, computed_as_, wide_a, a_count_);
    co_await ConvertElements(type_, b, computed_as_, wide_b, b_count_);
    co_await solver_->Solve(wide_a, wide_b, wide_x);
    co_await ConvertElements(computed_as_, wide_x, type_, x, b_count_);
    co_return OkStatus();
  }

  const PrimitiveType type_, computed_as_;
  const int64_t a_count_, b_count_;
  const std::unique_ptr<const TriangularSolver> solver_;
};

std::unique_ptr<const PreparedOp> MakeTriangularSolve(const HloInstruction& instruction,
                                                      Span<const Shape* const> operands) {
  const auto& attributes = instruction.attributes<TriangularSolveAttributes>();
  const Shape& a = *operands[0];
  const Shape& b = *operands[1];
  const Shape& result = ResultShape(instruction, 0);
  if (ShapeUtil::IsZeroElementArray(result)) return nullptr;
  const std::vector<int64_t> a_strides = IndexUtil::Strides(a);
  const std::vector<int64_t> b_strides = IndexUtil::Strides(b);
  const std::vector<int64_t> x_strides = IndexUtil::Strides(result);
  return std::make_unique<PreparedTriangularSolve>(
      a.element_type(),
      TriangularSystems{.type = ComputeTypeOf(a.element_type()),
                        .left_side = attributes.left_side,
                        .lower = attributes.lower,
                        .unit_diagonal = attributes.unit_diagonal,
                        .transpose = attributes.transpose_a != TriangularSolveOptions::NO_TRANSPOSE,
                        .conjugate = attributes.transpose_a == TriangularSolveOptions::ADJOINT,
                        .a_sizes = a.dimensions(),
                        .a_strides = a_strides,
                        .b_sizes = b.dimensions(),
                        .b_strides = b_strides,
                        .x_strides = x_strides});
}

// Both dimensions of a's matrices are paired with that of b which counts the equations; the others
// are paired in order.
Status AlignSystems(const HloInstruction& instruction, OperandSizes& sizes) {
  const int64_t rank = instruction.operand(0)->shape().rank();
  for (int64_t d = 0; d + 2 < rank; ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, 2, sizes));
  }
  const bool left_side = instruction.attributes<TriangularSolveAttributes>().left_side;
  const OperandDimension meeting[] = {
      {0, rank - 2}, {0, rank - 1}, {1, EquationDimension(rank, left_side)}};
  return AlignDimensions(instruction, meeting, sizes);
}

}  // namespace

constexpr OpEval kTriangularSolveEval = {
    // A system is read before its memory is written.
    .kind = Computes{.prepare = MakeTriangularSolve, .in_place = InPlace::kSameOperand},
    .live = {.align = AlignSystems},
};

}  // namespace hloom
