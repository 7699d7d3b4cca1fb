// Broadcasting to sizes, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_BROADCAST_H_
#define HLOOM_BUILDER_LIB_BROADCAST_H_

#include "builder/xla_builder.h"

namespace hloom {

// The input in other sizes: its dimensions are the last ones of the result, and are repeated as
// often as they fit, by 3 from size 1 to 3 or from size 2 to 6. broadcast_to.c1: there are as many
// sizes as dimensions, or more. broadcast_to.c2: each size is a multiple of the input's.
//   f32[2] {1, 2} to {2, 4}: {{1, 2, 1, 2}, {1, 2, 1, 2}}
// Errors are kept by the builder too.
StatusOr<XlaOp> BroadcastTo(XlaOp input, Span<const int64_t> output_dims);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_BROADCAST_H_
