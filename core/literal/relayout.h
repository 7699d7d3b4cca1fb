// Values in another layout, or of another shape that holds them: at once, and as kernels, which copy
// in tasks. Literal::ToBoundedDynamic and Literal::PadToStatic run their kernels at once.
#ifndef HLOOM_LITERAL_RELAYOUT_H_
#define HLOOM_LITERAL_RELAYOUT_H_

#include "kernels/kernel.h"
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

// These kernels give their result in `*result`. All that they are given outlives them.

// RelayoutTo.
Kernel RelayoutInTasks(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                       Literal* result);
// Literal::ToBoundedDynamic.
Kernel ToBoundedDynamic(const Literal& value, const Shape& bounded, const LedgerPtr& ledger,
                        Literal* result);
// Literal::PadToStatic.
Kernel PadToStatic(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                   Literal* result);

// ---- parts of them ----

// Literal::Create, but for padding, which FillPaddingInTasks of literal/padding.h fills.
StatusOr<Literal> CreateUnpadded(ShapePtr shape, const LedgerPtr& ledger);

// Copies the elements below `sizes`, live or dead, each to the place of its index in `to`, an array
// of the same rank and type with room for them.
Kernel CopyBox(Span<const int64_t> sizes, const Literal& from, Literal& to);

// Sets all elements to zero bytes. Padding between the elements keeps its value.
Kernel ClearElements(Literal& array);

// Sets the live sizes of the array's dynamic dimensions; the entries of static ones are ignored.
Status SetLiveSizes(Span<const int64_t> sizes, Literal& array);

}  // namespace hloom

#endif  // HLOOM_LITERAL_RELAYOUT_H_
