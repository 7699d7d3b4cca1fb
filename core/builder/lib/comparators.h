// Comparators for Sort, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_COMPARATORS_H_
#define HLOOM_BUILDER_LIB_COMPARATORS_H_

#include <vector>

#include "builder/xla_builder.h"

namespace hloom {

// (T_0, T_0, T_1, T_1, ...) -> PRED: whether the first element is less, or greater, than the
// second; elements of the other operands are not looked at. Floats compare in the total order
//   -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN
StatusOr<XlaComputation> CreateScalarLtComputation(const std::vector<PrimitiveType>& operand_types,
                                                   XlaBuilder* builder);
StatusOr<XlaComputation> CreateScalarGtComputation(const std::vector<PrimitiveType>& operand_types,
                                                   XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_COMPARATORS_H_
