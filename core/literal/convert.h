// Values with elements of another type.
#ifndef HLOOM_LITERAL_CONVERT_H_
#define HLOOM_LITERAL_CONVERT_H_

#include "literal/literal.h"

namespace hloom {

// The elements of an array in another type, in the same layout; shares the storage when the type is
// already that.
StatusOr<Literal> ConvertElements(const Literal& literal, PrimitiveType to,
                                  LedgerPtr ledger = nullptr);

// Converts as above, but the result has the given shape, of the same dimensions and layout.
StatusOr<Literal> ConvertElements(const Literal& literal, const ShapePtr& to, LedgerPtr ledger);

}  // namespace hloom

#endif  // HLOOM_LITERAL_CONVERT_H_
