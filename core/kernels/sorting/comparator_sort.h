// Sorting by any comparison, asked about many pairs of elements at once.
#ifndef HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_
#define HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_

#include <vector>

#include "kernels/kernel.h"
#include "kernels/sorting/rows.h"

namespace hloom {

// Sorts rows, of which all elements are wanted, by merging neighbouring runs of 1, 2, 4 ...
// elements. Computation 0 is the comparator, whose parameters 2k and 2k+1 are elements of array k;
// unless used[k], it does not look at them. An element of the right run goes before one of the left
// run exactly where comparator(right, left) says so; hence the sort is stable. Whatever the
// comparator answers, the result is an order of the same elements, and as many questions are asked:
// where its answers contradict each other, which order it is has no meaning.
Kernel SortByComparing(SortedRows rows, std::vector<bool> used, SortedMemory memory);

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_COMPARATOR_SORT_H_
