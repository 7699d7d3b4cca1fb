// Numbers that count.
#ifndef HLOOM_KERNELS_IOTA_H_
#define HLOOM_KERNELS_IOTA_H_

#include <cstddef>
#include <cstdint>

#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// Fills `out` with a block of the numbers 0 .. size-1, each `after` times, and with copies of it:
// `before` blocks in all. before 2, size 3, after 2:
//
//   0 0 1 1 2 2   0 0 1 1 2 2
//
// Numbers are converted to `type` as ConvertRun does: integers keep their low bits, floats are
// rounded.
Kernel FillIota(PrimitiveType type, std::byte* out, int64_t before, int64_t size, int64_t after);

// True if so many elements are filled immediately.
bool IsIotaAtOnce(int64_t count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_IOTA_H_
