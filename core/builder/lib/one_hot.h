// OneHot: indices as vectors.
#ifndef HLOOM_BUILDER_LIB_ONE_HOT_H_
#define HLOOM_BUILDER_LIB_ONE_HOT_H_

#include "builder/xla_builder.h"

namespace hloom {

// Turns each index into a vector of `depth` elements with 1 at the index and 0 elsewhere, all 0 for
// an index that is negative or not below `depth`. `axis` is the dimension of the result that holds
// the vectors:
//   s32[2] {2, 0}, depth 3, axis 1: f32[2,3] {{0, 0, 1}, {1, 0, 0}}
// one_hot.c1: depth is not negative; one_hot.c2: axis is 0 up to the rank of the indices; type.c1:
// the indices are integers.
XlaOp OneHot(XlaOp indices, int64_t depth, int64_t axis, PrimitiveType element_type);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_ONE_HOT_H_
