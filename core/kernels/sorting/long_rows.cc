#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

namespace {

constexpr int64_t kLongRowsBlock = 1 << 15;
// A table of counts for each block: of very long rows the blocks grow rather than the tables.
constexpr int64_t kMostBlocks = 1 << 10;
// At most this many wanted items are selected block by block.
constexpr int64_t kFew = kLongRowsBlock / 8;

// Fewer than SortDigits has, so that all places that are written to stay in the nearest caches.
constexpr int kDigitBits = 8;
constexpr int64_t kDigits = 1 << kDigitBits;

template <typename Item>
int64_t DigitOf(const Item& item, int pass) {
  return static_cast<int64_t>(item.key() >> (pass * kDigitBits)) & (kDigits - 1);
}

// The memory for sorting, used for one row after the other.
template <typename Item>
struct RowItems {
  Item* items = nullptr;  // in order so far
  Item* other = nullptr;
  int64_t count = 0;
  int64_t block = kLongRowsBlock;
  int64_t* counts = nullptr;  // [blocks, kDigits]
  // For a selection: [blocks, LastWanted::kBins], and one per block.
  uint32_t* bins = nullptr;
  int64_t* offsets = nullptr;

  int64_t blocks() const { return TaskCount(count, block); }
  int64_t end(int64_t b) const { return std::min(count, (b + 1) * block); }
};

// Turns counts into the place of the first item of each digit of each block. Returns false if all
// have one digit.
bool CountsToOffsets(int64_t* counts, int64_t blocks, int64_t total) {
  int64_t sum = 0;
  for (int64_t d = 0; d < kDigits; ++d) {
    const int64_t before = sum;
    for (int64_t b = 0; b < blocks; ++b) sum += std::exchange(counts[b * kDigits + d], sum);
    if (sum - before == total) return false;
  }
  return true;
}

// Sorts by one key, the least significant digit first; each pass keeps the order of the one before.
template <typename Item>
Kernel SortByDigits(RowItems<Item>& room, int key_bits) {
  if (room.count < kRadixFrom) {
    const auto sort = [&] {
      if (MergeSort(room.items, room.other, room.count) != room.items) {
        std::swap(room.items, room.other);
      }
    };
    co_await Once(sort);
    co_return OkStatus();
  }
  for (int pass = 0; pass * kDigitBits < key_bits; ++pass) {
    const auto count = [&](int64_t b, std::byte*) {
      int64_t counts[kDigits] = {};
      for (int64_t i = b * room.block; i < room.end(b); ++i) ++counts[DigitOf(room.items[i], pass)];
      std::copy_n(counts, kDigits, room.counts + b * kDigits);
    };
    co_await Tasks(room.blocks(), count);
    bool differ = false;
    const auto sum = [&] { differ = CountsToOffsets(room.counts, room.blocks(), room.count); };
    co_await Once(sum);
    if (!differ) continue;
    const auto move = [&](int64_t b, std::byte*) {
      int64_t at[kDigits];
      std::copy_n(room.counts + b * kDigits, kDigits, at);
      for (int64_t i = b * room.block; i < room.end(b); ++i) {
        room.other[at[DigitOf(room.items[i], pass)]++] = room.items[i];
      }
    };
    co_await Tasks(room.blocks(), move);
    std::swap(room.items, room.other);
  }
  co_return OkStatus();
}

// Keeps the first `wanted` of the items, few, in their current order.
template <typename Item>
Kernel ChooseFew(RowItems<Item>& room, int64_t wanted) {
  while (room.count > wanted) {
    const int64_t blocks = TaskCount(room.count, kLongRowsBlock);
    const auto size = [&](int64_t b) {
      return std::min(kLongRowsBlock, room.count - b * kLongRowsBlock);
    };
    const auto choose = [&](int64_t b, std::byte*) {
      SelectFirst(room.items + b * kLongRowsBlock, room.other + b * kLongRowsBlock, size(b),
                  wanted);
    };
    co_await Tasks(blocks, choose);
    const auto gather = [&](int64_t b, std::byte*) {
      std::copy_n(room.items + b * kLongRowsBlock, std::min(wanted, size(b)),
                  room.other + b * wanted);
    };
    co_await Tasks(blocks, gather);
    room.count = (blocks - 1) * wanted + std::min(wanted, size(blocks - 1));
    std::swap(room.items, room.other);
  }
  co_return OkStatus();
}

// The known part of the last wanted item's key: its digits above bit `low`. By these digits an item
// is before it, behind it, or equal; if equal, the next digit decides.
struct LastWanted {
  static constexpr int kBits = SortDigits::kBits;
  static constexpr int64_t kBins = (int64_t{1} << kBits) + 2;  // before, each digit, behind

  int low = 0;
  int bits = 0;  // of the next digit
  uint64_t digits = 0;

  int64_t BinOf(uint64_t key) const {
    const uint64_t known = key >> low >> bits;
    if (known != digits) return known < digits ? 0 : kBins - 1;
    return 1 + static_cast<int64_t>((key >> low) & ((uint64_t{1} << bits) - 1));
  }
};

// Removes most of the items that are not among the first `wanted`; keeps their order, and perhaps
// some more. The most significant digits come first.
template <typename Item>
Kernel LeaveOut(RowItems<Item>& room, int64_t wanted, int key_bits) {
  constexpr int64_t kBins = LastWanted::kBins;
  uint32_t* const counts = room.bins;
  int64_t* const offsets = room.offsets;
  LastWanted last;
  for (int left = key_bits; left > 0 && room.count > wanted + wanted / 4; left = last.low) {
    last.bits = std::min(LastWanted::kBits, left);
    last.low = left - last.bits;
    const auto count = [&](int64_t b, std::byte*) {
      uint32_t* const bins = counts + b * kBins;
      std::fill_n(bins, kBins, 0u);
      for (int64_t i = b * room.block; i < room.end(b); ++i) {
        ++bins[last.BinOf(room.items[i].key())];
      }
    };
    co_await Tasks(room.blocks(), count);
    int64_t bin = -1;  // of the last one
    int64_t kept = 0;
    const auto find = [&] {
      int64_t sums[kBins] = {};
      for (int64_t b = 0; b < room.blocks(); ++b) {
        for (int64_t i = 0; i < kBins; ++i) sums[i] += counts[b * kBins + i];
      }
      while (kept < wanted) kept += sums[++bin];
      int64_t offset = 0;
      for (int64_t b = 0; b < room.blocks(); ++b) {
        offsets[b] = offset;
        for (int64_t i = 0; i <= bin; ++i) offset += counts[b * kBins + i];
      }
    };
    co_await Once(find);
    if (kept <= room.count - room.count / 4) {
      const auto keep = [&](int64_t b, std::byte*) {
        Item* to = room.other + offsets[b];
        for (int64_t i = b * room.block; i < room.end(b); ++i) {
          if (last.BinOf(room.items[i].key()) <= bin) *to++ = room.items[i];
        }
      };
      co_await Tasks(room.blocks(), keep);
      room.count = kept;
      std::swap(room.items, room.other);
    }
    last.digits = last.digits << last.bits | static_cast<uint64_t>(bin - 1);
  }
  co_return OkStatus();
}

// The items of row `row` in order. rows[k] is that row of array k, dense.
template <typename Item>
Kernel OrderRow(const KeySort& sort, const std::vector<const std::byte*>& rows,
                RowItems<Item>& room) {
  const int64_t length = sort.rows.length;
  for (size_t c = sort.columns.size(); c-- > 0;) {
    const KeyColumn& column = sort.columns[c];
    const std::byte* const row = rows[column.key.operand];
    const bool first = c + 1 == sort.columns.size();
    const auto make = [&](int64_t b, std::byte*) {
      const int64_t begin = b * room.block;
      if (first) {
        MakeItems(column, row, length, sort.reverse_ties, begin, room.end(b), room.items + begin);
      } else {
        RekeyItems(column, row, room.items + begin, room.end(b) - begin);
      }
    };
    co_await Tasks(room.blocks(), make);
    const int64_t wanted = sort.rows.wanted;
    if (sort.selects() && wanted <= kFew) {
      co_await ChooseFew(room, wanted);
    } else if (sort.selects()) {
      co_await LeaveOut(room, wanted, column.bits);
    }
    co_await SortByDigits(room, column.bits);
  }
  co_return OkStatus();
}

template <typename Item>
class LongRows final : public RowSorting {
 public:
  explicit LongRows(const KeySort& sort) : sort_(sort) {}
  Kernel Sort(SortedMemory memory) const override;

 private:
  const KeySort& sort_;
};

template <typename Item>
Kernel LongRows<Item>::Sort(SortedMemory memory) const {
  const SortedRows& rows = sort_.rows;
  RowItems<Item> room;
  room.items = co_await Scratch<Item>(rows.length);
  room.other = co_await Scratch<Item>(rows.length);
  room.block = std::max(kLongRowsBlock, TaskCount(rows.length, kMostBlocks));
  const int64_t blocks = TaskCount(rows.length, room.block);
  room.counts = co_await Scratch<int64_t>(blocks * kDigits);
  if (sort_.selects() && rows.wanted > kFew) {
    room.bins = co_await Scratch<uint32_t>(blocks * LastWanted::kBins);
    room.offsets = co_await Scratch<int64_t>(blocks);
  }
  // Rows that are scattered are copied before their elements are read.
  std::vector<std::byte*> dense(rows.arrays.size());
  std::vector<const std::byte*> from(rows.arrays.size());
  for (size_t k = 0; k < dense.size(); ++k) {
    const SortedArray& array = rows.arrays[k];
    if (array.from_strides.inner == 1) continue;
    dense[k] = co_await Scratch<std::byte>(rows.length * ByteWidth(array.type));
  }
  const int64_t filled = rows.TaskElements(kLongRowsBlock);
  for (int64_t row = 0; row < rows.count(); ++row) {
    for (size_t k = 0; k < dense.size(); ++k) {
      const SortedArray& array = rows.arrays[k];
      const int64_t width = ByteWidth(array.type);
      from[k] = memory.from[k] + rows.OffsetOf(row, array.from_strides) * width;
      if (dense[k] == nullptr) continue;
      const int64_t one = 1;
      co_await CopyStrided(Span<const int64_t>(&rows.length, 1), dense[k],
                           Span<const int64_t>(&one, 1), from[k],
                           Span<const int64_t>(&array.from_strides.inner, 1), width);
      from[k] = dense[k];
    }
    room.count = rows.length;
    co_await OrderRow(sort_, from, room);
    const auto fill = [&](int64_t b, std::byte*) {
      const int64_t begin = b * filled;
      const int64_t end = std::min(rows.wanted, begin + filled);
      for (size_t k = 0; k < from.size(); ++k) {
        const SortedArray& array = rows.arrays[k];
        const int64_t width = ByteWidth(array.type);
        const int64_t stride = array.to_strides.inner;
        const int64_t offset = rows.OffsetOf(row, array.to_strides) + begin * stride;
        TakeElements(width, from[k], room.items + begin, end - begin, memory.to[k] + offset * width,
                     stride);
      }
      WritePlaces(rows, memory.places, row, room.items, begin, end);
    };
    co_await Tasks(TaskCount(rows.wanted, filled), fill);
  }
  co_return OkStatus();
}

}  // namespace

template <typename Item>
std::unique_ptr<const RowSorting> SortLongRows(const KeySort& sort) {
  return std::make_unique<LongRows<Item>>(sort);
}

template std::unique_ptr<const RowSorting> SortLongRows<NarrowItem>(const KeySort& sort);
template std::unique_ptr<const RowSorting> SortLongRows<WideItem>(const KeySort& sort);

}  // namespace hloom
