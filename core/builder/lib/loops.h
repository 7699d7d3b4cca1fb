// Loops whose condition and body are functions of C++, of XLA's client library. The state of such a
// loop is a list of values; the functions get them, and a builder to add to, and may not use
// operations of other builders.
#ifndef HLOOM_BUILDER_LIB_LOOPS_H_
#define HLOOM_BUILDER_LIB_LOOPS_H_

#include <functional>
#include <string_view>
#include <vector>

#include "builder/xla_builder.h"

namespace hloom {

// PRED[]: whether to run another iteration.
using WhileLoopHelperConditionFunction =
    std::function<StatusOr<XlaOp>(Span<const XlaOp> values, XlaBuilder* builder)>;
// The next values, as many as there are and of the same shapes: while.c2.
using WhileLoopHelperBodyFunction =
    std::function<StatusOr<std::vector<XlaOp>>(Span<const XlaOp> values, XlaBuilder* builder)>;
// The same with the number of the iteration, from 0.
using ForEachIndexBodyFunction = std::function<StatusOr<std::vector<XlaOp>>(
    XlaOp iteration, Span<const XlaOp> values, XlaBuilder* builder)>;

// The values when the condition is false for the first time. Computations are named
// `name`_condition and `name`_body.
StatusOr<std::vector<XlaOp>> WhileLoopHelper(
    const WhileLoopHelperConditionFunction& condition_function,
    const WhileLoopHelperBodyFunction& body_function, Span<const XlaOp> initial_values,
    std::string_view name, XlaBuilder* builder);

// The values after this number of iterations, which are counted in a type that can hold it:
// full.c3.
StatusOr<std::vector<XlaOp>> ForEachIndex(int64_t num_iterations, PrimitiveType num_iterations_type,
                                          const ForEachIndexBodyFunction& body_function,
                                          Span<const XlaOp> initial_values, std::string_view name,
                                          XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_LOOPS_H_
