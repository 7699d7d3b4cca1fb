// Elements at equal distances, moved and converted on the way.
#ifndef HLOOM_KERNELS_STRIDED_RUN_H_
#define HLOOM_KERNELS_STRIDED_RUN_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// out[i] = in[i * stride], converted as ConvertRun does it. Strides are in elements.
void LoadRun(PrimitiveType from, const std::byte* in, int64_t stride, PrimitiveType to,
             std::byte* out, int64_t count);
// out[i * stride] = in[i], converted.
void StoreRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
              int64_t stride, int64_t count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_STRIDED_RUN_H_
