// Conversion of elements between types, with XLA's rounding and saturation (ConvertElementType).
//
//   float to integer    truncates; NaN gives 0; past the range, the nearest end of it
//   float to PRED       x != 0, so NaN is true
//   integer to integer  the low bits
//   integer to float    to nearest, ties to even
//   to a narrow float   one rounding from the source value of any type
//   complex to real     the real part; real to complex, with the imaginary part 0
#ifndef HLOOM_KERNELS_CONVERT_H_
#define HLOOM_KERNELS_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// Converts `count` contiguous elements in their stored form.
void ConvertRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                int64_t count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONVERT_H_
