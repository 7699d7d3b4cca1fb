#include "ops/contractions/contraction_eval.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/sizes.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/indexing/window_mapping.h"
#include "ops/live_sizes_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using ContractionDims = std::vector<int64_t>;

Contraction::Operand OperandOf(const Shape& shape, const ContractionDims& batch,
                               const ContractionDims& kept, const ContractionDims& contracting) {
  const ContractionDims strides = IndexUtil::Strides(shape);
  return {shape.element_type(), Selected(strides, batch), Selected(strides, kept),
          Selected(strides, contracting)};
}

Kernel ContractBy(std::unique_ptr<const ContractionPlan> plan, const std::byte* lhs,
                  const std::byte* rhs, std::byte* result) {
  co_await plan->Contract(lhs, rhs, result);
  co_return OkStatus();
}

}  // namespace

Contraction ContractionOf(const DotDimensionNumbers& numbers, const Shape& lhs, const Shape& rhs,
                          PrimitiveType result_type, Span<const int64_t> result_strides,
                          const ContractionDims& rhs_fixed) {
  const ContractionDims& lhs_batch = numbers.lhs_batch_dimensions();
  const ContractionDims& rhs_batch = numbers.rhs_batch_dimensions();
  const ContractionDims& lhs_contracting = numbers.lhs_contracting_dimensions();
  const ContractionDims& rhs_contracting = numbers.rhs_contracting_dimensions();
  const ContractionDims lhs_kept = KeptDimensions(lhs.rank(), lhs_batch, lhs_contracting);
  ContractionDims rhs_kept = KeptDimensions(rhs.rank(), rhs_batch, rhs_contracting);
  for (const int64_t d : rhs_fixed) {
    rhs_kept.erase(std::remove(rhs_kept.begin(), rhs_kept.end(), d), rhs_kept.end());
  }
  const ContractionDims lhs_sizes = lhs.dimensions().ToVector();
  const ContractionDims rhs_sizes = rhs.dimensions().ToVector();
  const auto* const strides = result_strides.begin();
  const auto* const batch_end = strides + lhs_batch.size();
  const auto* const lhs_end = batch_end + lhs_kept.size();
  return {.batch_sizes = Selected(lhs_sizes, lhs_batch),
          .lhs_sizes = Selected(lhs_sizes, lhs_kept),
          .rhs_sizes = Selected(rhs_sizes, rhs_kept),
          .contracting_sizes = Selected(lhs_sizes, lhs_contracting),
          .lhs = OperandOf(lhs, lhs_batch, lhs_kept, lhs_contracting),
          .rhs = OperandOf(rhs, rhs_batch, rhs_kept, rhs_contracting),
          .result_type = result_type,
          .result_batch = ContractionDims(strides, batch_end),
          .result_lhs = ContractionDims(batch_end, lhs_end),
          .result_rhs = ContractionDims(lhs_end, lhs_end + rhs_kept.size())};
}

ContractionPlan PlanOf(Contraction contraction) {
  // Without elements to sum, the product of the sizes may overflow.
  if (ElementCount(contraction.contracting_sizes) == 0) {
    contraction.contracting_sizes = {0};
    contraction.lhs.contracting = {0};
    contraction.rhs.contracting = {0};
  }
  return ContractionPlan(std::move(contraction));
}

Kernel Contract(Contraction contraction, const std::byte* lhs, const std::byte* rhs,
                std::byte* result) {
  auto plan = std::make_unique<const ContractionPlan>(PlanOf(std::move(contraction)));
  if (plan->is_small()) return plan->Contract(lhs, rhs, result);
  return ContractBy(std::move(plan), lhs, rhs, result);
}

Status AlignDot(const HloInstruction& instruction, const DotDimensionNumbers& numbers,
                const ContractionDims& prefix, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    std::vector<OperandDimension> meeting = {{0, d}};
    const auto add = [&](size_t operand, const ContractionDims& lhs, const ContractionDims* rhs) {
      const auto it = std::find(lhs.begin(), lhs.end(), d);
      if (it == lhs.end()) return;
      const auto i = static_cast<size_t>(it - lhs.begin());
      meeting.push_back({operand, rhs != nullptr ? (*rhs)[i] : static_cast<int64_t>(i)});
    };
    add(1, numbers.lhs_batch_dimensions(), &numbers.rhs_batch_dimensions());
    add(1, numbers.lhs_contracting_dimensions(), &numbers.rhs_contracting_dimensions());
    add(2, prefix, nullptr);
    HLOOM_RETURN_IF_ERROR(AlignDimensions(instruction, meeting, sizes));
  }
  return OkStatus();
}

StatusOr<Shape> LiveElementType(const HloInstruction& instruction, Span<const Shape* const>) {
  return ShapeUtil::MakeScalarShape(instruction.shape().element_type());
}

}  // namespace hloom
