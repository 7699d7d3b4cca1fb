// Copies between strided N-dimensional regions: the one loop behind broadcast, relayout, reshape
// across layouts, and whatever else moves elements without changing them.
#ifndef HLOOM_LITERAL_STRIDED_H_
#define HLOOM_LITERAL_STRIDED_H_

#include <cstdint>

#include "literal/literal.h"

namespace hloom {

// For every index i within `sizes`: to[i . to_strides] = from[i . from_strides], elements of
// `width` bytes (1, 2, 4, 8 or 16), strides in elements. A from_stride of 0 repeats. Broadcasting
// f32[3] over the rows of f32[2,3]:
//   sizes {2,3}, to_strides {3,1}, from_strides {0,1}
void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width);

// The same value in another layout; shares the storage when the layout is already that.
StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout,
                           LedgerPtr ledger = nullptr);

}  // namespace hloom

#endif  // HLOOM_LITERAL_STRIDED_H_
