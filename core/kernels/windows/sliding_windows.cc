#include "kernels/windows/sliding_windows.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/windows/loop_index.h"
#include "kernels/windows/scan_rows.h"

namespace hloom {

namespace {

// The number of elements and outputs per task, and the bytes of its scans.
constexpr int64_t kSlidingWindowsGrain = 1 << 15;
constexpr int64_t kScanBytes = 1 << 17;
// The number of outputs that are computed at a time.
constexpr int64_t kSlidingWindowsBlock = 1024;
static_assert(kSlidingWindowsBlock >= RowScan::kMostColumns);
// Neighboring columns are processed together: at least kLeastColumns, because memory is read in
// cache lines, and in multiples of that line.
constexpr int64_t kLeastColumns = 32;
constexpr int64_t kLine = 16;
// The number of accumulators that a task adds up.
constexpr int64_t kMerges = 1 << 12;

int64_t Aligned(int64_t bytes) { return (bytes + 15) / 16 * 16; }
int64_t FloorDivide(int64_t a, int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

// A line of elements is cut into blocks of k, the length of the window. A window begins in one
// block and ends there or in the next. It consists of an end of the first block and a beginning of
// the second; a window that begins exactly at a block is that block. So the windows that begin in
// block b need two scans: the ends of block b, from its last element backwards, which are kept, and
// the beginnings of block b + 1, which are scanned along with the outputs.
//
//   k = 4:   0 1 2 3 | 4 5 6 7 | 8 9
//            ends of 1: 4567, 567, 67, 7      beginnings of 2: 8, 89
//            the windows from 4 on: 4567, 567 8, 67 89, 7 89
//
// Blocks continue before and behind the line, without elements, as far as there are outputs: those
// windows contain only init.
//
// Blocks that are too long for a task are cut into parts. First the sum of each part alone is
// folded; these are then added up to the initial values of the ends and of the beginnings of each
// part.
class Sliding {
 public:
  Sliding(const FoldKernel& fold, const WindowedArray& array, size_t moving,
          const std::byte* elements, const std::byte* init, std::byte* result)
      : fold_(fold),
        type_(array.type),
        compute_(ComputeTypeOf(array.type)),
        width_(ByteWidth(compute_)),
        scan_(fold, type_, compute_),
        elements_(elements),
        result_(result),
        k_(array.axes[moving].window),
        size_(array.axes[moving].size),
        first_place_(-array.axes[moving].padding_low),
        end_place_(first_place_ + array.axes[moving].outputs),
        from_(array.element_strides[moving]),
        to_(array.output_strides[moving]),
        lines_(LoopsOverLines(array, moving)) {
    ConvertRun(type_, init, compute_, init_, 1);
    // Elements and outputs that are neighbors across the lines are worked on together.
    if (!lines_.empty() && lines_.back().to == 1) {
      all_columns_ = lines_.back().size;
      column_from_ = lines_.back().from;
      lines_.pop_back();
    }
    Cut();
    for (const StridedLoop& loop : lines_) panels_ *= loop.size;
  }

  // True if blocks are cut into parts, which are folded and added up before tasks run.
  bool has_parts() const { return parts_ > 1; }

  // The bytes of the sums of parts: two places for each part.
  int64_t sum_bytes() const { return 2 * sums() * place_bytes(); }
  int64_t fold_tasks() const { return TaskCount(sums(), folds_each()); }
  int64_t add_tasks() const { return TaskCount(panels_ * blocks(), blocks_each()); }
  int64_t tasks() const { return TaskCount(panels_ * spans_, each_); }
  int64_t scratch_bytes() const {
    return Aligned(scan_elements() * width_) + 2 * kSlidingWindowsBlock * width_ + place_bytes();
  }

  void FoldParts(int64_t task, std::byte* sums) const;
  void AddUp(int64_t task, std::byte* sums) const;
  void Run(int64_t task, const std::byte* sums, std::byte* scratch) const;

 private:
  // The beginning of a line, or of neighboring lines.
  struct Panel {
    int64_t number;
    int64_t columns;
    const std::byte* elements;
    std::byte* outputs;
  };
  // Some of the outputs that begin in `block`, from its place `begin` up to `end`. Both scans are
  // of the part that begins with place `first`.
  struct Span {
    int64_t block, part;
    int64_t first, begin, end;
  };
  // The room of a task.
  struct Room {
    std::byte *ends, *outputs, *beginnings, *accumulators;
  };
  // The beginnings of a block, during their scan.
  struct Beginnings {
    int64_t block, size;  // and how many elements that has
    int64_t taken;        // how many of them are in the accumulators
  };

  int64_t blocks() const { return TaskCount(size_, k_); }
  int64_t SizeOf(int64_t block) const {
    return block < 0 || block >= blocks() ? 0 : std::min(k_, size_ - block * k_);
  }
  int64_t PartsOf(int64_t block) const { return TaskCount(SizeOf(block), rows_); }
  // Elements of the scans that a task keeps.
  int64_t scan_elements() const { return std::min(rows_, size_) * columns_; }
  int64_t place_bytes() const { return Aligned(columns_ * ByteWidth(scan_.accumulator())); }
  // The number of parts with elements, of a panel and of all.
  int64_t panel_sums() const { return (blocks() - 1) * parts_ + PartsOf(blocks() - 1); }
  int64_t sums() const { return panels_ * panel_sums(); }
  int64_t folds_each() const {
    return std::max<int64_t>(kSlidingWindowsGrain / scan_elements(), 1);
  }
  int64_t blocks_each() const { return std::max<int64_t>(kMerges / (PartsOf(0) * columns_), 1); }
  // The number of the part that contains a place; parts are numbered through all blocks.
  int64_t PartAt(int64_t place) const {
    const int64_t block = FloorDivide(place, k_);
    return block * parts_ + (place - block * k_) / rows_;
  }

  void Cut();
  Panel PanelAt(int64_t panel) const;
  RowScan::Rows RowsOf(const Panel& panel, int64_t row, int64_t rows) const;
  Span SpanAt(int64_t span) const;
  void RunSpan(const Panel& panel, const Span& span, const std::byte* sums, const Room& room) const;
  void ScanEnds(const Panel& panel, const Span& span, const std::byte* sums,
                const Room& room) const;
  int64_t TakeIn(const Panel& panel, Beginnings& scan, int64_t place, int64_t rows,
                 const Room& room) const;
  void PutTogether(const Panel& panel, const std::byte* ends, int64_t no_beginning, int64_t step,
                   int64_t rows, const Room& room) const;
  void Store(const Panel& panel, const std::byte* outputs, int64_t rows, std::byte* out) const;

  const FoldKernel& fold_;
  const PrimitiveType type_, compute_;
  const int64_t width_;  // of an element of a scan
  const RowScan scan_;
  const std::byte* const elements_;
  std::byte* const result_;
  alignas(16) std::byte init_[FoldKernel::kAccumulatorBytes];
  const int64_t k_;
  const int64_t size_;
  // Output i is of the window that begins at element first_place_ + i of the line.
  const int64_t first_place_, end_place_;
  const int64_t from_, to_;
  std::vector<StridedLoop> lines_;
  int64_t all_columns_ = 1;
  int64_t column_from_ = 0;
  int64_t columns_ = 1;        // of a panel
  int64_t panels_across_ = 1;  // of neighboring columns
  int64_t panels_ = 1;
  int64_t parts_ = 1;       // of a block
  int64_t rows_ = 1;        // of a part
  int64_t first_part_ = 0;  // that has outputs
  int64_t spans_ = 1;       // of a panel: the parts from there on that have any
  int64_t each_ = 1;        // how many spans a task takes
};

void Sliding::Cut() {
  const int64_t room = std::min(kSlidingWindowsGrain, kScanBytes / width_);
  const int64_t wanted =
      std::clamp(room / k_ / kLine * kLine, kLeastColumns, RowScan::kMostColumns);
  columns_ = std::min(all_columns_, wanted);
  if (columns_ < all_columns_) {
    // Panels of about the same size.
    const int64_t across = TaskCount(all_columns_, columns_);
    columns_ = TaskCount(TaskCount(all_columns_, across), kLine) * kLine;
  }
  panels_across_ = TaskCount(all_columns_, columns_);
  panels_ = panels_across_;
  rows_ = TaskCount(k_, TaskCount(k_, room / columns_));
  parts_ = TaskCount(k_, rows_);
  first_part_ = PartAt(first_place_);
  spans_ = PartAt(end_place_ - 1) - first_part_ + 1;
  each_ = std::max<int64_t>(kSlidingWindowsGrain / (rows_ * columns_), 1);
}

Sliding::Panel Sliding::PanelAt(int64_t panel) const {
  LoopIndex outer(lines_, lines_.size());
  outer.Seek(panel / panels_across_);
  const int64_t column = panel % panels_across_ * columns_;
  return {panel, std::min(columns_, all_columns_ - column),
          elements_ + (outer.from() + column * column_from_) * ByteWidth(type_),
          result_ + (outer.to() + column) * ByteWidth(type_)};
}

RowScan::Rows Sliding::RowsOf(const Panel& panel, int64_t row, int64_t rows) const {
  return {rows, panel.columns, panel.elements + row * from_ * ByteWidth(type_), from_,
          column_from_};
}

// Folds each part alone.
void Sliding::FoldParts(int64_t task, std::byte* sums) const {
  const int64_t end = std::min(this->sums(), (task + 1) * folds_each());
  for (int64_t i = task * folds_each(); i < end; ++i) {
    const int64_t part = i % panel_sums();
    const int64_t block = part / parts_;
    const int64_t row = part % parts_ * rows_;
    const int64_t rows = std::min(rows_, SizeOf(block) - row);
    scan_.Fold(RowsOf(PanelAt(i / panel_sums()), block * k_ + row, rows), sums + i * place_bytes());
  }
}

// Adds up the sums: the place of each part gets the sum of it and the parts before it in the block,
// and its second place the sum of those behind it.
void Sliding::AddUp(int64_t task, std::byte* sums) const {
  const int64_t bytes = place_bytes();
  const int64_t end = std::min(panels_ * blocks(), (task + 1) * blocks_each());
  for (int64_t i = task * blocks_each(); i < end; ++i) {
    const int64_t block = i % blocks();
    std::byte* const before = sums + (i / blocks() * panel_sums() + block * parts_) * bytes;
    std::byte* const behind = before + this->sums() * bytes;
    const int64_t last = PartsOf(block) - 1;
    for (int64_t part = last - 1; part >= 0; --part) {
      const std::byte* const next = before + (part + 1) * bytes;
      std::byte* const room = behind + part * bytes;
      std::copy_n(part + 1 == last ? next : room + bytes, bytes, room);
      if (part + 1 < last) scan_.Merge(columns_, room, next);
    }
    // The earlier value comes first: of two NaNs the first one counts. Nothing follows the last
    // part.
    std::byte* const spare = behind + last * bytes;
    for (int64_t part = 1; part <= last; ++part) {
      std::byte* const room = before + part * bytes;
      std::copy_n(room - bytes, bytes, spare);
      scan_.Merge(columns_, spare, room);
      std::copy_n(spare, bytes, room);
    }
  }
}

Sliding::Span Sliding::SpanAt(int64_t span) const {
  const int64_t number = first_part_ + span;
  const int64_t block = FloorDivide(number, parts_);
  const int64_t part = number - block * parts_;
  const int64_t first = part * rows_;
  return {block, part, first, std::max(first, first_place_ - block * k_),
          std::min({first + rows_, k_, end_place_ - block * k_})};
}

void Sliding::Run(int64_t task, const std::byte* sums, std::byte* scratch) const {
  Room room;
  room.ends = scratch;
  room.outputs = room.ends + Aligned(scan_elements() * width_);
  room.beginnings = room.outputs + kSlidingWindowsBlock * width_;
  room.accumulators = room.beginnings + kSlidingWindowsBlock * width_;
  const int64_t end = std::min(panels_ * spans_, (task + 1) * each_);
  for (int64_t i = task * each_; i < end;) {
    const Panel panel = PanelAt(i / spans_);
    const int64_t behind = std::min(end, (panel.number + 1) * spans_);
    for (; i < behind; ++i) RunSpan(panel, SpanAt(i - panel.number * spans_), sums, room);
  }
}

void Sliding::RunSpan(const Panel& panel, const Span& span, const std::byte* sums,
                      const Room& room) const {
  ScanEnds(panel, span, sums, room);
  Beginnings scan = {span.block + 1, SizeOf(span.block + 1), 0};
  if (scan.size > 0 && span.part > 0) {
    const int64_t before = std::min(span.part, PartsOf(scan.block)) - 1;
    const int64_t number = panel.number * panel_sums() + scan.block * parts_ + before;
    std::copy_n(sums + number * place_bytes(), place_bytes(), room.accumulators);
    scan.taken = std::min(span.first, scan.size);
  }
  const int64_t ends = SizeOf(span.block);
  const int64_t most = kSlidingWindowsBlock / panel.columns;
  for (int64_t place = span.first; place < span.end;) {
    int64_t rows = std::min(most, span.end - place);
    // Up to the next place from which on outputs are made in another way.
    for (const int64_t edge : {span.begin, ends, scan.size + 1}) {
      if (place < edge) rows = std::min(rows, edge - place);
    }
    // A window that begins at a block needs no beginning.
    const int64_t alone = scan.size == 0 ? rows : place == 0 ? 1 : 0;
    const int64_t step = alone < rows ? TakeIn(panel, scan, place + alone, rows - alone, room) : 0;
    if (place >= span.begin) {
      const std::byte* const left =
          place < ends ? room.ends + (place - span.begin) * panel.columns * width_ : nullptr;
      PutTogether(panel, left, alone, step, rows, room);
      const int64_t output = span.block * k_ + place - first_place_;
      Store(panel, room.outputs, rows, panel.outputs + output * to_ * ByteWidth(type_));
    }
    place += rows;
  }
}

// The ends of the span's block, from its first place that has an output on.
void Sliding::ScanEnds(const Panel& panel, const Span& span, const std::byte* sums,
                       const Room& room) const {
  const int64_t last = std::min(span.first + rows_, SizeOf(span.block)) - 1;
  if (last < span.begin) return;
  const bool begun = last + 1 < SizeOf(span.block);
  if (begun) {
    const int64_t number =
        this->sums() + panel.number * panel_sums() + span.block * parts_ + span.part;
    std::copy_n(sums + number * place_bytes(), place_bytes(), room.accumulators);
  }
  RowScan::Rows rows = RowsOf(panel, span.block * k_ + last, last - span.begin + 1);
  rows.from = -from_;
  rows.result = room.ends + (last - span.begin) * panel.columns * width_;
  rows.to = -panel.columns;
  scan_.Scan(rows, begun, room.accumulators);
}

// Gives the beginnings of `place` elements and more of a block, for as many rows. Returns the
// number of rows from each to the next: 0 if all are the same, all of the block.
int64_t Sliding::TakeIn(const Panel& panel, Beginnings& scan, int64_t place, int64_t rows,
                        const Room& room) const {
  if (scan.taken == scan.size) {
    scan_.Store(panel.columns, room.accumulators, room.beginnings);
    return 0;
  }
  int64_t row = 0;
  if (scan.taken == place) scan_.Store(panel.columns, room.accumulators, room.beginnings), ++row;
  if (row < rows) {
    RowScan::Rows next = RowsOf(panel, scan.block * k_ + scan.taken, rows - row);
    next.result = room.beginnings + row * panel.columns * width_;
    next.to = panel.columns;
    scan_.Scan(next, scan.taken > 0, room.accumulators);
    scan.taken += rows - row;
  }
  return 1;
}

// Combines rows of outputs from init, `ends` if there are any, and beginnings, which the first
// `no_beginning` rows do not have.
void Sliding::PutTogether(const Panel& panel, const std::byte* ends, int64_t no_beginning,
                          int64_t step, int64_t rows, const Room& room) const {
  const int64_t columns = panel.columns;
  DispatchWidth(width_, [&]<typename T>() {
    std::fill_n(reinterpret_cast<T*>(room.outputs), rows * columns,
                *reinterpret_cast<const T*>(init_));
  });
  if (ends != nullptr) {
    fold_.combine(compute_, room.outputs, ends, {1, 0, 0, rows * columns, 1, 1});
  }
  const int64_t behind = rows - no_beginning;
  if (behind == 0) return;
  std::byte* const outputs = room.outputs + no_beginning * columns * width_;
  if (step == 1 || columns == 1) {
    fold_.combine(compute_, outputs, room.beginnings, {1, 0, 0, behind * columns, 1, step});
  } else {
    fold_.combine(compute_, outputs, room.beginnings, {behind, columns, 0, columns, 1, 1});
  }
}

void Sliding::Store(const Panel& panel, const std::byte* outputs, int64_t rows,
                    std::byte* out) const {
  const int64_t columns = panel.columns;
  if (columns == 1 || columns == to_) {
    return StoreRun(compute_, outputs, type_, out, columns == 1 ? to_ : 1, rows * columns);
  }
  for (int64_t r = 0; r < rows; ++r) {
    StoreRun(compute_, outputs + r * columns * width_, type_, out + r * to_ * ByteWidth(type_), 1,
             columns);
  }
}

}  // namespace

std::vector<StridedLoop> LoopsOverLines(const WindowedArray& array, size_t moving) {
  std::vector<int64_t> sizes, to, from;
  for (size_t d = 0; d < array.axes.size(); ++d) {
    if (d == moving) continue;
    sizes.push_back(array.axes[d].size);
    to.push_back(array.output_strides[d]);
    from.push_back(array.element_strides[d]);
  }
  return SimplifyLoops(sizes, to, from);
}

Kernel SlideWindows(const FoldKernel& fold, const WindowedArray& array, size_t moving,
                    const std::byte* elements, const std::byte* init, std::byte* result) {
  const Sliding sliding(fold, array, moving, elements, init, result);
  std::byte* sums = nullptr;
  if (sliding.has_parts()) {
    sums = co_await Scratch<std::byte>(sliding.sum_bytes());
    const auto fold_parts = [&](int64_t i, std::byte*) { sliding.FoldParts(i, sums); };
    co_await Tasks(sliding.fold_tasks(), fold_parts);
    const auto add_up = [&](int64_t i, std::byte*) { sliding.AddUp(i, sums); };
    co_await Tasks(sliding.add_tasks(), add_up);
  }
  const auto run = [&](int64_t i, std::byte* scratch) { sliding.Run(i, sums, scratch); };
  co_await Tasks(sliding.tasks(), run, sliding.scratch_bytes());
  co_return OkStatus();
}

}  // namespace hloom
