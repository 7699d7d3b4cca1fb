// Arrays under other dimension sizes.
#ifndef HLOOM_KERNELS_RESHAPE_H_
#define HLOOM_KERNELS_RESHAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/span.h"
#include "kernels/kernel.h"

namespace hloom {

// Copies elements of `width` bytes in row-major order: the k-th element of `from` becomes the k-th
// of `to`. Both have the same number of elements; strides are in elements. [2,3] to [3,2]:
//
//   from {a b c}     to {a b}
//        {d e f}        {c d}
//                       {e f}
//
// Most reshapes are one strided copy. Only where dimensions of both sides overlap without dividing
// each other, and neither side has them in row-major order, are the elements put into row-major
// order in scratch memory first.
Kernel ReshapeInto(Span<const int64_t> to_sizes, std::byte* to, Span<const int64_t> to_strides,
                   Span<const int64_t> from_sizes, const std::byte* from,
                   Span<const int64_t> from_strides, int64_t width);

// The strided copy that does the reshape, in the form of CopyStrided; nullopt if there is none. No
// size may be 0.
struct ReshapeCopy {
  std::vector<int64_t> sizes, to_strides, from_strides;
};
std::optional<ReshapeCopy> ReshapeAsCopy(Span<const int64_t> to_sizes,
                                         Span<const int64_t> to_strides,
                                         Span<const int64_t> from_sizes,
                                         Span<const int64_t> from_strides);

// True if the k-th elements of both are at the same offset in their arrays, for every k: [2,3] and
// [6] in row-major order, for example.
bool LieAlike(Span<const int64_t> sizes, Span<const int64_t> strides,
              Span<const int64_t> other_sizes, Span<const int64_t> other_strides);

}  // namespace hloom

#endif  // HLOOM_KERNELS_RESHAPE_H_
