#include "kernels/contractions/gemm_blocking.h"

#include <algorithm>

#include "kernels/sizes.h"

namespace hloom {

namespace {

// Work is counted in products of F32, of which there are some 25 in a nanosecond. Each unit has an
// additional cost, and so does each result.
constexpr int64_t kProductBlocksUnitWork = 1 << 11;
constexpr int64_t kLeastDepth = 8;
constexpr int64_t kProductBlocksSmall = 1 << 19;
constexpr int64_t kLeastTask = 1 << 22;
constexpr int64_t kMostTask = (1 << 26) + kProductBlocksUnitWork;
// So many tasks occupy several threads evenly.
constexpr int64_t kProductBlocksEnoughTasks = 8;

// The operands of tiles stay in caches: a panel of columns in the first one, with 32 bytes for each
// of these steps; a block of rows in the second, next to the current columns.
constexpr int64_t kSteps = 256;
constexpr int64_t kRowBytes = 1 << 17;
constexpr int64_t kColumnBytes = 1 << 19;
constexpr int64_t kProductBlocksSumBytes = 1 << 18;
constexpr int64_t kProductBlocksMostRows = 512;
constexpr int64_t kMostColumns = 2048;
// Rows whose elements are neighbors, or form runs of at least this length, are read in place.
// Other rows, which need more instructions than packed ones, are packed, unless they meet few
// columns, or are short with elements that are apart.
constexpr int64_t kLeastRun = 32;
constexpr int64_t kFarDepth = 16;
constexpr int64_t kFewColumns = 64;
// With a short depth, most of the time goes into storing results, so that a pass has few rows and
// their lines stay in the first cache until they are complete.
constexpr int64_t kShortDepth = 16;
constexpr int64_t kShortPass = 8;
// A block that is cut is packed once more on each side of the cut.
constexpr int64_t kLeastSide = 64;
// The limit of the memory for the sums of parts of the depth, which several tasks add up.
constexpr int64_t kProductBlocksSharedBytes = 1 << 18;

// The limits of products that are computed immediately, on the stack.
constexpr int64_t kSmallRowBytes = 1 << 13;
constexpr int64_t kSmallColumnBytes = 1 << 14;
constexpr int64_t kSmallSumBytes = 1 << 13;
constexpr int64_t kProductBlocksSmallRows = 256;
constexpr int64_t kSmallColumns = 128;

// Cuts `count` into pieces of `most` or less, all of about the same size, which is a multiple of
// `unit`.
int64_t EvenPiece(int64_t count, int64_t most, int64_t unit) {
  const int64_t pieces = std::max<int64_t>(TaskCount(count, std::max(most, unit)), 1);
  return std::max(RoundUp(TaskCount(count, pieces), unit), unit);
}

class Cutter {
 public:
  Cutter(const GemmProblem& product, const Packer& pack_rows, const Packer& pack_columns)
      : product_(product), rows_(pack_rows), columns_(pack_columns) {}

  GemmBlocking Cut() {
    const int64_t work = Work(product_.rows, product_.columns, product_.depth);
    blocks_.small = work <= kProductBlocksSmall && product_.batches <= kProductBlocksSmall / work;
    blocks_.sums = product_.plain_result ? GemmBlocking::Sums::kResult : GemmBlocking::Sums::kTask;
    blocks_.rows_direct = ReadsRowsDirectly();
    if (blocks_.small) {
      CutSmall();
      blocks_.units_each = Units();
      return blocks_;
    }
    CutLarge();
    blocks_.units_each = std::max<int64_t>(1, kLeastTask / UnitWork());
    return blocks_;
  }

 private:
  bool ReadsRowsDirectly() const {
    const Axis& depth = product_.a.depth;
    if (!ReadsRows(product_.lane) || !product_.a.plain || product_.has_windows()) return false;
    const bool few = blocks_.small || product_.columns <= kFewColumns;
    if (!depth.is_even()) {
      return depth.step() == 1 && depth.run() >= kLeastRun && !product_.complex &&
             depth.run() % DepthPiece() == 0;
    }
    if (depth.step() == 1) return few || !product_.complex;
    return product_.depth <= kFarDepth && few;
  }
  // The depth of a piece. If the depth consists of runs, pieces cut them evenly and none crosses
  // the end of a run.
  int64_t DepthPiece() const { return EvenPiece(product_.a.depth.run(), rows_.Depth(kSteps), 2); }
  int64_t Work(int64_t rows, int64_t columns, int64_t depth) const {
    constexpr int64_t kQuarters[] = {4, 8, 4, 24, 2};  // of the cost of an F32 product
    const int64_t cost = kQuarters[static_cast<int>(product_.lane)] * (product_.complex ? 4 : 1);
    const int64_t work =
        kProductBlocksUnitWork + rows * columns * std::max(depth, kLeastDepth) / 4 * cost;
    // Windows are packed from many places.
    return product_.has_windows() ? work + work / 4 : work;
  }
  int64_t UnitWork() const { return Work(blocks_.rows, blocks_.columns, product_.depth); }
  int64_t Units() const {
    return product_.batches * TaskCount(product_.rows, blocks_.rows) *
           TaskCount(product_.columns, blocks_.columns);
  }

  // Chooses the sizes of packed blocks within these numbers of bytes.
  void CutPacked(int64_t row_bytes, int64_t column_bytes, int64_t most_columns) {
    blocks_.depth =
        blocks_.rows_direct ? DepthPiece() : EvenPiece(product_.depth, rows_.Depth(kSteps), 2);
    const int64_t bytes = rows_.Steps(blocks_.depth) * rows_.width();
    const int64_t tile = rows_.panel();
    blocks_.pass_rows = std::max(row_bytes / bytes / tile * tile, tile);
    if (blocks_.depth < kShortDepth) blocks_.pass_rows = kShortPass;
    CutColumns(std::min(column_bytes / bytes, most_columns));
    blocks_.part_depth = blocks_.phase_depth = std::max<int64_t>(product_.depth, 1);
  }
  void CutColumns(int64_t most) {
    const int64_t tile = columns_.panel();
    blocks_.columns = EvenPiece(product_.columns, most / tile * tile, tile);
  }
  void CutRows(int64_t most) {
    const int64_t tile = rows_.panel();
    blocks_.rows = EvenPiece(product_.rows, most / tile * tile, tile);
  }
  void CutRowsFor(int64_t sum_bytes, int64_t most) {
    if (blocks_.sums == GemmBlocking::Sums::kTask) {
      most = std::min(most, sum_bytes / (blocks_.columns * product_.sum_width));
    }
    CutRows(most);
  }

  void CutSmall() {
    CutPacked(kSmallRowBytes, kSmallColumnBytes, kSmallColumns);
    CutRowsFor(kSmallSumBytes, kProductBlocksSmallRows);
  }

  void CutLarge() {
    CutPacked(kRowBytes, kColumnBytes, kMostColumns);
    CutRowsFor(kProductBlocksSumBytes, kProductBlocksMostRows);
    while (true) {
      const bool few = Units() < kProductBlocksEnoughTasks && UnitWork() >= 2 * kLeastTask;
      const bool too_long = blocks_.sums == GemmBlocking::Sums::kTask
                                ? UnitWork() > 2 * kMostTask
                                : Work(blocks_.rows, blocks_.columns, blocks_.depth) > kMostTask;
      if (!few && !too_long) break;
      if (!CutUnit(few ? kLeastSide : kLeastSide / 2)) break;
    }
    CutDepth();
  }

  // Halves units on one side, unless that would make it shorter than `least`.
  bool CutUnit(int64_t least) {
    const bool columns = blocks_.columns >= 2 * least;
    const bool rows = blocks_.rows >= 2 * least;
    if (!columns && !rows) return false;
    if (columns && (!rows || blocks_.rows_direct || blocks_.columns >= 2 * blocks_.rows)) {
      CutColumns(blocks_.columns / 2);
    } else {
      CutRows(blocks_.rows / 2);
    }
    return true;
  }

  void CutDepth() {
    const int64_t results = product_.batches * product_.rows * product_.columns;
    const int64_t bytes = results * product_.sum_width;
    if (Units() < kProductBlocksEnoughTasks && bytes <= kProductBlocksSharedBytes / 2) {
      const int64_t most = std::min(kProductBlocksSharedBytes / bytes,
                                    TaskCount(kProductBlocksEnoughTasks, Units()));
      const int64_t parts = std::min(most, product_.depth / (4 * blocks_.depth));
      if (parts > 1) {
        blocks_.part_depth = RoundUp(TaskCount(product_.depth, parts), blocks_.depth);
        blocks_.parts = TaskCount(product_.depth, blocks_.part_depth);
        blocks_.sums = GemmBlocking::Sums::kShared;
      }
    }
    blocks_.phase_depth = blocks_.part_depth;
    if (blocks_.sums == GemmBlocking::Sums::kTask) return;
    const int64_t each = Work(blocks_.rows, blocks_.columns, blocks_.depth);
    const int64_t steps = std::max<int64_t>(1, kMostTask / each);
    blocks_.phase_depth = std::min(blocks_.part_depth, steps * blocks_.depth);
  }

  const GemmProblem& product_;
  const Packer& rows_;
  const Packer& columns_;
  GemmBlocking blocks_;
};

}  // namespace

GemmBlocking BlockGemm(const GemmProblem& product, const Packer& pack_rows,
                       const Packer& pack_columns) {
  return Cutter(product, pack_rows, pack_columns).Cut();
}

}  // namespace hloom
