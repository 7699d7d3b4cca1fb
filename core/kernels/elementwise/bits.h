// The bits of elements as elements of another type.
#ifndef HLOOM_KERNELS_ELEMENTWISE_BITS_H_
#define HLOOM_KERNELS_ELEMENTWISE_BITS_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// True if the bytes of elements in memory stay the same.
bool CopiesBytes(PrimitiveType from, PrimitiveType to);

// Converts contiguous elements for which copying bytes is not enough. Types of fewer than 8 bits
// take a byte per element in memory; in the word that they are converted to or from they are
// contiguous, the first one lowest. If both types are so narrow, the wider one is such a word too.
// A PRED is always the byte 0 or 1.
void ConvertBits(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                 int64_t out_count);

// Copies the bytes or converts the bits, as the types require.
void ConvertRunOfBits(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                      int64_t out_count);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_BITS_H_
