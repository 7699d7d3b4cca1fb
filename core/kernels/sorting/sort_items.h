// The items of a sort by keys: a key and its original place, as words of 64 bits, so that comparing
// items compares keys, then places.
#ifndef HLOOM_KERNELS_SORTING_SORT_ITEMS_H_
#define HLOOM_KERNELS_SORTING_SORT_ITEMS_H_

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hloom {

// An item that has both in one word, the key above.
struct NarrowItem {
  static constexpr int kMaxKeyBits = 32;
  uint64_t bits;

  static NarrowItem Of(uint64_t key, int64_t place) {
    return {key << 32 | static_cast<uint64_t>(place)};
  }
  uint64_t key() const { return bits >> 32; }
  int64_t place() const { return static_cast<int64_t>(bits & 0xffffffffu); }
  friend bool operator<(NarrowItem a, NarrowItem b) { return a.bits < b.bits; }
};

struct WideItem {
  uint64_t bits;
  uint64_t from;

  static WideItem Of(uint64_t key, int64_t place) { return {key, static_cast<uint64_t>(place)}; }
  uint64_t key() const { return bits; }
  int64_t place() const { return static_cast<int64_t>(from); }
  friend bool operator<(const WideItem& a, const WideItem& b) {
    return a.bits != b.bits ? a.bits < b.bits : a.from < b.from;
  }
};

// Digits of keys, the least significant one first.
struct SortDigits {
  static constexpr int kBits = 11;
  static constexpr size_t kCount = size_t{1} << kBits;

  static int PassesFor(int key_bits) { return (key_bits + kBits - 1) / kBits; }
  template <typename Item>
  static size_t Of(const Item& item, int pass) {
    return static_cast<size_t>(item.key() >> (pass * kBits)) & (kCount - 1);
  }
};

// Turns the counts of each digit of each block, [blocks, digits], into the place of the first item
// of that digit. One more block is room. Returns false if all of the `total` items have one digit.
template <typename Count>
bool CountsToOffsets(Count* counts, int64_t blocks, int64_t digits, Count total) {
  Count* const next = counts + blocks * digits;
  std::fill_n(next, digits, Count{0});
  for (int64_t b = 0; b < blocks; ++b) {
    for (int64_t d = 0; d < digits; ++d) next[d] += counts[b * digits + d];
  }
  Count sum = 0;
  for (int64_t d = 0; d < digits; ++d) {
    if (next[d] == total) return false;
    sum += std::exchange(next[d], sum);
  }
  for (int64_t b = 0; b < blocks; ++b) {
    for (int64_t d = 0; d < digits; ++d) {
      next[d] += std::exchange(counts[b * digits + d], next[d]);
    }
  }
  return true;
}

// With fewer items than this, counting digits takes longer than comparing.
inline constexpr int64_t kRadixFrom = 512;

// Sorts by counting digits; each pass keeps the order of the one before. `counts` has room for all
// digits of all passes. Returns the items in order, which are in `items` or in `room`.
template <typename Item>
Item* RadixSort(Item* items, Item* room, int64_t count, int key_bits, uint32_t* counts) {
  const int passes = SortDigits::PassesFor(key_bits);
  std::fill_n(counts, static_cast<size_t>(passes) * SortDigits::kCount, 0u);
  for (int64_t i = 0; i < count; ++i) {
    for (int p = 0; p < passes; ++p) {
      ++counts[static_cast<size_t>(p) * SortDigits::kCount + SortDigits::Of(items[i], p)];
    }
  }
  for (int p = 0; p < passes; ++p) {
    uint32_t* const at = counts + static_cast<size_t>(p) * SortDigits::kCount;
    if (at[SortDigits::Of(items[0], p)] == count) continue;  // all have the same digit
    uint32_t sum = 0;
    for (size_t d = 0; d < SortDigits::kCount; ++d) sum += std::exchange(at[d], sum);
    for (int64_t i = 0; i < count; ++i) room[at[SortDigits::Of(items[i], p)]++] = items[i];
    std::swap(items, room);
  }
  return items;
}

// Sorts by insertion into runs of a few items, which are merged. It is stable: only keys are
// compared. Gives the items in order, which are in `items` or in `room`.
template <typename Item>
Item* MergeSort(Item* items, Item* room, int64_t count) {
  constexpr int64_t kRun = 8;
  for (int64_t begin = 0; begin < count; begin += kRun) {
    const int64_t end = std::min(count, begin + kRun);
    for (int64_t i = begin + 1; i < end; ++i) {
      const Item item = items[i];
      int64_t at = i;
      for (; at > begin && item.key() < items[at - 1].key(); --at) items[at] = items[at - 1];
      items[at] = item;
    }
  }
  for (int64_t width = kRun; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      const Item* left = items + begin;
      const Item* const middle = items + std::min(count, begin + width);
      const Item* const end = items + std::min(count, begin + 2 * width);
      const Item* right = middle;
      Item* to = room + begin;
      while (left < middle && right < end) {
        const bool right_first = right->key() < left->key();
        *to++ = right_first ? *right : *left;
        right += right_first ? 1 : 0;
        left += right_first ? 0 : 1;
      }
      std::copy(right, end, std::copy(left, middle, to));
    }
    std::swap(items, room);
  }
  return items;
}

// Sorts in the one way or the other: stable, and in `items` or in `room`.
template <typename Item>
Item* SortItems(Item* items, Item* room, int64_t count, int key_bits, uint32_t* counts) {
  return count >= kRadixFrom ? RadixSort(items, room, count, key_bits, counts)
                             : MergeSort(items, room, count);
}

// Moves the first `wanted` of `count` items, by keys, then places, to the front, in their current
// order. Returns the last one of them.
template <typename Item>
Item KeepFirst(Item* items, Item* room, int64_t count, int64_t wanted) {
  std::copy_n(items, count, room);
  std::nth_element(room, room + wanted - 1, room + count);
  const Item last = room[wanted - 1];
  int64_t kept = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Item item = items[i];
    items[kept] = item;
    kept += last < item ? 0 : 1;
  }
  return last;
}

// Does the same for any count; most items are only compared with the last selected one so far.
template <typename Item>
void SelectFirst(Item* items, Item* room, int64_t count, int64_t wanted) {
  if (wanted == 0 || wanted >= count) return;
  const int64_t most = std::min(count, std::max<int64_t>(4 * wanted, 64));
  Item last = KeepFirst(items, room, most, wanted);
  int64_t kept = wanted;
  for (int64_t i = most; i < count; ++i) {
    const Item item = items[i];
    items[kept] = item;
    kept += item < last ? 1 : 0;
    if (kept == most) {
      last = KeepFirst(items, room, kept, wanted);
      kept = wanted;
    }
  }
  if (kept > wanted) KeepFirst(items, room, kept, wanted);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_SORT_ITEMS_H_
