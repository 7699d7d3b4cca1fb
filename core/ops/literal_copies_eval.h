// Copies of literals as kernels: what literal/ does at once, in tasks.
#ifndef HLOOM_OPS_LITERAL_COPIES_EVAL_H_
#define HLOOM_OPS_LITERAL_COPIES_EVAL_H_

#include <vector>

#include "kernels/copy.h"
#include "literal/literal.h"

namespace hloom {

// Literal::Create, but for padding, which FillPaddingInTasks of literal/padding.h fills.
StatusOr<Literal> CreateUnpadded(ShapePtr shape, const LedgerPtr& ledger);

// Copies into fresh arrays, gathered first and then made together. What is little is done at once.
class CopyBatch {
 public:
  // An array whose elements are to be copied, and whose padding is to be filled.
  StatusOr<Literal> Create(ShapePtr shape, const LedgerPtr& ledger);
  // StridedCopy. Both arrays outlive the copies.
  void Add(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
           const std::byte* from, Span<const int64_t> from_strides, int64_t width);
  // Gives an array in the layout that `shape` has: the value itself where that is its own, else a
  // fresh array. `value` outlives the copies.
  StatusOr<Literal> InLayoutOf(const Shape& shape, const Literal& value, const LedgerPtr& ledger);
  Kernel Run() &&;

 private:
  std::vector<Literal> padded_;
  std::vector<StridedCopyPart> copies_;
};

// Copies the elements below `sizes`, live or dead, each to where its index lies in `to`, an array
// of the same rank and type with room for them.
Kernel CopyBox(Span<const int64_t> sizes, const Literal& from, Literal& to);

// Sets all elements to zero bytes. Padding, which lies between them, keeps its value.
Kernel ClearElements(Literal& array);

// Sets memory to zero bytes.
Kernel ClearBytes(std::byte* data, int64_t bytes);

// Whether the elements of an array of shape `part` lie where those of the same index lie in one of
// shape `array`, at its beginning: f32[2,3] in f32[<=4,3], in row-major order.
bool IsPrefix(const Shape& part, const Shape& array);

// Sets the live sizes of the array's dynamic dimensions; the entries of static ones are not looked
// at.
Status SetLiveSizes(Span<const int64_t> sizes, Literal& array);

// The functions below give their result in `*result`. All that they are given outlives the kernel.

// The elements below `sizes` as a static array, in the same order in memory, without padding. The
// memory is shared where they lie at its beginning, as those of f32[<=4,3] do in row-major order.
Kernel CutTo(Span<const int64_t> sizes, const Literal& array, const LedgerPtr& ledger,
             Literal* result);
// Does what RelayoutTo of literal/relayout.h does.
Kernel RelayoutInTasks(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                       Literal* result);
// Does what Literal::ToBoundedDynamic does.
Kernel ToBoundedDynamic(const Literal& value, const Shape& bounded, const LedgerPtr& ledger,
                        Literal* result);
// Literal::PadToStatic.
Kernel PadToStatic(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                   Literal* result);

}  // namespace hloom

#endif  // HLOOM_OPS_LITERAL_COPIES_EVAL_H_
