// Values in another layout.
#ifndef HLOOM_LITERAL_RELAYOUT_H_
#define HLOOM_LITERAL_RELAYOUT_H_

#include "literal/literal.h"

namespace hloom {

// Returns the same value in another layout, whose padding is filled with its padding value; it
// shares the storage when the layout is already that.
StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout,
                           LedgerPtr ledger = nullptr);
// Does the same for tuples, each array in the layout that it has in `shape`, which must be
// compatible.
StatusOr<Literal> RelayoutTo(const Literal& literal, const Shape& shape,
                             LedgerPtr ledger = nullptr);

}  // namespace hloom

#endif  // HLOOM_LITERAL_RELAYOUT_H_
