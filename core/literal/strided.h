// Copies between strided N-dimensional regions: the one loop behind broadcast, relayout, reshape
// across layouts, and whatever else moves elements without changing them.
#ifndef HLOOM_LITERAL_STRIDED_H_
#define HLOOM_LITERAL_STRIDED_H_

#include <cstdint>

#include "literal/literal.h"

namespace hloom {

// 16 bytes that are only moved: a C128.
struct WideElement {
  uint64_t low, high;
};

// Calls `f.template operator()<T>()` with T an unsigned type of `width` bytes: 1, 2, 4, 8 or 16.
template <typename F>
decltype(auto) DispatchWidth(int64_t width, F&& f) {
  switch (width) {
    case 1:
      return f.template operator()<uint8_t>();
    case 2:
      return f.template operator()<uint16_t>();
    case 4:
      return f.template operator()<uint32_t>();
    case 8:
      return f.template operator()<uint64_t>();
    default:
      return f.template operator()<WideElement>();
  }
}

// For every index i within `sizes`: to[i . to_strides] = from[i . from_strides], elements of
// `width` bytes (1, 2, 4, 8 or 16), strides in elements. A from_stride of 0 repeats. Broadcasting
// f32[3] over the rows of f32[2,3]:
//   sizes {2,3}, to_strides {3,1}, from_strides {0,1}
void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width);

// The same value in another layout, whose padding is filled with its padding value; shares the storage when the layout is already that.
StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout,
                           LedgerPtr ledger = nullptr);
// The same for tuples, each array in the layout that it has in `shape`, which must be compatible.
StatusOr<Literal> RelayoutTo(const Literal& literal, const Shape& shape,
                             LedgerPtr ledger = nullptr);

}  // namespace hloom

#endif  // HLOOM_LITERAL_STRIDED_H_
