// Comparators for Sort, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_COMPARATORS_H_
#define HLOOM_BUILDER_LIB_COMPARATORS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "builder/xla_builder.h"

namespace hloom {

// (T_0, T_0, T_1, T_1, ...) -> PRED: whether the first element is less, or greater, than the
// second; elements of the other operands are ignored. Floats compare in the total order
//   -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN
// As for the computations in arithmetic.h, `builder` keeps the error if one cannot be built.
XlaComputation CreateScalarLtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder);
XlaComputation CreateScalarGtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder);

// Compares with a function for each operand, such as LtTotalOrder: the first one decides, and if
// its elements are equal in the total order, the next one.
//   {LtTotalOrder, nullopt, GtTotalOrder}   by operand 0 ascending, then by operand 2 descending
// comparator.c1: one operand at least is compared; comparator.c2: no more are than there are types.
using ScalarComparator = XlaOp (*)(XlaOp lhs, XlaOp rhs, Span<const int64_t>);
XlaComputation CreateScalarComparisonComputation(
    std::string_view name, const std::vector<PrimitiveType>& operand_types,
    const std::vector<std::optional<ScalarComparator>>& comparators, XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_COMPARATORS_H_
