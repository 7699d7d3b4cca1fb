#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

namespace {

// How many elements the rows of all arrays have that a task puts together.
constexpr int64_t kGrain = 1 << 15;
// It may be so many times more where neighbouring rows lie scattered: they are moved together.
constexpr int64_t kTogether = 8;
constexpr int64_t kCacheLine = 64;

bool IsDense(const RowStrides& strides) { return strides.inner == 1; }

// Sorts the rows of a task one after the other, all in the task's own memory.
template <typename Item>
class RowTask {
 public:
  explicit RowTask(const KeySort& sort) : sort_(sort), rows_(sort.rows), each_(RowsWithin(kGrain)) {
    // Neighbouring rows of wide strides go together as far as they are not too long: as many as
    // share a cache line.
    int64_t narrowest = kCacheLine;
    bool scattered = false;
    for (const SortedArray& array : rows_.arrays) {
      narrowest = std::min(narrowest, ByteWidth(array.type));
      scattered = scattered || !IsDense(array.from_strides) || !IsDense(array.to_strides);
    }
    if (scattered) {
      each_ = std::max(each_, std::min(RowsWithin(kTogether * kGrain), kGrain / rows_.length));
    }
    together_ = std::min({each_, rows_.count(), ScatteredRows::kMost, kCacheLine / narrowest});
    room_at_ = Reserve(rows_.length * static_cast<int64_t>(sizeof(Item)), /*from=*/0);
    counts_at_ = Reserve(rows_.length * static_cast<int64_t>(sizeof(Item)), room_at_);
    int64_t end = counts_at_;
    if (rows_.length >= kRadixFrom) {
      int bits = 0;
      for (const KeyColumn& column : sort.columns) bits = std::max(bits, column.bits);
      end = Reserve(
          static_cast<int64_t>(SortDigits::PassesFor(bits) * SortDigits::kCount * sizeof(uint32_t)),
          end);
    }
    for (const SortedArray& array : rows_.arrays) {
      Stages stages;
      stages.width = ByteWidth(array.type);
      stages.pitch = rows_.length + kCacheLine / stages.width;
      const int64_t bytes = together_ * stages.pitch * stages.width;
      if (!IsDense(array.from_strides)) end = Reserve(bytes, stages.from = end);
      if (!IsDense(array.to_strides)) end = Reserve(bytes, stages.to = end);
      stages_.push_back(stages);
    }
    scratch_bytes_ = end;
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
  // Where rows lie dense that are scattered in the arrays, in the task's memory; -1 where the
  // arrays' own are dense.
  struct Stages {
    int64_t width = 0;  // of an element, in bytes
    // The distance from row to row: a cache line more than a row has, as rows of a power of two
    // would share their places in a cache.
    int64_t pitch = 0;
    int64_t from = -1;
    int64_t to = -1;
  };

  // So many rows have about `grain` elements in all arrays.
  int64_t RowsWithin(int64_t grain) const {
    return std::max<int64_t>(1, rows_.TaskElements(grain) / rows_.length);
  }

  static int64_t Reserve(int64_t bytes, int64_t from) { return from + (bytes + 15) / 16 * 16; }

  // Rows of array k, from row `first` on.
  ScatteredRows Scattered(size_t k, const RowStrides& strides, int64_t first, int64_t count,
                          int64_t length) const {
    ScatteredRows rows;
    rows.width = stages_[k].width;
    rows.count = count;
    rows.length = length;
    rows.stride = strides.inner;
    rows.pitch = stages_[k].pitch;
    for (int64_t r = 0; r < count; ++r) rows.offsets[r] = rows_.OffsetOf(first + r, strides);
    return rows;
  }

  // Row `first + r`, dense.
  const std::byte* From(size_t k, int64_t first, int64_t r, std::byte* scratch) const {
    const Stages& stages = stages_[k];
    if (stages.from >= 0) return scratch + stages.from + r * stages.pitch * stages.width;
    const SortedArray& array = rows_.arrays[k];
    return array.from + rows_.OffsetOf(first + r, array.from_strides) * stages.width;
  }
  std::byte* To(size_t k, int64_t first, int64_t r, std::byte* scratch) const {
    const Stages& stages = stages_[k];
    if (stages.to >= 0) return scratch + stages.to + r * stages.pitch * stages.width;
    const SortedArray& array = rows_.arrays[k];
    return array.to + rows_.OffsetOf(first + r, array.to_strides) * stages.width;
  }

  void SortTogether(int64_t first, int64_t count, std::byte* scratch) const {
    for (size_t k = 0; k < rows_.arrays.size(); ++k) {
      if (stages_[k].from < 0) continue;
      const SortedArray& array = rows_.arrays[k];
      Scattered(k, array.from_strides, first, count, rows_.length)
          .Gather(array.from, scratch + stages_[k].from);
    }
    for (int64_t r = 0; r < count; ++r) {
      const Item* const items = Order(first, r, scratch);
      for (size_t k = 0; k < rows_.arrays.size(); ++k) {
        TakeElements(stages_[k].width, From(k, first, r, scratch), items, rows_.wanted,
                     To(k, first, r, scratch), 1);
      }
      WritePlaces(rows_, first + r, items, 0, rows_.wanted);
    }
    for (size_t k = 0; k < rows_.arrays.size(); ++k) {
      if (stages_[k].to < 0) continue;
      const SortedArray& array = rows_.arrays[k];
      Scattered(k, array.to_strides, first, count, rows_.wanted)
          .Scatter(scratch + stages_[k].to, array.to);
    }
  }

  const Item* Order(int64_t first, int64_t r, std::byte* scratch) const {
    Item* items = reinterpret_cast<Item*>(scratch);
    Item* const rooms[] = {items, reinterpret_cast<Item*>(scratch + room_at_)};
    uint32_t* const counts = reinterpret_cast<uint32_t*>(scratch + counts_at_);
    int64_t count = rows_.length;
    // The last key comes first: each sort keeps the order of those before where its keys are equal.
    for (size_t c = sort_.columns.size(); c-- > 0;) {
      const KeyColumn& column = sort_.columns[c];
      const std::byte* const row = From(column.key.operand, first, r, scratch);
      Item* const room = rooms[items == rooms[0] ? 1 : 0];
      if (c + 1 == sort_.columns.size()) {
        MakeItems(column, row, rows_.length, sort_.reverse_ties, 0, rows_.length, items);
        if (sort_.selects()) {
          SelectFirst(items, room, count, rows_.wanted);
          count = rows_.wanted;
        }
      } else {
        RekeyItems(column, row, items, count);
      }
      items = SortItems(items, room, count, column.bits, counts);
    }
    return items;
  }

  const KeySort& sort_;
  const SortedRows& rows_;
  int64_t each_;
  int64_t together_;
  int64_t room_at_, counts_at_, scratch_bytes_;
  std::vector<Stages> stages_;
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
