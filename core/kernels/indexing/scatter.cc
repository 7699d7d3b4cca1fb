#include "kernels/indexing/scatter.h"

#include <algorithm>
#include <cstring>

#include "kernels/convert.h"
#include "kernels/indexing/scatter_windows.h"
#include "kernels/indexing/window_runs.h"

namespace hloom {

namespace {

constexpr int64_t kScatterBlock = IndexReader::kBlock;
// The number of elements per task.
constexpr int64_t kScatterGrain = 1 << 15;
// The number of elements that are gathered, computed and stored at a time.
constexpr int64_t kTogether = 64;
// Elements that are as few as this, or fewer, are computed one by one.
constexpr int64_t kScatterFew = 4;
// So few windows are updated one by one: checking for repeated windows would take longer.
constexpr int64_t kTooFewToMark = 16;
// The widest element is a C128; operations that round are computed in at most four bytes.
constexpr int64_t kWidest = 16;
constexpr int64_t kWidestRounded = 4;

// Reports whether a place was already marked since the last Forget. Occasionally reports a place
// that was not.
class Marks {
 public:
  bool Mark(int64_t place) {
    const auto hash =
        static_cast<uint32_t>(static_cast<uint64_t>(place) * 0x9e3779b97f4a7c15 >> 51);
    if (marked_[hash] == now_) return false;
    marked_[hash] = now_;
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
  FunctionUpdate(PrimitiveType type, const ElementCombiner& combiner, std::byte* result,
                 const std::byte* updates)
      : combiner_(combiner),
        type_(type),
        width_(ByteWidth(type)),
        result_(result),
        updates_(updates) {}

  // Updates the elements of a run, no two of which are in the same place.
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

  // Updates single elements in order, in batches in which no element repeats.
  void UpdateInOrder(const int64_t* to, const int64_t* from, int64_t count, Marks& marks) const {
    int64_t begin = 0;
    int64_t batches = 0;
    marks.Forget();
    for (int64_t k = 0; k < count; ++k) {
      if (k - begin < kTogether && marks.Mark(to[k])) continue;
      UpdateDistinct(to + begin, from + begin, k - begin);
      begin = k;
      // If a few elements repeat often, batches gain nothing.
      if (++batches * kScatterFew > k && k > kTogether) {
        return UpdateOneByOne(to + k, from + k, count - k);
      }
      marks.Forget();
      marks.Mark(to[k]);
    }
    UpdateDistinct(to + begin, from + begin, count - begin);
  }

  void UpdateOneByOne(const int64_t* to, const int64_t* from, int64_t count) const {
    for (int64_t k = 0; k < count; ++k) {
      Compute(result_ + to[k] * width_, updates_ + from[k] * width_, 1);
    }
  }

 private:
  void UpdateDistinct(const int64_t* to, const int64_t* from, int64_t count) const {
    if (count >= kScatterFew) {
      return UpdateTogether([&](int64_t k) { return to[k]; }, [&](int64_t k) { return from[k]; },
                            count);
    }
    UpdateOneByOne(to, from, count);
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

  const ElementCombiner& combiner_;
  const PrimitiveType type_;
  const int64_t width_;
  std::byte* const result_;
  const std::byte* const updates_;
};

// The addresses of the arrays of a run.
struct Addresses {
  const std::byte* indices;
  const std::byte* const* updates;
  std::byte* const* results;
};

// All that happens to one of the arrays.
class ArrayUpdate {
 public:
  ArrayUpdate(const ScatterArrays& arrays, size_t i, const ElementCombiner& combiner)
      : array_(i),
        combiner_(combiner),
        type_(arrays.arrays[i].type),
        window_(arrays.window, arrays.arrays[i].result_window_strides,
                arrays.arrays[i].update_window_strides) {}

  // The number of independent pieces in which a window is updated.
  int64_t pieces() const { return TaskCount(window_.elements(), kScatterGrain); }

  void Run(const ScatterWindows& windows, const Addresses& at, int64_t begin, int64_t end,
           int64_t piece) const {
    std::byte* const result = at.results[array_];
    const std::byte* const updates = at.updates[array_];
    const bool single = windows.elements() == 1;
    const auto for_each_block = [&](auto f) {
      int64_t to[kScatterBlock];
      int64_t from[kScatterBlock];
      for (int64_t i = begin; i < end; i += kScatterBlock) {
        const int64_t count = std::min(kScatterBlock, end - i);
        f(to, from, windows.Find(at.indices, array_, i, count, to, from));
      }
    };
    if (combiner_.kind == ElementCombiner::Kind::kAssign) {
      for_each_block([&](const int64_t* to, const int64_t* from, int64_t count) {
        if (single) return Assign(result, to, updates, from, count);
        for (int64_t k = 0; k < count; ++k) AssignWindow(result, to[k], updates, from[k], piece);
      });
      return;
    }
    const FunctionUpdate function(type_, combiner_, result, updates);
    if (single && end - begin <= kTooFewToMark) {
      for_each_block([&](const int64_t* to, const int64_t* from, int64_t count) {
        function.UpdateOneByOne(to, from, count);
      });
      return;
    }
    if (single) {
      Marks marks;
      for_each_block([&](const int64_t* to, const int64_t* from, int64_t count) {
        function.UpdateInOrder(to, from, count, marks);
      });
      return;
    }
    for_each_block([&](const int64_t* to, const int64_t* from, int64_t count) {
      for (int64_t k = 0; k < count; ++k) {
        ForEachRunOf(piece, [&](const StridedLoop& run, int64_t t, int64_t f) {
          function.UpdateRun(run, to[k] + t, from[k] + f);
        });
      }
    });
  }

 private:
  template <typename F>
  void ForEachRunOf(int64_t piece, F f) const {
    const int64_t first = piece * kScatterGrain;
    window_.ForEach(first, std::min(window_.elements(), first + kScatterGrain), f);
  }

  void Assign(std::byte* result, const int64_t* to, const std::byte* updates, const int64_t* from,
              int64_t count) const {
    DispatchWidth(ByteWidth(type_), [&]<typename T>() {
      T* const target = reinterpret_cast<T*>(result);
      const T* const source = reinterpret_cast<const T*>(updates);
      for (int64_t k = 0; k < count; ++k) target[to[k]] = source[from[k]];
    });
  }

  void AssignWindow(std::byte* result, int64_t to, const std::byte* updates, int64_t from,
                    int64_t piece) const {
    DispatchWidth(ByteWidth(type_), [&]<typename T>() {
      ForEachRunOf(piece, [&](const StridedLoop& run, int64_t t, int64_t f) {
        CopyRun(run, reinterpret_cast<T*>(result) + to + t,
                reinterpret_cast<const T*>(updates) + from + f);
      });
    });
  }

  size_t array_;
  ElementCombiner combiner_;
  PrimitiveType type_;
  WindowRuns window_;
};

}  // namespace

class CombinedScatter::Parts {
 public:
  Parts(const ScatterArrays& arrays, const std::vector<ElementCombiner>& combiners)
      : windows_(arrays) {
    for (size_t i = 0; i < arrays.arrays.size(); ++i) {
      if (combiners[i].kind == ElementCombiner::Kind::kKeep) continue;
      updates_.emplace_back(arrays, i, combiners[i]);
    }
  }

  bool are_few() const {
    const auto arrays = static_cast<int64_t>(updates_.size());
    return windows_.count() * windows_.elements() * arrays <= kScatterGrain;
  }
  void RunAll(const Addresses& at) const {
    for (const ArrayUpdate& update : updates_) update.Run(windows_, at, 0, windows_.count(), 0);
  }
  Kernel RunInOrder(Addresses at) const {
    const int64_t each = std::max<int64_t>(1, kScatterGrain / windows_.elements());
    for (const ArrayUpdate& update : updates_) {
      for (int64_t begin = 0; begin < windows_.count(); begin += each) {
        const int64_t end = std::min(windows_.count(), begin + each);
        const auto task = [&](int64_t piece, std::byte*) {
          update.Run(windows_, at, begin, end, piece);
        };
        co_await Tasks(update.pieces(), task);
      }
    }
    co_return OkStatus();
  }

 private:
  ScatterWindows windows_;
  std::vector<ArrayUpdate> updates_;
};

CombinedScatter::CombinedScatter(const ScatterArrays& arrays,
                                 const std::vector<ElementCombiner>& combiners)
    : parts_(std::make_unique<Parts>(arrays, combiners)) {}
CombinedScatter::~CombinedScatter() = default;

bool CombinedScatter::is_small() const { return parts_->are_few(); }

Kernel CombinedScatter::Run(const std::byte* indices, const std::byte* const* updates,
                            std::byte* const* results) const {
  const Addresses at = {indices, updates, results};
  if (!is_small()) return parts_->RunInOrder(at);
  parts_->RunAll(at);
  return {};
}

}  // namespace hloom
