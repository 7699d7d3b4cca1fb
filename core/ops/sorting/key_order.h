// Recognizes comparators that compare keys.
#ifndef HLOOM_OPS_SORTING_KEY_ORDER_H_
#define HLOOM_OPS_SORTING_KEY_ORDER_H_

#include <optional>

#include "hlo/hlo_module.h"
#include "kernels/sorting/sort_key.h"

namespace hloom {

// Returns the order of the comparator of a sort, if it has one of these forms, which JAX writes:
//
//   compare(p0, p1), direction=LT or GT, LE or GE
//   with p0 and p1 replaced by select(compare(p0, p0), direction=NE, nan, p0) and
//   select(compare(p0, 0), direction=EQ, 0, p0)                 -- NaNs are equal, and zeros are
//   or(compare(p0, p1) LT, and(compare(p0, p1) EQ, ...))        -- several keys
//
// p0 and p1 may be any pair 2k and 2k+1 of parameters, or their real or imaginary parts.
std::optional<KeyOrder> RecognizeKeyOrder(const HloComputation& comparator);

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_KEY_ORDER_H_
