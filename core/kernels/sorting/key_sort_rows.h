// Sorts rows by keys. A task sorts many short rows. If a row has elements in many arrays, it is
// permuted: other tasks than those that find its order move its elements. The items of long rows
// are made, counted and moved block by block.
#ifndef HLOOM_KERNELS_SORTING_KEY_SORT_ROWS_H_
#define HLOOM_KERNELS_SORTING_KEY_SORT_ROWS_H_

#include <memory>
#include <vector>

#include "kernels/copy.h"
#include "kernels/kernel.h"
#include "kernels/sorting/item_keys.h"
#include "kernels/sorting/rows.h"
#include "kernels/sorting/sort_items.h"

namespace hloom {

struct KeySort {
  SortedRows rows;
  std::vector<KeyColumn> columns;
  bool reverse_ties = false;

  // True if few of the elements are wanted: they are selected before they are sorted.
  bool selects() const {
    return rows.wanted < rows.length / 8 && columns.size() == 1 && !reverse_ties;
  }
};

// to[i * stride] = the element of a dense row for items[i].
template <typename Item>
void TakeElements(int64_t width, const std::byte* row, const Item* items, int64_t count,
                  std::byte* to, int64_t stride) {
  DispatchWidth(width, [&]<typename T>() {
    const T* const from = reinterpret_cast<const T*>(row);
    T* const out = reinterpret_cast<T*>(to);
    for (int64_t i = 0; i < count; ++i) out[i * stride] = from[items[i].place()];
  });
}

// Writes the places of the items, which are a row's elements from number `begin` up to `end`.
template <typename Item>
void WritePlaces(const SortedRows& rows, std::byte* places, int64_t row, const Item* items,
                 int64_t begin, int64_t end) {
  if (places == nullptr) return;
  const int64_t stride = rows.places_strides.inner;
  int32_t* const to = reinterpret_cast<int32_t*>(places) + rows.OffsetOf(row, rows.places_strides);
  for (int64_t i = begin; i < end; ++i) to[i * stride] = static_cast<int32_t>(items[i].place());
}

// One of the ways to sort, prepared for a KeySort that outlives it.
class RowSorting {
 public:
  virtual ~RowSorting() = default;
  virtual Kernel Sort(SortedMemory memory) const = 0;
  virtual bool is_small() const { return false; }
};

template <typename Item>
std::unique_ptr<const RowSorting> SortShortRows(const KeySort& sort);
template <typename Item>
std::unique_ptr<const RowSorting> SortPermutedRows(const KeySort& sort);
template <typename Item>
std::unique_ptr<const RowSorting> SortLongRows(const KeySort& sort);
// Sorts long rows of which a word has all that is sorted: the key of an element, from which the
// element follows, and the element of one other array, or the place.
std::unique_ptr<const RowSorting> SortWords(const KeySort& sort);

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_KEY_SORT_ROWS_H_
