// Sorting by keys, without asking a computation: elements become integers that compare the same
// way, and those are sorted.
#ifndef HLOOM_KERNELS_SORTING_KEY_SORT_H_
#define HLOOM_KERNELS_SORTING_KEY_SORT_H_

#include "kernels/kernel.h"
#include "kernels/sorting/rows.h"
#include "kernels/sorting/sort_key.h"

namespace hloom {

// Whether the keys order any elements: no NaNs are compared in a partial order. The kernel tells
// whether they order these at least.
bool AreAlwaysInOrder(const SortedRows& rows, const KeyOrder& order);
Kernel KeysAreInOrder(const SortedRows& rows, const KeyOrder& order, bool* in_order);

// Puts the rows in order by the keys, which do order them. Elements of equal keys keep their order.
Kernel SortByKeys(SortedRows rows, KeyOrder order);

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_KEY_SORT_H_
