// Explains operations whose elements are computed from the elements at the same index.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_EXPLAIN_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_EXPLAIN_H_

#include "ops/op_explain.h"

namespace hloom {

// Appends the element of each operand at the same index, or the only one of a scalar.
void SourcesAtSameIndex(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources);

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_EXPLAIN_H_
