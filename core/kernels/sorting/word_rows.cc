#include <algorithm>
#include <utility>

#include "kernels/sorting/key_sort_rows.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

constexpr int64_t kWordBlock = 1 << 15;
// A table of counts for each block: of very long rows the blocks grow rather than the tables.
constexpr int64_t kMostWordBlocks = 1 << 9;

// The places that a pass writes to are in as many pages as there are digits. With more of them,
// processors look up pages more often than fewer passes save.
constexpr int kWordDigitBits = 8;

// A word is a key, or a key above 32 bits of a payload. Words are sorted by their keys alone, and
// words of equal keys keep their order. All elements of a key are the same, but for zeros and NaNs
// that compare equal: afterwards these are put back in their original order.
template <typename Word>
class WordRows final : public RowSorting {
 public:
  explicit WordRows(const KeySort& sort)
      : rows_(sort.rows),
        column_(sort.columns[0]),
        key_(column_.key.operand),
        has_payload_(rows_.arrays.size() == 2 || rows_.has_places),
        block_(std::max(kWordBlock, TaskCount(rows_.length, kMostWordBlocks))),
        blocks_(TaskCount(rows_.length, block_)) {}

  Kernel Sort(SortedMemory memory) const override;

 private:
  static constexpr int64_t kDigits = int64_t{1} << kWordDigitBits;

  // The part of a row that a task works on.
  struct Block {
    int64_t row, begin, end;
  };
  Block BlockOf(int64_t row, int64_t b) const {
    return {row, b * block_, std::min(rows_.length, (b + 1) * block_)};
  }
  int key_shift() const { return has_payload_ ? 32 : 0; }
  int64_t DigitOf(Word word, int shift) const {
    return static_cast<int64_t>(word >> shift) & (kDigits - 1);
  }
  void CountDigits(const Word* words, const Block& block, int shift, uint32_t* counts) const {
    std::fill_n(counts, kDigits, 0u);
    for (int64_t i = block.begin; i < block.end; ++i) ++counts[DigitOf(words[i], shift)];
  }
  // Counts are the places of the block's next words of each digit.
  void MoveByDigits(const Word* __restrict words, const Block& block, int shift,
                    uint32_t* __restrict places, Word* __restrict to) const {
    for (int64_t i = block.begin; i < block.end; ++i) {
      to[places[DigitOf(words[i], shift)]++] = words[i];
    }
  }

  // Calls f(the elements of array k from number `at` on, at, their number), dense and in turn.
  template <typename F>
  void ForEachRun(const SortedMemory& memory, size_t k, const Block& block, F f) const {
    const SortedArray& array = rows_.arrays[k];
    const int64_t width = ByteWidth(array.type);
    const int64_t inner = array.from_strides.inner;
    const std::byte* const from =
        memory.from[k] + rows_.OffsetOf(block.row, array.from_strides) * width;
    alignas(16) std::byte dense[kKeyBlock * sizeof(uint64_t)];
    for (int64_t at = block.begin; at < block.end; at += kKeyBlock) {
      const int64_t count = std::min(kKeyBlock, block.end - at);
      const std::byte* elements = from + at * inner * width;
      if (inner != 1) {
        LoadRun(array.type, elements, inner, array.type, dense, count);
        elements = dense;
      }
      f(elements, at, count);
    }
  }

  // Calls f(a KeyMaker for the elements of the keys).
  template <typename F>
  void WithKeys(F f) const {
    if (column_.bits == 8) return f(KeyMaker<uint8_t>(column_));
    if (column_.bits == 16) return f(KeyMaker<uint16_t>(column_));
    if constexpr (sizeof(Word) == 8) {
      if (column_.bits == 64) return f(KeyMaker<uint64_t>(column_));
    }
    f(KeyMaker<uint32_t>(column_));
  }
  // Calls f(0 of the unsigned integer type of the payload).
  template <typename F>
  static void WithPayload(int64_t width, F f) {
    if (width == 1) return f(uint8_t{0});
    if (width == 2) return f(uint16_t{0});
    f(uint32_t{0});
  }

  bool MakeWords(const SortedMemory& memory, const Block& block, Word* words) const;
  void Fill(const SortedMemory& memory, const Block& block, const Word* words) const;
  Kernel PutBack(SortedMemory memory, int64_t row, const Word* words, uint32_t* counts,
                 bool nans) const;
  std::byte* ResultOf(const SortedMemory& memory, size_t k, int64_t row) const {
    const SortedArray& array = rows_.arrays[k];
    return memory.to[k] + rows_.OffsetOf(row, array.to_strides) * ByteWidth(array.type);
  }

  const SortedRows& rows_;
  const KeyColumn& column_;
  const size_t key_;  // the array of the keys
  const bool has_payload_;
  const int64_t block_, blocks_;
};

// Makes the words of a block. Returns true if elements of different bits have the same key.
template <typename Word>
bool WordRows<Word>::MakeWords(const SortedMemory& memory, const Block& block, Word* words) const {
  bool merged = false;
  WithKeys([&]<typename U>(const KeyMaker<U> key) {
    ForEachRun(memory, key_, block, [&](const std::byte* run, int64_t at, int64_t count) {
      const U* const x = reinterpret_cast<const U*>(run);
      Word* const to = words + at;
      if (!key.merges()) {
        for (int64_t i = 0; i < count; ++i) to[i] = key.OfMerged(x[i]);
        return;
      }
      U differences = 0;
      for (int64_t i = 0; i < count; ++i) {
        const U element = key.Merged(x[i]);
        differences |= static_cast<U>(element ^ x[i]);
        to[i] = key.OfMerged(element);
      }
      merged = merged || differences != 0;
    });
  });
  if constexpr (sizeof(Word) == 8) {
    if (!has_payload_) return merged;
    if (rows_.arrays.size() == 1) {
      for (int64_t i = block.begin; i < block.end; ++i) {
        words[i] = words[i] << 32 | static_cast<Word>(i);
      }
      return merged;
    }
    const size_t other = 1 - key_;
    WithPayload(ByteWidth(rows_.arrays[other].type), [&]<typename U>(U) {
      ForEachRun(memory, other, block, [&](const std::byte* run, int64_t at, int64_t count) {
        const U* const x = reinterpret_cast<const U*>(run);
        Word* const to = words + at;
        for (int64_t i = 0; i < count; ++i) to[i] = to[i] << 32 | x[i];
      });
    });
  }
  return merged;
}

// Writes the elements of the words that are a block of the sorted row.
template <typename Word>
void WordRows<Word>::Fill(const SortedMemory& memory, const Block& block, const Word* words) const {
  WithKeys([&]<typename U>(const KeyMaker<U> key) {
    U* const to = reinterpret_cast<U*>(ResultOf(memory, key_, block.row));
    const int64_t stride = rows_.arrays[key_].to_strides.inner;
    const int shift = key_shift();
    if (stride == 1) {
      for (int64_t i = block.begin; i < block.end; ++i) {
        to[i] = key.ElementOf(static_cast<U>(words[i] >> shift));
      }
    } else {
      for (int64_t i = block.begin; i < block.end; ++i) {
        to[i * stride] = key.ElementOf(static_cast<U>(words[i] >> shift));
      }
    }
  });
  if constexpr (sizeof(Word) == 8) {
    if (!has_payload_) return;
    const bool places = rows_.arrays.size() == 1;
    const size_t other = 1 - key_;
    const int64_t stride =
        places ? rows_.places_strides.inner : rows_.arrays[other].to_strides.inner;
    WithPayload(places ? 4 : ByteWidth(rows_.arrays[other].type), [&]<typename U>(U) {
      U* const to = places ? reinterpret_cast<U*>(memory.places) +
                                 rows_.OffsetOf(block.row, rows_.places_strides)
                           : reinterpret_cast<U*>(ResultOf(memory, other, block.row));
      for (int64_t i = block.begin; i < block.end; ++i) to[i * stride] = static_cast<U>(words[i]);
    });
  }
}

// Writes all zeros, or all NaNs, of a row in their original order: they have one key.
template <typename Word>
Kernel WordRows<Word>::PutBack(SortedMemory memory, int64_t row, const Word* words,
                               uint32_t* counts, bool nans) const {
  const auto for_each = [&](int64_t b, auto f) {
    WithKeys([&]<typename U>(const KeyMaker<U> key) {
      ForEachRun(memory, key_, BlockOf(row, b), [&](const std::byte* run, int64_t, int64_t count) {
        const U* const x = reinterpret_cast<const U*>(run);
        for (int64_t i = 0; i < count; ++i) {
          if (nans ? key.IsMergedNan(x[i]) : key.IsMergedZero(x[i])) f(x[i]);
        }
      });
    });
  };
  const auto count = [&](int64_t b, std::byte*) {
    counts[b] = 0;
    for_each(b, [&](auto) { ++counts[b]; });
  };
  co_await Tasks(blocks_, count);
  const auto add_up = [&] {
    uint64_t wanted = 0;
    WithKeys([&](const auto key) { wanted = nans ? key.nan_key() : key.zero_key(); });
    const auto before = [&](Word word, uint64_t key) { return word >> key_shift() < key; };
    uint32_t at = static_cast<uint32_t>(
        std::lower_bound(words, words + rows_.length, wanted, before) - words);
    for (int64_t b = 0; b < blocks_; ++b) at += std::exchange(counts[b], at);
  };
  co_await Once(add_up);
  const auto write = [&](int64_t b, std::byte*) {
    const int64_t stride = rows_.arrays[key_].to_strides.inner;
    std::byte* const to = ResultOf(memory, key_, row);
    int64_t at = counts[b];
    for_each(b, [&]<typename U>(U x) { reinterpret_cast<U*>(to)[at++ * stride] = x; });
  };
  co_await Tasks(blocks_, write);
  co_return OkStatus();
}

template <typename Word>
Kernel WordRows<Word>::Sort(SortedMemory memory) const {
  Word* words = co_await Scratch<Word>(rows_.length);
  Word* other = co_await Scratch<Word>(rows_.length);
  uint32_t* const counts = co_await Scratch<uint32_t>((blocks_ + 1) * kDigits);
  bool* const merged = co_await Scratch<bool>(blocks_);
  for (int64_t row = 0; row < rows_.count(); ++row) {
    const auto make = [&](int64_t b, std::byte*) {
      const Block block = BlockOf(row, b);
      merged[b] = MakeWords(memory, block, words);
      CountDigits(words, block, key_shift(), counts + b * kDigits);
    };
    co_await Tasks(blocks_, make);
    const int end = key_shift() + column_.bits;
    for (int shift = key_shift(); shift < end; shift += kWordDigitBits) {
      const auto count = [&](int64_t b, std::byte*) {
        CountDigits(words, BlockOf(row, b), shift, counts + b * kDigits);
      };
      co_await Tasks(shift == key_shift() ? 0 : blocks_, count);
      bool differ = false;
      const auto add_up = [&] {
        differ = CountsToOffsets(counts, blocks_, kDigits, static_cast<uint32_t>(rows_.length));
      };
      co_await Once(add_up);
      if (!differ) continue;
      const auto move = [&](int64_t b, std::byte*) {
        const Block block = BlockOf(row, b);
        MoveByDigits(words, block, shift, counts + b * kDigits, other);
      };
      co_await Tasks(blocks_, move);
      std::swap(words, other);
    }
    const auto fill = [&](int64_t b, std::byte*) { Fill(memory, BlockOf(row, b), words); };
    co_await Tasks(blocks_, fill);
    if (std::find(merged, merged + blocks_, true) == merged + blocks_) continue;
    for (const bool nans : {false, true}) co_await PutBack(memory, row, words, counts, nans);
  }
  co_return OkStatus();
}

}  // namespace

std::unique_ptr<const RowSorting> SortWords(const KeySort& sort) {
  const bool narrow =
      sort.columns[0].bits <= 32 && sort.rows.arrays.size() == 1 && !sort.rows.has_places;
  if (narrow) return std::make_unique<WordRows<uint32_t>>(sort);
  return std::make_unique<WordRows<uint64_t>>(sort);
}

}  // namespace hloom
