#include <optional>
#include <type_traits>

#include "kernels/sorting/row_order.h"
#include "kernels/sorting/rows_side_by_side.h"

namespace hloom {

namespace {

// The number of elements, in the rows of all arrays, per task.
constexpr int64_t kShortRowsGrain = 1 << 15;
// The factor by which a task may be larger if neighboring rows are scattered: they are moved
// together.
constexpr int64_t kTogether = 8;

// With at most this many bytes of memory, the rows of a single task are sorted immediately.
constexpr int64_t kLittle = 1 << 13;

// A task sorts its rows one after the other, or a few side by side, all in its own memory.
template <typename Item>
class ShortRows final : public RowSorting {
 public:
  explicit ShortRows(const KeySort& sort)
      : rows_(sort.rows),
        key_(sort.columns[0].key.operand),
        each_(RowsWithin(kShortRowsGrain)),
        order_(sort, scratch_bytes_) {
    // Neighboring rows of wide strides are moved together if they are not too long: as many as
    // share a cache line.
    int64_t narrowest = kCacheLine;
    bool scattered = false;
    for (const SortedArray& array : rows_.arrays) {
      arrays_.push_back({{rows_, array.from_strides, array.type, rows_.length},
                         {rows_, array.to_strides, array.type, rows_.wanted}});
      narrowest = std::min(narrowest, ByteWidth(array.type));
      scattered = scattered || arrays_.back().from.scattered() || arrays_.back().to.scattered();
    }
    if (scattered) {
      each_ = std::max(
          each_, std::min(RowsWithin(kTogether * kShortRowsGrain), kShortRowsGrain / rows_.length));
    }
    if (std::is_same_v<Item, NarrowItem> && RowsSideBySide::Takes(sort)) {
      side_by_side_.emplace(sort, scratch_bytes_);
    }
    together_ = std::min({each_, rows_.count(), ScatteredRows::kMost, kCacheLine / narrowest});
    for (Array& array : arrays_) {
      if (array.from.scattered()) {
        array.from_at = ReserveBytes(array.from.bytes(together_), scratch_bytes_);
      }
      if (array.to.scattered()) {
        array.to_at = ReserveBytes(array.to.bytes(together_), scratch_bytes_);
      }
    }
  }

  bool is_small() const override { return tasks() == 1 && scratch_bytes_ <= kLittle; }
  Kernel Sort(SortedMemory memory) const override {
    if (!is_small()) return SortInTasks(memory);
    alignas(16) std::byte scratch[kLittle];
    RunTask(memory, 0, scratch);
    return {};
  }

 private:
  struct Array {
    DenseRows from, to;
    // The places of rows in the task's memory if they are scattered in the arrays.
    int64_t from_at = 0, to_at = 0;
  };

  // So many rows have about `grain` elements in all arrays.
  int64_t RowsWithin(int64_t grain) const {
    return std::max<int64_t>(1, rows_.TaskElements(grain) / rows_.length);
  }

  int64_t tasks() const { return TaskCount(rows_.count(), each_); }
  Kernel SortInTasks(SortedMemory memory) const {
    const auto task = [&](int64_t i, std::byte* scratch) { RunTask(memory, i, scratch); };
    co_await Tasks(tasks(), task, scratch_bytes_);
    co_return OkStatus();
  }
  void RunTask(const SortedMemory& memory, int64_t task, std::byte* scratch) const {
    const int64_t end = std::min(rows_.count(), (task + 1) * each_);
    for (int64_t row = task * each_; row < end; row += together_) {
      SortTogether(memory, row, std::min(together_, end - row), scratch);
    }
  }

  void SortTogether(const SortedMemory& memory, int64_t first, int64_t count,
                    std::byte* scratch) const {
    for (size_t k = 0; k < arrays_.size(); ++k) {
      arrays_[k].from.Gather(memory.from[k], first, count, scratch + arrays_[k].from_at);
    }
    for (int64_t r = 0; r < count;) {
      if (side_by_side_.has_value()) {
        r += SortSideBySide(memory, first, r, count, scratch);
        continue;
      }
      const auto row_of = [&](size_t k) { return From(memory, first, r, k, scratch); };
      Write(memory, first, r, order_.Find(row_of, scratch), scratch);
      ++r;
    }
    for (size_t k = 0; k < arrays_.size(); ++k) {
      arrays_[k].to.Scatter(scratch + arrays_[k].to_at, first, count, memory.to[k]);
    }
  }

  const std::byte* From(const SortedMemory& memory, int64_t first, int64_t r, size_t k,
                        const std::byte* scratch) const {
    return arrays_[k].from.Row(memory.from[k], first, r, scratch + arrays_[k].from_at);
  }
  std::byte* To(const SortedMemory& memory, int64_t first, int64_t r, size_t k,
                std::byte* scratch) const {
    return arrays_[k].to.Row(memory.to[k], first, r, scratch + arrays_[k].to_at);
  }
  // Writes row `first + r` in the order of its items.
  template <typename AnyItem>
  void Write(const SortedMemory& memory, int64_t first, int64_t r, const AnyItem* items,
             std::byte* scratch) const {
    for (size_t k = 0; k < arrays_.size(); ++k) {
      TakeElements(arrays_[k].from.width(), From(memory, first, r, k, scratch), items, rows_.wanted,
                   To(memory, first, r, k, scratch), 1);
    }
    WritePlaces(rows_, memory.places, first + r, items, 0, rows_.wanted);
  }

  // Sorts some rows from row `first + r` on, of which there are `count` from `first` on. Returns
  // their number.
  int64_t SortSideBySide(const SortedMemory& memory, int64_t first, int64_t r, int64_t count,
                         std::byte* scratch) const {
    constexpr int64_t kMost = RowsSideBySide::kKeyRows;
    const int64_t some = std::min(kMost, count - r);
    const std::byte* from[kMost];
    for (int64_t i = 0; i < some; ++i) from[i] = From(memory, first, r + i, key_, scratch);
    if (side_by_side_->has_only_keys()) {
      std::byte* to[kMost];
      for (int64_t i = 0; i < some; ++i) to[i] = To(memory, first, r + i, 0, scratch);
      if (side_by_side_->SortKeys(from, some, scratch, to)) return some;
    }
    const int64_t pair = std::min(RowsSideBySide::kItemRows, some);
    const NarrowItem* items[RowsSideBySide::kItemRows];
    side_by_side_->FindItems(from, pair, scratch, items);
    for (int64_t i = 0; i < pair; ++i) Write(memory, first, r + i, items[i], scratch);
    return pair;
  }

  const SortedRows& rows_;
  const size_t key_;  // the array of the first key
  int64_t each_;
  int64_t together_ = 1;
  int64_t scratch_bytes_ = 0;
  RowOrder<Item> order_;
  std::optional<RowsSideBySide> side_by_side_;
  std::vector<Array> arrays_;
};

}  // namespace

template <typename Item>
std::unique_ptr<const RowSorting> SortShortRows(const KeySort& sort) {
  return std::make_unique<ShortRows<Item>>(sort);
}

template std::unique_ptr<const RowSorting> SortShortRows<NarrowItem>(const KeySort& sort);
template std::unique_ptr<const RowSorting> SortShortRows<WideItem>(const KeySort& sort);

}  // namespace hloom
