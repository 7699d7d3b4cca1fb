#include "kernels/indexing/scatter.h"

#include <algorithm>
#include <cstring>

#include "kernels/convert.h"
#include "kernels/indexing/scatter_windows.h"
#include "kernels/indexing/window_runs.h"

namespace hloom {

namespace {

constexpr int64_t kBlock = IndexReader::kBlock;
// How many elements make a task.
constexpr int64_t kGrain = 1 << 15;
// How many elements are brought together, computed and put back at a time.
constexpr int64_t kTogether = 64;
// Elements that are as few as this, or fewer, are computed one by one.
constexpr int64_t kFew = 4;
// The widest element is a C128; nothing that is rounded is computed in more than four bytes.
constexpr int64_t kWidest = 16;
constexpr int64_t kWidestRounded = 4;

// Tells whether one of the places that were marked since the last Forget comes again. Now and then
// it says so of another one.
class Marks {
 public:
  bool Mark(int64_t place) {
    const auto slot =
        static_cast<uint32_t>(static_cast<uint64_t>(place) * 0x9e3779b97f4a7c15 >> 51);
    if (marked_[slot] == now_) return false;
    marked_[slot] = now_;
    return true;
  }
  void Forget() {
    if (++now_ != 0) return;
    std::memset(marked_, 0, sizeof(marked_));
    now_ = 1;
  }

 private:
  uint8_t marked_[1 << 13] = {};
  uint8_t now_ = 1;
};

// Updates elements of an array with a function.
class FunctionUpdate {
 public:
  FunctionUpdate(const ScatterArray& array, const ElementCombiner& combiner)
      : combiner_(combiner),
        type_(array.type),
        width_(ByteWidth(array.type)),
        result_(array.result),
        updates_(array.updates) {}

  // Updates elements that lie in a row, or apart; no two of them lie in one place.
  void UpdateRun(const StridedLoop& run, int64_t to, int64_t from) const {
    std::byte* const values = result_ + to * width_;
    const std::byte* const updates = updates_ + from * width_;
    if (run.size == 1 || (run.to == 1 && run.from == 1)) return Compute(values, updates, run.size);
    for (int64_t i = 0; i < run.size; i += kTogether) {
      const int64_t t = to + i * run.to;
      const int64_t f = from + i * run.from;
      UpdateTogether([&](int64_t k) { return t + k * run.to; },
                     [&](int64_t k) { return f + k * run.from; },
                     std::min(kTogether, run.size - i));
    }
  }

  // Updates single elements one after the other: some are computed at once as long as none comes
  // again.
  void UpdateInOrder(const int64_t* to, const int64_t* from, int64_t count, Marks& marks) const {
    int64_t begin = 0;
    int64_t batches = 0;
    marks.Forget();
    for (int64_t k = 0; k < count; ++k) {
      if (k - begin < kTogether && marks.Mark(to[k])) continue;
      UpdateDistinct(to + begin, from + begin, k - begin);
      begin = k;
      // Where a few elements come again and again, nothing is gained.
      if (++batches * kFew > k && k > kTogether) {
        return UpdateOneByOne(to + k, from + k, count - k);
      }
      marks.Forget();
      marks.Mark(to[k]);
    }
    UpdateDistinct(to + begin, from + begin, count - begin);
  }

 private:
  void UpdateDistinct(const int64_t* to, const int64_t* from, int64_t count) const {
    if (count >= kFew) {
      return UpdateTogether([&](int64_t k) { return to[k]; }, [&](int64_t k) { return from[k]; },
                            count);
    }
    UpdateOneByOne(to, from, count);
  }

  void UpdateOneByOne(const int64_t* to, const int64_t* from, int64_t count) const {
    for (int64_t k = 0; k < count; ++k) {
      Compute(result_ + to[k] * width_, updates_ + from[k] * width_, 1);
    }
  }

  // Updates elements to(k) of the result with elements from(k) of the updates; k < count <=
  // kTogether.
  template <typename To, typename From>
  void UpdateTogether(To to, From from, int64_t count) const {
    alignas(16) std::byte values[kTogether * kWidest];
    alignas(16) std::byte updates[kTogether * kWidest];
    DispatchWidth(width_, [&]<typename T>() {
      T* const result = reinterpret_cast<T*>(result_);
      const T* const source = reinterpret_cast<const T*>(updates_);
      T* const v = reinterpret_cast<T*>(values);
      T* const u = reinterpret_cast<T*>(updates);
      for (int64_t k = 0; k < count; ++k) v[k] = result[to(k)];
      for (int64_t k = 0; k < count; ++k) u[k] = source[from(k)];
      Compute(values, updates, count);
      for (int64_t k = 0; k < count; ++k) result[to(k)] = v[k];
    });
  }

  void Compute(std::byte* values, const std::byte* updates, int64_t count) const {
    if (type_ == combiner_.computed) return Call(values, updates, count);
    alignas(16) std::byte wide_values[kTogether * kWidestRounded];
    alignas(16) std::byte wide_updates[kTogether * kWidestRounded];
    for (int64_t i = 0; i < count; i += kTogether) {
      const int64_t some = std::min(kTogether, count - i);
      std::byte* const value = values + i * width_;
      ConvertRun(type_, value, combiner_.computed, wide_values, some);
      ConvertRun(type_, updates + i * width_, combiner_.computed, wide_updates, some);
      Call(wide_values, wide_updates, some);
      ConvertRun(combiner_.computed, wide_values, type_, value, some);
    }
  }

  void Call(std::byte* values, const std::byte* updates, int64_t count) const {
    const std::byte* operands[ElementFunction::kMaxOperands] = {};
    for (size_t i = 0; i < combiner_.operand_count; ++i) {
      operands[i] = combiner_.takes_update[i] ? updates : values;
    }
    combiner_.function(operands, values, count);
  }

  ElementCombiner combiner_;
  PrimitiveType type_;
  int64_t width_;
  std::byte* result_;
  const std::byte* updates_;
};

// All that happens to one of the arrays.
class ArrayUpdate {
 public:
  ArrayUpdate(const ScatterArrays& arrays, size_t i, const ElementCombiner& combiner)
      : array_(i),
        assigns_(combiner.kind == ElementCombiner::Kind::kAssign),
        width_(ByteWidth(arrays.arrays[i].type)),
        result_(arrays.arrays[i].result),
        updates_(arrays.arrays[i].updates),
        function_(arrays.arrays[i], combiner),
        window_(arrays.window, arrays.arrays[i].result_window_strides,
                arrays.arrays[i].update_window_strides) {}

  // A window is updated in so many pieces, which are independent.
  int64_t pieces() const { return TaskCount(window_.elements(), kGrain); }

  void Run(const ScatterWindows& windows, int64_t begin, int64_t end, int64_t piece) const {
    if (windows.elements() == 1 && !assigns_) return RunElements(windows, begin, end);
    ForEachBlock(windows, begin, end, [&](const int64_t* to, const int64_t* from, int64_t count) {
      if (windows.elements() == 1) return Assign(to, from, count);
      for (int64_t k = 0; k < count; ++k) UpdateWindow(to[k], from[k], piece);
    });
  }

 private:
  template <typename F>
  void ForEachBlock(const ScatterWindows& windows, int64_t begin, int64_t end, F f) const {
    int64_t to[kBlock];
    int64_t from[kBlock];
    for (int64_t at = begin; at < end; at += kBlock) {
      f(to, from, windows.Find(array_, at, std::min(kBlock, end - at), to, from));
    }
  }

  void RunElements(const ScatterWindows& windows, int64_t begin, int64_t end) const {
    Marks marks;
    ForEachBlock(windows, begin, end, [&](const int64_t* to, const int64_t* from, int64_t count) {
      function_.UpdateInOrder(to, from, count, marks);
    });
  }

  void Assign(const int64_t* to, const int64_t* from, int64_t count) const {
    DispatchWidth(width_, [&]<typename T>() {
      T* const result = reinterpret_cast<T*>(result_);
      const T* const updates = reinterpret_cast<const T*>(updates_);
      for (int64_t k = 0; k < count; ++k) result[to[k]] = updates[from[k]];
    });
  }

  void UpdateWindow(int64_t to, int64_t from, int64_t piece) const {
    const int64_t first = piece * kGrain;
    const int64_t last = std::min(window_.elements(), first + kGrain);
    if (assigns_) {
      DispatchWidth(width_, [&]<typename T>() {
        window_.ForEach(first, last, [&](const StridedLoop& run, int64_t t, int64_t f) {
          CopyRun(run, reinterpret_cast<T*>(result_) + to + t,
                  reinterpret_cast<const T*>(updates_) + from + f);
        });
      });
      return;
    }
    window_.ForEach(first, last, [&](const StridedLoop& run, int64_t t, int64_t f) {
      function_.UpdateRun(run, to + t, from + f);
    });
  }

  size_t array_;
  bool assigns_;
  int64_t width_;
  std::byte* result_;
  const std::byte* updates_;
  FunctionUpdate function_;
  WindowRuns window_;
};

Kernel RunInOrder(ScatterWindows windows, std::vector<ArrayUpdate> updates) {
  const int64_t each = std::max<int64_t>(1, kGrain / windows.elements());
  for (const ArrayUpdate& update : updates) {
    for (int64_t begin = 0; begin < windows.count(); begin += each) {
      const int64_t end = std::min(windows.count(), begin + each);
      const auto task = [&](int64_t piece, std::byte*) { update.Run(windows, begin, end, piece); };
      co_await Tasks(update.pieces(), task);
    }
  }
  co_return OkStatus();
}

}  // namespace

Kernel ScatterCombined(const ScatterArrays& arrays, const std::vector<ElementCombiner>& combiners) {
  ScatterWindows windows(arrays);
  std::vector<ArrayUpdate> updates;
  for (size_t i = 0; i < arrays.arrays.size(); ++i) {
    if (combiners[i].kind == ElementCombiner::Kind::kKeep) continue;
    updates.emplace_back(arrays, i, combiners[i]);
  }
  const auto arrays_updated = static_cast<int64_t>(updates.size());
  if (windows.count() * windows.elements() * arrays_updated > kGrain) {
    return RunInOrder(std::move(windows), std::move(updates));
  }
  for (const ArrayUpdate& update : updates) update.Run(windows, 0, windows.count(), 0);
  return {};
}

}  // namespace hloom
