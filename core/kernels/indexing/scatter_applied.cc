#include <algorithm>
#include <cstring>

#include "kernels/copy.h"
#include "kernels/indexing/scatter.h"
#include "kernels/indexing/scatter_windows.h"

namespace hloom {

namespace {

// The maximum number of elements per application; with many arrays it is less.
constexpr int64_t kMost = 1 << 12;
constexpr int64_t kMostOfArrays = 1 << 16;
constexpr int64_t kScatterAppliedBlock = IndexReader::kBlock;
// The number of blocks of elements, of all arrays, that a task checks for windows within the
// arrays.
constexpr int64_t kBlocksOfTask = 128;
// Elements that are as few as this, or fewer, are put back and collected without a task.
constexpr int64_t kScatterAppliedFew = 64;

// The memory of one array's part.
struct Column {
  ScatterArray array;
  OffsetWalk result, updates;  // within a window
  int64_t width;
  // The collected elements with their updates, and their places in the result.
  std::byte* values = nullptr;
  std::byte* new_values = nullptr;
  int64_t* places = nullptr;
  // The places of the block's elements, in the result and in the updates.
  int64_t* to = nullptr;
  int64_t* from = nullptr;
};

// Collects elements with their updates, window by window, until one of them repeats: within such a
// batch the order does not matter.
class Collector {
 public:
  explicit Collector(const ScatterArrays& arrays)
      : indices_(arrays.indices.data),
        windows_(arrays),
        windows_of_block_(std::max<int64_t>(1, kScatterAppliedBlock / windows_.elements())),
        blocks_of_window_(TaskCount(windows_.elements(), kScatterAppliedBlock)),
        array_count_(static_cast<int64_t>(arrays.arrays.size())),
        most_(std::min(kMost, std::max(kScatterAppliedBlock, kMostOfArrays / array_count_))) {
    for (const ScatterArray& array : arrays.arrays) {
      columns_.push_back({.array = array,
                          .result = OffsetWalk(arrays.window, array.result_window_strides),
                          .updates = OffsetWalk(arrays.window, array.update_window_strides),
                          .width = ByteWidth(array.type)});
    }
  }

  std::vector<Column>& columns() { return columns_; }
  // The maximum number of collected elements.
  int64_t capacity() const { return std::min(most_, windows_.count() * windows_.elements()); }
  // A bit for each element of the first array, all of them zero at first: set if the element is
  // collected.
  void UseBits(uint8_t* taken) { taken_ = taken; }

  int64_t collected() const { return collected_; }
  bool at_end() const { return next_ == block_size_ && block_ == blocks(); }

  // Goes on from the last block, for `blocks_looked_at` blocks of all arrays, at least one. Returns
  // false if the collected elements must be computed first.
  bool Collect(int64_t blocks_looked_at) {
    for (int64_t looked = 0; looked < blocks_looked_at; looked += array_count_) {
      if (next_ == block_size_) {
        if (block_ == blocks()) return true;
        LoadBlock();
      }
      const int64_t begin = next_;
      const int64_t* const to = columns_[0].to;
      const int64_t end = std::min(block_size_, begin + most_ - collected_);
      while (next_ < end && !IsTaken(to[next_])) Toggle(to[next_++]);
      for (const Column& column : columns_) Copy(column, begin, next_ - begin);
      collected_ += next_ - begin;
      if (next_ < block_size_) return false;
    }
    return true;
  }

  // Puts the computed values into the result.
  void PutBack() {
    for (int64_t e = 0; e < collected_; ++e) Toggle(columns_[0].places[e]);
    for (const Column& column : columns_) {
      DispatchWidth(column.width, [&]<typename T>() {
        T* const result = reinterpret_cast<T*>(column.array.result);
        const T* const values = reinterpret_cast<const T*>(column.values);
        for (int64_t e = 0; e < collected_; ++e) result[column.places[e]] = values[e];
      });
    }
    collected_ = 0;
  }

 private:
  int64_t blocks() const {
    return blocks_of_window_ > 1 ? windows_.count() * blocks_of_window_
                                 : TaskCount(windows_.count(), windows_of_block_);
  }

  // A block is some windows, or a piece of one.
  void LoadBlock() {
    const int64_t begin = block_ / blocks_of_window_ * windows_of_block_;
    const int64_t count = std::min(windows_of_block_, windows_.count() - begin);
    const int64_t first = block_ % blocks_of_window_ * kScatterAppliedBlock;
    const int64_t elements = std::min(kScatterAppliedBlock, windows_.elements() - first);
    for (size_t i = 0; i < columns_.size(); ++i) {
      int64_t to[kScatterAppliedBlock];
      int64_t from[kScatterAppliedBlock];
      const int64_t found = windows_.Find(indices_, i, begin, count, to, from);
      const Column& column = columns_[i];
      Spread(column.result, to, found, first, elements, column.to);
      Spread(column.updates, from, found, first, elements, column.from);
      block_size_ = found * elements;
    }
    ++block_;
    next_ = 0;
  }

  // Turns the places of windows into those of their elements.
  static void Spread(const OffsetWalk& walk, const int64_t* begins, int64_t windows, int64_t first,
                     int64_t elements, int64_t* offsets) {
    if (first == 0 && elements == 1) {
      std::copy_n(begins, windows, offsets);
      return;
    }
    for (int64_t k = 0; k < windows; ++k, offsets += elements) {
      walk.Take(first, elements, offsets);
      for (int64_t e = 0; e < elements; ++e) offsets[e] += begins[k];
    }
  }

  // Copies `count` elements of the block, from element `begin` on, behind the collected ones.
  void Copy(const Column& column, int64_t begin, int64_t count) const {
    std::copy_n(column.to + begin, count, column.places + collected_);
    DispatchWidth(column.width, [&]<typename T>() {
      const T* const result = reinterpret_cast<const T*>(column.array.result);
      const T* const updates = reinterpret_cast<const T*>(column.array.updates);
      T* const values = reinterpret_cast<T*>(column.values) + collected_;
      T* const new_values = reinterpret_cast<T*>(column.new_values) + collected_;
      for (int64_t e = 0; e < count; ++e) values[e] = result[column.to[begin + e]];
      for (int64_t e = 0; e < count; ++e) new_values[e] = updates[column.from[begin + e]];
    });
  }

  bool IsTaken(int64_t place) const { return (taken_[place / 8] >> (place % 8) & 1) != 0; }
  void Toggle(int64_t place) { taken_[place / 8] ^= static_cast<uint8_t>(1 << (place % 8)); }

  const std::byte* const indices_;
  ScatterWindows windows_;
  int64_t windows_of_block_, blocks_of_window_;
  const int64_t array_count_;
  const int64_t most_;
  std::vector<Column> columns_;
  uint8_t* taken_ = nullptr;
  int64_t block_ = 0;       // the next block
  int64_t block_size_ = 0;  // of the one at hand
  int64_t next_ = 0;        // its next element
  int64_t collected_ = 0;
};

}  // namespace

Kernel ScatterApplied(ScatterArrays arrays, int64_t stored_elements) {
  Collector collector(arrays);
  std::vector<const std::byte*> arguments;
  std::vector<std::byte*> results;
  for (Column& column : collector.columns()) {
    column.values = co_await Scratch<std::byte>(collector.capacity() * column.width);
    column.new_values = co_await Scratch<std::byte>(collector.capacity() * column.width);
    column.places = co_await Scratch<int64_t>(collector.capacity());
    column.to = co_await Scratch<int64_t>(kScatterAppliedBlock);
    column.from = co_await Scratch<int64_t>(kScatterAppliedBlock);
    arguments.push_back(column.values);
    results.push_back(column.values);
  }
  for (const Column& column : collector.columns()) arguments.push_back(column.new_values);
  static constexpr std::byte kZero = {};
  const int64_t bytes[] = {stored_elements / 8 + 1};
  const int64_t next[] = {1};
  const int64_t same[] = {0};
  std::byte* const taken = co_await Scratch<std::byte>(bytes[0]);
  co_await CopyStrided(bytes, taken, next, &kZero, same, 1);
  collector.UseBits(reinterpret_cast<uint8_t*>(taken));

  bool goes_on = true;
  bool computed = false;  // the collected elements
  const auto collect = [&] {
    const bool little = computed && collector.collected() < kScatterAppliedFew;
    if (computed) collector.PutBack();
    computed = false;
    goes_on = collector.Collect(little ? 1 : kBlocksOfTask);
  };
  while (true) {
    if (computed && collector.collected() < kScatterAppliedFew) {
      collect();
    } else {
      co_await Once(collect);
    }
    if (goes_on && !collector.at_end()) continue;
    if (collector.collected() == 0) break;
    const Application application = {0, arguments, results, collector.collected()};
    co_await Apply(application);
    computed = true;
  }
  co_return OkStatus();
}

}  // namespace hloom
