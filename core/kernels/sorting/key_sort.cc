#include "kernels/sorting/key_sort.h"

#include "kernels/copy.h"
#include "kernels/sorting/item_keys.h"
#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

namespace {

// The number of elements per task.
constexpr int64_t kKeySortGrain = 1 << 15;
// Longer rows are sorted block by block. A key is one more pass over the row.
constexpr int64_t kMostInTask = 1 << 16;
// The most elements, of all arrays, that a task moves when it sorts a row.
constexpr int64_t kMostMoved = 1 << 18;

// True if a part of a row contains a NaN.
bool HasNan(const KeyColumn& column, const SortedRows& rows, const SortedMemory& memory,
            int64_t row, int64_t begin, int64_t end) {
  const SortedArray& array = rows.arrays[column.key.operand];
  const int64_t width = ByteWidth(array.type);
  const std::byte* const from =
      memory.from[column.key.operand] + rows.OffsetOf(row, array.from_strides) * width;
  const int64_t inner = array.from_strides.inner;
  alignas(16) std::byte dense[kKeyBlock * 16];
  bool found = false;
  for (int64_t at = begin; at < end; at += kKeyBlock) {
    const int64_t count = std::min(kKeyBlock, end - at);
    const std::byte* elements = from + at * inner * width;
    if (inner != 1) {
      DispatchWidth(width, [&]<typename T>() {
        const T* const scattered = reinterpret_cast<const T*>(elements);
        T* const to = reinterpret_cast<T*>(dense);
        for (int64_t i = 0; i < count; ++i) to[i] = scattered[i * inner];
      });
      elements = dense;
    }
    WithParts(column, elements, count, [&]<typename U>(const U* x, int64_t stride) {
      U nans = 0;
      for (int64_t i = 0; i < count; ++i) nans |= KeyMaker<U>::IsNan(x[i * stride]) ? 1 : 0;
      found = found || nans != 0;
    });
  }
  return found;
}

// Long rows are cut into pieces; short ones are joined.
struct Pieces {
  explicit Pieces(const SortedRows& rows)
      : length(rows.length),
        rows_count(rows.count()),
        each(std::max<int64_t>(1, kKeySortGrain / rows.length)),
        in_row(TaskCount(rows.length, kKeySortGrain)) {}

  int64_t count() const { return TaskCount(rows_count, each) * in_row; }
  template <typename F>
  void Run(int64_t task, F f) const {
    const int64_t first = task / in_row * each;
    const int64_t begin = task % in_row * kKeySortGrain;
    for (int64_t row = first; row < std::min(rows_count, first + each); ++row) {
      f(row, begin, std::min(length, begin + kKeySortGrain));
    }
  }

  int64_t length, rows_count, each, in_row;
};

bool AlwaysOrders(const KeyColumn& column) {
  return column.key.total_order || !IsFloatingPointType(ComplexComponentType(column.type));
}

bool HasNan(const KeyColumn& column, const SortedRows& rows, const SortedMemory& memory,
            const Pieces& pieces, int64_t piece) {
  bool found = false;
  pieces.Run(piece, [&](int64_t row, int64_t begin, int64_t end) {
    found = found || HasNan(column, rows, memory, row, begin, end);
  });
  return found;
}

Kernel LookInTasks(const KeySort& sort, SortedMemory memory, bool* in_order) {
  const Pieces pieces(sort.rows);
  bool* const found = co_await Scratch<bool>(pieces.count());
  *in_order = true;
  for (const KeyColumn& column : sort.columns) {
    if (AlwaysOrders(column)) continue;
    const auto task = [&](int64_t i, std::byte*) {
      found[i] = HasNan(column, sort.rows, memory, pieces, i);
    };
    co_await Tasks(pieces.count(), task);
    for (int64_t i = 0; i < pieces.count(); ++i) *in_order = *in_order && !found[i];
  }
  co_return OkStatus();
}

KeySort KeySortOf(SortedRows rows, const KeyOrder& order) {
  KeySort sort = {.rows = std::move(rows), .reverse_ties = order.reverse_ties};
  for (const SortKey& key : order.keys) {
    sort.columns.emplace_back(key, sort.rows.arrays[key.operand].type);
  }
  return sort;
}

// True if a word has room for all that is sorted: the keys give the elements, and there is at most
// one other array, of narrow elements.
bool AreWords(const KeySort& sort) {
  const SortedRows& rows = sort.rows;
  const KeyColumn& column = sort.columns[0];
  if (sort.columns.size() != 1 || sort.reverse_ties || column.type != column.computed ||
      IsComplexType(column.type) || rows.wanted != rows.length || rows.length >> 32 != 0) {
    return false;
  }
  const size_t others = rows.arrays.size() - 1 + (rows.has_places ? 1 : 0);
  if (others != 1 || column.bits > 32) return others == 0;
  return rows.has_places || ByteWidth(rows.arrays[1 - column.key.operand].type) <= 4;
}

template <typename Item>
std::unique_ptr<const RowSorting> SortingOf(const KeySort& sort) {
  const int64_t length = sort.rows.length;
  if (length > kMostInTask / static_cast<int64_t>(sort.columns.size())) {
    return AreWords(sort) ? SortWords(sort) : SortLongRows<Item>(sort);
  }
  if (length > kMostMoved / static_cast<int64_t>(sort.rows.arrays.size())) {
    return SortPermutedRows<Item>(sort);
  }
  return SortShortRows<Item>(sort);
}

}  // namespace

struct KeySorting::Prepared {
  Prepared(SortedRows rows, const KeyOrder& order) : sort(KeySortOf(std::move(rows), order)) {
    const SortedRows& all = sort.rows;
    if (all.length == 0 || all.wanted == 0 || all.count() == 0) return;
    bool wide = all.length > (int64_t{1} << 32);
    for (const KeyColumn& column : sort.columns) {
      wide = wide || column.bits > NarrowItem::kMaxKeyBits;
    }
    way = wide ? SortingOf<WideItem>(sort) : SortingOf<NarrowItem>(sort);
  }

  const KeySort sort;
  std::unique_ptr<const RowSorting> way;  // null if there is nothing to sort
};

KeySorting::KeySorting(SortedRows rows, const KeyOrder& order)
    : prepared_(std::make_unique<const Prepared>(std::move(rows), order)) {}
KeySorting::~KeySorting() = default;

bool KeySorting::always_orders() const {
  const std::vector<KeyColumn>& columns = prepared_->sort.columns;
  return std::all_of(columns.begin(), columns.end(), AlwaysOrders);
}

// A small sort is one piece.
Kernel KeySorting::LookForOrder(SortedMemory memory, bool* in_order) const {
  const KeySort& sort = prepared_->sort;
  if (!is_small()) return LookInTasks(sort, memory, in_order);
  *in_order = true;
  if (prepared_->way == nullptr) return {};
  const Pieces pieces(sort.rows);
  for (const KeyColumn& column : sort.columns) {
    if (AlwaysOrders(column)) continue;
    *in_order = *in_order && !HasNan(column, sort.rows, memory, pieces, 0);
  }
  return {};
}

Kernel KeySorting::Sort(SortedMemory memory) const {
  if (prepared_->way == nullptr) return {};
  return prepared_->way->Sort(memory);
}

bool KeySorting::is_small() const {
  return prepared_->way == nullptr || prepared_->way->is_small();
}

}  // namespace hloom
