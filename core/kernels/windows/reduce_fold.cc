#include <algorithm>
#include <cstdlib>

#include "kernels/convert.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "kernels/windows/loop_index.h"
#include "kernels/windows/reduce.h"

namespace hloom {

namespace {

// The number of elements that a task folds, in additions.
constexpr int64_t kReduceFoldGrain = 1 << 17;
// At most this many elements are folded immediately.
constexpr int64_t kReduceFoldSmall = 1 << 12;
// The bytes of accumulators that are folded side by side: they stay in the nearest cache.
constexpr int64_t kSideBytes = 1 << 14;
// The number of results, not neighbors in memory, that are folded side by side.
constexpr int64_t kSideBySide = 256;
// The number of elements that are converted before they are folded.
constexpr int64_t kReduceFoldBlock = 1024;
// Of rows, at most so many columns are converted together.
constexpr int64_t kReduceFoldColumns = 128;
// Runs of at least this length are folded one result after the other, unless the results are
// neighbors in memory. Runs of F32 without gaps are summed in vectors.
constexpr int64_t kLongRun = 64;
constexpr int64_t kLongRunOfFloats = 16;
// Rows that are shorter are folded several at a time.
constexpr int64_t kShortRow = 32;
// The maximum number of partial results for a result with more elements than a task folds, and of
// their bytes: they share the second cache with the elements.
constexpr int64_t kMostParts = 32;
constexpr int64_t kMostPartBytes = 1 << 17;
// The number of times that a task folds so many elements, if their order is free.
constexpr int64_t kTurns = 4;

// Merges neighboring loops that walk memory as one, without reordering. A size of 0 gives one loop
// of size 0.
std::vector<StridedLoop> MergedInOrder(const std::vector<int64_t>& sizes,
                                       const std::vector<int64_t>& strides) {
  if (ElementCount(sizes) == 0) return {{0, 0, 1}};
  std::vector<StridedLoop> loops;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    if (!loops.empty() && loops.back().from == strides[d] * sizes[d]) {
      loops.back() = {loops.back().size * sizes[d], 0, strides[d]};
    } else {
      loops.push_back({sizes[d], 0, strides[d]});
    }
  }
  if (loops.empty()) loops.push_back({1, 0, 1});
  return loops;
}

// The loops over the elements of a result. If they may come in any order, the loops with the
// smallest steps are the last.
std::vector<StridedLoop> ReduceFoldLoopsOf(std::vector<int64_t> sizes, std::vector<int64_t> strides,
                                           bool in_any_order) {
  for (size_t i = 1; in_any_order && i < sizes.size(); ++i) {
    for (size_t d = i; d > 0 && std::abs(strides[d - 1]) < std::abs(strides[d]); --d) {
      std::swap(sizes[d - 1], sizes[d]);
      std::swap(strides[d - 1], strides[d]);
    }
  }
  return MergedInOrder(sizes, strides);
}

}  // namespace

struct FoldedReduction::Addresses {
  const std::byte* data;
  const std::byte* init;
  std::byte* result;
};

// Results are cut into units, which are folded independently: one result, or several at equal
// distances.
class FoldedReduction::Folding {
 public:
  Folding(const FoldKernel& fold, Reduction reduction)
      : fold_(fold),
        results_(reduction.result_count()),
        count_(reduction.reduced_count()),
        stored_(reduction.arrays[0].type),
        type_(ComputeTypeOf(stored_)),
        accumulator_(fold.AccumulatorType(type_)),
        kept_(SimplifyLoops(reduction.kept_sizes, reduction.arrays[0].result_strides,
                            reduction.arrays[0].kept_strides)),
        reduced_(ReduceFoldLoopsOf(std::move(reduction.reduced_sizes),
                                   reduction.arrays[0].reduced_strides, fold.rounds_once)) {
    if (kept_.empty()) kept_.push_back({1, 1, 1});
    const auto nearer = [](const StridedLoop& a, const StridedLoop& b) {
      return std::abs(a.from) < std::abs(b.from);
    };
    const auto nearest = std::min_element(kept_.begin(), kept_.end(), nearer);
    std::rotate(nearest, nearest + 1, kept_.end());
    const StridedLoop& along = kept_.back();
    const StridedLoop& run = reduced_.back();
    const int64_t room = kSideBytes / ByteWidth(accumulator_);
    const int64_t side = std::min(along.size, along.from == 1 ? room : kSideBySide);
    short_rows_ = fold.rounds_once && along.size > 1 && along.size < kShortRow && along.from == 1 &&
                  run.from == along.size && run.size > 1;
    const bool in_vectors = fold.rounds_once && type_ == F32 && run.from == 1;
    const int64_t long_run = in_vectors ? kLongRunOfFloats : kLongRun;
    const bool beside = side >= kLongRun / 4 && (nearer(along, run) || run.size < long_run);
    side_ = short_rows_ || beside ? side : 1;
    pieces_ = TaskCount(along.size, side_);
    units_ = results_ / along.size * pieces_;
  }

  bool is_small() const { return total() <= kReduceFoldSmall; }
  bool in_any_order() const { return fold_.rounds_once; }
  int64_t units() const { return units_; }
  int64_t unit_bytes() const { return (side_ * ByteWidth(accumulator_) + 15) / 16 * 16; }
  // The number of elements per task.
  int64_t grain() const { return kReduceFoldGrain / FoldWork(fold_, type_); }
  int64_t total() const { return results_ * std::max<int64_t>(count_, 1); }

  // Folds the units from `first` up to `last`, from beginning to end.
  void FoldUnits(const Addresses& at, int64_t first, int64_t last) const {
    alignas(16) std::byte accumulators[kSideBytes];
    for (int64_t unit = first, next; unit < last; unit = next) {
      Place place = PlaceOf(at, unit);
      next = unit + 1;
      if (side_ == 1) {
        // To find each of many short runs by itself would take longer than to fold it.
        next = std::min({last, unit - unit % pieces_ + pieces_, unit + kSideBySide});
        place.results = next - unit;
      }
      Begin(at, place, accumulators);
      Fold(place, 0, count_, accumulators);
      End(place, accumulators);
    }
  }

  Kernel RunInTasks(Addresses at) const;

  // The functions below are for units that need more than one task.
  void Begin(const Addresses& at, int64_t unit, std::byte* accumulators) const {
    Begin(at, PlaceOf(at, unit), accumulators);
  }
  // Folds the elements from `begin` up to `end`; `anew`: accumulators begin with the first of them.
  void FoldPart(const Addresses& at, int64_t unit, int64_t begin, int64_t end, bool anew,
                std::byte* accumulators) const {
    const Place place = PlaceOf(at, unit);
    if (anew && !BeginWithNothing(place, accumulators)) Take(place, begin++, accumulators);
    Fold(place, begin, end, accumulators);
  }
  // Folds `parts` sets of accumulators into the first, and writes the results.
  void End(const Addresses& at, int64_t unit, std::byte* accumulators, int64_t parts) const {
    const Place place = PlaceOf(at, unit);
    const FoldKernel::Rows others = {parts - 1, unit_bytes() / ByteWidth(accumulator_),
                                     place.results, 1};
    fold_.fold_rows(accumulator_, accumulators, accumulators + unit_bytes(), others);
    End(place, accumulators);
  }

 private:
  struct Place {
    int64_t results;  // how many
    const std::byte* data;
    std::byte* result;
  };

  Place PlaceOf(const Addresses& at, int64_t unit) const {
    const StridedLoop& along = kept_.back();
    LoopIndex outer(kept_, kept_.size() - 1);
    outer.Seek(unit / pieces_);
    const int64_t first = unit % pieces_ * side_;
    const int64_t width = ByteWidth(stored_);
    return {std::min(side_, along.size - first),
            at.data + (outer.from() + first * along.from) * width,
            at.result + (outer.to() + first * along.to) * width};
  }

  void Begin(const Addresses& at, const Place& place, std::byte* accumulators) const {
    LoadRun(stored_, at.init, 0, accumulator_, accumulators, place.results);
  }

  // Sums in double can begin without an element: -0 changes no number. The number of rows is then a
  // multiple of the rows that are added together. Returns false if the operation has no such
  // number.
  bool BeginWithNothing(const Place& place, std::byte* accumulators) const {
    if (!fold_.widens || (accumulator_ != F64 && accumulator_ != C128)) return false;
    const int64_t doubles = place.results * ByteWidth(accumulator_) / ByteWidth(F64);
    std::fill_n(reinterpret_cast<double*>(accumulators), doubles, -0.0);
    return true;
  }

  void Merge(std::byte* accumulators, const std::byte* others, int64_t count) const {
    fold_.fold_rows(accumulator_, accumulators, others, {1, 0, count, 1});
  }

  void Take(const Place& place, int64_t at, std::byte* accumulators) const {
    const StridedLoop& run = reduced_.back();
    LoopIndex outer(reduced_, reduced_.size() - 1);
    outer.Seek(at / run.size);
    const int64_t element = outer.from() + at % run.size * run.from;
    LoadRun(stored_, place.data + element * ByteWidth(stored_), kept_.back().from, accumulator_,
            accumulators, place.results);
  }

  void Fold(const Place& place, int64_t begin, int64_t end, std::byte* accumulators) const {
    const StridedLoop& run = reduced_.back();
    LoopIndex outer(reduced_, reduced_.size() - 1);
    if (begin < end) outer.Seek(begin / run.size);
    int64_t within = begin % std::max<int64_t>(run.size, 1);
    const int64_t width = ByteWidth(stored_);
    const int64_t distance = kept_.back().from;
    for (int64_t at = begin; at < end;) {
      const int64_t count = std::min(end - at, run.size - within);
      const std::byte* const data = place.data + (outer.from() + within * run.from) * width;
      if (short_rows_) {
        FoldShortRows(data, count, accumulators);
      } else if (side_ == 1) {
        FoldRuns(data, {place.results, distance, count, run.from}, accumulators);
      } else {
        FoldRows(data, {count, run.from, place.results, distance}, accumulators);
      }
      at += count;
      within = 0;
      outer.Next();
    }
  }

  void FoldRuns(const std::byte* data, const FoldKernel::Runs& runs,
                std::byte* accumulators) const {
    if (type_ == stored_) return fold_.fold_runs(type_, accumulators, data, runs);
    const int64_t width = ByteWidth(stored_);
    const int64_t each = ByteWidth(accumulator_);
    alignas(16)
        std::byte wide[kReduceFoldBlock * sizeof(float)];  // no narrow type computes in more
    // Runs that follow each other without a gap are converted together.
    const bool dense =
        runs.step == 1 && runs.run_step == runs.count && 2 * runs.count <= kReduceFoldBlock;
    const int64_t together = dense ? kReduceFoldBlock / runs.count : 1;
    for (int64_t r = 0; r < runs.runs; r += together) {
      const int64_t some = std::min(together, runs.runs - r);
      for (int64_t i = 0; i < runs.count; i += kReduceFoldBlock) {
        const int64_t block = std::min(kReduceFoldBlock, runs.count - i);
        const std::byte* const from = data + (r * runs.run_step + i * runs.step) * width;
        LoadRun(stored_, from, runs.step, type_, wide, some * block);
        fold_.fold_runs(type_, accumulators + r * each, wide, {some, block, block, 1});
      }
    }
  }

  void FoldRows(const std::byte* data, const FoldKernel::Rows& rows,
                std::byte* accumulators) const {
    if (type_ == stored_) return fold_.fold_rows(type_, accumulators, data, rows);
    const int64_t width = ByteWidth(stored_);
    const int64_t each = ByteWidth(accumulator_);
    alignas(16) std::byte wide[kReduceFoldBlock * sizeof(float)];
    // Several rows are folded each time that accumulators are loaded and stored.
    const int64_t most = std::min(kReduceFoldColumns, rows.columns);
    const bool dense = rows.step == 1 && rows.row_step == rows.columns && most == rows.columns;
    const int64_t together = kReduceFoldBlock / most;
    for (int64_t r = 0; r < rows.rows; r += together) {
      const int64_t some = std::min(together, rows.rows - r);
      for (int64_t i = 0; i < rows.columns; i += most) {
        const int64_t block = std::min(most, rows.columns - i);
        const std::byte* from = data + (r * rows.row_step + i * rows.step) * width;
        if (dense) {
          LoadRun(stored_, from, 1, type_, wide, some * block);
        } else {
          for (int64_t k = 0; k < some; ++k, from += rows.row_step * width) {
            LoadRun(stored_, from, rows.step, type_, wide + k * block * ByteWidth(type_), block);
          }
        }
        fold_.fold_rows(type_, accumulators + i * each, wide, {some, block, block, 1});
      }
    }
  }

  // Contiguous rows of a few elements are joined to as many as fit in a longer one.
  void FoldShortRows(const std::byte* data, int64_t rows, std::byte* accumulators) const {
    const int64_t columns = side_;
    int64_t joined = 1;
    while (2 * joined * columns <= kSideBySide && 8 * joined <= rows) joined *= 2;
    const int64_t groups = rows / joined;
    if (joined > 1) {
      alignas(16) std::byte room[kSideBySide * FoldKernel::kAccumulatorBytes];
      int64_t size = joined * columns;
      const int64_t bytes = size * ByteWidth(stored_);
      LoadRun(stored_, data, 1, accumulator_, room, size);
      FoldRows(data + bytes, {groups - 1, size, size, 1}, room);
      while (size > columns) {
        size /= 2;
        Merge(room, room + size * ByteWidth(accumulator_), size);
      }
      Merge(accumulators, room, columns);
      data += groups * bytes;
      rows -= groups * joined;
    }
    FoldRows(data, {rows, columns, columns, 1}, accumulators);
  }

  void End(const Place& place, const std::byte* accumulators) const {
    const StridedLoop& along = kept_.back();
    const int64_t each = ByteWidth(accumulator_);
    alignas(16) std::byte out[kSideBySide * FoldKernel::kAccumulatorBytes];
    for (int64_t i = 0; i < place.results; i += kSideBySide) {
      const int64_t count = std::min(kSideBySide, place.results - i);
      ConvertRun(accumulator_, accumulators + i * each, type_, out, count);
      StoreRun(type_, out, stored_, place.result + i * along.to * ByteWidth(stored_), along.to,
               count);
    }
  }

  const FoldKernel& fold_;
  int64_t results_, count_;
  PrimitiveType stored_, type_, accumulator_;
  std::vector<StridedLoop> kept_, reduced_;
  bool short_rows_ = false;  // few neighbors, and the rows of them follow each other
  int64_t side_ = 1;         // results in a unit
  int64_t pieces_ = 1;       // units along the innermost loop of results
  int64_t units_ = 0;
};

Kernel FoldedReduction::Folding::RunInTasks(Addresses at) const {
  const int64_t grain = this->grain();
  const int64_t chunk = std::max<int64_t>(grain / side_, 1);
  if (count_ <= chunk) {
    const int64_t unit = std::max<int64_t>(count_, 1) * side_;
    const int64_t units = std::max<int64_t>(grain / unit, 1);
    const auto task = [&](int64_t i, std::byte*) {
      FoldUnits(at, i * units, std::min(units_, (i + 1) * units));
    };
    co_await Tasks(TaskCount(units_, units), task);
    co_return OkStatus();
  }
  // A result of many elements has partial results, if the order of elements is free: chunk c
  // belongs to part c modulo `parts`. Otherwise the elements are folded in order. f32[2048,2048]
  // has 32 chunks of 64 rows, and 8 parts of 2048 sums.
  const int64_t chunks = TaskCount(count_, chunk);
  const int64_t bytes = unit_bytes();
  const int64_t most = std::min(kMostParts, kMostPartBytes / bytes) / units_;
  const int64_t parts = in_any_order() ? std::clamp<int64_t>(most, 1, chunks) : 1;
  const int64_t together = parts * (in_any_order() ? kTurns : 1);  // chunks in a phase, per unit
  std::byte* const accumulators = co_await Scratch<std::byte>(units_ * parts * bytes);
  int64_t first = 0;  // chunk
  const auto task = [&](int64_t i, std::byte*) {
    std::byte* const room = accumulators + i * bytes;
    for (int64_t c = first + i % parts; c < std::min(chunks, first + together); c += parts) {
      if (c == 0) Begin(at, i / parts, room);
      const int64_t end = std::min(count_, (c + 1) * chunk);
      FoldPart(at, i / parts, c * chunk, end, c > 0 && c < parts, room);
    }
  };
  for (; first < chunks; first += together) co_await Tasks(units_ * parts, task);
  const int64_t units = std::max<int64_t>(grain / (parts * side_), 1);
  const auto end = [&](int64_t i, std::byte*) {
    for (int64_t u = i * units; u < std::min(units_, (i + 1) * units); ++u) {
      End(at, u, accumulators + u * parts * bytes, parts);
    }
  };
  co_await Tasks(TaskCount(units_, units), end);
  co_return OkStatus();
}

FoldedReduction::FoldedReduction(const FoldKernel& fold, Reduction reduction)
    : folding_(std::make_unique<Folding>(fold, std::move(reduction))) {}
FoldedReduction::~FoldedReduction() = default;

bool FoldedReduction::is_small() const { return folding_->is_small(); }

Kernel FoldedReduction::Run(const std::byte* data, const std::byte* init, std::byte* result) const {
  const Addresses at = {data, init, result};
  if (!is_small()) return folding_->RunInTasks(at);
  folding_->FoldUnits(at, 0, folding_->units());
  return {};
}

}  // namespace hloom
