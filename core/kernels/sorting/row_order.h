// The order of a row that is short enough for one task.
#ifndef HLOOM_KERNELS_SORTING_ROW_ORDER_H_
#define HLOOM_KERNELS_SORTING_ROW_ORDER_H_

#include <utility>

#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

inline constexpr int64_t kCacheLine = 64;

// Reserves an aligned place in a task's memory: at `end`, which moves behind it.
inline int64_t ReserveBytes(int64_t bytes, int64_t& end) {
  return std::exchange(end, end + (bytes + 15) / 16 * 16);
}

// Sorts the items of one row after the other, in a task's memory.
template <typename Item>
class RowOrder {
 public:
  // Reserves its part of the task's memory at `end`, which moves behind it.
  RowOrder(const KeySort& sort, int64_t& end) : sort_(sort) {
    const int64_t length = sort.rows.length;
    const int64_t bytes = length * static_cast<int64_t>(sizeof(Item));
    items_at_ = ReserveBytes(bytes, end);
    room_at_ = ReserveBytes(bytes, end);
    if (length < kRadixFrom) return;
    int bits = 0;
    for (const KeyColumn& column : sort.columns) bits = std::max(bits, column.bits);
    const size_t counts = static_cast<size_t>(SortDigits::PassesFor(bits)) * SortDigits::kCount;
    counts_at_ = ReserveBytes(static_cast<int64_t>(counts * sizeof(uint32_t)), end);
  }

  // Returns the wanted items in order; row_of(k) is the dense row of array k.
  template <typename RowOf>
  const Item* Find(RowOf row_of, std::byte* scratch) const {
    const SortedRows& rows = sort_.rows;
    Item* items = reinterpret_cast<Item*>(scratch + items_at_);
    Item* const rooms[] = {items, reinterpret_cast<Item*>(scratch + room_at_)};
    uint32_t* const counts = reinterpret_cast<uint32_t*>(scratch + counts_at_);
    int64_t count = rows.length;
    // The last key is sorted first: each sort keeps the order of the earlier ones for equal keys.
    for (size_t c = sort_.columns.size(); c-- > 0;) {
      const KeyColumn& column = sort_.columns[c];
      const std::byte* const row = row_of(column.key.operand);
      Item* const room = rooms[items == rooms[0] ? 1 : 0];
      if (c + 1 == sort_.columns.size()) {
        MakeItems(column, row, rows.length, sort_.reverse_ties, 0, rows.length, items);
        if (sort_.selects()) {
          SelectFirst(items, room, count, rows.wanted);
          count = rows.wanted;
        }
      } else {
        RekeyItems(column, row, items, count);
      }
      items = SortItems(items, room, count, column.bits, counts);
    }
    return items;
  }

 private:
  const KeySort& sort_;
  int64_t items_at_ = 0, room_at_ = 0, counts_at_ = 0;
};

// Neighboring rows of one array, dense: in the array's memory, or in a task's if they are
// scattered.
class DenseRows {
 public:
  DenseRows(const SortedRows& rows, const RowStrides& strides, PrimitiveType type, int64_t length)
      : rows_(rows),
        strides_(strides),
        scattered_(strides.inner != 1),
        width_(ByteWidth(type)),
        length_(length),
        pitch_(length + kCacheLine / width_) {}

  bool scattered() const { return scattered_; }
  int64_t width() const { return width_; }  // of an element, in bytes
  // The bytes of a task's memory for `count` scattered rows.
  int64_t bytes(int64_t count) const { return count * pitch_ * width_; }

  // Gathers `count` rows from row `first` on if they are scattered in the array; Scatter does the
  // reverse.
  void Gather(const std::byte* array, int64_t first, int64_t count, std::byte* room) const {
    if (scattered_) Scattered(first, count).Gather(array, room);
  }
  void Scatter(const std::byte* room, int64_t first, int64_t count, std::byte* array) const {
    if (scattered_) Scattered(first, count).Scatter(room, array);
  }
  // Gives row `first + r` of them.
  template <typename Byte>
  Byte* Row(Byte* array, int64_t first, int64_t r, Byte* room) const {
    if (scattered_) return room + r * pitch_ * width_;
    return array + rows_.OffsetOf(first + r, strides_) * width_;
  }

 private:
  ScatteredRows Scattered(int64_t first, int64_t count) const {
    ScatteredRows scattered;
    scattered.width = width_;
    scattered.count = count;
    scattered.length = length_;
    scattered.stride = strides_.inner;
    scattered.pitch = pitch_;
    for (int64_t r = 0; r < count; ++r) scattered.offsets[r] = rows_.OffsetOf(first + r, strides_);
    return scattered;
  }

  const SortedRows& rows_;
  const RowStrides& strides_;
  const bool scattered_;
  const int64_t width_;
  const int64_t length_;
  // The distance from row to row: a cache line more than the length of a row, because rows of a
  // power of two would share their places in a cache.
  const int64_t pitch_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_ROW_ORDER_H_
