// Sorting by any comparison, applied to many pairs of elements at a time.
#ifndef HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_
#define HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_

#include <vector>

#include "kernels/kernel.h"
#include "kernels/sorting/rows.h"

namespace hloom {

// Sorts rows, with all elements wanted, by merging neighboring runs of 1, 2, 4 ... elements.
// Computation 0 is the comparator, whose parameters 2k and 2k+1 are elements of array k; it does
// not read them unless used[k]. An element of the right run goes before one of the left run if and
// only if comparator(right, left) is true; hence the sort is stable. For any answers of the
// comparator, the result is a permutation of the elements, and the number of comparisons is the
// same; if its answers contradict each other, the order is undefined.
Kernel SortByComparing(SortedRows rows, std::vector<bool> used, SortedMemory memory);

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_
