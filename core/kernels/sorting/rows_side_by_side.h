// Sorts of many short rows, one in each lane of vectors.
#ifndef HLOOM_KERNELS_SORTING_ROWS_SIDE_BY_SIDE_H_
#define HLOOM_KERNELS_SORTING_ROWS_SIDE_BY_SIDE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/sorting/key_sort_rows.h"
#include "kernels/sorting/sort_items.h"

namespace hloom {

// A sorting network: a list of comparators, each of which puts the elements at two places in order.
// The list depends on the number of elements alone, so that it sorts all lanes of vectors at once.
class SortingNetwork {
 public:
  // Batcher's merge exchange: 63 comparators for 16 elements, 543 for 64. At most 256 elements.
  explicit SortingNetwork(int64_t length);

  // Sorts each lane of `length` vectors. Equal elements may change places.
  template <typename Lanes>
  void Sort(Lanes* elements) const {
    for (const Comparator& comparator : comparators_) {
      const Lanes a = elements[comparator.low];
      const Lanes b = elements[comparator.high];
      elements[comparator.low] = b < a ? b : a;
      elements[comparator.high] = b < a ? a : b;
    }
  }

 private:
  struct Comparator {
    uint8_t low, high;
  };
  std::vector<Comparator> comparators_;
};

// Sorts a few rows at a time, in a task's memory.
class RowsSideBySide {
 public:
  // The greatest number of rows that are sorted at once.
  static constexpr int64_t kKeyRows = 4;
  static constexpr int64_t kItemRows = 2;

  // Returns true if there is one key of at most 32 bits, and rows are short.
  static bool Takes(const KeySort& sort);

  // Reserves its part of the task's memory at `end`, which moves behind it.
  RowsSideBySide(const KeySort& sort, int64_t& end);

  // Returns true if rows consist of one array, whose elements follow from their keys.
  bool has_only_keys() const { return only_keys_; }
  // Sorts up to kKeyRows dense rows, and writes the wanted elements. Returns false, and writes
  // nothing, if a row has elements of different bits that compare equal: zeros, or NaNs.
  bool SortKeys(const std::byte* const* rows, int64_t count, std::byte* scratch,
                std::byte* const* to) const;
  // Sorts the items of up to kItemRows dense rows, and sets items[r] to the first one of row r.
  void FindItems(const std::byte* const* rows, int64_t count, std::byte* scratch,
                 const NarrowItem** items) const;

 private:
  template <typename U>
  bool SortKeysAs(const std::byte* const* rows, int64_t count, std::byte* scratch,
                  std::byte* const* to) const;

  const KeySort& sort_;
  const KeyColumn& column_;
  const bool only_keys_;
  const SortingNetwork network_;
  int64_t lanes_at_ = 0, items_at_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_ROWS_SIDE_BY_SIDE_H_
