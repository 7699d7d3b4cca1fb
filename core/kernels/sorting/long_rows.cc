#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

namespace {

constexpr int64_t kLongRowsBlock = 1 << 15;
// A table of counts for each block: of very long rows the blocks grow rather than the tables.
constexpr int64_t kMostBlocks = 1 << 10;
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
  int64_t* counts = nullptr;  // [blocks + 1, kDigits]
  // For a selection: [blocks, LastWanted::kBins], and one per block.
  uint32_t* bins = nullptr;
  int64_t* offsets = nullptr;

  int64_t blocks() const { return TaskCount(count, block); }
  int64_t end(int64_t b) const { return std::min(count, (b + 1) * block); }
};

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
    const auto sum = [&] {
      differ = CountsToOffsets(room.counts, room.blocks(), kDigits, room.count);
    };
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

// The elements of a chunk, of which the first one by key is found. Few of many elements are wanted:
// these are in as many chunks, those whose first ones come first. Of equal elements, those in an
// earlier chunk come first. Zero: too many are wanted, or too few are left out.
int64_t ChunkOf(const SortedRows& rows) {
  const auto leaves_out = [&](int64_t chunk) { return rows.wanted <= rows.length / chunk / 4; };
  return leaves_out(1024) ? 1024 : leaves_out(kKeyBlock) ? kKeyBlock : 0;
}

// Of f32[8], chunks of 2 and the largest 2:  3 1 | 0 9 | 9 2 | 4 8
// Chunks come in the order 9, 9, 8, 3. The first two contain 0 9 9 2, of which 9 9 remain: the
// others are behind the first element of the second chunk.
template <typename Item>
Kernel ChooseByChunks(const KeySort& sort, const std::byte* row, int64_t chunk, Item* chunks,
                      RowItems<Item>& room) {
  const KeyColumn& column = sort.columns[0];
  const int64_t length = sort.rows.length;
  const int64_t wanted = sort.rows.wanted;
  const int64_t count = TaskCount(length, chunk);
  const int64_t each = 2 * kLongRowsBlock / chunk;
  // Hardware reads memory ahead of a program better in a few places than in one. Of 256 chunks,
  // these are chunks 0, 64, 128 and 192, then 1, 65, 129 and 193.
  constexpr int64_t kPlaces = 4;
  const auto look = [&](int64_t task, std::byte*) {
    for (int64_t i = 0; i < each; ++i) {
      const int64_t c = task * each + i % kPlaces * (each / kPlaces) + i / kPlaces;
      if (c >= count) continue;
      const int64_t end = std::min(length, (c + 1) * chunk);
      chunks[c] = Item::Of(FirstKey(column, row, c * chunk, end), c);
    }
  };
  co_await Tasks(TaskCount(count, each), look);
  Item last;
  const Item* chosen = chunks;
  const auto choose = [&] {
    std::nth_element(chunks, chunks + wanted - 1, chunks + count);
    last = chunks[wanted - 1];
    // In the order of their places, which are the keys now.
    for (int64_t i = 0; i < wanted; ++i) {
      chunks[i] = Item::Of(static_cast<uint64_t>(chunks[i].place()), 0);
    }
    chosen = MergeSort(chunks, room.items, wanted);
  };
  co_await Once(choose);
  // Task t leaves its items at those of its first chunk.
  const int64_t chunks_each = kLongRowsBlock / chunk;
  const int64_t tasks = TaskCount(wanted, chunks_each);
  const auto keep = [&](int64_t task, std::byte*) {
    Item* to = room.other + task * kLongRowsBlock;
    room.counts[task] = 0;
    for (int64_t c = task * chunks_each; c < std::min(wanted, (task + 1) * chunks_each); ++c) {
      const int64_t begin = static_cast<int64_t>(chosen[c].key()) * chunk;
      const int64_t end = std::min(length, begin + chunk);
      MakeItems(column, row, length, false, begin, end, to);
      int64_t kept = 0;
      for (int64_t i = 0; i < end - begin; ++i) {
        const Item item = to[i];
        to[kept] = item;
        kept += item.key() <= last.key() ? 1 : 0;
      }
      to += kept;
      room.counts[task] += kept;
    }
  };
  co_await Tasks(tasks, keep);
  const auto gather = [&] {
    room.count = 0;
    for (int64_t t = 0; t < tasks; ++t) {
      std::copy_n(room.other + t * kLongRowsBlock, room.counts[t], room.items + room.count);
      room.count += room.counts[t];
    }
    SelectFirst(room.items, room.other, room.count, wanted);
    room.count = std::min(room.count, wanted);
  };
  co_await Once(gather);
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
Kernel OrderRow(const KeySort& sort, const std::vector<const std::byte*>& rows, int64_t chunk,
                Item* chunks, RowItems<Item>& room) {
  const int64_t length = sort.rows.length;
  if (chunk > 0) {
    const KeyColumn& column = sort.columns[0];
    co_await ChooseByChunks(sort, rows[column.key.operand], chunk, chunks, room);
    co_await SortByDigits(room, column.bits);
    co_return OkStatus();
  }
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
    if (sort.selects()) co_await LeaveOut(room, sort.rows.wanted, column.bits);
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
  const int64_t chunk = sort_.selects() ? ChunkOf(rows) : 0;
  RowItems<Item> room;
  const int64_t most = chunk > 0 ? rows.wanted * chunk : rows.length;
  room.items = co_await Scratch<Item>(most);
  room.other = co_await Scratch<Item>(most);
  Item* const chunks = co_await Scratch<Item>(chunk > 0 ? TaskCount(rows.length, chunk) : 0);
  room.block = std::max(kLongRowsBlock, TaskCount(rows.length, kMostBlocks));
  const int64_t blocks = TaskCount(rows.length, room.block);
  room.counts = co_await Scratch<int64_t>((blocks + 1) * kDigits);
  if (sort_.selects() && chunk == 0) {
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
    co_await OrderRow(sort_, from, chunk, chunks, room);
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
