// The precision of floating-point types, in mantissa bits.
#ifndef HLOOM_LITERAL_FRACTION_BITS_H_
#define HLOOM_LITERAL_FRACTION_BITS_H_

#include "shape/primitive_type.h"

namespace hloom {

// The bits of the fraction, without the leading 1 that is not stored: 23 for F32, 7 for BF16.
int FractionBits(PrimitiveType type);

}  // namespace hloom

#endif  // HLOOM_LITERAL_FRACTION_BITS_H_
