#include <algorithm>

#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "kernels/windows/loop_index.h"
#include "kernels/windows/reduce.h"

namespace hloom {

namespace {

// How many elements a task folds.
constexpr int64_t kGrain = 1 << 17;
// Elements that are as few as this, or fewer, are folded at once.
constexpr int64_t kSmall = 1 << 12;
// How many results are folded side by side.
constexpr int64_t kSideBySide = 256;
// How many elements are converted before they are folded.
constexpr int64_t kBlock = 1024;
// Results of longer runs are folded one after the other, unless they are neighbours in memory.
constexpr int64_t kLongRun = 64;

// Merges neighbouring loops that walk memory as one; nothing changes places. Where a size is 0, one
// loop says so.
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

// Results are cut into units, which are folded independently: one result, or some that lie at equal
// distances.
class Folding {
 public:
  Folding(const FoldKernel& fold, Reduction reduction)
      : fold_(fold),
        results_(reduction.result_count()),
        count_(reduction.reduced_count()),
        array_(std::move(reduction.arrays[0])),
        type_(ComputeTypeOf(array_.type)),
        kept_(SimplifyLoops(reduction.kept_sizes, array_.result_strides, array_.kept_strides)),
        reduced_(MergedInOrder(reduction.reduced_sizes, array_.reduced_strides)) {
    if (kept_.empty()) kept_.push_back({1, 1, 1});
    const StridedLoop& run = reduced_.back();
    const int64_t side = std::min(kept_.back().size, kSideBySide);
    const bool closer = std::abs(kept_.back().from) < std::abs(run.from);
    side_ = side >= kLongRun / 4 && (closer || run.size < kLongRun) ? side : 1;
    pieces_ = TaskCount(kept_.back().size, side_);
    units_ = results_ / kept_.back().size * pieces_;
  }

  int64_t units() const { return units_; }
  // How many elements each result has.
  int64_t count() const { return count_; }
  int64_t unit_results() const { return side_; }
  int64_t total() const { return results_ * std::max<int64_t>(count_, 1); }

  // Folds the units from `first` up to `last`, from beginning to end.
  void FoldUnits(int64_t first, int64_t last) const {
    alignas(16) std::byte accumulators[kSideBySide * FoldKernel::kAccumulatorBytes];
    for (int64_t unit = first; unit < last; ++unit) {
      const Place place = PlaceOf(unit);
      Begin(place, accumulators);
      Fold(place, 0, count_, accumulators);
      End(place, accumulators);
    }
  }
  // Folds the elements from `begin` up to `end` of a unit that needs more than one task.
  void FoldPart(int64_t unit, int64_t begin, int64_t end, std::byte* accumulators) const {
    const Place place = PlaceOf(unit);
    if (begin == 0) Begin(place, accumulators);
    Fold(place, begin, end, accumulators);
    if (end == count_) End(place, accumulators);
  }

 private:
  struct Place {
    int64_t results;  // how many
    const std::byte* data;
    std::byte* result;
  };

  Place PlaceOf(int64_t unit) const {
    const StridedLoop& along = kept_.back();
    LoopIndex outer(kept_, kept_.size() - 1);
    outer.Seek(unit / pieces_);
    const int64_t at = unit % pieces_ * side_;
    const int64_t width = ByteWidth(array_.type);
    return {std::min(side_, along.size - at),
            array_.data + (outer.from() + at * along.from) * width,
            array_.result + (outer.to() + at * along.to) * width};
  }

  void Begin(const Place& place, std::byte* accumulators) const {
    alignas(16) std::byte init[FoldKernel::kAccumulatorBytes];
    LoadRun(array_.type, array_.init, 1, type_, init, 1);
    fold_.begin(type_, init, accumulators, place.results);
  }

  void Fold(const Place& place, int64_t begin, int64_t end, std::byte* accumulators) const {
    const StridedLoop& run = reduced_.back();
    LoopIndex outer(reduced_, reduced_.size() - 1);
    if (begin < end) outer.Seek(begin / run.size);
    int64_t within = begin % std::max<int64_t>(run.size, 1);
    const int64_t width = ByteWidth(array_.type);
    for (int64_t at = begin; at < end;) {
      const int64_t count = std::min(end - at, run.size - within);
      const std::byte* const data = place.data + (outer.from() + within * run.from) * width;
      if (side_ == 1) {
        FoldRun(data, run.from, count, accumulators);
      } else {
        FoldSideBySide(data, run.from, count, place.results, accumulators);
      }
      at += count;
      within = 0;
      outer.Next();
    }
  }

  void FoldRun(const std::byte* data, int64_t step, int64_t count, std::byte* accumulator) const {
    if (type_ == array_.type) return fold_.fold(type_, accumulator, data, step, count);
    alignas(16) std::byte wide[kBlock * sizeof(float)];  // no narrow type computes in more
    for (int64_t i = 0; i < count; i += kBlock) {
      const int64_t block = std::min(kBlock, count - i);
      LoadRun(array_.type, data + i * step * ByteWidth(array_.type), step, type_, wide, block);
      fold_.fold(type_, accumulator, wide, 1, block);
    }
  }

  void FoldSideBySide(const std::byte* data, int64_t step, int64_t count, int64_t results,
                      std::byte* accumulators) const {
    const int64_t distance = kept_.back().from;
    const int64_t bytes = step * ByteWidth(array_.type);
    alignas(16) std::byte wide[kSideBySide * sizeof(float)];
    for (int64_t i = 0; i < count; ++i, data += bytes) {
      if (type_ == array_.type) {
        fold_.fold_each(type_, accumulators, data, distance, results);
      } else {
        LoadRun(array_.type, data, distance, type_, wide, results);
        fold_.fold_each(type_, accumulators, wide, 1, results);
      }
    }
  }

  void End(const Place& place, const std::byte* accumulators) const {
    alignas(16) std::byte out[kSideBySide * FoldKernel::kAccumulatorBytes];
    fold_.end(type_, accumulators, out, place.results);
    StoreRun(type_, out, array_.type, place.result, kept_.back().to, place.results);
  }

  const FoldKernel& fold_;
  int64_t results_, count_;
  Reduction::Array array_;
  PrimitiveType type_;
  std::vector<StridedLoop> kept_, reduced_;
  int64_t side_ = 1;    // results in a unit
  int64_t pieces_ = 1;  // units along the innermost loop of results
  int64_t units_ = 0;
};

Kernel FoldInTasks(Folding folding) {
  const int64_t part = std::max<int64_t>(kGrain / folding.unit_results(), 1);
  if (folding.count() <= part) {
    const int64_t unit = std::max<int64_t>(folding.count(), 1) * folding.unit_results();
    const int64_t units = std::max<int64_t>(kGrain / unit, 1);
    const auto task = [&](int64_t i, std::byte*) {
      folding.FoldUnits(i * units, std::min(folding.units(), (i + 1) * units));
    };
    co_await Tasks(TaskCount(folding.units(), units), task);
    co_return OkStatus();
  }
  // Here element follows element: parts of one result cannot be folded independently.
  const int64_t bytes = folding.unit_results() * FoldKernel::kAccumulatorBytes;
  std::byte* const accumulators = co_await Scratch<std::byte>(folding.units() * bytes);
  int64_t begin = 0;
  const auto task = [&](int64_t unit, std::byte*) {
    folding.FoldPart(unit, begin, std::min(folding.count(), begin + part),
                     accumulators + unit * bytes);
  };
  for (; begin < folding.count(); begin += part) co_await Tasks(folding.units(), task);
  co_return OkStatus();
}

}  // namespace

Kernel ReduceByFold(const FoldKernel& fold, Reduction reduction) {
  if (reduction.result_count() == 0) return {};
  Folding folding(fold, std::move(reduction));
  if (folding.total() > kSmall) return FoldInTasks(std::move(folding));
  folding.FoldUnits(0, folding.units());
  return {};
}

}  // namespace hloom
