// Sizes of arrays, and strides that follow from them.
#ifndef HLOOM_KERNELS_SIZES_H_
#define HLOOM_KERNELS_SIZES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/span.h"

namespace hloom {

// The number of elements. Checks for a size of 0 first, because the product of the other sizes may
// overflow.
inline int64_t ElementCount(Span<const int64_t> sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

// The least multiple of `to` that is not below `count`.
inline int64_t RoundUp(int64_t count, int64_t to) { return (count + to - 1) / to * to; }

// The strides of contiguous elements, the last dimension innermost; zeros if there are no elements.
inline std::vector<int64_t> RowMajorStrides(Span<const int64_t> sizes) {
  std::vector<int64_t> strides(sizes.size(), 0);
  if (ElementCount(sizes) == 0) return strides;
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0; stride *= sizes[d]) strides[d] = stride;
  return strides;
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_SIZES_H_
