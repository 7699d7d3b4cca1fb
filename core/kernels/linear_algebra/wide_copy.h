// Copies of arrays in the type in which they are computed.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_WIDE_COPY_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_WIDE_COPY_H_

#include <cstddef>
#include <cstdint>

#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// Converts `count` contiguous elements, in tasks.
Kernel ConvertElements(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                       int64_t count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_WIDE_COPY_H_
