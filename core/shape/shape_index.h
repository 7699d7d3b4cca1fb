// ShapeIndex: the path to a shape inside nested tuples.
//
// In (a, (b, c, d), e) the index {0} leads to a, {1, 2} to d, {} to the whole tuple. {0, 0} is
// invalid if a is an array: an array has only itself, at {}.
#ifndef HLOOM_SHAPE_SHAPE_INDEX_H_
#define HLOOM_SHAPE_SHAPE_INDEX_H_

#include <cstdint>
#include <vector>

#include "base/span.h"

namespace hloom {

using ShapeIndex = std::vector<int64_t>;
using ShapeIndexView = Span<const int64_t>;

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_INDEX_H_
