#include "kernels/sorting/row_order.h"

namespace hloom {

namespace {

// The number of elements that a task sorts, or moves.
constexpr int64_t kPermutedRowsGrain = 1 << 15;
// The number of elements that are ordered before they are moved.
constexpr int64_t kPermutedRowsElementsAtOnce = 1 << 20;

// Some tasks find the permutation of rows, by which others then move them in one array or a few.
template <typename Item>
class PermutedRows final : public RowSorting {
 public:
  explicit PermutedRows(const KeySort& sort)
      : rows_(sort.rows),
        wanted_(rows_.wanted),
        at_once_(RowsWithin(kPermutedRowsElementsAtOnce)),
        ordered_each_(RowsWithin(kPermutedRowsGrain / static_cast<int64_t>(sort.columns.size()))),
        moved_each_(RowsWithin(kPermutedRowsGrain)),
        arrays_each_(std::max<int64_t>(kPermutedRowsGrain / (rows_.length * moved_each_), 1)),
        order_(sort, order_bytes_) {
    for (const SortedArray& array : rows_.arrays) {
      arrays_.push_back({{rows_, array.from_strides, array.type, rows_.length},
                         {rows_, array.to_strides, array.type, wanted_}});
      const Array& made = arrays_.back();
      int64_t from = 0;
      int64_t to = 0;
      if (made.from.scattered()) ReserveBytes(made.from.bytes(TogetherOf(moved_each_)), from);
      if (made.to.scattered()) ReserveBytes(made.to.bytes(TogetherOf(moved_each_)), to);
      from_bytes_ = std::max(from_bytes_, from);
      to_bytes_ = std::max(to_bytes_, to);
    }
    for (const KeyColumn& column : sort.columns) {
      Array& array = arrays_[column.key.operand];
      if (array.key_at >= 0) continue;
      array.key_at = order_bytes_;
      keys_.push_back(column.key.operand);
      if (!array.from.scattered()) continue;
      ReserveBytes(array.from.bytes(TogetherOf(ordered_each_)), order_bytes_);
    }
  }

  Kernel Sort(SortedMemory memory) const override {
    Item* const ordered = co_await Scratch<Item>(at_once_ * wanted_);
    for (int64_t first = 0; first < rows_.count(); first += at_once_) {
      const int64_t count = std::min(at_once_, rows_.count() - first);
      const auto order = [&](int64_t task, std::byte* scratch) {
        Order(memory, first, count, task, scratch, ordered);
      };
      co_await Tasks(TaskCount(count, ordered_each_), order, order_bytes_);
      const auto move = [&](int64_t task, std::byte* scratch) {
        Move(memory, first, count, task, scratch, ordered);
      };
      const int64_t moves = TaskCount(count, moved_each_) * array_groups();
      co_await Tasks(moves, move, from_bytes_ + to_bytes_);
    }
    co_return OkStatus();
  }

 private:
  struct Array {
    DenseRows from, to;
    int64_t key_at = -1;  // the place of its dense rows in the memory of a task that orders them
  };

  int64_t RowsWithin(int64_t elements) const {
    return std::clamp<int64_t>(elements / rows_.length, 1, rows_.count());
  }
  // Neighboring rows share cache lines.
  static int64_t TogetherOf(int64_t rows) { return std::min(rows, ScatteredRows::kMost); }
  int64_t array_groups() const {
    return TaskCount(static_cast<int64_t>(arrays_.size()), arrays_each_);
  }

  // Finds the order of `count` rows from row `first` on: items, row after row.
  void Order(const SortedMemory& memory, int64_t first, int64_t count, int64_t task,
             std::byte* scratch, Item* ordered) const {
    const int64_t end = std::min(count, (task + 1) * ordered_each_);
    const int64_t together = TogetherOf(ordered_each_);
    for (int64_t row = task * ordered_each_; row < end; row += together) {
      OrderTogether(memory, first + row, std::min(together, end - row), scratch,
                    ordered + row * wanted_);
    }
  }

  // Moves the elements of these rows.
  void Move(const SortedMemory& memory, int64_t first, int64_t count, int64_t task,
            std::byte* scratch, const Item* ordered) const {
    const int64_t begin = task / array_groups() * moved_each_;
    const int64_t end = std::min(count, begin + moved_each_);
    const int64_t together = TogetherOf(moved_each_);
    const size_t array = static_cast<size_t>(task % array_groups() * arrays_each_);
    const size_t last = std::min(arrays_.size(), array + static_cast<size_t>(arrays_each_));
    for (size_t k = array; k < last; ++k) {
      for (int64_t row = begin; row < end; row += together) {
        MoveTogether(memory, k, first + row, std::min(together, end - row), scratch,
                     ordered + row * wanted_);
      }
    }
  }

  void OrderTogether(const SortedMemory& memory, int64_t first, int64_t count, std::byte* scratch,
                     Item* ordered) const {
    for (const size_t k : keys_) {
      arrays_[k].from.Gather(memory.from[k], first, count, scratch + arrays_[k].key_at);
    }
    for (int64_t r = 0; r < count; ++r) {
      const auto row_of = [&](size_t k) -> const std::byte* {
        const std::byte* const room = scratch + arrays_[k].key_at;
        return arrays_[k].from.Row(memory.from[k], first, r, room);
      };
      const Item* const items = order_.Find(row_of, scratch);
      std::copy_n(items, wanted_, ordered + r * wanted_);
      WritePlaces(rows_, memory.places, first + r, items, 0, wanted_);
    }
  }

  void MoveTogether(const SortedMemory& memory, size_t k, int64_t first, int64_t count,
                    std::byte* scratch, const Item* ordered) const {
    const DenseRows& from = arrays_[k].from;
    const DenseRows& to = arrays_[k].to;
    std::byte* const to_room = scratch + from_bytes_;
    from.Gather(memory.from[k], first, count, scratch);
    for (int64_t r = 0; r < count; ++r) {
      const std::byte* const row = from.Row<const std::byte>(memory.from[k], first, r, scratch);
      TakeElements(from.width(), row, ordered + r * wanted_, wanted_,
                   to.Row(memory.to[k], first, r, to_room), 1);
    }
    to.Scatter(to_room, first, count, memory.to[k]);
  }

  const SortedRows& rows_;
  const int64_t wanted_;
  // The number of rows that are sorted before they are moved, and the rows that a task sorts or
  // moves.
  const int64_t at_once_, ordered_each_, moved_each_;
  const int64_t arrays_each_;  // in how many arrays it moves them
  int64_t order_bytes_ = 0;
  RowOrder<Item> order_;
  std::vector<Array> arrays_;
  std::vector<size_t> keys_;  // the arrays that are compared
  int64_t from_bytes_ = 0;
  int64_t to_bytes_ = 0;
};

}  // namespace

template <typename Item>
std::unique_ptr<const RowSorting> SortPermutedRows(const KeySort& sort) {
  return std::make_unique<PermutedRows<Item>>(sort);
}

template std::unique_ptr<const RowSorting> SortPermutedRows<NarrowItem>(const KeySort& sort);
template std::unique_ptr<const RowSorting> SortPermutedRows<WideItem>(const KeySort& sort);

}  // namespace hloom
