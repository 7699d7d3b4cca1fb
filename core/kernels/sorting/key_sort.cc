#include "kernels/sorting/key_sort.h"

#include "kernels/copy.h"
#include "kernels/sorting/item_keys.h"
#include "kernels/sorting/key_sort_rows.h"

namespace hloom {

namespace {

// How many elements a task looks at.
constexpr int64_t kGrain = 1 << 15;
// Longer rows are sorted block by block. A key is one more pass over the row.
constexpr int64_t kMostInTask = 1 << 16;
// A task that sorts a row moves no more elements, those of all arrays.
constexpr int64_t kMostMoved = 1 << 18;

// Whether there is a NaN in a part of a row.
bool HasNan(const KeyColumn& column, const SortedRows& rows, int64_t row, int64_t begin,
            int64_t end) {
  const SortedArray& array = rows.arrays[column.key.operand];
  const int64_t width = ByteWidth(array.type);
  const std::byte* const from = array.from + rows.OffsetOf(row, array.from_strides) * width;
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
    WithParts(column, elements, count, [&]<typename T>(const T* x, int64_t stride) {
      if constexpr (std::is_floating_point_v<T>) {
        for (int64_t i = 0; i < count; ++i) found |= std::isnan(x[i * stride]);
      }
    });
  }
  return found;
}

// Rows cut into pieces where they are long, and put together where they are short.
struct Pieces {
  explicit Pieces(const SortedRows& rows)
      : length(rows.length),
        rows_count(rows.count()),
        each(std::max<int64_t>(1, kGrain / rows.length)),
        in_row(TaskCount(rows.length, kGrain)) {}

  int64_t count() const { return TaskCount(rows_count, each) * in_row; }
  template <typename F>
  void Run(int64_t task, F f) const {
    const int64_t first = task / in_row * each;
    const int64_t begin = task % in_row * kGrain;
    for (int64_t row = first; row < std::min(rows_count, first + each); ++row) {
      f(row, begin, std::min(length, begin + kGrain));
    }
  }

  int64_t length, rows_count, each, in_row;
};

bool IsAlwaysInOrder(const SortedRows& rows, const SortKey& key) {
  return key.total_order ||
         !IsFloatingPointType(ComplexComponentType(rows.arrays[key.operand].type));
}

}  // namespace

bool AreAlwaysInOrder(const SortedRows& rows, const KeyOrder& order) {
  return std::all_of(order.keys.begin(), order.keys.end(),
                     [&](const SortKey& key) { return IsAlwaysInOrder(rows, key); });
}

Kernel KeysAreInOrder(const SortedRows& rows, const KeyOrder& order, bool* in_order) {
  *in_order = true;
  if (rows.length == 0 || rows.count() == 0) co_return OkStatus();
  const Pieces pieces(rows);
  bool* const found = co_await Scratch<bool>(pieces.count());
  for (const SortKey& key : order.keys) {
    const KeyColumn column(key, rows.arrays[key.operand].type);
    if (IsAlwaysInOrder(rows, key)) continue;
    const auto task = [&](int64_t i, std::byte*) {
      found[i] = false;
      pieces.Run(i, [&](int64_t row, int64_t begin, int64_t end) {
        found[i] = found[i] || HasNan(column, rows, row, begin, end);
      });
    };
    co_await Tasks(pieces.count(), task);
    for (int64_t i = 0; i < pieces.count(); ++i) *in_order = *in_order && !found[i];
  }
  co_return OkStatus();
}

Kernel SortByKeys(SortedRows rows, KeyOrder order) {
  if (rows.length == 0 || rows.wanted == 0 || rows.count() == 0) return {};
  KeySort sort;
  bool wide = rows.length > (int64_t{1} << 32);
  for (const SortKey& key : order.keys) {
    sort.columns.emplace_back(key, rows.arrays[key.operand].type);
    wide = wide || sort.columns.back().bits > NarrowItem::kMaxKeyBits;
  }
  sort.reverse_ties = order.reverse_ties;
  sort.rows = std::move(rows);
  const int64_t length = sort.rows.length;
  if (length > kMostInTask / static_cast<int64_t>(sort.columns.size())) {
    return wide ? SortLongRows<WideItem>(std::move(sort))
                : SortLongRows<NarrowItem>(std::move(sort));
  }
  if (length > kMostMoved / static_cast<int64_t>(sort.rows.arrays.size())) {
    return wide ? SortManyArrays<WideItem>(std::move(sort))
                : SortManyArrays<NarrowItem>(std::move(sort));
  }
  return wide ? SortShortRows<WideItem>(std::move(sort))
              : SortShortRows<NarrowItem>(std::move(sort));
}

}  // namespace hloom
