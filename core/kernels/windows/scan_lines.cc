#include "kernels/windows/scan_lines.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/half.h"
#include "kernels/number_format.h"
#include "kernels/strided_run.h"
#include "kernels/windows/loop_index.h"

namespace hloom {

namespace {

// How many elements a task takes that are added.
constexpr int64_t kGrain = 1 << 16;
// How many lines are scanned side by side whose elements are neighbours.
constexpr int64_t kSideBySide = 256;
// So few are scanned one after the other.
constexpr int64_t kFew = 4;
// How many elements are converted together.
constexpr int64_t kBlock = 1024;

// Lines are put together in panels, of one line or of neighbours, and a panel is cut into parts.
class Scanning {
 public:
  Scanning(const FoldKernel& fold, LineScan scan)
      : fold_(fold),
        scan_(std::move(scan)),
        compute_(ComputeTypeOf(scan_.type)),
        accumulator_(fold.AccumulatorType(compute_)) {
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
    columns_ = std::min(all_columns_, kSideBySide);
    panels_across_ = TaskCount(all_columns_, columns_);
    panels_ = panels_across_;
    for (const StridedLoop& loop : scan_.lines) panels_ *= loop.size;
    // Rounding element by element takes its time.
    const int64_t rounding = !rounds() ? 1 : ByteWidth(scan_.result_type) == 1 ? 16 : 4;
    grain_ = kGrain / (rounding * FoldWork(fold, compute_));
    rows_ = std::max<int64_t>(std::min(scan_.length, grain_ / columns_), 1);
    parts_ = TaskCount(scan_.length, rows_);
  }

  // How many elements a task takes.
  int64_t grain() const { return grain_; }
  int64_t panels() const { return panels_; }
  int64_t parts() const { return parts_; }
  int64_t panel_elements() const { return columns_ * scan_.length; }
  bool has_init() const { return scan_.init != nullptr; }
  int64_t accumulator_bytes() const { return (columns_ * ByteWidth(accumulator_) + 15) / 16 * 16; }

  // Accumulators of a panel begin with `init`; returns whether there is one.
  bool Begin(int64_t panel, std::byte* accumulators) const {
    if (!has_init()) return false;
    const int64_t columns = PlaceOf(panel, 0).columns;
    LoadRun(scan_.type, scan_.init, 0, accumulator_, accumulators, columns);
    return true;
  }

  // Accumulators become the fold of one part alone.
  void FoldPart(int64_t panel, int64_t part, std::byte* accumulators) const {
    const Place place = PlaceOf(panel, part);
    TakeRow(place, accumulators);
    if (place.columns > 1) {
      for (int64_t r = 1; r < place.rows; ++r) FoldRow(place, r, accumulators);
      return;
    }
    alignas(16) std::byte wide[kBlock * sizeof(float)];  // no narrow type computes in more
    for (int64_t r = 1; r < place.rows; r += kBlock) {
      const int64_t count = std::min(kBlock, place.rows - r);
      const std::byte* const data = place.data + r * scan_.from * width();
      if (compute_ == scan_.type) {
        fold_.fold(compute_, accumulators, data, scan_.from, count);
      } else {
        LoadRun(scan_.type, data, scan_.from, compute_, wide, count);
        fold_.fold(compute_, accumulators, wide, 1, count);
      }
    }
  }

  void Merge(int64_t panel, std::byte* accumulators, const std::byte* others) const {
    fold_.fold_rows(accumulator_, accumulators, others, {1, 0, PlaceOf(panel, 0).columns, 1});
  }

  // Goes on from the accumulators, if they have `begun`.
  void ScanPart(int64_t panel, int64_t part, bool begun, std::byte* accumulators) const {
    const Place place = PlaceOf(panel, part);
    int64_t first = 0;
    if (!begun) {
      TakeRow(place, accumulators);
      StoreRow(place, first++, accumulators);
    }
    if (place.columns == 1 && rounds() && IsNarrowFloat(scan_.result_type)) {
      return ScanRounding(place, first, reinterpret_cast<float*>(accumulators));
    }
    if (place.columns > 1 || rounds()) {
      for (int64_t r = first; r < place.rows; ++r) {
        FoldRow(place, r, accumulators);
        StoreRow(place, r, accumulators);
      }
      return;
    }
    alignas(16) std::byte wide[kBlock * sizeof(float)];
    for (int64_t r = first; r < place.rows; r += kBlock) {
      const int64_t count = std::min(kBlock, place.rows - r);
      const std::byte* const data = place.data + r * scan_.from * width();
      std::byte* const out = place.result + r * scan_.to * result_width();
      if (compute_ == scan_.type) {
        fold_.scan(compute_, accumulators, data, scan_.from, out, scan_.to, count);
        continue;
      }
      LoadRun(scan_.type, data, scan_.from, compute_, wide, count);
      fold_.scan(compute_, accumulators, wide, 1, wide, 1, count);
      StoreRun(compute_, wide, scan_.result_type, out, scan_.to, count);
    }
  }

 private:
  struct Place {
    int64_t columns, rows;
    const std::byte* data;
    std::byte* result;
  };

  int64_t width() const { return ByteWidth(scan_.type); }
  int64_t result_width() const { return ByteWidth(scan_.result_type); }
  // The next result needs the one before it as it was rounded.
  bool rounds() const { return !fold_.rounds_once && scan_.result_type != compute_; }

  Place PlaceOf(int64_t panel, int64_t part) const {
    LoopIndex outer(scan_.lines, scan_.lines.size());
    outer.Seek(panel / panels_across_);
    const int64_t column = panel % panels_across_ * columns_;
    const int64_t row = part * rows_;
    return {std::min(columns_, all_columns_ - column), std::min(rows_, scan_.length - row),
            scan_.data + (outer.from() + column + row * scan_.from) * width(),
            scan_.result + (outer.to() + column + row * scan_.to) * result_width()};
  }

  const std::byte* RowAt(const Place& place, int64_t row, std::byte* wide) const {
    const std::byte* const data = place.data + row * scan_.from * width();
    if (compute_ == scan_.type) return data;
    LoadRun(scan_.type, data, 1, compute_, wide, place.columns);
    return wide;
  }
  // Goes on with one line of floats from row `first` on. What each comes to is rounded at once.
  void ScanRounding(const Place& place, int64_t first, float* accumulator) const {
    if (scan_.result_type == BF16) {
      ScanRoundingBy(place, first, accumulator,
                     [](float x) { return BrainFloat::Decode(BrainFloat::Encode(x)); });
    } else if (scan_.result_type == F16) {
      ScanRoundingBy(place, first, accumulator,
                     [](float x) { return HalfFloat::Decode(HalfFloat::Encode(x)); });
    } else {
      const auto round = [this](float x) {
        std::byte narrow;
        ConvertRun(F32, reinterpret_cast<const std::byte*>(&x), scan_.result_type, &narrow, 1);
        ConvertRun(scan_.result_type, &narrow, F32, reinterpret_cast<std::byte*>(&x), 1);
        return x;
      };
      ScanRoundingBy(place, first, accumulator, round);
    }
  }
  template <typename Round>
  void ScanRoundingBy(const Place& place, int64_t first, float* accumulator, Round round) const {
    alignas(16) float wide[kBlock];
    auto* const bytes = reinterpret_cast<std::byte*>(wide);
    for (int64_t r = first; r < place.rows; r += kBlock) {
      const int64_t count = std::min(kBlock, place.rows - r);
      LoadRun(scan_.type, place.data + r * scan_.from * width(), scan_.from, F32, bytes, count);
      for (int64_t i = 0; i < count; ++i) {
        fold_.fold(F32, reinterpret_cast<std::byte*>(accumulator), bytes + i * 4, 1, 1);
        wide[i] = *accumulator = round(*accumulator);
      }
      std::byte* const out = place.result + r * scan_.to * result_width();
      StoreRun(F32, bytes, scan_.result_type, out, scan_.to, count);
    }
  }

  void TakeRow(const Place& place, std::byte* accumulators) const {
    LoadRun(scan_.type, place.data, 1, accumulator_, accumulators, place.columns);
  }
  void FoldRow(const Place& place, int64_t row, std::byte* accumulators) const {
    alignas(16) std::byte wide[kSideBySide * sizeof(float)];
    fold_.fold_rows(compute_, accumulators, RowAt(place, row, wide), {1, 0, place.columns, 1});
  }
  void StoreRow(const Place& place, int64_t row, std::byte* accumulators) const {
    std::byte* const out = place.result + row * scan_.to * result_width();
    if (compute_ == scan_.result_type) {
      return ConvertRun(accumulator_, accumulators, compute_, out, place.columns);
    }
    alignas(16) std::byte wide[kSideBySide * sizeof(float)];
    ConvertRun(accumulator_, accumulators, compute_, wide, place.columns);
    StoreRun(compute_, wide, scan_.result_type, out, 1, place.columns);
    if (!rounds()) return;
    LoadRun(scan_.result_type, out, 1, accumulator_, accumulators, place.columns);
  }

  const FoldKernel& fold_;
  LineScan scan_;
  const PrimitiveType compute_, accumulator_;
  int64_t all_columns_ = 1;
  int64_t columns_ = 1;  // of a panel
  int64_t panels_across_ = 1, panels_ = 1;
  int64_t grain_ = kGrain;
  int64_t rows_ = 1;  // of a part
  int64_t parts_ = 0;
};

// Whole panels, several in a task where they are small.
Kernel ScanPanels(const Scanning& scanning) {
  const int64_t each = std::max<int64_t>(scanning.grain() / scanning.panel_elements(), 1);
  const auto task = [&](int64_t i, std::byte*) {
    alignas(16) std::byte accumulators[kSideBySide * FoldKernel::kAccumulatorBytes];
    for (int64_t p = i * each; p < std::min(scanning.panels(), (i + 1) * each); ++p) {
      const bool begun = scanning.Begin(p, accumulators);
      scanning.ScanPart(p, 0, begun, accumulators);
    }
  };
  co_await Tasks(TaskCount(scanning.panels(), each), task);
  co_return OkStatus();
}

// Part after part, of all panels.
Kernel ScanInOrder(const Scanning& scanning) {
  const int64_t bytes = scanning.accumulator_bytes();
  std::byte* const accumulators = co_await Scratch<std::byte>(scanning.panels() * bytes);
  int64_t part = 0;
  const auto task = [&](int64_t panel, std::byte*) {
    std::byte* const room = accumulators + panel * bytes;
    const bool begun = part > 0 || scanning.Begin(panel, room);
    scanning.ScanPart(panel, part, begun, room);
  };
  for (; part < scanning.parts(); ++part) co_await Tasks(scanning.panels(), task);
  co_return OkStatus();
}

// First what each part comes to, then with what each begins, then the parts.
Kernel ScanParts(const Scanning& scanning) {
  const int64_t bytes = scanning.accumulator_bytes();
  const int64_t parts = scanning.parts();
  const int64_t panel_bytes = (parts + 1) * bytes;
  std::byte* const accumulators = co_await Scratch<std::byte>(scanning.panels() * panel_bytes);
  // Room p + 1 is for what part p alone comes to, room p for that with which it begins.
  const auto fold = [&](int64_t i, std::byte*) {
    const int64_t panel = i / (parts - 1);
    const int64_t part = i % (parts - 1);
    scanning.FoldPart(panel, part, accumulators + panel * panel_bytes + (part + 1) * bytes);
  };
  co_await Tasks(scanning.panels() * (parts - 1), fold);
  const auto add_up = [&](int64_t panel, std::byte*) {
    std::byte* const rooms = accumulators + panel * panel_bytes;
    const bool begun = scanning.Begin(panel, rooms);
    for (int64_t part = begun ? 1 : 2; part < parts; ++part) {
      std::byte* const before = rooms + (part - 1) * bytes;
      std::byte* const room = rooms + part * bytes;
      // What came before stands first: of two NaNs it is the one that counts.
      std::byte* const spare = rooms + parts * bytes;
      std::copy_n(before, bytes, spare);
      scanning.Merge(panel, spare, room);
      std::copy_n(spare, bytes, room);
    }
  };
  co_await Tasks(scanning.panels(), add_up);
  const auto scan = [&](int64_t i, std::byte*) {
    const int64_t panel = i / parts;
    const int64_t part = i % parts;
    scanning.ScanPart(panel, part, part > 0 || scanning.has_init(),
                      accumulators + panel * panel_bytes + part * bytes);
  };
  co_await Tasks(scanning.panels() * parts, scan);
  co_return OkStatus();
}

}  // namespace

Kernel ScanLines(const FoldKernel& fold, LineScan scan) {
  const Scanning scanning(fold, std::move(scan));
  if (scanning.parts() == 0 || scanning.panels() == 0) co_return OkStatus();
  if (scanning.parts() == 1) {
    co_await ScanPanels(scanning);
  } else if (fold.rounds_once) {
    co_await ScanParts(scanning);
  } else {
    co_await ScanInOrder(scanning);
  }
  co_return OkStatus();
}

}  // namespace hloom
