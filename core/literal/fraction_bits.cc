#include "literal/fraction_bits.h"

#include "kernels/number_format.h"

namespace hloom {

int FractionBits(PrimitiveType type) { return FieldsOf(type).mantissa_bits; }

}  // namespace hloom
