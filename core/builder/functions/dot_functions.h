// Builder functions that multiply arrays and sum the products.
#ifndef HLOOM_BUILDER_FUNCTIONS_DOT_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_DOT_FUNCTIONS_H_

#include <optional>

#include "builder/xla_builder.h"
#include "hlo/attributes/dot_dimension_numbers.h"
#include "hlo/attributes/precision_config.h"
#include "hlo/attributes/ragged_dot_dimension_numbers.h"

namespace hloom {

// In all of these, `precision_config` is a hint for back ends, which is kept and never changes a
// result; null is no hint. The result has `preferred_element_type`; without that, it has the higher
// type of the operands'.

// Products of vectors and matrices: sums over the last dimension of a vector and dimension 1 of any
// other lhs, and over dimension 0 of rhs.
//
//   f32[n] . f32[n] = f32[]    f32[m,k] . f32[k] = f32[m]    f32[m,k] . f32[k,n] = f32[m,n]
//
// dot_function.c1: no operand is a scalar.
XlaOp Dot(XlaOp lhs, XlaOp rhs, const PrecisionConfig* precision_config = nullptr,
          std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Sums over contracting dimensions, for each index of the batch dimensions. The dimensions of the
// result are the batch dimensions, then the remaining ones of lhs, then those of rhs. This
// multiplies five matrices f32[5,2,3] by as many, f32[5,3,4]:
//
//   DotDimensionNumbers numbers;
//   numbers.add_lhs_batch_dimensions(0);
//   numbers.add_rhs_batch_dimensions(0);
//   numbers.add_lhs_contracting_dimensions(2);
//   numbers.add_rhs_contracting_dimensions(1);
//   DotGeneral(x, y, numbers);  // f32[5,2,4]
XlaOp DotGeneral(XlaOp lhs, XlaOp rhs, const DotDimensionNumbers& dimension_numbers,
                 const PrecisionConfig* precision_config = nullptr,
                 std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// The same, with one dimension of lhs divided into groups of `group_sizes` entries. This multiplies
// the rows of each group by its own matrix, f32[6,4] by f32[3,4,5]:
//
//   RaggedDotDimensionNumbers numbers;
//   numbers.mutable_dot_dimension_numbers()->add_lhs_contracting_dimensions(1);
//   numbers.mutable_dot_dimension_numbers()->add_rhs_contracting_dimensions(1);
//   numbers.add_lhs_ragged_dimensions(0);
//   numbers.add_rhs_group_dimensions(0);
//   RaggedDot(x, y, ConstantR1<int32_t>(b, {1, 2, 3}), numbers);  // f32[6,5]
XlaOp RaggedDot(XlaOp lhs, XlaOp rhs, XlaOp group_sizes,
                const RaggedDotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config = nullptr,
                std::optional<PrimitiveType> preferred_element_type = std::nullopt);

// Like DotGeneral, for arrays of narrow numbers with scales: the elements of each block are
// multiplied by its scale first.
XlaOp ScaledDot(XlaOp lhs, XlaOp rhs, XlaOp lhs_scale, XlaOp rhs_scale,
                const DotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config = nullptr,
                std::optional<PrimitiveType> preferred_element_type = std::nullopt);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_DOT_FUNCTIONS_H_
