#include "kernels/sorting/rows_side_by_side.h"

#include <algorithm>

#include "kernels/sorting/row_order.h"

namespace hloom {

namespace {

// Longer rows take fewer comparisons by merging.
constexpr int64_t kMostSideBySide = 128;

using KeyLanes = uint32_t __attribute__((vector_size(16)));
// Vectors compare words as signed integers.
using ItemLanes = int64_t __attribute__((vector_size(16)));
constexpr uint64_t kItemSign = uint64_t{1} << 63;

}  // namespace

SortingNetwork::SortingNetwork(int64_t length) {
  // Merges sorted runs of p elements, comparing elements that are k apart. For 4 elements:
  //   p = 1: (0,1) (2,3)
  //   p = 2: (0,2) (1,3), then (1,2)
  for (int64_t p = 1; p < length; p *= 2) {
    for (int64_t k = p; k >= 1; k /= 2) {
      for (int64_t j = k % p; j + k < length; j += 2 * k) {
        for (int64_t i = j; i < std::min(j + k, length - k); ++i) {
          // Both belong to the same two runs.
          if (i / (2 * p) != (i + k) / (2 * p)) continue;
          comparators_.push_back({static_cast<uint8_t>(i), static_cast<uint8_t>(i + k)});
        }
      }
    }
  }
}

bool RowsSideBySide::Takes(const KeySort& sort) {
  const SortedRows& rows = sort.rows;
  return rows.length <= kMostSideBySide && rows.count() >= kItemRows && sort.columns.size() == 1 &&
         sort.columns[0].bits <= NarrowItem::kMaxKeyBits && !sort.reverse_ties && !sort.selects();
}

RowsSideBySide::RowsSideBySide(const KeySort& sort, int64_t& end)
    : sort_(sort),
      column_(sort.columns[0]),
      only_keys_(sort.rows.arrays.size() == 1 && !sort.rows.has_places &&
                 column_.type == column_.computed && !IsComplexType(column_.type)),
      network_(sort.rows.length) {
  const int64_t length = sort.rows.length;
  lanes_at_ = ReserveBytes(length * static_cast<int64_t>(sizeof(ItemLanes)), end);
  items_at_ = ReserveBytes(kItemRows * length * static_cast<int64_t>(sizeof(NarrowItem)), end);
}

template <typename U>
bool RowsSideBySide::SortKeysAs(const std::byte* const* rows, int64_t count, std::byte* scratch,
                                std::byte* const* to) const {
  const KeyMaker<U> key(column_);
  const int64_t length = sort_.rows.length;
  KeyLanes* const lanes = reinterpret_cast<KeyLanes*>(scratch + lanes_at_);
  auto* const keys = reinterpret_cast<uint32_t*>(scratch + lanes_at_);
  U differences = 0;
  for (int64_t r = 0; r < kKeyRows; ++r) {
    // If there are fewer rows, the last one is sorted more than once.
    const U* const x = reinterpret_cast<const U*>(rows[std::min(r, count - 1)]);
    for (int64_t i = 0; i < length; ++i) {
      const U element = key.Merged(x[i]);
      differences |= static_cast<U>(element ^ x[i]);
      keys[i * kKeyRows + r] = key.OfMerged(element);
    }
  }
  if (differences != 0) return false;
  network_.Sort(lanes);
  for (int64_t r = 0; r < count; ++r) {
    U* const out = reinterpret_cast<U*>(to[r]);
    for (int64_t i = 0; i < sort_.rows.wanted; ++i) {
      out[i] = key.ElementOf(static_cast<U>(keys[i * kKeyRows + r]));
    }
  }
  return true;
}

bool RowsSideBySide::SortKeys(const std::byte* const* rows, int64_t count, std::byte* scratch,
                              std::byte* const* to) const {
  if (column_.bits == 8) return SortKeysAs<uint8_t>(rows, count, scratch, to);
  if (column_.bits == 16) return SortKeysAs<uint16_t>(rows, count, scratch, to);
  return SortKeysAs<uint32_t>(rows, count, scratch, to);
}

void RowsSideBySide::FindItems(const std::byte* const* rows, int64_t count, std::byte* scratch,
                               const NarrowItem** items) const {
  const int64_t length = sort_.rows.length;
  ItemLanes* const lanes = reinterpret_cast<ItemLanes*>(scratch + lanes_at_);
  auto* const words = reinterpret_cast<uint64_t*>(scratch + lanes_at_);
  auto* const room = reinterpret_cast<NarrowItem*>(scratch + items_at_);
  for (int64_t r = 0; r < kItemRows; ++r) {
    NarrowItem* const own = room + r * length;
    MakeItems(column_, rows[std::min(r, count - 1)], length, false, 0, length, own);
    for (int64_t i = 0; i < length; ++i) words[i * kItemRows + r] = own[i].bits ^ kItemSign;
  }
  network_.Sort(lanes);
  for (int64_t r = 0; r < count; ++r) {
    NarrowItem* const own = room + r * length;
    for (int64_t i = 0; i < length; ++i) own[i].bits = words[i * kItemRows + r] ^ kItemSign;
    items[r] = own;
  }
}

}  // namespace hloom
