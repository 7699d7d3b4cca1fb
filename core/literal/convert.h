// Conversion of elements between types, with XLA's rounding and saturation (ConvertElementType).
//
//   float to integer    truncates; NaN gives 0; past the range, the nearest end of it
//   float to PRED       x != 0, so NaN is true
//   integer to integer  the low bits
//   integer to float    to nearest, ties to even
//   to a narrow float   one rounding from the source value, whatever its type
//   complex to real     the real part; real to complex, with the imaginary part 0
#ifndef HLOOM_LITERAL_CONVERT_H_
#define HLOOM_LITERAL_CONVERT_H_

#include "literal/literal.h"

namespace hloom {

// `count` elements that lie one after the other, as they are stored.
void ConvertRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                int64_t count);

// The elements of an array in another type, in the same layout; shares the storage when the type is
// already that.
StatusOr<Literal> ConvertElements(const Literal& literal, PrimitiveType to,
                                  LedgerPtr ledger = nullptr);

// The same into a given shape of the same dimensions and layout.
StatusOr<Literal> ConvertElements(const Literal& literal, const ShapePtr& to, LedgerPtr ledger);

}  // namespace hloom

#endif  // HLOOM_LITERAL_CONVERT_H_
