#include "kernels/sorting/row_order.h"

namespace hloom {

namespace {

// How many elements the rows of all arrays have that a task puts together.
constexpr int64_t kGrain = 1 << 15;
// It may be so many times more where neighbouring rows lie scattered: they are moved together.
constexpr int64_t kTogether = 8;

// Sorts the rows of a task one after the other, all in the task's own memory.
template <typename Item>
class RowTask {
 public:
  explicit RowTask(const KeySort& sort)
      : rows_(sort.rows), each_(RowsWithin(kGrain)), order_(sort, scratch_bytes_) {
    // Neighbouring rows of wide strides go together as far as they are not too long: as many as
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
      each_ = std::max(each_, std::min(RowsWithin(kTogether * kGrain), kGrain / rows_.length));
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

  int64_t count() const { return TaskCount(rows_.count(), each_); }
  int64_t scratch_bytes() const { return scratch_bytes_; }

  void Run(int64_t task, std::byte* scratch) const {
    const int64_t end = std::min(rows_.count(), (task + 1) * each_);
    for (int64_t row = task * each_; row < end; row += together_) {
      SortTogether(row, std::min(together_, end - row), scratch);
    }
  }

 private:
  struct Array {
    DenseRows from, to;
    // Where rows lie dense in the task's memory that are scattered in the arrays.
    int64_t from_at = 0, to_at = 0;
  };

  // So many rows have about `grain` elements in all arrays.
  int64_t RowsWithin(int64_t grain) const {
    return std::max<int64_t>(1, rows_.TaskElements(grain) / rows_.length);
  }

  void SortTogether(int64_t first, int64_t count, std::byte* scratch) const {
    for (size_t k = 0; k < arrays_.size(); ++k) {
      arrays_[k].from.Gather(rows_.arrays[k].from, first, count, scratch + arrays_[k].from_at);
    }
    for (int64_t r = 0; r < count; ++r) {
      const auto row_of = [&](size_t k) -> const std::byte* {
        const std::byte* const room = scratch + arrays_[k].from_at;
        return arrays_[k].from.Row(rows_.arrays[k].from, first, r, room);
      };
      const Item* const items = order_.Find(row_of, scratch);
      for (size_t k = 0; k < arrays_.size(); ++k) {
        std::byte* const to =
            arrays_[k].to.Row(rows_.arrays[k].to, first, r, scratch + arrays_[k].to_at);
        TakeElements(arrays_[k].from.width(), row_of(k), items, rows_.wanted, to, 1);
      }
      WritePlaces(rows_, first + r, items, 0, rows_.wanted);
    }
    for (size_t k = 0; k < arrays_.size(); ++k) {
      arrays_[k].to.Scatter(scratch + arrays_[k].to_at, first, count, rows_.arrays[k].to);
    }
  }

  const SortedRows& rows_;
  int64_t each_;
  int64_t together_ = 1;
  int64_t scratch_bytes_ = 0;
  RowOrder<Item> order_;
  std::vector<Array> arrays_;
};

template <typename Item>
Kernel SortInTasks(KeySort sort) {
  const RowTask<Item> tasks(sort);
  const auto task = [&](int64_t i, std::byte* scratch) { tasks.Run(i, scratch); };
  co_await Tasks(tasks.count(), task, tasks.scratch_bytes());
  co_return OkStatus();
}

}  // namespace

// Sorts rows by tasks; few elements are sorted at once.
template <typename Item>
Kernel SortShortRows(KeySort sort) {
  constexpr int64_t kLittle = 1 << 13;
  const RowTask<Item> tasks(sort);
  if (tasks.count() == 1 && tasks.scratch_bytes() <= kLittle) {
    alignas(16) std::byte scratch[kLittle];
    tasks.Run(0, scratch);
    return {};
  }
  return SortInTasks<Item>(std::move(sort));
}

template Kernel SortShortRows<NarrowItem>(KeySort sort);
template Kernel SortShortRows<WideItem>(KeySort sort);

}  // namespace hloom
