// Copies that only evaluation makes: several at a time, and cuts that share memory where they can.
// literal/relayout.h has the others.
#ifndef HLOOM_OPS_LITERAL_COPIES_EVAL_H_
#define HLOOM_OPS_LITERAL_COPIES_EVAL_H_

#include <vector>

#include "kernels/copy.h"
#include "literal/literal.h"
#include "literal/relayout.h"

namespace hloom {

// Copies into new arrays, collected first and then made together. Small copies are made at once.
class CopyBatch {
 public:
  // An array whose elements are to be copied, and whose padding is to be filled.
  StatusOr<Literal> Create(ShapePtr shape, const LedgerPtr& ledger);
  // StridedCopy. Both arrays outlive the copies.
  void Add(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
           const std::byte* from, Span<const int64_t> from_strides, int64_t width);
  // Returns an array in the layout of `shape`: the value itself if it has this layout, otherwise a
  // new array. `value` outlives the copies.
  StatusOr<Literal> InLayoutOf(const Shape& shape, const Literal& value, const LedgerPtr& ledger);
  Kernel Run() &&;

 private:
  std::vector<Literal> padded_;
  std::vector<StridedCopyPart> copies_;
};

// Sets memory to zero bytes.
Kernel ClearBytes(std::byte* data, int64_t bytes);

// Returns whether the elements of an array of shape `part` have the same positions as in an array
// of shape `array`, at its beginning: f32[2,3] in f32[<=4,3], in row-major order.
bool IsPrefix(const Shape& part, const Shape& array);

// Stores the elements below `sizes` in `*result` as a static array, in the same order in memory,
// without padding. The memory is shared if they are at its beginning, as those of f32[<=4,3] in
// row-major order. All arguments outlive the kernel.
Kernel CutTo(Span<const int64_t> sizes, const Literal& array, const LedgerPtr& ledger,
             Literal* result);

}  // namespace hloom

#endif  // HLOOM_OPS_LITERAL_COPIES_EVAL_H_
