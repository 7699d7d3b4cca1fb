// Computations that choose between two values by their order, with their indices.
#ifndef HLOOM_OPS_WINDOWS_ARG_MIN_MAX_EVAL_H_
#define HLOOM_OPS_WINDOWS_ARG_MIN_MAX_EVAL_H_

#include <optional>

#include "kernels/windows/arg_min_max.h"

namespace hloom {

class HloComputation;

// Returns the order by which a computation (value, index, value, index) -> (value, index) chooses,
// if it consists of comparisons and selections and the better of two numbers wins. The client library's
// ArgMax is such a computation, and so is the one that JAX writes.
std::optional<ArgMinMaxOrder> RecognizeArgMinMax(const HloComputation& computation);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_ARG_MIN_MAX_EVAL_H_
