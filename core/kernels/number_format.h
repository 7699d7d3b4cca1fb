// The floating-point formats of 4, 8 and 16 bits: the meaning of their bits, and rounding to them.
#ifndef HLOOM_KERNELS_NUMBER_FORMAT_H_
#define HLOOM_KERNELS_NUMBER_FORMAT_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// True if `type` is such a format: F16, BF16, the F8 family, F4E2M1FN.
bool IsNarrowFloat(PrimitiveType type);

// The value of the bits; exact, because every format's values are f32 values. The sign of a NaN is
// kept if the format has one.
float DecodeNarrowFloat(PrimitiveType type, uint32_t bits);

// The same of `count` elements of a format of 8 bits or fewer, one a byte, in a few operations on
// bits each.
void DecodeByteFloats(PrimitiveType type, const std::byte* in, float* out, int64_t count);

// The nearest value of the format, ties to the even mantissa, with gradual underflow. Past the
// largest finite value: infinity if the format has one, otherwise NaN, otherwise the largest value;
// as semantics.md defines for each format ("the tie at 464 gives 448" of F8E4M3FN is ties to even:
// the value after 448 would be 480, an odd mantissa).
uint32_t EncodeNarrowFloat(PrimitiveType type, double value);

// The widths of the fields of a floating-point type, F32 and F64 too, and the exponent field of the
// numbers from 1 to 2.
struct FloatFields {
  int exponent_bits;
  int mantissa_bits;
  int bias;
};
FloatFields FieldsOf(PrimitiveType type);

// True if the mantissa of a NaN can hold a payload: F32, F64, and the narrow formats that have
// infinities. The payload of a NaN that operations make is only the mantissa's top bit.
bool HasNanPayload(PrimitiveType type);

}  // namespace hloom

#endif  // HLOOM_KERNELS_NUMBER_FORMAT_H_
