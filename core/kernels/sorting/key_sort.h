// Sorting by keys, without applying a computation: elements become integers that compare the same
// way, and those are sorted.
#ifndef HLOOM_KERNELS_SORTING_KEY_SORT_H_
#define HLOOM_KERNELS_SORTING_KEY_SORT_H_

#include <memory>

#include "kernels/kernel.h"
#include "kernels/sorting/rows.h"
#include "kernels/sorting/sort_key.h"

namespace hloom {

// Puts rows in order by keys. Elements of equal keys keep their order. Decisions that depend on
// sizes, strides and types are made once for any number of runs. This and all memory must outlive
// the kernels.
class KeySorting {
 public:
  KeySorting(SortedRows rows, const KeyOrder& order);
  ~KeySorting();

  // True if the keys order any elements: no NaNs are compared in a partial order.
  bool always_orders() const;
  // Sets `*in_order`: true if the keys order these elements.
  Kernel LookForOrder(SortedMemory memory, bool* in_order) const;
  // Sorts elements that the keys do order.
  Kernel Sort(SortedMemory memory) const;
  // True if the elements are so few that both functions do all the work, and return kernels that
  // are done.
  bool is_small() const;

 private:
  struct Prepared;
  const std::unique_ptr<const Prepared> prepared_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_KEY_SORT_H_
