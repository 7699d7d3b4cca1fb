// Rounding at random.
#ifndef HLOOM_KERNELS_ELEMENTWISE_STOCHASTIC_CONVERT_H_
#define HLOOM_KERNELS_ELEMENTWISE_STOCHASTIC_CONVERT_H_

#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// Rounds `count` elements of a floating-point type to integers of type `to`: away from zero if the
// fraction is more than the element's random number, which has the operand's width. Few elements
// are converted immediately.
inline constexpr int64_t kFewStochasticConverts = 1 << 10;
Kernel StochasticConvert(PrimitiveType from, const std::byte* operand, PrimitiveType random_type,
                         const std::byte* random, PrimitiveType to, std::byte* result,
                         int64_t count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_STOCHASTIC_CONVERT_H_
