// Converts shapes and dimension numbers to the arguments of the contraction kernel.
#ifndef HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_
#define HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_

#include <vector>

#include "hlo/attributes/dot_dimension_numbers.h"
#include "kernels/contractions/contraction.h"
#include "ops/op_eval.h"

namespace hloom {

// The contraction of two arrays, whose shapes are static, to a result with these strides: those of
// the batch dimensions, then of the remaining dimensions of lhs, then of rhs. The dimensions
// `rhs_fixed` of rhs have index 0 and are not among the remaining ones.
Contraction ContractionOf(const DotDimensionNumbers& numbers, const Shape& lhs, const Shape& rhs,
                          PrimitiveType result_type, Span<const int64_t> result_strides,
                          const std::vector<int64_t>& rhs_fixed = {});

// Computes derived values, if the result has elements.
ContractionPlan PlanOf(Contraction contraction);

// Runs it. A small contraction is done when this returns.
Kernel Contract(Contraction contraction, const std::byte* lhs, const std::byte* rhs,
                std::byte* result);

// Serves LiveSizes::align: gives paired batch and contracting dimensions one live size. Dimension i
// of operand 2, if `prefix` has that many entries, is also paired with dimension prefix[i] of lhs.
Status AlignDot(const HloInstruction& instruction, const DotDimensionNumbers& numbers,
                const std::vector<int64_t>& prefix, OperandSizes& sizes);

// Serves LiveSizes::shape for operations whose inference uses only the element type of the given
// shape.
StatusOr<Shape> LiveElementType(const HloInstruction& instruction, Span<const Shape* const>);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_
