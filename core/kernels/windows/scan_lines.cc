#include "kernels/windows/scan_lines.h"

#include <algorithm>
#include <atomic>
#include <new>

#include "kernels/windows/loop_index.h"
#include "kernels/windows/scan_rows.h"

namespace hloom {

namespace {

// The number of elements per task, in additions.
constexpr int64_t kScanLinesGrain = 1 << 16;
// At most this many elements, in additions, are scanned immediately.
constexpr int64_t kScanLinesSmall = 1 << 12;
// Neighboring lines are scanned side by side if they are more than these.
constexpr int64_t kFew = 4;
// The number of a panel's parts that a task adds up.
constexpr int64_t kMergesEach = 1 << 10;
// The states of a part: 0, then one of these. Its sum alone is known, or its results are there, and
// with them the initial value of the next part.
constexpr uint8_t kPartFolded = 1;
constexpr uint8_t kPartScanned = 2;

}  // namespace

struct ScannedLines::Addresses {
  const std::byte* data;
  const std::byte* init;
  std::byte* result;
};

// Lines are grouped in panels, of one line or of neighbors, and a panel is cut into parts.
class ScannedLines::Scanning {
 public:
  Scanning(const FoldKernel& fold, LineScan scan)
      : scan_(std::move(scan)),
        row_scan_(fold, scan_.type, scan_.type),
        in_any_order_(fold.rounds_once) {
    const auto beside = [](const StridedLoop& loop) {
      return loop.from == 1 && loop.to == 1 && loop.size > kFew;
    };
    const auto columns = std::find_if(scan_.lines.begin(), scan_.lines.end(), beside);
    if (columns == scan_.lines.end()) {
      scan_.lines.push_back({1, 0, 0});
    } else {
      std::rotate(columns, columns + 1, scan_.lines.end());
    }
    all_columns_ = scan_.lines.back().size;
    scan_.lines.pop_back();
    columns_ = std::min(all_columns_, RowScan::kMostColumns);
    panels_across_ = TaskCount(all_columns_, columns_);
    panels_ = panels_across_;
    for (const StridedLoop& loop : scan_.lines) panels_ *= loop.size;
    // Rounding element by element takes its time.
    const int64_t rounding = !row_scan_.rounds() ? 1 : ByteWidth(scan_.type) == 1 ? 16 : 4;
    grain_ = kScanLinesGrain / (rounding * FoldWork(fold, ComputeTypeOf(scan_.type)));
    rows_ = std::max<int64_t>(std::min(scan_.length, grain_ / columns_), 1);
    parts_ = TaskCount(scan_.length, rows_);
  }

  bool is_small() const {
    return parts_ <= 1 && panels_ * panel_elements() <= kScanLinesSmall * grain_ / kScanLinesGrain;
  }

  Kernel Run(Addresses at) const {
    if (parts_ == 1) return ScanPanels(at);
    if (!in_any_order_) return ScanInOrder(at);
    return row_scan_.adds_up(columns_) ? ScanOnce(at) : ScanParts(at);
  }

  // Scans the panels from `first` up to `last`, each from beginning to end.
  void ScanWhole(const Addresses& at, int64_t first, int64_t last) const {
    alignas(16) std::byte init[RowScan::kMostColumns * FoldKernel::kAccumulatorBytes];
    alignas(16) std::byte accumulators[sizeof(init)];
    LoadRun(scan_.type, at.init, 0, row_scan_.accumulator(), init, columns_);
    LoopIndex outer(scan_.lines, scan_.lines.size());
    outer.Seek(first / panels_across_);
    int64_t across = first % panels_across_;
    for (int64_t p = first; p < last; ++p) {
      std::copy_n(init, accumulator_bytes(), accumulators);
      row_scan_.Scan(RowsAt(at, outer, across, 0), /*begun=*/true, accumulators);
      if (++across < panels_across_) continue;
      across = 0;
      outer.Next();
    }
  }
  int64_t whole_panels() const { return parts_ == 0 ? 0 : panels_; }

 private:
  int64_t panel_elements() const { return columns_ * scan_.length; }
  int64_t accumulator_bytes() const {
    return (columns_ * ByteWidth(row_scan_.accumulator()) + 15) / 16 * 16;
  }

  Kernel ScanPanels(Addresses at) const;
  Kernel ScanInOrder(Addresses at) const;
  Kernel ScanParts(Addresses at) const;
  Kernel ScanOnce(Addresses at) const;
  void ScanOrFold(const Addresses& at, int64_t panel, int64_t part, std::byte* rooms,
                  std::atomic<uint8_t>* states) const;

  // Accumulators of a panel begin with init.
  void Begin(const Addresses& at, int64_t panel, std::byte* accumulators) const {
    const int64_t columns = RowsOf(at, panel, 0).columns;
    LoadRun(scan_.type, at.init, 0, row_scan_.accumulator(), accumulators, columns);
  }

  // Sets the accumulators to the fold of one part alone.
  void FoldPart(const Addresses& at, int64_t panel, int64_t part, std::byte* accumulators) const {
    row_scan_.Fold(RowsOf(at, panel, part), accumulators);
  }

  void Merge(const Addresses& at, int64_t panel, std::byte* accumulators,
             const std::byte* others) const {
    row_scan_.Merge(RowsOf(at, panel, 0).columns, accumulators, others);
  }

  // Goes on from the accumulators.
  void ScanPart(const Addresses& at, int64_t panel, int64_t part, std::byte* accumulators) const {
    row_scan_.Scan(RowsOf(at, panel, part), /*begun=*/true, accumulators);
  }

  RowScan::Rows RowsOf(const Addresses& at, int64_t panel, int64_t part) const {
    LoopIndex outer(scan_.lines, scan_.lines.size());
    outer.Seek(panel / panels_across_);
    return RowsAt(at, outer, panel % panels_across_, part);
  }
  RowScan::Rows RowsAt(const Addresses& at, const LoopIndex& outer, int64_t across,
                       int64_t part) const {
    const int64_t column = across * columns_;
    const int64_t row = part * rows_;
    const int64_t from = outer.from() + column + row * scan_.from;
    const int64_t to = outer.to() + column + row * scan_.to;
    return {std::min(rows_, scan_.length - row),
            std::min(columns_, all_columns_ - column),
            at.data + from * ByteWidth(scan_.type),
            scan_.from,
            1,
            at.result + to * ByteWidth(scan_.type),
            scan_.to};
  }

  LineScan scan_;
  const RowScan row_scan_;
  const bool in_any_order_;
  int64_t all_columns_ = 1;
  int64_t columns_ = 1;  // of a panel
  int64_t panels_across_ = 1, panels_ = 1;
  int64_t grain_ = kScanLinesGrain;
  int64_t rows_ = 1;  // of a part
  int64_t parts_ = 0;
};

// Scans whole panels, several per task if they are small.
Kernel ScannedLines::Scanning::ScanPanels(Addresses at) const {
  const int64_t each = std::max<int64_t>(grain_ / panel_elements(), 1);
  const auto task = [&](int64_t i, std::byte*) {
    ScanWhole(at, i * each, std::min(panels_, (i + 1) * each));
  };
  co_await Tasks(TaskCount(panels_, each), task);
  co_return OkStatus();
}

// Scans part after part, of all panels.
Kernel ScannedLines::Scanning::ScanInOrder(Addresses at) const {
  const int64_t bytes = accumulator_bytes();
  std::byte* const accumulators = co_await Scratch<std::byte>(panels_ * bytes);
  int64_t part = 0;
  const auto task = [&](int64_t panel, std::byte*) {
    std::byte* const room = accumulators + panel * bytes;
    if (part == 0) Begin(at, panel, room);
    ScanPart(at, panel, part, room);
  };
  for (; part < parts_; ++part) co_await Tasks(panels_, task);
  co_return OkStatus();
}

// First computes the sum of each part, then the initial value of each, then the results in the
// parts.
Kernel ScannedLines::Scanning::ScanParts(Addresses at) const {
  const int64_t bytes = accumulator_bytes();
  const int64_t panel_bytes = (parts_ + 1) * bytes;
  std::byte* const accumulators = co_await Scratch<std::byte>(panels_ * panel_bytes);
  // Room p + 1 is for the sum of part p alone, room p for its initial value.
  const auto fold = [&](int64_t i, std::byte*) {
    const int64_t panel = i / (parts_ - 1);
    const int64_t part = i % (parts_ - 1);
    FoldPart(at, panel, part, accumulators + panel * panel_bytes + (part + 1) * bytes);
  };
  co_await Tasks(panels_ * (parts_ - 1), fold);
  int64_t next = 1;
  int64_t stop = 1;
  const auto add_up = [&](int64_t panel, std::byte*) {
    std::byte* const rooms = accumulators + panel * panel_bytes;
    for (int64_t part = next; part < stop; ++part) {
      if (part == 1) Begin(at, panel, rooms);
      std::byte* const before = rooms + (part - 1) * bytes;
      std::byte* const room = rooms + part * bytes;
      // The earlier value comes first: of two NaNs the first one counts.
      std::byte* const spare = rooms + parts_ * bytes;
      std::copy_n(before, bytes, spare);
      Merge(at, panel, spare, room);
      std::copy_n(spare, bytes, room);
    }
  };
  for (; next < parts_; next = stop) {
    stop = std::min(parts_, next + kMergesEach);
    co_await Tasks(panels_, add_up);
  }
  const auto scan = [&](int64_t i, std::byte*) {
    const int64_t panel = i / parts_;
    const int64_t part = i % parts_;
    ScanPart(at, panel, part, accumulators + panel * panel_bytes + part * bytes);
  };
  co_await Tasks(panels_ * parts_, scan);
  co_return OkStatus();
}

// Scans a part if its initial value follows from those before; otherwise folds it. Room p is for
// the initial value of part p, room parts_ + 1 + p for the sum of part p alone.
void ScannedLines::Scanning::ScanOrFold(const Addresses& at, int64_t panel, int64_t part,
                                        std::byte* rooms, std::atomic<uint8_t>* states) const {
  const int64_t bytes = accumulator_bytes();
  int64_t known = part;
  while (known > 0 && states[known - 1].load(std::memory_order_acquire) == kPartFolded) --known;
  if (known > 0 && states[known - 1].load(std::memory_order_acquire) != kPartScanned) {
    FoldPart(at, panel, part, rooms + (parts_ + 1 + part) * bytes);
    states[part].store(kPartFolded, std::memory_order_release);
    return;
  }
  alignas(16) std::byte accumulators[RowScan::kMostColumns * FoldKernel::kAccumulatorBytes];
  std::copy_n(rooms + known * bytes, bytes, accumulators);
  for (; known < part; ++known)
    Merge(at, panel, accumulators, rooms + (parts_ + 1 + known) * bytes);
  ScanPart(at, panel, part, accumulators);
  std::copy_n(accumulators, bytes, rooms + (part + 1) * bytes);
  states[part].store(kPartScanned, std::memory_order_release);
}

// Reads most parts once where tasks run one after the other. Tasks that run ahead of others fold
// their parts, which are scanned afterwards.
Kernel ScannedLines::Scanning::ScanOnce(Addresses at) const {
  const int64_t bytes = accumulator_bytes();
  const int64_t panel_bytes = (2 * parts_ + 1) * bytes;
  std::byte* const rooms = co_await Scratch<std::byte>(panels_ * panel_bytes);
  auto* const states = co_await Scratch<std::atomic<uint8_t>>(panels_ * parts_);
  const auto begin = [&](int64_t panel, std::byte*) {
    Begin(at, panel, rooms + panel * panel_bytes);
    for (int64_t p = 0; p < parts_; ++p) new (states + panel * parts_ + p) std::atomic<uint8_t>(0);
  };
  co_await Tasks(panels_, begin);
  const auto first = [&](int64_t i, std::byte*) {
    const int64_t panel = i / parts_;
    ScanOrFold(at, panel, i % parts_, rooms + panel * panel_bytes, states + panel * parts_);
  };
  co_await Tasks(panels_ * parts_, first);
  int64_t left = 0;
  const auto add_up = [&] {
    for (int64_t i = 0; i < panels_ * parts_; ++i) {
      if (states[i].load(std::memory_order_relaxed) == kPartScanned) continue;
      ++left;
      std::byte* const room = rooms + i / parts_ * panel_bytes + i % parts_ * bytes;
      std::copy_n(room, bytes, room + bytes);
      Merge(at, i / parts_, room + bytes, room + (parts_ + 1) * bytes);
    }
  };
  co_await Once(add_up);
  const auto rest = [&](int64_t i, std::byte*) {
    if (states[i].load(std::memory_order_relaxed) == kPartScanned) return;
    const int64_t panel = i / parts_;
    std::byte* const room = rooms + panel * panel_bytes + i % parts_ * bytes;
    ScanPart(at, panel, i % parts_, room);
  };
  co_await Tasks(left == 0 ? 0 : panels_ * parts_, rest);
  co_return OkStatus();
}

ScannedLines::ScannedLines(const FoldKernel& fold, LineScan scan)
    : scanning_(std::make_unique<const Scanning>(fold, std::move(scan))) {}
ScannedLines::~ScannedLines() = default;

bool ScannedLines::is_small() const { return scanning_->is_small(); }

Kernel ScannedLines::Run(const std::byte* data, const std::byte* init, std::byte* result) const {
  const Addresses at = {data, init, result};
  if (!is_small()) return scanning_->Run(at);
  scanning_->ScanWhole(at, 0, scanning_->whole_panels());
  return {};
}

}  // namespace hloom
