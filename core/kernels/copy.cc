#include "kernels/copy.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace hloom {

std::vector<StridedLoop> SimplifyLoops(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                       Span<const int64_t> from_strides) {
  std::vector<StridedLoop> loops;
  const auto ones = std::count(sizes.begin(), sizes.end(), 1);
  loops.reserve(sizes.size() - static_cast<size_t>(ones));
  // An insertion sort, because the loops are few, and std::stable_sort takes memory.
  const auto outer_first = [](const StridedLoop& a, const StridedLoop& b) { return a.to > b.to; };
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 1) continue;
    const StridedLoop loop = {sizes[i], to_strides[i], from_strides[i]};
    loops.insert(std::upper_bound(loops.begin(), loops.end(), loop, outer_first), loop);
  }
  size_t merged = 0;
  for (const StridedLoop loop : loops) {
    if (merged > 0) {
      StridedLoop& outer = loops[merged - 1];
      if (outer.to == loop.to * loop.size && outer.from == loop.from * loop.size) {
        outer = {outer.size * loop.size, loop.to, loop.from};
        continue;
      }
    }
    loops[merged++] = loop;
  }
  loops.resize(merged);
  return loops;
}

void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  const StridedCopyTasks tasks(sizes, to_strides, from_strides, width);
  for (int64_t i = 0; i < tasks.count(); ++i) tasks.Run(i, to, from);
}

namespace {

// The number of elements per task.
constexpr int64_t kGrain = 1 << 15;

Kernel CopyInTasks(StridedCopyTasks tasks, std::byte* to, const std::byte* from) {
  const auto task = [&](int64_t i, std::byte*) { tasks.Run(i, to, from); };
  co_await Tasks(tasks.count(), task);
  co_return OkStatus();
}

}  // namespace

StridedCopyTasks::StridedCopyTasks(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                   Span<const int64_t> from_strides, int64_t width)
    : width_(width) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  loops_ = SimplifyLoops(sizes, to_strides, from_strides);
  if (!loops_.empty()) {
    inner_ = loops_.back();
    loops_.pop_back();
  }
  FindPlane();
  runs_ = 1;
  for (const StridedLoop& loop : loops_) runs_ *= loop.size;
  runs_each_ = runs_;
  tasks_ = 1;
  if (across_.size > 1) {
    CutPlanes();
    return;
  }
  if (elements() <= kGrain) return;
  pieces_ = TaskCount(inner_.size, kGrain);
  runs_each_ = std::max<int64_t>(1, kGrain / inner_.size);
  tasks_ = pieces_ > 1 ? runs_ * pieces_ : TaskCount(runs_, runs_each_);
}

std::optional<CopiedRows> StridedCopyTasks::AsRows() const {
  const bool together = inner_.to == 1 && inner_.from == 1;
  if (loops_.size() != 1 || across_.size > 1 || pieces_ > 1 || !together) return std::nullopt;
  const StridedLoop& rows = loops_[0];
  return CopiedRows{rows.size, inner_.size * width_, rows.to * width_, rows.from * width_};
}

TransposedPlane StridedCopyTasks::Plane() const {
  return {across_.size, inner_.size, across_.to, across_.from, inner_.from};
}

// Extends the run by a second loop, whose elements are closer together than those of the run
// itself.
void StridedCopyTasks::FindPlane() {
  constexpr int64_t kLeast = 8;  // with fewer rows tiles do not pay
  const auto step = [](const StridedLoop& loop) { return std::abs(loop.from); };
  if (inner_.to != 1 || step(inner_) <= 1) return;
  auto nearest = loops_.end();
  for (auto loop = loops_.begin(); loop != loops_.end(); ++loop) {
    if (loop->size < kLeast || loop->from == 0 || step(*loop) >= step(inner_)) continue;
    if (nearest == loops_.end() || step(*loop) < step(*nearest)) nearest = loop;
  }
  if (nearest == loops_.end()) return;
  across_ = *nearest;
  loops_.erase(nearest);
}

// Columns are read from one end to the other, as many as a tile has. If the written rows are on
// different pages of memory, a piece is wide, but not so wide that the lines that tiles read side
// by side exceed a cache; the next piece continues where its columns stopped. f32[2048,2048] makes
// pieces of 64 rows and 512 columns.
void StridedCopyTasks::CutPlanes() {
  constexpr int64_t kWidest = 512;
  const int64_t side = TileSide(width_);
  piece_columns_ = inner_.size;
  piece_rows_ = across_.size;
  if (elements() <= kGrain) return;
  runs_each_ = std::max<int64_t>(1, kGrain / RunSize());
  if (RunSize() > kGrain) {
    const int64_t least = Plane().rows_are_far(width_) ? std::min(inner_.size, kWidest) : side;
    piece_rows_ = std::min(across_.size, kGrain / least / side * side);
    piece_columns_ = std::min(inner_.size, std::max(least, kGrain / piece_rows_ / side * side));
  }
  pieces_ = TaskCount(inner_.size, piece_columns_) * TaskCount(across_.size, piece_rows_);
  tasks_ = pieces_ > 1 ? runs_ * pieces_ : TaskCount(runs_, runs_each_);
}

void StridedCopyTasks::RunPlanes(int64_t task, std::byte* to, const std::byte* from) const {
  const int64_t first = pieces_ > 1 ? task / pieces_ : task * runs_each_;
  const int64_t last = std::min(runs_, first + (pieces_ > 1 ? 1 : runs_each_));
  const int64_t piece = pieces_ > 1 ? task % pieces_ : 0;
  const int64_t across = TaskCount(across_.size, piece_rows_);
  const int64_t row = piece % across * piece_rows_;
  const int64_t column = piece / across * piece_columns_;
  TransposedPlane plane = Plane();
  plane.rows = std::min(piece_rows_, across_.size - row);
  plane.columns = std::min(piece_columns_, inner_.size - column);
  to += (row * across_.to + column) * width_;
  from += (row * across_.from + column * inner_.from) * width_;
  if (loops_.empty()) return CopyTransposed(plane, to, from, width_);
  ForEachRun(loops_, first, last, [&](const StridedLoop& some, int64_t to_at, int64_t from_at) {
    for (int64_t i = 0; i < some.size; ++i) {
      CopyTransposed(plane, to + (to_at + i * some.to) * width_,
                     from + (from_at + i * some.from) * width_, width_);
    }
  });
}

// With runs of 100000 elements there are 4 pieces per run, and task 6 is the third piece of run 1;
// with runs of 8 there are 4096 runs per task.
void StridedCopyTasks::Run(int64_t task, std::byte* to, const std::byte* from) const {
  if (across_.size > 1) return RunPlanes(task, to, from);
  StridedLoop inner = inner_;
  int64_t first = task * runs_each_;
  int64_t to_offset = 0;
  int64_t from_offset = 0;
  if (pieces_ > 1) {
    first = task / pieces_;
    const int64_t begin = task % pieces_ * kGrain;
    to_offset = begin * inner.to;
    from_offset = begin * inner.from;
    inner.size = std::min(kGrain, inner.size - begin);
  }
  const int64_t last = std::min(runs_, first + (pieces_ > 1 ? 1 : runs_each_));
  DispatchWidth(width_, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to) + to_offset;
    const T* const source = reinterpret_cast<const T*>(from) + from_offset;
    if (loops_.empty()) return CopyRun(inner, target, source);
    ForEachRun(loops_, first, last, [&](const StridedLoop& row, int64_t to_row, int64_t from_row) {
      T* t = target + to_row;
      const T* f = source + from_row;
      for (int64_t i = 0; i < row.size; ++i, t += row.to, f += row.from) CopyRun(inner, t, f);
    });
  });
}

Kernel CopyByTasks(const StridedCopyTasks& tasks, std::byte* to, const std::byte* from) {
  if (tasks.count() > 1) return CopyInTasks(tasks, to, from);
  if (tasks.count() == 1) tasks.Run(0, to, from);
  return {};
}

Kernel CopyStrided(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                   const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  StridedCopyTasks tasks(sizes, to_strides, from_strides, width);
  if (tasks.count() > 1) return CopyInTasks(std::move(tasks), to, from);
  if (tasks.count() == 1) tasks.Run(0, to, from);
  return {};
}

namespace {

// Parts from `begin` up to `end`: several short ones, which are one task, or a single one.
struct Batch {
  size_t begin;
  size_t end;
  int64_t first_task;
};

class Batches {
 public:
  explicit Batches(std::vector<StridedCopyPart> parts) : parts_(std::move(parts)) {
    int64_t room = 0;  // for the additional elements in the last batch
    for (size_t i = 0; i < parts_.size(); ++i) {
      const StridedCopyTasks& tasks = parts_[i].tasks;
      if (tasks.count() == 0) continue;
      if (!batches_.empty() && tasks.elements() <= room) {
        batches_.back().end = i + 1;
        room -= tasks.elements();
        continue;
      }
      batches_.push_back({i, i + 1, tasks_});
      tasks_ += tasks.count();
      room = tasks.count() == 1 ? kGrain - tasks.elements() : 0;
    }
  }

  int64_t tasks() const { return tasks_; }

  void Run(int64_t task) const {
    const auto after = std::upper_bound(
        batches_.begin(), batches_.end(), task,
        [](int64_t number, const Batch& batch) { return number < batch.first_task; });
    const Batch& batch = *std::prev(after);
    for (size_t i = batch.begin; i < batch.end; ++i) {
      const StridedCopyPart& part = parts_[i];
      if (part.tasks.count() > 0) part.tasks.Run(task - batch.first_task, part.to, part.from);
    }
  }

 private:
  std::vector<StridedCopyPart> parts_;
  std::vector<Batch> batches_;
  int64_t tasks_ = 0;
};

Kernel CopyInTasks(Batches batches) {
  const auto task = [&](int64_t i, std::byte*) { batches.Run(i); };
  co_await Tasks(batches.tasks(), task);
  co_return OkStatus();
}

// A few parts whose rows are as many and equally far apart. They are copied row by row: the result
// is then written from one end to the other, which takes three quarters of the time of part after
// part.
class PartsByRows {
 public:
  // Returns nullopt if the parts are others.
  static std::optional<PartsByRows> Of(const std::vector<StridedCopyPart>& parts) {
    constexpr size_t kMost = 8;
    constexpr int64_t kShortest = 64;  // bytes: shorter rows are faster by themselves
    if (parts.size() < 2 || parts.size() > kMost) return std::nullopt;
    PartsByRows result;
    int64_t elements = 0;
    for (const StridedCopyPart& part : parts) {
      const std::optional<CopiedRows> rows = part.tasks.AsRows();
      if (!rows.has_value() || rows->bytes < kShortest) return std::nullopt;
      const CopiedRows& first = result.parts_.empty() ? *rows : result.parts_[0].rows;
      if (rows->rows != first.rows || rows->to != first.to) return std::nullopt;
      result.parts_.push_back({*rows, part.to, part.from});
      elements += part.tasks.elements();
    }
    result.rows_each_ = std::max<int64_t>(1, kGrain / (elements / result.rows()));
    return result;
  }

  int64_t tasks() const { return TaskCount(rows(), rows_each_); }

  void Run(int64_t task) const {
    const int64_t end = std::min(rows(), (task + 1) * rows_each_);
    for (int64_t row = task * rows_each_; row < end; ++row) {
      for (const Part& part : parts_) {
        CopyBytes(part.from + row * part.rows.from, part.to + row * part.rows.to, part.rows.bytes);
      }
    }
  }

 private:
  struct Part {
    CopiedRows rows;
    std::byte* to;
    const std::byte* from;
  };

  int64_t rows() const { return parts_[0].rows.rows; }

  std::vector<Part> parts_;
  int64_t rows_each_ = 1;  // in a task
};

Kernel CopyInTasks(PartsByRows rows) {
  const auto task = [&](int64_t i, std::byte*) { rows.Run(i); };
  co_await Tasks(rows.tasks(), task);
  co_return OkStatus();
}

}  // namespace

Kernel CopyParts(std::vector<StridedCopyPart> parts) {
  if (std::optional<PartsByRows> rows = PartsByRows::Of(parts)) {
    if (rows->tasks() > 1) return CopyInTasks(*std::move(rows));
    rows->Run(0);
    return {};
  }
  Batches batches(std::move(parts));
  if (batches.tasks() > 1) return CopyInTasks(std::move(batches));
  if (batches.tasks() == 1) batches.Run(0);
  return {};
}

}  // namespace hloom
