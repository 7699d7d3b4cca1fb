// From shapes and dimension numbers to what the kernel of contractions takes.
#ifndef HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_
#define HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_

#include <vector>

#include "hlo/attributes/dot_dimension_numbers.h"
#include "kernels/contractions/contraction.h"
#include "ops/op_eval.h"

namespace hloom {

// The contraction of two arrays, whose shapes are static, to a result with these strides: those of
// the batch dimensions, of what is left of lhs, and of what is left of rhs. The dimensions
// `rhs_fixed` of rhs are at index 0 and not among what is left.
Contraction ContractionOf(const DotDimensionNumbers& numbers, const Shape& lhs, const Shape& rhs,
                          PrimitiveType result_type, Span<const int64_t> result_strides,
                          const std::vector<int64_t>& rhs_fixed = {});

// Works out what follows from it, where the result has elements.
ContractionPlan PlanOf(Contraction contraction);

// Runs it. What is small is done when this returns.
Kernel Contract(Contraction contraction, const std::byte* lhs, const std::byte* rhs,
                std::byte* result);

// Serves align_sizes: gives batch and contracting dimensions that meet one live size. Dimension i
// of operand 2, if `prefix` has as many entries, meets dimension prefix[i] of lhs as well.
Status AlignDot(const HloInstruction& instruction, const DotDimensionNumbers& numbers,
                const std::vector<int64_t>& prefix, OperandSizes& sizes);

// Serves live_shape where inference takes no more than the element type of the shape that is given.
StatusOr<Shape> LiveElementType(const HloInstruction& instruction, Span<const Shape* const>);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_CONTRACTION_EVAL_H_
