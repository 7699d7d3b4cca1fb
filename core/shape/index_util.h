// IndexUtil: from a multidimensional index to the linear index of the element in memory, and back.
// The source is XLA's page "Shapes and Layout", "Indexing into arrays".
//
// With minor_to_major = {m0, m1, ...} and padded sizes P, the dimension m0 has stride 1, m1 has
// P[m0], m2 has P[m0]*P[m1] ...; the linear index is the sum of index[d] * stride[d]. For
// f32[2,3]{0,1} padded to [3,5], the element (1,2) is at 1*1 + 2*3 = 7: a d 0 b e 0 c f 0 0 ...
//                                                                 ^
#ifndef HLOOM_SHAPE_INDEX_UTIL_H_
#define HLOOM_SHAPE_INDEX_UTIL_H_

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "shape/shape.h"

namespace hloom {

class IndexUtil {
 public:
  // The distance, in elements, between neighbors along each dimension.
  static std::vector<int64_t> Strides(const Shape& shape);
  // Returns the same for one dimension, which may be counted from the end (shape.c7).
  static StatusOr<int64_t> GetDimensionStride(const Shape& shape, int64_t dimension);
  // The number of stored elements, padding included: linear indices are 0 .. this - 1.
  static int64_t StoredElements(const Shape& shape);

  static int64_t MultidimensionalIndexToLinearIndex(const Shape& shape, Span<const int64_t> index);
  // The inverse. A linear index within the padding gives an index at or beyond the dimension's
  // size.
  static std::vector<int64_t> LinearIndexToMultidimensionalIndex(const Shape& shape,
                                                                 int64_t linear);
  // True if the linear index, which must be below StoredElements, is in the padding.
  static bool LinearIndexIsPadding(const Shape& shape, int64_t linear);

  // True if the index has one number for each dimension, within its size.
  static bool IndexInBounds(const Shape& shape, Span<const int64_t> index);
  // Returns -1 if a precedes b in row-major order, 0 if they are equal, 1 if a follows b.
  static int CompareIndices(Span<const int64_t> a, Span<const int64_t> b);
  // Advances `index` in row-major order within `dimensions`; false when it wrapped around to all
  // zeros.
  static bool BumpIndices(Span<const int64_t> dimensions, Span<int64_t> index);
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_INDEX_UTIL_H_
